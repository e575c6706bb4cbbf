import { PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { importLimits } from '#domain/import/table';
import { readCsv } from '#edges/files/csv-reader';
import { loadPdf, pdfLimits, stepsOf } from '#edges/pdf/limits';
import { withOwnPools } from '#edges/pdf/object-pools';
import { isTooLarge, pixelLimit, readPicture } from '#edges/files/image-reader';
import { readSpreadsheet } from '#edges/files/spreadsheet-reader';
import { redPixel } from '../../support/pdf/pictures.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as } from '../../support/worker/fixtures/client.ts';

beforeAll(openAllTypes);

const tooComplex = { name: 'TooComplex' };
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const pdfOf = (body: string) =>
  bytesOf(`%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n${body}\ntrailer\n<</Root 1 0 R>>\n%%EOF`);

/** The header of a picture that declares this many pixels on each side. */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(redPixel);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

describe('AT-20: a PDF is read in a bounded number of steps', () => {
  test.each([
    ['streams without end', '7 0 obj<<>>stream\n'],
    ['objects that stop nowhere', '7 0 obj<<>>stream\nendobj\n'],
    ['objects that never close', '7 0 obj <</A\n'],
    ['the word stream', ' stream\n'],
    ['numbers behind comments', '1%'],
    ['brackets', '['],
  ])('%s', async (_, piece) => {
    await expect(loadPdf(pdfOf(piece.repeat(300_000 / piece.length)))).rejects.toMatchObject(tooComplex);
  });

  test('too many values, too deep a nesting and too long a text are refused', async () => {
    const { values, valueBytes, depth } = pdfLimits;
    const bodies = [
      `7 0 obj\n[${'1 '.repeat(values)}]\nendobj`,
      `7 0 obj\n(${'x'.repeat(valueBytes)})\nendobj`,
      `7 0 obj\n${'['.repeat(depth + 1)}${']'.repeat(depth + 1)}\nendobj`,
    ];
    for (const body of bodies) await expect(loadPdf(pdfOf(body))).rejects.toMatchObject(tooComplex);
  });

  test('a list of objects whose entries are all the same is read', async () => {
    const entries = Array.from({ length: 5000 }, (_each, index) => `${index + 10} 0`).join(' ');
    const list = `${entries} [${'1 '.repeat(50_000)}]`;
    const head = `<</Type/ObjStm/N 5000/First ${entries.length + 1}/Length ${list.length}>>`;
    const body = `7 0 obj\n${head}\nstream\n${list}\nendstream\nendobj`;
    await expect(loadPdf(pdfOf(body))).rejects.toMatchObject(tooComplex);
  });

  test('twice as many objects take twice as many steps', async () => {
    const object = '7 0 obj\n<</A 1/B[1 2 3]>>\nendobj\n';
    const stream = '8 0 obj\n<</Length 5 0 R>>\nstream\nsome bytes\nendstream\nendobj\n';
    const steps: number[] = [];
    for (const times of [1000, 2000, 4000])
      steps.push(stepsOf(await loadPdf(pdfOf((object + stream).repeat(times)))));
    const [first = 0, second = 0, third = 0] = steps;
    expect(first).toBeGreaterThan(0);
    expect(second / first).toBeLessThan(2.1);
    expect(third / second).toBeLessThan(2.1);
  });

  test('a stream of unknown length is read completely, with a stream inside it', async () => {
    const content = 'a stream of bytes endstream and more\r';
    const source = await loadPdf(pdfOf(`7 0 obj\n<</Length 5 0 R>>\nstream\n${content}\nendstream\nendobj`));
    const found = source.context.enumerateIndirectObjects().map(([, object]) => object.toString());
    expect(found.join()).toContain(content.trim());
  });

  test('names within the pools of a task are those of the library', async () => {
    const outside = Array.from({ length: 256 }, (_each, code) => PDFName.of(`x${String.fromCharCode(code)}`));
    await withOwnPools(async () => {
      expect(PDFName.of('Length')).toBe(PDFName.Length);
      expect(PDFName.of('A#42')).toBe(PDFName.of('AB'));
      expect(PDFRef.of(7)).toBe(PDFRef.of(7, 0));
      expect(PDFRef.of(7, 1)).toMatchObject({ objectNumber: 7, generationNumber: 1, tag: '7 1 R' });
      for (const [code, name] of outside.entries()) {
        const inside = PDFName.of(`x${String.fromCharCode(code)}`);
        expect(inside).not.toBe(name);
        expect(inside).toBeInstanceOf(PDFName);
        expect(inside.toString()).toBe(name.toString());
      }
    });
  });

  test('files written by the library are read', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 300; page += 1) document.addPage().drawText(`page ${page}`);
    expect((await loadPdf(await document.save())).getPageCount()).toBe(300);
  });
});

