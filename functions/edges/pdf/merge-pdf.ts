import { PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { containsText } from './appended-file-kind.ts';
import { removeActiveContent, assertFieldLimit } from './sanitize-pdf.ts';
import { loadPdf, TooComplex } from './limits.ts';
import { withOwnPools } from './object-pools.ts';

/** Maximum bytes merged into one document: a Worker has 128 MB, and each byte is in memory about four times. */
export const mergeLimitBytes = 25 * 1024 * 1024;

/** Each picture is a page to print; this many still finish in time. */
export const mergeLimitFiles = 100;

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
