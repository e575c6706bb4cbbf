import { useEffect, useState } from 'react';
import { previewKind } from '#domain/documents/attachments';
import { ApiError, askFile } from '../../api.ts';
import { useToast } from '../../parts/overlays/toast.tsx';
import { downloadBlob } from '../../download-blob.ts';
import { useSession } from '../../session/session.tsx';
import type { FileOwner } from '../../upload.ts';
import { words } from '../../words.ts';

/** A file that can be previewed and downloaded: an attachment or a tax form. */
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

/** Why the file did not load, as a user message if there is one (AT-17). */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Request Failed';
  const [, message] = Object.entries(words).find(([code]) => code === error.code) ?? [];
  return message ?? error.code;
}

/** Loads a file for its preview; does not fetch for null (AT-10). */
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