describe('AT-20: a picture is scanned once', () => {
  test.each([
    ['nothing but 0xFF', new Uint8Array(1_000_000).fill(0xff)],
    ['starts of scans', bytesOf('\u00ff\u00d8'.padEnd(20) + '\u00ff\u00da'.repeat(300_000))],
  ])('JPG: %s', (_, bytes) => {
    expect(readPicture(bytes, 'image/jpeg').positionsRead).toBeLessThanOrEqual(bytes.length);
  });

  test('empty chunks of a PNG are bounded', () => {
    const bytes = bytesOf(`${'\u0089PNG'.padEnd(24)}${'\0\0\0\0tEXtcrc!'.repeat(50_000)}`);
    expect(readPicture(bytes, 'image/png').positionsRead).toBeLessThanOrEqual(50_001);
  });

  test('a progressive JPG counts its pixels once for each scan', () => {
    const frame = '\u00ff\u00c2\u0000\u0008\u0008\u0013\u0088\u0013\u0088\u0003';
    const scans = (count: number) =>
      bytesOf(`\u00ff\u00d8${frame}${'\u00ff\u00da'.repeat(count)}\u00ff\u00d9`);
    expect(readPicture(scans(12), 'image/jpeg')).toMatchObject({
      pixels: 25_000_000,
      scans: 12,
      isWhole: true,
    });
    expect(isTooLarge(readPicture(scans(12), 'image/jpeg'))).toBe(false);
    expect(isTooLarge(readPicture(scans(500), 'image/jpeg'))).toBe(true);
  });
});

describe('AT-20: uploads that are refused', () => {
  const upload = (name: string, bytes: Uint8Array) =>
    as('dana').upload({ name, bytes: new Uint8Array(bytes) });
  test.each([
    ['a PNG', pngOf(12_000, 12_000)],
    [
      'a JPG',
      bytesOf('\u00ff\u00d8\u00ff\u00c0\u0000\u0008\u0008\u002e\u00e0\u002e\u00e0\u0003\u00ff\u00da'),
    ],
    ['a GIF', bytesOf('GIF89a\u00ff\u00ff\u00ff\u00ff;')],
  ])('%s of too many pixels', async (_, bytes) => {
    const { status, body } = await upload('wall.png', bytes);
    expect(status).toBe(413);
    expect(body).toMatchObject({
      code: 'file_too_large',
      message: "'wall.png' has too many pixels (over 65 megapixels). Save it smaller and try again.",
    });
  });

  test('a PDF that takes too many steps is refused', async () => {
    const { status, body } = await upload('quote.pdf', pdfOf('7 0 obj<<>>stream\nendobj\n'.repeat(12_000)));
    expect(status).toBe(413);
    expect(body).toMatchObject({
      code: 'file_too_large',
      message: "'quote.pdf' is too complex to be read. Save it as a new PDF, or as several, and try again.",
    });
  });

  test('a picture of the maximum size and a damaged PDF are accepted', async () => {
    expect((await upload('wall.png', pngOf(pixelLimit / 10_000, 10_000))).status).toBe(201);
    expect((await upload('half.pdf', bytesOf('%PDF-1.7\n1 0 obj <<'))).status).toBe(201);
  });
});

describe('AT-20: a CSV file is read up to its limits', () => {
  const limits = { rows: 100, columns: 60 };
  test.each([
    ['separators', ','.repeat(500_000), 500_000],
    ['quotes', '"'.repeat(500_000), 500_000],
    ['rows', 'a,b\n'.repeat(100_000), 400],
  ])('%s', (_, text, most) => {
    const { rows, charactersRead: visited } = readCsv(text, limits, ',');
    expect(visited).toBeLessThanOrEqual(most);
    expect(rows.length).toBeLessThanOrEqual(limits.rows);
    expect(rows.every(({ cells }) => cells.length <= limits.columns)).toBe(true);
  });

  test('blank lines do not count, and keep the numbers of the lines', async () => {
    const rows = readSpreadsheet(bytesOf(`a,b\n${'\n'.repeat(importLimits.rows * 2)}1,"x ""y""\nz" w\r\n2,`));
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: importLimits.rows * 2 + 2, cells: ['1', 'x "y" z w'] },
      { number: importLimits.rows * 2 + 3, cells: ['2'] },
    ]);
  });
});
