import { addressLine } from '#domain/reference-data/company';
import { formatInstant, timeZoneOrDefault } from '#domain/values/days';
import type { DocType } from '#domain/document';
import type { PdfContents } from '#domain/documents/pdf-options';
import type { CodeField } from '#domain/documents/line-codes';
import { orderNumber } from '#domain/documents/document-number';
import type { AppendedFile, DocumentPart } from '#edges/pdf/document/document-pdf';
import { invoicePage } from '#edges/pdf/document/invoice-page';
import { paymentPage } from '#edges/pdf/document/payment-page';
import { purchaseOrderPage } from '#edges/pdf/document/purchase-order-page';
import type { Dates, Letterhead, PrintSettings } from '#edges/pdf/document/page-model';
import { readFileBytes } from '#edges/files/files';
import { studioNameQuery } from '#store/directory/shows';
import { attachmentsQuery } from '#store/show/documents/attachments';
import { readReplacedTerms } from '#store/show/management/company-terms';
import { accountFieldsQuery, companiesQuery } from '#store/show/vendors/read-reference-data';
import type { CompanyRows } from '#store/show/vendors/read-reference-data';
import { withdrawnOfQuery } from '#store/show/documents/withdrawn-files';
import { readInOneTrip, read } from '#store/d1/query';
import type { PlanRows, RowOf } from '#store/d1/query';
import { referencedNumbers } from '#verbs/relief/validate-po-references';
import type { PlanContext, RequestContext } from '#verbs/request/context';
import { reliefIndicatorsOf } from './relief-indicators.ts';
import { printedInvoicePlan, viewPrintedInvoice } from '#verbs/invoices/view-invoice';
import { paymentViewPlan, viewPayment } from '#verbs/payments/view-payment';
import { printedOrderPlan, viewPrintedOrder } from '#verbs/purchase-orders/view-purchase-order';
import { viewVersion } from '#verbs/purchase-orders/view-approved-version';
import type { ViewedVersion } from '#verbs/purchase-orders/view-approved-version';
import type { PrintedPurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** The data that all documents of one PDF share. */
export interface PrintContext extends Dates {
  context: RequestContext;
  studioName: string;
  companies: readonly CompanyRows[];
  codeFields: readonly CodeField[];
  /** PD-26. */
  displayIndicators: boolean;
  /** False when other documents' files must not be included (DEC-55). */
  withLinked: boolean;
}

/** A document ready to be printed. */
export interface PrintableDocument {
  part: DocumentPart;
  /** As it is displayed to this user (DEC-17, DEC-55). */
  number: string;
  /** The documents it refers to, in order: numbers of purchase orders, or ids of invoices. */
  refersTo: readonly string[];
}

/** The data of letterheads and account codes. */
export const printPlan = ({ store, directory, show }: Pick<PlanContext, 'store' | 'directory' | 'show'>) => ({
  studioName: studioNameQuery(directory, show.studioId),
  companies: companiesQuery(store),
  accountFields: accountFieldsQuery(store, false),
});

export function openPrintContext(
  context: RequestContext,
  options: Pick<PrintContext, 'timeZone' | 'displayIndicators' | 'withLinked'>,
  { studioName, companies, accountFields }: PlanRows<typeof printPlan>,
): PrintContext {
  return {
    context,
    studioName,
    companies,
    codeFields: accountFields.map(({ configType, header }) => ({ config_type: configType, header })),
    ...options,
    timeZone: timeZoneOrDefault(options.timeZone),
    dateFormat: context.user.dateFormat,
  };
}

type AttachmentRows = RowOf<ReturnType<typeof attachmentsQuery>>;

const filesPlan = ({ store }: Pick<PlanContext, 'store'>, id: string, { attachments }: PdfContents) => ({
  attachments: attachments ? attachmentsQuery(store, id) : null,
});

const orderPlan = (context: PlanContext, id: string, include: PdfContents) => ({
  ...printedOrderPlan(context, id),
  ...filesPlan(context, id, include),
});

/** A purchase order with its files and the data of its letterhead. */
export const versionPrintPlan = (context: PlanContext, id: string, include: PdfContents) => ({
  ...printPlan(context),
  ...orderPlan(context, id, include),
});

/** A purchase order as of a full approval (DEC-69). Throws as its view and `viewVersion` do. */
export async function printableVersion(
  printContext: PrintContext,
  rows: PlanRows<typeof orderPlan>,
  include: PdfContents,
  index: number,
): Promise<PrintableDocument> {
  const viewed = await viewVersion(printContext.context, viewPrintedOrder(printContext.context, rows), index);
  return printableOrder(printContext, viewed.order, include, rows.attachments, { ...viewed, index });
}

/**
 * A document as this user may see it, with its files. Throws as the view of its type does: `NOT_FOUND`, `FORBIDDEN`.
 */
export async function printable(
  printContext: PrintContext,
  document: { docType: DocType; id: string },
  include: PdfContents,
): Promise<PrintableDocument> {
  const { docType, id } = document;
  if (docType === 'INVOICE') return printableInvoice(printContext, id, include);
  if (docType === 'PAYMENT') return printablePayment(printContext, id, include);
  const rows = await readInOneTrip(orderPlan(printContext.context, id, include));
  return printableOrder(
    printContext,
    viewPrintedOrder(printContext.context, rows),
    include,
    rows.attachments,
  );
}

function companyOf({ companies }: PrintContext, externalId: string): CompanyRows | undefined {
  return companies.find((company) => company.projectCompanyExternalId === externalId);
}

function settingOf(
  printContext: PrintContext,
  company: string,
  addressLines: readonly string[],
  include: PdfContents,
): PrintSettings {
  const { context, studioName, codeFields, timeZone, dateFormat } = printContext;
  const letterhead: Letterhead = {
    productionCompany: company || studioName,
    addressLines,
    showName: context.show.name,
    showNumber: context.show.license,
  };
  return { letterhead, codeFields, include, timeZone, dateFormat };
}

/** The files to print: those of `attached` that are among `shown`. */
async function filesOf(
  { context }: PrintContext,
  id: string,
  shown: readonly { attachmentId: string }[],
  attached: AttachmentRows | null,
): Promise<AppendedFile[]> {
  if (shown.length === 0 || attached === null) return [];
  const { store } = context;
  const known = new Map(attached.map(({ file }) => [file.id, file]));
  // An approved version may have files that were withdrawn later.
  const isComplete = shown.every(({ attachmentId }) => known.has(attachmentId));
  const withdrawn = isComplete ? [] : await read(withdrawnOfQuery(store, id));
  for (const { file } of withdrawn) known.set(file.id, file);
  return shown
    .flatMap(({ attachmentId }) => known.get(attachmentId) ?? [])
    .map((file) => ({
      label: file.label,
      size: file.size,
      load: () => readFileBytes(context.env, file.id),
    }));
}

async function printableOrder(
  printContext: PrintContext,
  order: PrintedPurchaseOrder,
  include: PdfContents,
  attached: AttachmentRows | null,
  version?: ViewedVersion & { index: number },
): Promise<PrintableDocument> {
  const terms = include.terms ? await termsOf(printContext, order, version?.approvedAt) : null;
  const settings = settingOf(printContext, order.company, [order.companyAddress], include);
  const extras = { hasTerms: terms !== null, ...(version && { edition: editionOf(version, printContext) }) };
  const model = purchaseOrderPage(order, settings, extras);
  return {
    number: orderNumber(order),
    part: {
      model: version?.isVoid ? { ...model, watermark: 'VOID' } : model,
      appendedFiles: [
        ...(terms ? [terms] : []),
        ...(await filesOf(printContext, order.id, order.attachments, attached)),
      ],
    },
    refersTo: [],
  };
}

/** The company's terms and conditions, for a version those at its approval; null without any. */
async function termsOf(
  printContext: PrintContext,
  order: PrintedPurchaseOrder,
  approvedAt?: string,
): Promise<AppendedFile | null> {
  const { env, store } = printContext.context;
  const { projectCompanyExternalId: company } = order;
  const replaced = approvedAt ? await readReplacedTerms(store, company, approvedAt) : undefined;
  const fileId = (replaced ?? { fileId: companyOf(printContext, company)?.termsFileId }).fileId;
  if (!fileId) return null;
  const bytes = await readFileBytes(env, fileId);
  return { label: 'Terms & Conditions', size: bytes?.length ?? 0, load: async () => bytes };
}

function editionOf(version: ViewedVersion & { index: number }, printContext: PrintContext): string {
  const at = formatInstant(
    version.approvedAt,
    printContext.dateFormat ?? 'MM_DD_YYYY',
    printContext.timeZone,
  );
  const since = version.isVoid ? ' · voided later' : '';
  return `Version ${version.index + 1} of ${version.versions} · approved ${at}${since}`;
}

async function printableInvoice(
  printContext: PrintContext,
  id: string,
  include: PdfContents,
): Promise<PrintableDocument> {
  const plan = {
    ...printedInvoicePlan(printContext.context, id),
    ...filesPlan(printContext.context, id, include),
  };
  const rows = await readInOneTrip(plan);
  const invoice = viewPrintedInvoice(printContext.context, rows);
  const company = companyOf(printContext, invoice.projectCompanyExternalId);
  const address = company?.addresses.find(({ isDefault }) => isDefault);
  const companyLines = address
    ? [
        addressLine({
          address_line1: address.addressLine1,
          city: address.city,
          state: address.state,
          postal_code: address.postalCode,
        }),
      ]
    : [];
  const settings = settingOf(printContext, invoice.company, companyLines, include);
  const indicators = printContext.displayIndicators
    ? await reliefIndicatorsOf(printContext.context, invoice)
    : null;
  return {
    number: invoice.number,
    part: {
      model: invoicePage(invoice, settings, { indicators, companyLines }),
      appendedFiles: await filesOf(printContext, id, invoice.attachments, rows.attachments),
    },
    refersTo: referencedNumbers(invoice.lineItems),
  };
}

async function printablePayment(
  printContext: PrintContext,
  id: string,
  include: PdfContents,
): Promise<PrintableDocument> {
  const plan = {
    ...paymentViewPlan(printContext.context, id),
    ...filesPlan(printContext.context, id, include),
  };
  const rows = await readInOneTrip(plan);
  const payment = viewPayment(printContext.context, rows);
  // Files of a payment's invoices are printed only together with the invoices (EM-03).
  const attachments = payment.attachments.filter(
    ({ invoiceId }) => printContext.withLinked || invoiceId === null,
  );
  const settings = settingOf(printContext, '', [], include);
  return {
    number: payment.number,
    part: {
      model: paymentPage({ ...payment, attachments }, settings),
      appendedFiles: await filesOf(printContext, id, attachments, rows.attachments),
    },
    refersTo: payment.invoices.map((invoice) => invoice.id),
  };
}
