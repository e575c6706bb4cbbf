import { uploadTexts } from '#domain/documents/attachments';
import { ApiError, mustSucceed, send } from './api.ts';
import type { Transport } from './api.ts';

/** What the server says of a file that it has taken (API-25). */
export interface Uploaded {
  attachmentId: string;
  label: string;
  created: string;
}

/** The kind of document that a file is for (DEC-53). */
export type FileOwner = 'po' | 'invoice' | 'payment' | 'vendor' | 'company';

export interface Upload {
  owner: FileOwner;
  showId: string;
  file: File;
  /** 0 to 100, of the bytes that have left. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Carries a call as `fetch` does, and tells how far its body is, which `fetch` cannot. */
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
 * Sends one file and tells how far it is. It goes the way of every call: with the present CSRF token, once more when
 * the connection broke. Errors: `ApiError`, or that it was stopped.
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
 * API-26: deletes an upload of one's own that no document holds, or takes a tax form off its vendor (VE-16). One that
 * is gone already is no error.
 */
export async function deleteUpload(
  showId: string,
  attachmentId: string,
  owner: FileOwner = 'po',
): Promise<void> {
  const kind = owner === 'vendor' ? 'vendor-attachment' : 'attachment';
  const path = `/files/${kind}/${attachmentId}?showId=${encodeURIComponent(showId)}`;
  // It must get out although the page is left.
  const response = await send(path, { method: 'DELETE', keepalive: true });
  if (response.status !== 404) await mustSucceed(response);
}

/** AT-05 to AT-07: what the user reads. */
export function uploadFailure(error: unknown, fileName: string): string {
  const code = error instanceof ApiError ? error.code : '';
  // The server says whether bytes, pixels or parts are too many (AT-20).
  if (code === 'file_too_large' && error instanceof ApiError && error.text) return error.text;
  if (code === 'file_too_large' || code === 'file_empty') return uploadTexts[code](fileName);
  return uploadTexts.other(fileName);
}
