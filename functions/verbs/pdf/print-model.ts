import { addressLine } from '#domain/reference-data/company';
import { formatInstant, knownZone } from '#domain/values/days';
import type { DocType } from '#domain/document';
import type { Included } from '#domain/documents/pdf-options';
import type { CodeField } from '#domain/documents/line-codes';
import { orderNumber } from '#domain/documents/order-number';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { Enclosure, Part } from '#edges/pdf/document/document-pdf';
import { invoiceSheet } from '#edges/pdf/document/invoice-page';
import { paymentSheet } from '#edges/pdf/document/payment-page';
import { purchaseOrderSheet } from '#edges/pdf/document/purchase-order-page';
import type { Dates, Letterhead, Setting } from '#edges/pdf/document/page-model';
import { readFileBytes } from '#edges/files/files';
import { readShow } from '#store/directory/users';
import { readAttachments } from '#store/show/documents/attachments';
import { readReplacedTerms } from '#store/show/management/company-terms';
import { readAccountFields, readCompanies } from '#store/show/vendors/read-reference-data';
import type { CompanyRows } from '#store/show/vendors/read-reference-data';
import { readWithdrawn } from '#store/show/documents/withdrawn-files';
import { readInOneTrip } from '#store/d1/query';
import { numbersNamed } from '#verbs/relief/validate-po-references';
import type { Seat, ShowContext } from '#verbs/request/context';
import { indicatorsOf } from './relief-indicators.ts';
import { invoiceViewPlan, viewInvoice } from '#verbs/invoices/view-invoice';
import { paymentViewPlan, viewPayment } from '#verbs/payments/view-payment';
import { purchaseOrderViewPlan, viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';
import { viewVersion } from '#verbs/purchase-orders/view-approved-version';
import type { ViewedVersion } from '#verbs/purchase-orders/view-approved-version';

/** What every document of one printing shares. */
export interface Desk extends Dates {
  context: ShowContext;
  studioName: string;
  companies: readonly CompanyRows[];
  codeFields: readonly CodeField[];
  /** PD-26. */
  displayIndicators: boolean;
  /** DEC-55: false where nothing of other documents belongs in it. */
  withLinked: boolean;
}

/** A document ready to be printed. */
export interface Printable {
  part: Part;
  /** As it is displayed to this user (DEC-17, DEC-55). */
  number: string;
  /** What it refers to, in its own order: numbers of purchase orders, or ids of invoices. */
  refersTo: readonly string[];
}

/** Begins what a document's own page and its letterhead are made of. */
export function beginPrint(seat: Seat, _docType: DocType, id: string): void {
  const { store, env } = seat;
  store.foreseen.begin(readAttachments, store, id);
  store.foreseen.begin(readShow, env, store.showId);
  store.foreseen.begin(readCompanies, store);
  store.foreseen.begin(readAccountFields, store, false);
}

export async function openDesk(
  context: ShowContext,
  wanted: Pick<Desk, 'timeZone' | 'displayIndicators' | 'withLinked'>,
): Promise<Desk> {
  const { env, store } = context;
  const [show, companies, fields] = await Promise.all([
    store.foreseen.ask(readShow, env, store.showId),
    store.foreseen.ask(readCompanies, store),
    store.foreseen.ask(readAccountFields, store, false),
  ]);
  return {
    context,
    studioName: show?.studioName ?? '',
    companies,
    codeFields: fields.map(({ configType, header }) => ({ config_type: configType, header })),
    ...wanted,
    timeZone: knownZone(wanted.timeZone),
    dateFormat: context.user.dateFormat,
  };
}

/**
 * A document as this user may see it, with its own files. Throws as the view of its type does: `NOT_FOUND`,
 * `FORBIDDEN`; `version` is for a purchase order (DEC-69).
 */
export async function printable(
  desk: Desk,
  document: { docType: DocType; id: string },
  include: Included,
  version?: number,
): Promise<Printable> {
  const { docType, id } = document;
  if (docType === 'INVOICE') return printableInvoice(desk, id, include);
  if (docType === 'PAYMENT') return printablePayment(desk, id, include);
  const { context } = desk;
  const order = viewPurchaseOrder(context, await readInOneTrip(purchaseOrderViewPlan(context, id)));
  if (version === undefined) return printableOrder(desk, order, include);
  const viewed = await viewVersion(context, order, version);
  return printableOrder(desk, viewed.order, include, { ...viewed, index: version });
}

function companyOf({ companies }: Desk, externalId: string): CompanyRows | undefined {
  return companies.find((company) => company.projectCompanyExternalId === externalId);
}

function settingOf(desk: Desk, company: string, addressLines: readonly string[], include: Included): Setting {
  const { context, studioName, codeFields, timeZone, dateFormat } = desk;
  const letterhead: Letterhead = {
    productionCompany: company || studioName,
    addressLines,
    showName: context.show.name,
    showNumber: context.show.license,
  };
  return { letterhead, codeFields, include, timeZone, dateFormat };
}

/** The files of a document, of which `shown` are to be printed. */
async function filesOf(
  { context }: Desk,
  id: string,
  shown: readonly { attachmentId: string }[],
): Promise<Enclosure[]> {
  if (shown.length === 0) return [];
  const { store } = context;
  const attached = await store.foreseen.ask(readAttachments, store, id);
  const known = new Map(attached.map(({ file }) => [file.id, file]));
  // An approved version has files that may be withdrawn by now.
  const isComplete = shown.every(({ attachmentId }) => known.has(attachmentId));
  const withdrawn = isComplete ? [] : await readWithdrawn(store, id);
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
  desk: Desk,
  order: PurchaseOrder,
  include: Included,
  version?: ViewedVersion & { index: number },
): Promise<Printable> {
  const terms = include.terms ? await termsOf(desk, order, version?.approvedAt) : null;
  const setting = settingOf(desk, order.company, [order.companyAddress], include);
  const extras = { hasTerms: terms !== null, ...(version && { edition: editionOf(version, desk) }) };
  const sheet = purchaseOrderSheet(order, setting, extras);
  return {
    number: orderNumber(order),
    part: {
      sheet: version?.isVoid ? { ...sheet, mark: 'VOID' } : sheet,
      enclosures: [
        ...(terms ? [terms] : []),
        ...(await filesOf(desk, order.id, include.attachments ? order.attachments : [])),
      ],
    },
    refersTo: [],
  };
}

/** The terms and conditions of its company, for a version those of its approval; null for one that has none. */
async function termsOf(desk: Desk, order: PurchaseOrder, approvedAt?: string): Promise<Enclosure | null> {
  const { env, store } = desk.context;
  const { projectCompanyExternalId: company } = order;
  const replaced = approvedAt ? await readReplacedTerms(store, company, approvedAt) : undefined;
  const fileId = (replaced ?? { fileId: companyOf(desk, company)?.termsFileId }).fileId;
  if (!fileId) return null;
  const bytes = await readFileBytes(env, fileId);
  return { label: 'Terms & Conditions', size: bytes?.length ?? 0, load: async () => bytes };
}

function editionOf(version: ViewedVersion & { index: number }, desk: Desk): string {
  const at = formatInstant(version.approvedAt, desk.dateFormat ?? 'MM_DD_YYYY', desk.timeZone);
  const since = version.isVoid ? ' · voided later' : '';
  return `Version ${version.index + 1} of ${version.versions} · approved ${at}${since}`;
}

async function printableInvoice(desk: Desk, id: string, include: Included): Promise<Printable> {
  const invoice = viewInvoice(desk.context, await readInOneTrip(invoiceViewPlan(desk.context, id)));
  const company = companyOf(desk, invoice.projectCompanyExternalId);
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
  const setting = settingOf(desk, invoice.company, companyLines, include);
  const indicators = desk.displayIndicators ? await indicatorsOf(desk.context, invoice) : null;
  return {
    number: invoice.number,
    part: {
      sheet: invoiceSheet(invoice, setting, { indicators, companyLines }),
      enclosures: await filesOf(desk, id, include.attachments ? invoice.attachments : []),
    },
    refersTo: numbersNamed(invoice.lineItems),
  };
}

async function printablePayment(desk: Desk, id: string, include: Included): Promise<Printable> {
  const payment = viewPayment(desk.context, await readInOneTrip(paymentViewPlan(desk.context, id)));
  // EM-03: files of its invoices go only where the invoices go.
  const attachments = payment.attachments.filter(({ invoiceId }) => desk.withLinked || invoiceId === null);
  const setting = settingOf(desk, '', [], include);
  return {
    number: payment.number,
    part: {
      sheet: paymentSheet({ ...payment, attachments }, setting),
      enclosures: await filesOf(desk, id, include.attachments ? attachments : []),
    },
    refersTo: payment.invoices.map((invoice) => invoice.id),
  };
}
