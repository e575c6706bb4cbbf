import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { redPixel } from '../../support/pdf/pictures.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as, create } from '../../support/worker/fixtures/client.ts';
import { makePdf, onePage, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
afterAll(() => closeBrowser(studioEnv));

const bytesOf = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
/** About this many bytes: the start, followed by repetitions of one piece. */
const repeated = (piece: string, size: number, start: string) =>
  Uint8Array.from(start + piece.repeat(size / piece.length), (letter) => letter.charCodeAt(0));
const jpegStart = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);

async function deflated(bytes: number): Promise<Uint8Array> {
  const piece = new Uint8Array(1_000_000);
  const zeros = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < bytes; sent += piece.length) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Uint8Array(
    await new Response(zeros.pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  );
}

/** CRC-32 as in PNG. */
function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(bytesOf(type), data);
  const head = new DataView(new ArrayBuffer(4));
  const tail = new DataView(new ArrayBuffer(4));
  head.setUint32(0, data.length);
  tail.setInt32(0, crcOf(body));
  return joined(new Uint8Array(head.buffer), body, new Uint8Array(tail.buffer));
}

/** A picture of a few kilobytes that declares this many pixels on each side. */
async function pictureBomb(side: number): Promise<Uint8Array> {
  const size = new DataView(new ArrayBuffer(13));
  size.setUint32(0, side);
  size.setUint32(4, side);
  size.setUint8(8, 8);
  size.setUint8(9, 2);
  const parts = [chunk('IHDR', new Uint8Array(size.buffer)), chunk('IDAT', await deflated(20_000_000))];
  return joined(redPixel.slice(0, 8), ...parts, chunk('IEND', new Uint8Array()));
}

/** A PDF whose object list unpacks to this many bytes. */
async function pdfBomb(bytes: number): Promise<Uint8Array> {
  const packed = await deflated(bytes);
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  const tail =
    '\nendstream\nendobj\n2 0 obj\n<</Type/Catalog/Pages 3 0 R>>\nendobj\n3 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer\n<</Root 2 0 R>>\n%%EOF';
  return joined(bytesOf(head), packed, bytesOf(tail));
}

