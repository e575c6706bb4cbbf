import { PDFDocument } from '@cantoo/pdf-lib';
import type { PDFPage } from '@cantoo/pdf-lib';
import { captions } from '#domain/documents/pdf-options';
import { appendPdf, enclosureKind, mergeLimitBytes, mergeLimitFiles } from '#edges/pdf/merge-pdf';
import { withOwnPools } from '#edges/pdf/object-pools';
import type { Print } from '#edges/pdf/browser-renderer';
import { BrowserDisconnected, withBrowser } from '#edges/pdf/browser-renderer';
import { stampPages } from '#edges/pdf/stamp-pages';
import { isTooLarge, readPicture } from '#edges/files/image-reader';
import type { OmittedFile } from './attachment-pages.tsx';
import { omittedFilesPage, imagePage } from './attachment-pages.tsx';
import { paperOf } from './formatting.ts';
import { sheetJob } from './print-job.tsx';
import type { Sheet } from './page-model.ts';

export interface Enclosure {
  label: string;
  /** In bytes: what has no room any more is not even fetched. */
  size: number;
  /** Fetches the file, of which one at a time is held; null when it is gone. */
  load: () => Promise<Uint8Array | null>;
}

/** A document with the files that follow its topsheet, in order. */
export interface Part {
  sheet: Sheet;
  enclosures: readonly Enclosure[];
}

export interface DocumentPdfInput {
  document: Part;
  /** Documents that it refers to, each behind the one before with its own files. */
  linked: readonly Part[];
  /** What the caller already had to leave out. */
  leftOut: readonly OmittedFile[];
}

export interface DocumentPdf {
  bytes: Uint8Array;
  /** Whether pages of other files were added: eventType `MERGED_ATTACHMENTS_TO_PDF` (DEC-55). */
  merged: boolean;
  /** Labels of what could not be printed; the last page names them too. */
  leftOut: string[];
}

/** One merge on its way. */
interface Work {
  print: Print;
  target: PDFDocument;
  /** Pages that others have made, which must carry the legal text too (PD-25). */
  unapproved: { page: PDFPage; text: string }[];
  bytes: number;
  files: number;
  /** Of all pictures: small files may have very many. */
  pixels: number;
  leftOut: OmittedFile[];
}

/** A browser takes seconds for each picture of the largest size: so many still end in time. */
const mergeLimitPixels = 400_000_000;

function shortName({ docType, number }: Sheet): string {
  return `${captions[docType]} ${number}`;
}

/** Null when the enclosure was added, else for people why not. */
async function enclose(work: Work, sheet: Sheet, enclosure: Enclosure): Promise<string | null> {
  const { print, target } = work;
  const bytes = await enclosure.load();
  if (bytes === null) return 'The file is missing.';
  const kind = enclosureKind(bytes);
  if (kind === null) return 'Only JPG, PNG and PDF files can be part of this document.';
  if (kind === 'pdf') return appendPdf(target, bytes);
  const size = readPicture(bytes, kind);
  if (isTooLarge(size)) return 'The picture is too large to be printed.';
  if (!size.isWhole) return 'The picture is damaged.';
  if (work.pixels + size.pixels > mergeLimitPixels) return 'The pictures together are too large.';
  work.pixels += size.pixels;
  try {
    const picture = { label: enclosure.label, contentType: kind, bytes };
    return await appendPdf(
      target,
      await print(imagePage(picture, shortName(sheet), paperOf(sheet.currency))),
    );
  } catch (error) {
    if (error instanceof BrowserDisconnected) throw error;
    return 'The picture cannot be shown.';
  }
}

function noRoomFor({ bytes, files }: Work, { size }: Enclosure): string | null {
  if (files >= mergeLimitFiles) return `There are more than ${mergeLimitFiles} files.`;
  return bytes + size > mergeLimitBytes ? 'The files together are larger than 25 MB.' : null;
}

async function encloseAll(work: Work, { sheet, enclosures }: Part, ofWhich: string): Promise<void> {
  for (const enclosure of enclosures) {
    const before = work.target.getPageCount();
    const reason = noRoomFor(work, enclosure) ?? (await enclose(work, sheet, enclosure));
    if (reason !== null) {
      work.leftOut.push({ label: `${enclosure.label}${ofWhich}`, reason });
      continue;
    }
    work.bytes += enclosure.size;
    work.files += 1;
    const pages = work.target.getPages().slice(before);
    if (sheet.legalText) work.unapproved.push(...pages.map((page) => ({ page, text: sheet.legalText })));
  }
}

/** Of a document that this one refers to: its topsheet, then its files. */
async function addLinked(work: Work, part: Part): Promise<void> {
  const name = shortName(part.sheet);
  const reason = await appendPdf(work.target, await work.print(sheetJob(part.sheet)));
  if (reason !== null) work.leftOut.push({ label: name, reason });
  await encloseAll(work, part, ` (${name})`);
}

/**
 * PD-25, PD-27, DEC-55, AT-18: a document as one PDF: topsheet, approval, notes, history, its files, then what it refers
 * to. Throws when the browser fails on a topsheet itself; the caller tries again.
 */
export function documentPdf(env: Pick<Env, 'BROWSER'>, input: DocumentPdfInput): Promise<DocumentPdf> {
  return withOwnPools(() => mergeParts(env, input));
}

async function mergeParts(
  env: Pick<Env, 'BROWSER'>,
  { document, linked, leftOut }: DocumentPdfInput,
): Promise<DocumentPdf> {
  const { sheet } = document;
  const name = shortName(sheet);
  return withBrowser(env, async (print) => {
    const target = await PDFDocument.load(await print(sheetJob(sheet)), { updateMetadata: false });
    const own = target.getPageCount();
    const work: Work = {
      print,
      target,
      unapproved: [],
      bytes: 0,
      files: 0,
      pixels: 0,
      leftOut: [...leftOut],
    };
    await encloseAll(work, document, '');
    for (const part of linked) await addLinked(work, part);
    const merged = target.getPageCount() > own;
    await stampPages(target, work.unapproved);
    if (work.leftOut.length > 0) {
      const last = omittedFilesPage(work.leftOut, name, {
        paper: paperOf(sheet.currency),
        head: sheet.legalText,
      });
      await appendPdf(target, await print(last));
    }
    target.setTitle(name);
    target.setAuthor(sheet.letterhead.productionCompany);
    target.setCreator('Backlot');
    return { bytes: await target.save(), merged, leftOut: work.leftOut.map(({ label }) => label) };
  });
}
