import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import { documentTitles, pdfContents, pdfFileName } from '#domain/documents/pdf-options';
import type { PdfContents } from '#domain/documents/pdf-options';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { DocumentPdf, DocumentPart, DocumentPdfInput } from '#edges/pdf/document/document-pdf';
import { displayName } from '#edges/pdf/document/page-model';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { readOrderIds } from '#store/show/purchase-orders/read-approved-version';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { printPlan, openPrintContext, printable, printableVersion, versionPrintPlan } from './print-model.ts';
import type { PrintContext, PrintableDocument } from './print-model.ts';

/** The document to print and its options; the permissions are those of the context's user. */
export interface PrintRequest {
  docType: DocType;
  docId: string;
  /** PD-09 to PD-11. */
  options: PdfOptions;
  /** IANA name (DEC-49); an unknown one is the default. */
  timeZone: string;
  /** PD-26, RL-09. */
  displayIndicators: boolean;
  /** Whether linked documents are included (DEC-55); e-mails leave them out. */
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

/** Each takes more than ten queries, and a run of a Worker has a thousand. */
const linkedLimit = 40;

/**
 * Renders a document of any type as one PDF, without a task (DEC-55). Throws `NOT_FOUND` or `FORBIDDEN` for a document
 * that this user may not see; any other error comes from the browser or the storage, and a retry may help.
 */
export async function renderDocument(context: RequestContext, request: PrintRequest): Promise<Rendered> {
  const { docType, docId, options } = request;
  const print = openPrintContext(context, request, await readInOneTrip(printPlan(context)));
  const include = pdfContents(docType, options);
  const found = await printable(print, { docType, id: docId }, include);
  const { linked, leftOut } = await linkedTo(print, request, found, include);
  const document = withEnclosedNames(linked, found.part);
  const pdf = await renderParts(context.env, { document, linked, leftOut });
  return { ...pdf, fileName: pdfFileName(docType, found.number) };
}

/** The data of a purchase order of which a version is to be printed. */
export const versionPlan = (context: PlanContext, { docId, options }: VersionPrint) =>
  versionPrintPlan(context, docId, pdfContents('PO', options));

/**
 * Renders an approved version of a purchase order without its linked documents (DEC-69). Throws as `renderDocument`
 * does, and `invalid_parameter` for a version that does not exist.
 */
export async function renderVersion(
  context: RequestContext,
  { options, timeZone, index }: VersionPrint,
  rows: PlanRows<typeof versionPlan>,
): Promise<Rendered> {
  const print = openPrintContext(context, { timeZone, displayIndicators: false, withLinked: false }, rows);
  const found = await printableVersion(print, rows, pdfContents('PO', options), index);
  const document = withEnclosedNames([], found.part);
  const pdf = await renderParts(context.env, { document, linked: [], leftOut: [] });
  return { ...pdf, fileName: pdfFileName('PO', found.number) };
}

/** The libraries for PDFs and the browser are loaded with the first PDF: they are a third of the start of a Worker. */
async function renderParts(env: Env, parts: DocumentPdfInput): Promise<DocumentPdf> {
  const { documentPdf } = await import('#edges/pdf/document/document-pdf');
  return documentPdf(env, parts);
}

/** Lists the linked documents on the topsheet. */
function withEnclosedNames(
  linked: readonly DocumentPart[],
  { model, appendedFiles }: DocumentPart,
): DocumentPart {
  const names = { title: 'Enclosed documents', lines: linked.map((part) => displayName(part.model)) };
  return { model: { ...model, notices: [...model.notices, names] }, appendedFiles };
}

const linkedTypes: Partial<Record<DocType, DocType>> = { INVOICE: 'PO', PAYMENT: 'INVOICE' };

/** The topsheets and files of linked documents that this user may see. */
async function linkedTo(
  print: PrintContext,
  { docType, withLinked }: PrintRequest,
  { refersTo }: PrintableDocument,
  { attachments }: PdfContents,
): Promise<{ linked: DocumentPart[]; leftOut: { label: string; reason: string }[] }> {
  const linkedType = linkedTypes[docType];
  if (!withLinked || !linkedType || refersTo.length === 0) return { linked: [], leftOut: [] };
  const ids = linkedType === 'PO' ? await orderIds(print, refersTo) : refersTo;
  const include = { attachments, notes: false, history: false, terms: false };
  const linked: DocumentPart[] = [];
  for (const id of ids.slice(0, linkedLimit)) {
    const found = await visibleOrNull(printable(print, { docType: linkedType, id }, include));
    if (found) linked.push(found.part);
  }
  const more = ids.length - linkedLimit;
  const label = `${more} more: ${documentTitles[linkedType]}`;
  const leftOut = more > 0 ? [{ label, reason: `There are more than ${linkedLimit} linked documents.` }] : [];
  return { linked, leftOut };
}

async function orderIds({ context }: PrintContext, numbers: readonly string[]): Promise<string[]> {
  const ids = await readOrderIds(context.store, numbers);
  return numbers.flatMap((number) => ids.get(number) ?? []);
}

/** Null for a document that this user may not see. */
async function visibleOrNull(document: Promise<PrintableDocument>): Promise<PrintableDocument | null> {
  try {
    return await document;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
