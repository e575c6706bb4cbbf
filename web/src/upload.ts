import { uploadTexts } from '#domain/documents/attachments';
import { ApiError, mustSucceed, send } from './api.ts';
import type { Transport } from './api.ts';

/** The server's response to an upload (API-25). */
export interface Uploaded {
  attachmentId: string;
  label: string;
  created: string;
}

/** The kind of document that a file belongs to (DEC-53). */
export type FileOwner = 'po' | 'invoice' | 'payment' | 'vendor' | 'company';

export interface Upload {
  owner: FileOwner;
  showId: string;
  file: File;
  /** 0 to 100, of the bytes sent. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** A transport that reports the progress of the upload, which `fetch` cannot. */
function withProgress(onProgress: (percent: number) => void): Transport {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(Math.floor((event.loaded / event.total) * 100));
      });
      request.addEventListener('load', () => {
        const { status, responseText: text } = request;
        resolve(new Response(status === 204 ? null : text, { status, headers: answered(request) }));
      });
      request.addEventListener('error', () => reject(new TypeError('The connection broke')));
      init.signal?.addEventListener('abort', () => {
        request.abort();
        reject(new DOMException('Stopped', 'AbortError'));
      });
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.send(init.body instanceof FormData ? init.body : null);
    });
}

function answered(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  return headers;
}

/**
 * Uploads one file and reports its progress, with the current CSRF token and one retry after a lost connection, as
 * `send`. Throws `ApiError`, or an `AbortError` when stopped.
 */
export async function sendFile(upload: Upload): Promise<Uploaded> {
  const { owner, showId, file, onProgress, signal } = upload;
  const body = new FormData();
  body.append('file', file);
  const path = `/files/${owner}/attachment?showId=${encodeURIComponent(showId)}`;
  const response = await send(path, { method: 'POST', body, signal }, withProgress(onProgress));
  return (await (await mustSucceed(response)).json()) as Uploaded;
}

/**
 * Deletes the user's own unlinked upload, or removes a tax form from its vendor (VE-16). A missing file is no error
 * (API-26).
 */
export async function deleteUpload(
  showId: string,
  attachmentId: string,
  owner: FileOwner = 'po',
): Promise<void> {
  const kind = owner === 'vendor' ? 'vendor-attachment' : 'attachment';
  const path = `/files/${kind}/${attachmentId}?showId=${encodeURIComponent(showId)}`;
  // `keepalive` sends it even if the user leaves the page.
  const response = await send(path, { method: 'DELETE', keepalive: true });
  if (response.status !== 404) await mustSucceed(response);
}

/** The error message of a failed upload (AT-05 to AT-07). */
export function uploadFailure(error: unknown, fileName: string): string {
  const code = error instanceof ApiError ? error.code : '';
  // The server's text names the exceeded limit: bytes, pixels or parts (AT-20).
  if (code === 'file_too_large' && error instanceof ApiError && error.text) return error.text;
  if (code === 'file_too_large' || code === 'file_empty') return uploadTexts[code](fileName);
  return uploadTexts.other(fileName);
}
