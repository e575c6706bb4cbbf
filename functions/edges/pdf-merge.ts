import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { disarm, unpacksTooFar } from './pdf-hostile.ts';

/** What may be merged into one document: a Worker has 128 MB in all, and each byte is held about four times. */
export const mergeLimitBytes = 25 * 1024 * 1024;

/** Each picture is a page to print: so many still end in time. */
export const mergeLimitFiles = 100;

export type EnclosureKind = 'pdf' | 'image/jpeg' | 'image/png';

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function holds(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(text);
}

/** AT-18: PDF, JPG and PNG by their first bytes, whatever the file is called; null for every other type. */
export function enclosureKind(bytes: Uint8Array): EnclosureKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  // Readers accept some bytes before the header.
  return holds(bytes.subarray(0, 1024), '%PDF-') ? 'pdf' : null;
}

const damaged = 'The file is damaged.';

function lastIndexOf(bytes: Uint8Array, ...sought: number[]): number {
  const [first = 0] = sought;
  for (let at = bytes.lastIndexOf(first); at >= 0; at = bytes.lastIndexOf(first, at - 1)) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
    if (at === 0) break;
  }
  return -1;
}

/** A browser shows what is left of a cut picture, or an empty frame, as if that were all: its end must be there. */
export function isWholePicture(bytes: Uint8Array, kind: Exclude<EnclosureKind, 'pdf'>): boolean {
  if (kind === 'image/png') return lastIndexOf(bytes, 0x49, 0x45, 0x4e, 0x44) > 0;
  // A thumbnail inside has an end too, but before the scan of the picture itself.
  return lastIndexOf(bytes, 0xff, 0xd9) > lastIndexOf(bytes, 0xff, 0xda);
}

/** More pixels than any camera or scanner makes; a browser holds four bytes for each. */
const pixelLimit = 150_000_000;

/** Whether a picture says of itself that it is larger than one can be; a few kilobytes may claim any size. */
export function isVastPicture(bytes: Uint8Array, kind: Exclude<EnclosureKind, 'pdf'>): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'image/png') return bytes.length >= 24 && view.getUint32(16) * view.getUint32(20) > pixelLimit;
  // Segments of a JPG up to the one that begins a frame; those of a thumbnail lie within another.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7) > pixelLimit;
  }
  return false;
}

async function open(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
}

/** Beyond that no file of ours comes; a page tree may name one page a billion times. */
const pageLimit = 5000;

function countPages(source: PDFDocument): number {
  let nodes = 0;
  source.catalog.Pages().traverse(() => {
    nodes += 1;
    if (nodes > 2 * pageLimit) throw new Error('too many pages');
  });
  return source.getPageCount();
}

/** The library reads what is left of a cut file without a word: the page tree says how many pages there should be. */
function isComplete(source: PDFDocument, bytes: Uint8Array): boolean {
  const pages = countPages(source);
  const count = source.catalog.Pages().get(PDFName.of('Count'));
  const stated = count instanceof PDFNumber ? count.asNumber() : pages;
  return pages > 0 && pages <= pageLimit && pages === stated && holds(bytes.subarray(-4096), '%%EOF');
}

/** What was typed into form fields would vanish with the form: it becomes part of the page. */
async function withoutForm(source: PDFDocument, bytes: Uint8Array): Promise<PDFDocument> {
  if (!source.catalog.has(PDFName.of('AcroForm'))) return source;
  try {
    source.getForm().flatten();
    return source;
  } catch {
    return open(bytes);
  }
}

async function copyAll(target: PDFDocument, source: PDFDocument): Promise<void> {
  disarm(source);
  for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
}

/**
 * Appends every page of a PDF. Answers null, or for people why it was left out; the target is then unchanged.
 */
export async function appendPdf(target: PDFDocument, bytes: Uint8Array): Promise<string | null> {
  try {
    if (unpacksTooFar(bytes)) return damaged;
    const source = await open(bytes);
    if (source.isEncrypted) return 'The file is protected by a password.';
    if (!isComplete(source, bytes)) return damaged;
    await copyAll(target, await withoutForm(source, bytes));
    return null;
  } catch {
    return damaged;
  }
}
