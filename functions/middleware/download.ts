import type { AppContext } from './context.ts';

/** A file to download. */
interface Download {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  contentType: string;
  fileName: string;
}

export function download(c: AppContext, { body, contentType, fileName }: Download): Response {
  return c.body(body, 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}
