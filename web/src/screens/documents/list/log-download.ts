import type { LogFormat } from '#domain/lists/log-format';
import { mustSucceed, send } from '../../../api.ts';

/** (RP-04) */
export const logFailed = 'Unable to generate report.';

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

function publish(next: LogDownload | null): void {
  current = next;
  for (const watcher of watchers) watcher();
}

/** Cancels the download after the user lost access to its show. */
export function dropLogDownload(): void {
  current?.cancel();
  publish(null);
}

/** For `useSyncExternalStore`, with `currentLogDownload`. The download continues while its screen is closed. */
export function subscribeLogDownload(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function currentLogDownload(): LogDownload | null {
  return current;
}

function fileNameOf(response: Response, fallback: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  return /filename="?([^";]+)"?/.exec(header)?.[1] ?? fallback;
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    if (current) publish({ ...current, received: current.received + value.byteLength });
  }
}

/**
 * Downloads a log as it is written. Returns null if the user canceled it. Throws `ApiError`, or the error of `fetch`,
 * also when the response ends early (RP-01, RP-02).
 */
export async function fetchLog(log: {
  name: string;
  path: string;
  /** The filters of a list; a log has none. */
  body?: object;
  format: LogFormat;
  fallbackName: string;
}): Promise<{ blob: Blob; fileName: string } | null> {
  const { name, format, body } = log;
  const stop = new AbortController();
  const { signal } = stop;
  publish({ name, format, received: 0, expected: null, cancel: () => stop.abort() });
  try {
    const json = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await mustSucceed(await send(log.path, { signal, ...json }));
    // The length of a compressed response does not match the bytes received.
    const isPacked = response.headers.has('content-encoding');
    const length = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0);
    if (current && length > 0) publish({ ...current, expected: length });
    const parts = response.body ? await readAll(response.body) : [];
    const type = response.headers.get('content-type') ?? '';
    return { blob: new Blob(parts, { type }), fileName: fileNameOf(response, log.fallbackName) };
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    publish(null);
  }
}
