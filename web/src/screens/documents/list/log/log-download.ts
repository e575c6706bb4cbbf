import type { LogFormat } from '#domain/lists/log-format';

/** The progress of a log download, in bytes. `expected` is null if the server sends no length. */
export interface LogDownload {
  /** `the PO log`, as in `Exporting the PO log`. */
  name: string;
  format: LogFormat;
  received: number;
  expected: number | null;
  cancel: () => void;
}

let current: LogDownload | null = null;
const watchers = new Set<() => void>();

/** Called by the code that downloads, which loads when the first download starts. */
export function publishLogDownload(next: LogDownload | null): void {
  current = next;
  for (const watcher of watchers) watcher();
}

/** Cancels the download after the user lost access to its show. */
export function dropLogDownload(): void {
  current?.cancel();
  publishLogDownload(null);
}

/** For `useSyncExternalStore`, with `currentLogDownload`. The download continues while its screen is closed. */
export function subscribeLogDownload(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function currentLogDownload(): LogDownload | null {
  return current;
}
