import { useEffect, useState } from 'react';
import { previewKind } from '#domain/documents/attachments';
import { ApiError, askFile } from '../../api.ts';
import { useToast } from '../../parts/overlays/toast.tsx';
import { downloadBlob } from '../../download-blob.ts';
import { useSession } from '../../session/session.tsx';
import type { FileOwner } from '../../upload.ts';
import { words } from '../../words.ts';

/** A file that can be looked at and saved: an attachment, a tax form. */
export interface ViewedFile {
  attachmentId: string;
  label: string;
}

/** AT-15. */
export const fileTexts = {
  preview: 'Error loading file preview.',
  early: 'File not loaded yet. Please wait for the preview to load.',
  download: 'Error downloading file.',
} as const;

export type Loaded =
  | { state: 'loading' }
  | { state: 'here'; blob: Blob; url: string }
  | { state: 'failed'; reason: string };

const loading: Loaded = { state: 'loading' };

/** AT-17: why the bytes did not come, in the server's words where they are for people. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Request Failed';
  const [, known] = Object.entries(words).find(([code]) => code === error.code) ?? [];
  return known ?? error.code;
}

/** The bytes of a file that can be shown (AT-10); null asks for none. */
export function useFile(owner: FileOwner, file: ViewedFile | null): Loaded {
  const { show } = useSession();
  const [loaded, setLoaded] = useState<{ path: string; now: Loaded } | null>(null);
  const path =
    file && previewKind(file.label) !== null
      ? `/files/${owner}/${file.attachmentId}/newpreview/${encodeURIComponent(file.label)}?showId=${encodeURIComponent(show.id)}`
      : null;
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    let url: string | null = null;
    const load = async () => {
      try {
        const blob = await askFile(path, { signal: stop.signal });
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setLoaded({ path, now: { state: 'here', blob, url } });
      } catch (error) {
        if (!stop.signal.aborted) setLoaded({ path, now: { state: 'failed', reason: reasonOf(error) } });
      }
    };
    void load();
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [path]);
  return loaded !== null && loaded.path === path ? loaded.now : loading;
}

/** Saves a file to the user's disk: the bytes that are here, otherwise asked for. */
export function useDownload(): (file: ViewedFile, loaded?: Loaded) => Promise<void> {
  const { show } = useSession();
  const flash = useToast();
  return async (file, loaded) => {
    if (loaded?.state === 'loading') return flash('warning', fileTexts.early);
    if (loaded?.state === 'here') return downloadBlob(loaded.blob, file.label);
    try {
      const path = `/files/attachment/download/${file.attachmentId}?showId=${encodeURIComponent(show.id)}`;
      downloadBlob(await askFile(path), file.label);
    } catch {
      flash('error', fileTexts.download);
    }
  };
}
