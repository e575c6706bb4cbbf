import { env } from 'cloudflare:workers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { fontFaces } from '#edges/pdf-document/fonts';
import { renderPdf } from '#edges/pdf-renderer';

test('x', async () => {
  const t = Date.now();
  const bytes = await renderPdf(env, { html: `<style>${fontFaces('abc')}body{font-family:'Inter Variable'}</style><h1>Hello</h1><script>document.body.append("js")</script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`.replace(/<img.*/,''), paper: 'A4' });
  console.log(Date.now() - t, bytes.length);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  console.log((await PDFDocument.load(bytes)).context.enumerateIndirectObjects().length);
});
