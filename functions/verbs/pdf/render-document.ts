import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { captions, included, pdfFileName } from '#domain/documents/pdf-options';
import type { Included } from '#domain/documents/pdf-options';
import type { PdfOptions } from '#domain/documents/pdf-request';
import { documentPdf } from '#edges/pdf/document/document-pdf';
import type { DocumentPdf, Part } from '#edges/pdf/document/document-pdf';
import { nameOf } from '#edges/pdf/document/page-model';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { readOrderIds } from '#store/show/purchase-orders/read-approved-version';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { printPlan, openPrintContext, printable, printableVersion, versionPrintPlan } from './print-model.ts';
import type { PrintContext, Printable } from './print-model.ts';

/** What to print of which document, and for whom: the rights are those of the context's user. */
export interface PrintRequest {
  docType: DocType;
  docId: string;
  /** PD-09 to PD-11. */
  options: PdfOptions;
  /** IANA name (DEC-49); an unknown one is the default. */
  timeZone: string;
  /** PD-26, RL-09. */
  displayIndicators: boolean;
  /** DEC-55: whether the documents that it refers to follow; an e-mail leaves them out. */
  withLinked: boolean;
}

/** Which approved version of a purchase order to print (DEC-69). */
export interface VersionPrint extends Pick<PrintRequest, 'docId' | 'options' | 'timeZone'> {
  index: number;
}

export interface Rendered extends DocumentPdf {
  /** PD-24. */
  fileName: string;
}

/** Each is some fifteen queries, and a run of a Worker has a thousand. */
const linkedLimit = 40;

/**
 * A document of any type as one PDF (DEC-55), made at once and without a task. Throws `NOT_FOUND` or `FORBIDDEN` for a
 * document that this user may not see; anything else is the browser's or the storage's failure, and another try may help.
 */
export async function renderDocument(context: RequestContext, wanted: PrintRequest): Promise<Rendered> {
  const { docType, docId, options } = wanted;
  const print = openPrintContext(context, wanted, await readInOneTrip(printPlan(context)));
  const include = included(docType, options);
  const found = await printable(print, { docType, id: docId }, include);
  const { linked, leftOut } = await linkedTo(print, wanted, found, include);
  const document = withNamesOf(linked, found.part);
  const pdf = await documentPdf(context.env, { document, linked, leftOut });
  return { ...pdf, fileName: pdfFileName(docType, found.number) };
}

/** A purchase order of which a version is to be printed. */
export const versionPlan = (context: PlanContext, { docId, options }: VersionPrint) =>
  versionPrintPlan(context, docId, included('PO', options));

/**
 * An approved version of a purchase order as a PDF (DEC-69), without what it refers to. Throws as `renderDocument` does, and
 * `invalid_parameter` for a version that is not there.
 */
export async function renderVersion(
  context: RequestContext,
  { options, timeZone, index }: VersionPrint,
  rows: PlanRows<typeof versionPlan>,
): Promise<Rendered> {
  const print = openPrintContext(context, { timeZone, displayIndicators: false, withLinked: false }, rows);
  const found = await printableVersion(print, rows, included('PO', options), index);
  const document = withNamesOf([], found.part);
  const pdf = await documentPdf(context.env, { document, linked: [], leftOut: [] });
  return { ...pdf, fileName: pdfFileName('PO', found.number) };
}

/** The topsheet says what follows it. */
function withNamesOf(linked: readonly Part[], { sheet, enclosures }: Part): Part {
  const names = { title: 'Enclosed documents', lines: linked.map((part) => nameOf(part.sheet)) };
  return { sheet: { ...sheet, notices: [...sheet.notices, names] }, enclosures };
}

/** What a document of each type refers to. */
const linkedTypes: Partial<Record<DocType, DocType>> = { INVOICE: 'PO', PAYMENT: 'INVOICE' };

/** Topsheets and files of what it refers to, as far as this user may see that. */
async function linkedTo(
  print: PrintContext,
  { docType, withLinked }: PrintRequest,
  { refersTo }: Printable,
  { attachments }: Included,
): Promise<{ linked: Part[]; leftOut: { label: string; reason: string }[] }> {
  const linkedType = linkedTypes[docType];
  if (!withLinked || !linkedType || refersTo.length === 0) return { linked: [], leftOut: [] };
  const ids = linkedType === 'PO' ? await orderIds(print, refersTo) : refersTo;
  const include = { attachments, notes: false, history: false, terms: false };
  const linked: Part[] = [];
  for (const id of ids.slice(0, linkedLimit)) {
    const found = await seen(printable(print, { docType: linkedType, id }, include));
    if (found) linked.push(found.part);
  }
  const more = ids.length - linkedLimit;
  const label = `${more} more: ${captions[linkedType]}`;
  const leftOut = more > 0 ? [{ label, reason: `There are more than ${linkedLimit} linked documents.` }] : [];
  return { linked, leftOut };
}

async function orderIds({ context }: PrintContext, numbers: readonly string[]): Promise<string[]> {
  const ids = await readOrderIds(context.store, numbers);
  return numbers.flatMap((number) => ids.get(number) ?? []);
}

/** Null for what this user may not see. */
async function seen(document: Promise<Printable>): Promise<Printable | null> {
  try {
    return await document;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
