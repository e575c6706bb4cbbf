import { PDFDocument } from '@cantoo/pdf-lib';
import type { DateFormat } from '#domain/days';
import { captions } from '#domain/export';
import { orderNumber } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { appendPdf, enclosureKind, isWholePicture, mergeLimitBytes } from '../pdf-merge.ts';
import type { Print } from '../pdf-renderer.ts';
import { withPrinter } from '../pdf-renderer.ts';
import type { LeftOut } from './enclosure-pages.tsx';
import { leftOutJob, pictureJob } from './enclosure-pages.tsx';
import { paperOf } from './facts.ts';
import type { Letterhead, PurchaseOrderOptions } from './printed-order.ts';
import { purchaseOrderJob } from './purchase-order.tsx';

export interface Enclosure {
  label: string;
  /** In bytes: what has no room any more is not even fetched. */
  size: number;
  /** Fetches the file, of which one at a time is held; null when it is gone. */
  load: () => Promise<Uint8Array | null>;
}

export interface PurchaseOrderPdfInput {
  purchaseOrder: PurchaseOrder;
  letterhead: Letterhead;
  /** PD-11. */
  options: PurchaseOrderOptions;
  /** IANA name (DEC-49). */
  timeZone: string;
  dateFormat: DateFormat | null;
  /** In the order in which they follow the topsheet; left aside without `includePoAttachments`. */
  attachments: readonly Enclosure[];
  /** The company's terms and conditions; left aside without `includeTC`. */
  termsPdf?: Uint8Array;
}

export interface PurchaseOrderPdf {
  bytes: Uint8Array;
  /** Whether pages of other files were added: eventType `MERGED_ATTACHMENTS_TO_PDF` (DEC-55). */
  merged: boolean;
  /** Labels of what could not be printed; the last page names them too. */
  leftOut: string[];
}

interface Work {
  print: Print;
  document: PDFDocument;
  name: string;
  paper: 'Letter' | 'A4';
}

/** Null when the enclosure was added, else for people why not. */
async function enclose({ print, document, name, paper }: Work, enclosure: Enclosure): Promise<string | null> {
  const bytes = await enclosure.load();
  if (bytes === null) return 'The file is missing.';
  const kind = enclosureKind(bytes);
  if (kind === null) return 'Only JPG, PNG and PDF files can be part of this document.';
  if (kind === 'pdf') return appendPdf(document, bytes);
  if (!isWholePicture(bytes, kind)) return 'The picture is damaged.';
  try {
    const picture = { label: enclosure.label, contentType: kind, bytes };
    return await appendPdf(document, await print(pictureJob(picture, name, paper)));
  } catch {
    return 'The picture cannot be shown.';
  }
}

/** T&C first, then the attachments (DEC-55). */
function enclosuresOf({ options, attachments, termsPdf }: PurchaseOrderPdfInput): Enclosure[] {
  const terms = options.includeTC && termsPdf;
  return [
    ...(terms ? [{ label: 'Terms & Conditions', size: terms.length, load: async () => terms }] : []),
    ...(options.includePoAttachments ? attachments : []),
  ];
}

async function encloseAll(work: Work, enclosures: readonly Enclosure[]): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = [];
  let total = 0;
  for (const enclosure of enclosures) {
    const fits = total + enclosure.size <= mergeLimitBytes;
    const reason = fits ? await enclose(work, enclosure) : 'The files are larger than 25 MB together.';
    if (reason === null) total += enclosure.size;
    else leftOut.push({ label: enclosure.label, reason });
  }
  return leftOut;
}

/**
 * PD-25, PD-27, DEC-55, AT-18: the PO as one PDF: topsheet, approval, notes, history, terms and conditions,
 * attachments. Throws when the browser fails on the topsheet itself; the caller tries again.
 */
export async function purchaseOrderPdf(
  env: Pick<Env, 'BROWSER'>,
  input: PurchaseOrderPdfInput,
): Promise<PurchaseOrderPdf> {
  const { purchaseOrder, letterhead, termsPdf } = input;
  const name = `${captions.PO} ${orderNumber(purchaseOrder)}`;
  const paper = paperOf(purchaseOrder.currency);
  return withPrinter(env, async (print) => {
    const topsheet = await print(purchaseOrderJob({ ...input, hasTerms: termsPdf !== undefined }));
    const document = await PDFDocument.load(topsheet, { updateMetadata: false });
    const enclosures = enclosuresOf(input);
    const leftOut = await encloseAll({ print, document, name, paper }, enclosures);
    if (leftOut.length > 0) await appendPdf(document, await print(leftOutJob(leftOut, name, paper)));
    document.setTitle(name);
    document.setAuthor(letterhead.productionCompany);
    document.setCreator('Backlot');
    return {
      bytes: await document.save(),
      merged: leftOut.length < enclosures.length,
      leftOut: leftOut.map(({ label }) => label),
    };
  });
}
