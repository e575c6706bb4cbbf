import { PDFDocument } from '@cantoo/pdf-lib';
import type { PDFPage } from '@cantoo/pdf-lib';
import { documentTitles } from '#domain/documents/pdf-options';
import { appendedFileKind } from '#edges/pdf/appended-file-kind';
import { appendPdf, mergeLimitBytes, mergeLimitFiles } from '#edges/pdf/merge-pdf';
import { withOwnPools } from '#edges/pdf/object-pools';
import type { BrowserEnv, Print } from '#edges/pdf/browser-renderer';
import { BrowserDisconnected, withBrowser } from '#edges/pdf/browser-renderer';
import { stampPages } from '#edges/pdf/stamp-pages';
import { isTooLarge, readPicture } from '#edges/files/image-reader';
import type { OmittedFile } from './attachment-pages.tsx';
import { omittedFilesPage, imagePage } from './attachment-pages.tsx';
import { oneAtATime } from '#edges/pdf/one-at-a-time';
import { paperSizeOf } from './formatting.ts';
import { topsheetJob } from './print-job.tsx';
import type { PageModel } from './page-model.ts';

export interface AppendedFile {
  label: string;
  /** In bytes: a file that exceeds the limit is not fetched. */
  size: number;
  /** Fetches the file, only one of which is in memory at a time; null when it is missing. */
  load: () => Promise<Uint8Array | null>;
}

/** A document with the files that follow its topsheet, in order. */
export interface DocumentPart {
  model: PageModel;
  appendedFiles: readonly AppendedFile[];
}

export interface DocumentPdfInput {
  document: DocumentPart;
  /** Linked documents, each followed by its own files. */
  linked: readonly DocumentPart[];
  /** Files that the caller already omitted. */
  leftOut: readonly OmittedFile[];
}

export interface DocumentPdf {
  bytes: Uint8Array;
  /** True when pages of other files were added: eventType `MERGED_ATTACHMENTS_TO_PDF` (DEC-55). */
  merged: boolean;
  /** Labels of what could not be printed; the last page lists them too. */
  leftOut: string[];
}

interface MergeState {
  print: Print;
  target: PDFDocument;
  /** Pages of other files, which must carry the legal text too (PD-25). */
  unapproved: { page: PDFPage; text: string }[];
  bytes: number;
  files: number;
  /** Of all pictures: small files may have very many pixels. */
  pixels: number;
  leftOut: OmittedFile[];
}

/** A browser takes seconds per picture of the maximum size; this many pixels still finish in time. */
const mergeLimitPixels = 400_000_000;

function shortName({ docType, number }: PageModel): string {
  return `${documentTitles[docType]} ${number}`;
}

/** Returns null when the file was appended, else the reason for the user. */
async function appendFile(state: MergeState, model: PageModel, file: AppendedFile): Promise<string | null> {
  const { print, target } = state;
  const bytes = await file.load();
  if (bytes === null) return 'The file is missing.';
  const kind = appendedFileKind(bytes);
  if (kind === null) return 'Only JPG, PNG and PDF files can be part of this document.';
  if (kind === 'pdf') return appendPdf(target, bytes);
  const size = readPicture(bytes, kind);
  if (isTooLarge(size)) return 'The picture is too large to be printed.';
  if (!size.isWhole) return 'The picture is damaged.';
  if (state.pixels + size.pixels > mergeLimitPixels) return 'The pictures together are too large.';
  state.pixels += size.pixels;
  try {
    const picture = { label: file.label, contentType: kind, bytes };
    return await appendPdf(
      target,
      await print(imagePage(picture, shortName(model), paperSizeOf(model.currency))),
    );
  } catch (error) {
    if (error instanceof BrowserDisconnected) throw error;
    return 'The picture cannot be shown.';
  }
}

function limitReason({ bytes, files }: MergeState, { size }: AppendedFile): string | null {
  if (files >= mergeLimitFiles) return `There are more than ${mergeLimitFiles} files.`;
  return bytes + size > mergeLimitBytes ? 'The files together are larger than 25 MB.' : null;
}

async function appendFiles(
  state: MergeState,
  { model, appendedFiles }: DocumentPart,
  labelSuffix: string,
): Promise<void> {
  for (const file of appendedFiles) {
    const before = state.target.getPageCount();
    const reason = limitReason(state, file) ?? (await appendFile(state, model, file));
    if (reason !== null) {
      state.leftOut.push({ label: `${file.label}${labelSuffix}`, reason });
      continue;
    }
    state.bytes += file.size;
    state.files += 1;
    const pages = state.target.getPages().slice(before);
    if (model.legalText) state.unapproved.push(...pages.map((page) => ({ page, text: model.legalText })));
  }
}

/**
 * Merges of more file bytes run one at a time: each byte is in memory about four times, and the documents of one isolate
 * share 128 MB. Smaller ones fit beside a merge of `mergeLimitBytes`.
 */
const largeBytes = 4 * 1024 * 1024;

function isLarge({ document, linked }: DocumentPdfInput): boolean {
  const files = [document, ...linked].flatMap(({ appendedFiles }) => appendedFiles);
  return files.reduce((sum, { size }) => sum + size, 0) > largeBytes;
}

/** Appends a linked document: its topsheet, then its files. */
async function addLinked(state: MergeState, part: DocumentPart): Promise<void> {
  const name = shortName(part.model);
  const reason = await appendPdf(state.target, await state.print(topsheetJob(part.model)));
  if (reason !== null) state.leftOut.push({ label: name, reason });
  await appendFiles(state, part, ` (${name})`);
}

/**
 * Creates one PDF of a document: topsheet, approval, notes, history, its files, then linked documents (PD-25, PD-27,
 * DEC-55, AT-18). Throws when the browser fails on a topsheet; the caller retries.
 */
export function documentPdf(env: BrowserEnv, input: DocumentPdfInput): Promise<DocumentPdf> {
  const merge = () => withOwnPools(() => mergeParts(env, input));
  return isLarge(input) ? oneAtATime(merge) : merge();
}

async function mergeParts(
  env: BrowserEnv,
  { document, linked, leftOut }: DocumentPdfInput,
): Promise<DocumentPdf> {
  const { model } = document;
  const name = shortName(model);
  return withBrowser(env, async (print) => {
    const target = await PDFDocument.load(await print(topsheetJob(model)), { updateMetadata: false });
    const topsheetPages = target.getPageCount();
    const state: MergeState = {
      print,
      target,
      unapproved: [],
      bytes: 0,
      files: 0,
      pixels: 0,
      leftOut: [...leftOut],
    };
    await appendFiles(state, document, '');
    for (const part of linked) await addLinked(state, part);
    const merged = target.getPageCount() > topsheetPages;
    await stampPages(target, state.unapproved);
    if (state.leftOut.length > 0) {
      const omittedPage = omittedFilesPage(state.leftOut, name, {
        paperSize: paperSizeOf(model.currency),
        legalText: model.legalText,
      });
      await appendPdf(target, await print(omittedPage));
    }
    target.setTitle(name);
    target.setAuthor(model.letterhead.productionCompany);
    target.setCreator('Backlot');
    return { bytes: await target.save(), merged, leftOut: state.leftOut.map(({ label }) => label) };
  });
}
