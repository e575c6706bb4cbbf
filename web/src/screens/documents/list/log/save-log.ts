import type { LogFormat } from '#domain/lists/log-format';
import { mustSucceed, send } from '../../../../api.ts';
import { downloadBlob } from '../../../../download-blob.ts';
import { currentLogDownload, publishLogDownload } from './log-download.ts';

export interface LogRequest {
  name: string;
  path: string;
  /** The filters of a list; a log has none. */
  body?: object;
  format: LogFormat;
  fallbackName: string;
}

/** Adds to what is known of the running download, unless it was dropped. */
function update(change: (bytes: { received: number }) => { received: number } | { expected: number }): void {
  const current = currentLogDownload();
  if (current) publishLogDownload({ ...current, ...change(current) });
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
    update(({ received }) => ({ received: received + value.byteLength }));
  }
}

/**
 * Saves a log as a file while it is written. Returns the file's name, or null if the user canceled it. Throws `ApiError`,
 * or the error of `fetch`, also when the response ends early (RP-01, RP-02).
 */
export async function saveLog(log: LogRequest): Promise<string | null> {
  const { name, format, body } = log;
  const stop = new AbortController();
  const { signal } = stop;
  publishLogDownload({ name, format, received: 0, expected: null, cancel: () => stop.abort() });
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
    if (length > 0) update(() => ({ expected: length }));
    const parts = response.body ? await readAll(response.body) : [];
    const type = response.headers.get('content-type') ?? '';
    const fileName = fileNameOf(response, log.fallbackName);
    downloadBlob(new Blob(parts, { type }), fileName);
    return fileName;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    publishLogDownload(null);
  }
}
