import { PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { disarm, mustHaveFewFields } from './sanitize-pdf.ts';
import { loadPdf, TooComplex } from './limits.ts';
import { withOwnPools } from './object-pools.ts';

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
const tooComplex = 'The file is too complex to be printed.';

/** Of one file, and of all that are merged; a page tree may name one page a billion times. */
const pageLimit = 5000;

function countPages(source: PDFDocument): number {
  let nodes = 0;
  source.catalog.Pages().traverse(() => {
    nodes += 1;
    if (nodes > 2 * pageLimit) throw new TooComplex();
  });
  return source.getPageCount();
}

/** The library reads what is left of a cut file without a word: the page tree says how many pages there should be. */
function isComplete(source: PDFDocument, bytes: Uint8Array): boolean {
  const pages = countPages(source);
  const count = source.catalog.Pages().get(PDFName.of('Count'));
  const stated = count instanceof PDFNumber ? count.asNumber() : pages;
  return pages > 0 && pages === stated && holds(bytes.subarray(-4096), '%%EOF');
}

/** What was typed into form fields would vanish with the form: it becomes part of the page. */
async function withoutForm(source: PDFDocument, bytes: Uint8Array): Promise<PDFDocument> {
  if (!source.catalog.has(PDFName.of('AcroForm'))) return source;
  mustHaveFewFields(source);
  try {
    source.getForm().flatten();
    return source;
  } catch {
    return loadPdf(bytes);
  }
}

/** Whether a PDF has more in it than is read or printed; a damaged one has not. Its pages are not copied yet. */
export function isTooComplex(bytes: Uint8Array): Promise<boolean> {
  return withOwnPools(async () => {
    try {
      const source = await loadPdf(bytes);
      if (source.isEncrypted) return false;
      mustHaveFewFields(source);
      return countPages(source) > pageLimit;
    } catch (error) {
      return error instanceof TooComplex;
    }
  });
}

async function copyAll(target: PDFDocument, source: PDFDocument): Promise<void> {
  disarm(source);
  for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
}

/**
 * Appends every page of a PDF, within the `withOwnPools` of the target. Answers null, or for people why it was left out; the target is then unchanged.
 */
export async function appendPdf(target: PDFDocument, bytes: Uint8Array): Promise<string | null> {
  try {
    const source = await loadPdf(bytes);
    if (source.isEncrypted) return 'The file is protected by a password.';
    if (!isComplete(source, bytes)) return damaged;
    if (target.getPageCount() + source.getPageCount() > pageLimit) return tooComplex;
    await copyAll(target, await withoutForm(source, bytes));
    return null;
  } catch (error) {
    return error instanceof TooComplex ? tooComplex : damaged;
  }
}
