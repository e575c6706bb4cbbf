import { env } from 'cloudflare:workers';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { appendedFileKind } from '#edges/pdf/appended-file-kind';
import { appendPdf, mergeLimitBytes } from '#edges/pdf/merge-pdf';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { readPicture } from '#edges/files/image-reader';
import { redPixel as png } from '../../support/pdf/pictures.ts';
import { placesOf } from '../../support/pdf/read-text.ts';
import { allOptions, printed, purchaseOrderPdf, sampleLine } from '../../support/pdf/sample-order.ts';

afterAll(() => closeBrowser(env));

/** A PDF with pages of these widths, by which they are recognized. */
async function pdf(...pageWidths: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const width of pageWidths) document.addPage([width, 400]).drawText('quote');
  return document.save({ useObjectStreams: false });
}

async function encrypted(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdf(300));
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret', permissions: {} });
  return document.save({ useObjectStreams: false });
}

async function widths(bytes: Uint8Array): Promise<number[]> {
  return (await PDFDocument.load(bytes)).getPages().map((page) => Math.round(page.getWidth()));
}

const text = (content: string) => new TextEncoder().encode(content);
const file = (label: string, bytes: Uint8Array) => ({
  label,
  size: bytes.length,
  load: async () => bytes,
});

describe('AT-18: files that can be merged', () => {
  test.each([
    ['a PDF', text('%PDF-1.7\n'), 'pdf'],
    ['a PDF with bytes before its header', text('\u0000\u0000%PDF-1.4'), 'pdf'],
    ['a JPG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a ZIP', text('PK\u0003\u0004'), null],
    ['nothing', new Uint8Array(), null],
  ])('%s', (_, bytes, kind) => {
    expect(appendedFileKind(bytes)).toBe(kind);
  });

  test('a truncated picture is detected', () => {
    expect(readPicture(png, 'image/png').isWhole).toBe(true);
    expect(readPicture(png.slice(0, -12), 'image/png').isWhole).toBe(false);
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0xff, 0xda, 1, 2, 0xff, 0xd9);
    expect(readPicture(jpeg, 'image/jpeg').isWhole).toBe(true);
    expect(readPicture(jpeg.slice(0, -2), 'image/jpeg').isWhole).toBe(false);
  });

  test('PD-27: pages are appended in order; a damaged or locked file changes nothing', async () => {
    const target = await PDFDocument.create();
    expect(await appendPdf(target, await pdf(301, 302))).toBeNull();
    expect(await appendPdf(target, await encrypted())).toBe('The file is protected by a password.');
    const whole = await pdf(303, 304, 305);
    for (const part of [0.3, 0.6, 0.9]) {
      expect(await appendPdf(target, whole.slice(0, whole.length * part))).toBe('The file is damaged.');
    }
    expect(await appendPdf(target, text('%PDF-1.4 and nothing else %%EOF'))).toBe('The file is damaged.');
    expect(await appendPdf(target, whole)).toBeNull();
    expect(await widths(await target.save())).toEqual([301, 302, 303, 304, 305]);
  });

  test('PD-27: filled form fields stay visible', async () => {
    const form = await PDFDocument.create();
    const field = form.getForm().createTextField('tax.id');
    field.setText('95-1234567');
    field.addToPage(form.addPage([306, 400]));
    const target = await PDFDocument.create();
    expect(await appendPdf(target, await form.save())).toBeNull();
    const [page] = target.getPages();
    expect(page?.node.Annots()?.size() ?? 0).toBe(0);
    expect(page?.node.Resources()?.toString()).toContain('/XObject');
  });
});

describe('DEC-55: one PDF of a purchase order', () => {
  const { hasTerms: _, ...input } = printed({ lineItems: [sampleLine(1)] });

  test('PD-15, PD-27: the order is topsheet, history, terms, PDFs, pictures, and a page of omitted files', async () => {
    const result = await purchaseOrderPdf(env, {
      ...input,
      termsPdf: await pdf(307),
      attachments: [
        file('quote.pdf', await pdf(308, 309)),
        file('contract.docx', text('PK\u0003\u0004')),
        file('photo.png', png),
        file('locked.pdf', await encrypted()),
      ],
    });
    expect(await widths(result.bytes)).toEqual([612, 612, 307, 308, 309, 612, 612]);
    expect(result.merged).toBe(true);
    expect(result.leftOut).toEqual(['contract.docx', 'locked.pdf']);
    expect((await PDFDocument.load(result.bytes)).getTitle()).toBe('PO GRIP-00042');
  });

  test('PD-11: only requested parts follow', async () => {
    const options = {
      ...allOptions,
      includePoAttachments: false,
      includePoHistory: false,
      includeTC: false,
    };
    const attachments = [file('quote.pdf', await pdf(310))];
    const result = await purchaseOrderPdf(env, { ...input, options, termsPdf: await pdf(311), attachments });
    expect(await widths(result.bytes)).toEqual([612]);
    expect(result).toMatchObject({ merged: false, leftOut: [] });
  });

  test('PD-27: files beyond 25 MB in total are listed and omitted, smaller ones after them are not', async () => {
    const fetched: string[] = [];
    const scan = {
      label: 'scan.pdf',
      size: mergeLimitBytes,
      load: async () => {
        fetched.push('scan.pdf');
        return text('%PDF-1.7');
      },
    };
    const attachments = [file('quote.pdf', await pdf(312)), scan, file('w9.pdf', await pdf(313))];
    const result = await purchaseOrderPdf(env, { ...input, attachments });
    expect(await widths(result.bytes)).toEqual([612, 612, 312, 313, 612]);
    expect(result.leftOut).toEqual(['scan.pdf']);
    // It exceeds the limit, so that it is not even fetched.
    expect(fetched).toEqual([]);
  });

  test('PD-25: the legal text is upright on every page of an unapproved order, whatever the rotation of its files', async () => {
    const turned = await PDFDocument.create();
    for (const angle of [0, 90, 180, 270]) turned.addPage([400, 300]).setRotation(degrees(angle));
    const { purchaseOrder } = printed({ status: 'DRAFT', submissionStatus: 'Draft' });
    const attachments = [file('scans.pdf', await turned.save()), file('photo.png', png)];
    const { bytes } = await purchaseOrderPdf(env, { ...input, purchaseOrder, attachments });
    const places = await placesOf(bytes, 'THIS PO IS NOT VALID UNTIL APPROVED');
    expect(places).toHaveLength((await widths(bytes)).length);
    for (const [at, { isUpright, fromTop, fromMiddle }] of places.entries()) {
      expect([at, isUpright]).toEqual([at, true]);
      expect(fromTop).toBeLessThan(40);
      expect(Math.abs(fromMiddle)).toBeLessThan(12);
    }
  });

  test('PD-27: a missing file is listed and omitted', async () => {
    const gone = { label: 'gone.pdf', size: 9, load: async () => null };
    const result = await purchaseOrderPdf(env, { ...input, attachments: [gone] });
    expect(result).toMatchObject({ merged: false, leftOut: ['gone.pdf'] });
  });

  test('LI-01: sixty lines continue on further pages', async () => {
    const lineItems = Array.from({ length: 60 }, (_item, at) => sampleLine(at + 1));
    const { purchaseOrder } = printed({ lineItems });
    const { bytes } = await purchaseOrderPdf(env, { ...input, purchaseOrder, attachments: [] });
    expect((await widths(bytes)).length).toBeGreaterThanOrEqual(3);
  });
});
