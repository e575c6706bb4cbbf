import { env } from 'cloudflare:workers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { fontFaces } from '#edges/pdf-document/fonts';
import { BrokenImage, renderPdf, withPrinter } from '#edges/pdf-renderer';

const breaks = '<p style="break-after:page">one</p>';

async function pageSizes(bytes: Uint8Array): Promise<{ width: number; height: number }[]> {
  return (await PDFDocument.load(bytes)).getPages().map((page) => page.getSize());
}

test('PD-27: HTML becomes pages of the paper asked for', async () => {
  const letter = await pageSizes(await renderPdf(env, { html: `${breaks}${breaks}two`, paper: 'Letter' }));
  expect(letter).toEqual(Array.from({ length: 3 }, () => ({ width: 612, height: 792 })));
  const [a4] = await pageSizes(await renderPdf(env, { html: 'one', paper: 'A4' }));
  expect(a4?.width).toBeCloseTo(595, -1);
  expect(a4?.height).toBeCloseTo(842, -1);
});

test('PD-27: a script in the page does not run', async () => {
  const html = `one<script>document.body.innerHTML = '${breaks}'.repeat(4)</script>`;
  expect(await pageSizes(await renderPdf(env, { html, paper: 'Letter' }))).toHaveLength(1);
});

test('PD-27: a picture that cannot be had is an error, not an empty frame', async () => {
  const html = '<img src="http://127.0.0.1:9/picture.png">';
  await expect(renderPdf(env, { html, paper: 'Letter' })).rejects.toThrow(BrokenImage);
});

test('PD-27: one browser prints several documents, also after one that failed', async () => {
  const counts = await withPrinter(env, async (print) => {
    const first = await pageSizes(await print({ html: 'one', paper: 'Letter' }));
    await expect(
      print({ html: '<img src="data:image/png;base64,AAAA">', paper: 'Letter' }),
    ).rejects.toThrow();
    const last = await pageSizes(await print({ html: `${breaks}two`, paper: 'Letter' }));
    return [first.length, last.length];
  });
  expect(counts).toEqual([1, 2]);
});

test('PD-25: a document carries the scripts that its text needs and no others, in three weights', () => {
  const faces = (text: string) => fontFaces(text).match(/@font-face/g)?.length ?? 0;
  expect(faces('Castle Rock')).toBe(3);
  expect(faces('Łódź')).toBe(6);
  expect(faces('Łódź Привет ΑΒΓ')).toBe(12);
});
