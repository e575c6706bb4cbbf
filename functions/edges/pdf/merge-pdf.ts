import { PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { removeActiveContent, assertFieldLimit } from './sanitize-pdf.ts';
import { loadPdf, TooComplex } from './limits.ts';
import { withOwnPools } from './object-pools.ts';

/** Maximum bytes merged into one document: a Worker has 128 MB, and each byte is in memory about four times. */
export const mergeLimitBytes = 25 * 1024 * 1024;

/** Each picture is a page to print; this many still finish in time. */
export const mergeLimitFiles = 100;

export type AppendedFileKind = 'pdf' | 'image/jpeg' | 'image/png';

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function containsText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes(text);
}

/** Detects PDF, JPG and PNG by their first bytes, whatever the file name; null for every other type (AT-18). */
export function appendedFileKind(bytes: Uint8Array): AppendedFileKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  // PDF readers accept some bytes before the header.
  return containsText(bytes.subarray(0, 1024), '%PDF-') ? 'pdf' : null;
}

const damagedMessage = 'The file is damaged.';
const tooComplexMessage = 'The file is too complex to be printed.';

/** Maximum pages per file and of the merged document; a page tree may contain one page a billion times. */
const pageLimit = 5000;

function countPages(source: PDFDocument): number {
  let nodes = 0;
  source.catalog.Pages().traverse(() => {
    nodes += 1;
    if (nodes > 2 * pageLimit) throw new TooComplex();
  });
  return source.getPageCount();
}

/** The library reads a truncated file without an error, so the page count of its page tree is compared. */
function isComplete(source: PDFDocument, bytes: Uint8Array): boolean {
  const pages = countPages(source);
  const count = source.catalog.Pages().get(PDFName.of('Count'));
  const statedPages = count instanceof PDFNumber ? count.asNumber() : pages;
  return pages > 0 && pages === statedPages && containsText(bytes.subarray(-4096), '%%EOF');
}

/** Flattens form fields, whose values would otherwise be lost. */
async function withoutForm(source: PDFDocument, bytes: Uint8Array): Promise<PDFDocument> {
  if (!source.catalog.has(PDFName.of('AcroForm'))) return source;
  assertFieldLimit(source);
  try {
    source.getForm().flatten();
    return source;
  } catch {
    return loadPdf(bytes);
  }
}

/** True when a PDF exceeds the limits for reading or printing; false when it is damaged. Does not copy its pages. */
export function isTooComplex(bytes: Uint8Array): Promise<boolean> {
  return withOwnPools(async () => {
    try {
      const source = await loadPdf(bytes);
      if (source.isEncrypted) return false;
      assertFieldLimit(source);
      return countPages(source) > pageLimit;
    } catch (error) {
      return error instanceof TooComplex;
    }
  });
}

async function copyAll(target: PDFDocument, source: PDFDocument): Promise<void> {
  removeActiveContent(source);
  for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
}

/**
 * Appends every page of a PDF, within the `withOwnPools` of the target. Returns null, or the reason for the user why it
 * was omitted; the target is then unchanged.
 */
export async function appendPdf(target: PDFDocument, bytes: Uint8Array): Promise<string | null> {
  try {
    const source = await loadPdf(bytes);
    if (source.isEncrypted) return 'The file is protected by a password.';
    if (!isComplete(source, bytes)) return damagedMessage;
    if (target.getPageCount() + source.getPageCount() > pageLimit) return tooComplexMessage;
    await copyAll(target, await withoutForm(source, bytes));
    return null;
  } catch (error) {
    return error instanceof TooComplex ? tooComplexMessage : damagedMessage;
  }
}
