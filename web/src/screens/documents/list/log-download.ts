import type { LogFormat } from '#domain/lists/log-format';
import { mustSucceed, send } from '../../../api.ts';

/** RP-04 */
export const logFailed = 'Unable to generate report.';

/** How far a log is: what has come so far, in bytes, and of how many where the server says so. */
export interface LogDownload {
  /** `PO`: as in `Exporting the PO log`. */
  name: string;
  format: LogFormat;
  received: number;
  expected: number | null;
  cancel: () => void;
}

let run: LogDownload | null = null;
const watchers = new Set<() => void>();

function put(next: LogDownload | null): void {
  run = next;
  for (const watcher of watchers) watcher();
}

/** Of a show that was lost meanwhile: nobody waits for it any more. */
export function dropLogDownload(): void {
  run?.cancel();
  put(null);
}

/** For `useSyncExternalStore`, with `logRun`: the work goes on while its screen is left and opened again. */
export function subscribeLogDownload(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function logRun(): LogDownload | null {
  return run;
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
    if (run) put({ ...run, received: run.received + value.byteLength });
  }
}

/**
 * RP-01, RP-02: fetches a log as it is written. Null: the user cancelled it. Errors: `ApiError`, or what `fetch` throws, also
 * when the answer breaks off.
 */
export async function fetchLog(log: {
  name: string;
  path: string;
  format: LogFormat;
  fallbackName: string;
}): Promise<{ blob: Blob; fileName: string } | null> {
  const { name, format } = log;
  const stop = new AbortController();
  const { signal } = stop;
  put({ name, format, received: 0, expected: null, cancel: () => stop.abort() });
  try {
    const response = await mustSucceed(await send(log.path, { signal }));
    // Of a packed answer the length says nothing about the bytes that come out of it.
    const isPacked = response.headers.has('content-encoding');
    const length = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0);
    if (run && length > 0) put({ ...run, expected: length });
    const parts = response.body ? await readAll(response.body) : [];
    const type = response.headers.get('content-type') ?? '';
    return { blob: new Blob(parts, { type }), fileName: fileNameOf(response, log.fallbackName) };
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    put(null);
  }
}