/** A PDF of a few hundred bytes with ten thousand million pages: each level refers to the one below ten times. */
function pagesBomb(): Uint8Array {
  const level = (id: number) =>
    `${id} 0 obj\n<</Type/Pages/Count 10000000000/Kids[${`${id + 1} 0 R `.repeat(10)}]>>\nendobj\n`;
  const levels = Array.from({ length: 10 }, (_, index) => level(index + 2)).join('');
  return bytesOf(
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n${levels}12 0 obj\n<</Type/Page/MediaBox[0 0 9 9]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF`,
  );
}

async function encrypted(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await onePage('secret'));
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret', permissions: {} });
  return document.save({ useObjectStreams: false });
}

/** A PDF with actions that run when it is opened, or when its page or a link on it is touched. */
async function actingPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  page.drawText('the acting page', { x: 40, y: 150 });
  const { context } = document;
  const script = context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert("hurt")') });
  const launch = context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
  const web = context.obj({ S: 'URI', URI: PDFString.of('https://vendor.example') });
  document.catalog.set(PDFName.of('OpenAction'), script);
  page.node.set(PDFName.of('AA'), context.obj({ O: script }));
  const link = (action: PDFObject, touched: PDFObject = context.obj({})) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 99, 99], A: action, AA: touched }),
    );
  const touched = context.obj({ E: script });
  page.node.set(PDFName.of('Annots'), context.obj([link(script), link(launch), link(web, touched)]));
  return document.save({ useObjectStreams: false });
}

/** Each file with its name and the content type under which it may be displayed; null for none. */
const files: Record<
  string,
  { name: string; make: () => Promise<Uint8Array> | Uint8Array; shown: string | null }
> = {
  'an SVG that scripts': {
    name: 'logo.png',
    make: () => bytesOf('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    shown: null,
  },
  'HTML called a picture': {
    name: 'photo.jpg',
    make: () => bytesOf('<html><script>alert(1)</script>'),
    shown: null,
  },
  'HTML behind a BOM': {
    name: 'a.pdf',
    make: () => bytesOf('\uFEFF<!doctype html><script>x</script>'),
    shown: null,
  },
  'XHTML with an entity': {
    name: 'a.xml',
    make: () => bytesOf('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    shown: null,
  },
  'a GIF that is a script': {
    name: 'x.gif',
    make: () => bytesOf('GIF89a/*\u0001\u0001*/=1;alert(1)//'),
    shown: 'image/gif',
  },
  'a PNG with HTML behind it': {
    name: 'x.html',
    make: () => joined(redPixel, bytesOf('<script>alert(1)</script>')),
    shown: 'image/png',
  },
  'a JPG that is also HTML': {
    name: 'x.svg',
    make: () => joined(jpegStart, bytesOf('<script>alert(1)</script>')),
    shown: 'image/jpeg',
  },
  'a PDF with HTML before it': {
    name: 'x.pdf',
    make: () => bytesOf('<html><script>alert(1)</script>%PDF-1.7'),
    shown: null,
  },
  'a program': { name: 'invoice.pdf', make: () => bytesOf('MZ\u0090\u0000 this program'), shown: null },
  'a locked PDF': { name: 'locked.pdf', make: encrypted, shown: 'application/pdf' },
  'a PDF that acts': { name: 'acting.pdf', make: actingPdf, shown: 'application/pdf' },
};
const names = [
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'C:\\Windows\\system32\\x.dll',
  'a/b/c.pdf',
  'x%00.pdf',
  'x\u202Efdp.exe',
  '.htaccess',
  'CON',
  `${'n'.repeat(400)}.pdf`,
  '<script>.pdf',
  "x.pdf'; filename*=UTF-8''y.html",
];

/** Checks that the headers keep the response from running or loading anything, whatever its bytes. */
function expectInert(headers: Headers, shown: string | null, saved: boolean): void {
  expect(headers.get('content-type')).toBe(shown ?? 'application/octet-stream');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  );
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const disposition = headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^(inline|attachment); filename\*=UTF-8''[\w.!~*'()%-]+$/);
  expect(disposition.startsWith('attachment')).toBe(saved || shown === null);
}

describe('malicious files', () => {
  test.each(Object.entries(files))('DEC-53: %s is served inert', async (_, { name, make, shown }) => {
    const { attachmentId: id } = await uploaded('dana', 'po', name, new Uint8Array(await make()));
    for (const path of [`/files/po/${id}/newpreview/${name}`, `/files/po/${id}/preview/x.html`]) {
      const { status, headers } = await as('dana').get<string>(path);
      expect(status).toBe(200);
      expectInert(headers, shown, false);
    }
    expectInert((await as('dana').get<string>(`/files/attachment/download/${id}`)).headers, shown, true);
  });

  test.each(names)('AT-01: %j is a file name and not a path', async (name) => {
    const { status, body } = await as('dana').upload({ name, bytes: 'x' });
    expect(status).toBe(201);
    expect(body.label).toMatch(/^[^/\\\p{Cc}\p{Cf}]{1,255}$/u);
    expect(['.', '..']).not.toContain(body.label);
    const { headers } = await as('dana').get<string>(`/files/attachment/download/${body.attachmentId}`);
    expectInert(headers, null, true);
  });
});

describe('malicious files in a printed document', () => {
  test('PD-27, AT-20: the PDF is made with its sound files, and names everything that it leaves out', async () => {
    const cut = (await onePage('cut')).slice(0, 400);
    const bad: [string, Uint8Array][] = [
      ['picture-bomb.png', await pictureBomb(12_000)],
      ['streams.pdf', repeated('7 0 obj<<>>stream\n', 300_000, '%PDF-1.7\n')],
      ['ones.jpg', repeated('\u00ff', 10_000_000, '\u00ff\u00d8')],
      ['pdf-bomb.pdf', await pdfBomb(400_000_000)],
      ['pages-bomb.pdf', pagesBomb()],
      ['locked.pdf', await encrypted()],
      ['cut.pdf', cut],
      ['page.pdf', bytesOf('<html><script>fetch("http://evil.example")</script>%PDF-1.7 %%EOF')],
      ['logo.png', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['half.jpg', joined(jpegStart, bytesOf('<script>alert(1)</script>'))],
      ['half.png', redPixel.slice(0, 40)],
    ];
    const attachments = [];
    for (const [label, bytes] of bad) {
      // As files uploaded before the limits existed.
      const file = await uploaded('dana', 'po', label, Uint8Array.of(1));
      await studioEnv.FILES.put(file.attachmentId, bytes);
      attachments.push(file);
    }
    attachments.push(await uploaded('dana', 'po', 'good.pdf', await onePage('the good quote')));
    const { id } = await create('dana', { attachments });
    const { pages } = await makePdf('dana', 'PO', id);
    expect(pages.join('\n')).toContain('the good quote');
    const last = pages.at(-1) ?? '';
    expect(last).toMatch(/^Attachments not included/);
    for (const [label] of bad) expect(last).toContain(label);
    expect(last).not.toContain('good.pdf');
  }, 120_000);

  test('PD-27: the pages of a PDF with actions are included, and its actions are not', async () => {
    const file = await uploaded('dana', 'po', 'acting.pdf', new Uint8Array(await actingPdf()));
    const { id } = await create('dana', { attachments: [file] });
    const { task, pages } = await makePdf('dana', 'PO', id);
    expect(pages.join('\n')).toContain('the acting page');
    const stored = await studioEnv.FILES.get(`pdf/${task.taskId}`);
    const whole = await PDFDocument.load(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer()));
    const text = whole.context
      .enumerateIndirectObjects()
      .map(([, one]) => one.toString())
      .join('\n');
    expect(text).toContain('vendor.example');
    expect(text).not.toMatch(/JavaScript|\/JS\b|Launch|OpenAction|\/AA\b/);
  });
});
