import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { useToast } from '../../parts/overlays/toast.tsx';
import { deleteUpload, sendFile, uploadFailure } from '../../upload.ts';
import type { FileOwner, Uploaded } from '../../upload.ts';

/** A pending or refused upload (AT-12). */
export interface PendingUpload {
  id: string;
  name: string;
  percent: number;
  error: string | null;
}

export interface Uploads {
  pending: readonly PendingUpload[];
  isBusy: boolean;
  start: (files: readonly File[]) => void;
  /** Stops an upload, or removes a refused one from the list. */
  dismiss: (id: string) => void;
  /** Ids of uploaded files that are being removed (AT-12). */
  removing: ReadonlySet<string>;
  /** Deletes an unlinked upload. Resolves to whether it is gone; otherwise shows AT-14. */
  remove: (attachmentId: string) => Promise<boolean>;
}

export interface UploadsOptions {
  owner: FileOwner;
  showId: string;
  /** Number of further files allowed; files beyond it are ignored silently (AT-08, DEC-53). */
  room: number;
  onDone: (file: Uploaded) => void;
}

/** Deletes unlinked uploads (AT-12). */
function useRemoval({ showId, owner }: UploadsOptions) {
  const flash = useToast();
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const remove = async (id: string): Promise<boolean> => {
    setRemoving((all) => new Set(all).add(id));
    try {
      await deleteUpload(showId, id, owner);
      return true;
    } catch {
      flash('error', 'Unable to delete attachment');
      return false;
    } finally {
      setRemoving((all) => new Set([...all].filter((one) => one !== id)));
    }
  };
  return { removing, remove };
}

/** Concurrent uploads, each with its own progress and error. */
export function useUploads(options: UploadsOptions): Uploads {
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const removal = useRemoval(options);
  const stops = useRef(new Map<string, AbortController>());
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);

  const change = (id: string, part: Partial<PendingUpload>) =>
    setPending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const dismiss = (id: string) => {
    stops.current.get(id)?.abort();
    stops.current.delete(id);
    setPending((all) => all.filter((one) => one.id !== id));
  };
  const run = async (id: string, file: File) => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    const { owner, showId } = latest.current;
    const onProgress = (percent: number) => change(id, { percent });
    try {
      const uploaded = await sendFile({ owner, showId, file, onProgress, signal: stop.signal });
      dismiss(id);
      latest.current.onDone(uploaded);
    } catch (error) {
      stops.current.delete(id);
      if (!stop.signal.aborted) change(id, { error: uploadFailure(error, file.name) });
    }
  };
  const start = (files: readonly File[]) => {
    const uploadingCount = pending.filter(({ error }) => error === null).length;
    const accepted = files.slice(0, Math.max(0, latest.current.room - uploadingCount));
    const started = accepted.map((file) => {
      const refused = sizeRefusal(file.size);
      const error = refused && uploadTexts[refused](file.name);
      return { file, entry: { id: crypto.randomUUID(), name: file.name, percent: 0, error } };
    });
    setPending((all) => [...all, ...started.map(({ entry }) => entry)]);
    for (const { file, entry } of started) if (entry.error === null) void run(entry.id, file);
  };
  const isBusy = pending.some(({ error }) => error === null) || removal.removing.size > 0;
  return { pending, isBusy, start, dismiss, ...removal };
}
