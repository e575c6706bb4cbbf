import { uploadTexts } from '#domain/attachments';
import { ApiError, csrfToken, mustSucceed } from './api.ts';

/** What the server says of a file that it has taken (API-25). */
export interface Uploaded {
  attachmentId: string;
  label: string;
  created: string;
}

export interface Upload {
  /** The kind of document that the file is for (DEC-53). */
  owner: 'po' | 'vendor';
  showId: string;
  file: File;
  /** 0 to 100, of the bytes that have left. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

function post(upload: Upload): Promise<Response> {
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', upload.file);
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) upload.onProgress(Math.floor((event.loaded / event.total) * 100));
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new Error('The connection broke')));
    upload.signal.addEventListener('abort', () => {
      request.abort();
      reject(new DOMException('Stopped', 'AbortError'));
    });
    request.open('POST', `/files/${upload.owner}/attachment?showId=${encodeURIComponent(upload.showId)}`);
    request.setRequestHeader('x-csrf-token', csrfToken());
    request.setRequestHeader('Idempotency-Key', crypto.randomUUID());
    request.send(body);
  });
}

/** Sends one file and tells how far it is, which `fetch` cannot. Errors: `ApiError`, or that it was stopped. */
export async function sendFile(upload: Upload): Promise<Uploaded> {
  const response = await mustSucceed(await post(upload));
  return (await response.json()) as Uploaded;
}

/** AT-05 to AT-07: what the user reads. */
export function uploadFailure(error: unknown, fileName: string): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'file_too_large' || code === 'file_empty') return uploadTexts[code](fileName);
  return uploadTexts.other(fileName);
}
