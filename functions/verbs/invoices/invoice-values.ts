import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { invoiceLineFields, orderLineFields } from '#domain/documents/line-fields';
import { emptyTexts, textsOf } from '#domain/documents/text-fields';
import { noReasonGiven } from '#domain/invoices/invoice';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLineCents } from '#domain/invoices/invoice-line';
import { invoiceNumberKey } from '#domain/invoices/invoice-number';
import { storedCoding } from '#domain/documents/line';
import { numberPattern } from '#domain/lists/lists';
import { toCents } from '#domain/values/money';
import type { ResolvedReference } from '#domain/relief/relief-reference';
import type { invoices } from '#store/show/tables/invoice-tables';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import type { LineValues } from '#store/show/documents/write-document';
import type { RequestContext } from '#verbs/request/context';
import type { DraftReferences } from '#verbs/documents/draft-references';
import * as shared from '#verbs/documents/draft-values';

/** The draft with the show's own records in place of its references (LI-31). */
export function resolveInvoice(
  context: RequestContext,
  draft: InvoiceDraft,
  records: DraftReferences,
): InvoiceDraft {
  return {
    ...shared.resolveHeader(context, 'INVOICE', draft, records),
    lineItems: draft.lineItems.map((line) => shared.resolveCoding(line, records)),
  };
}

/** The columns of the header that a save sets, except the number. */
export function invoiceHeader(draft: InvoiceDraft, vendor: VendorSnapshot, totalCents: number) {
  return {
    ...shared.headerValues(draft, vendor, totalCents),
    businessDay: draft.date,
    numberSort: numberPattern(draft.number),
  };
}

/** A save sets every column of an invoice. */
type Detail = Required<Omit<typeof invoices.$inferInsert, 'documentId' | 'showId'>>;

/** The columns of the invoice's own table that a save sets. */
export function invoiceDetail(
  draft: InvoiceDraft,
  records: DraftReferences,
  vendor: VendorSnapshot,
  duplicateOverride: boolean,
) {
  const amountCents = toCents(draft.amount ?? Number.NaN);
  return {
    ...shared.detailValues(draft, records, vendor),
    dueDay: draft.dueDate,
    amountCents,
    userTotal: draft.userTotal || (amountCents / 100).toFixed(2),
    ...textsOf(invoiceHeaderFields, draft),
    duplicateOverride,
    duplicateReason: duplicateOverride ? draft.duplicateReason : '',
    numberKey: invoiceNumberKey(draft.number),
  } satisfies Detail;
}

/** Lines as rows, numbered 1..n; the cost of a line is its amount (DEC-91). */
export function invoiceLines(
  draft: InvoiceDraft,
  references: readonly ResolvedReference[],
  storedIds: ReadonlySet<string>,
  newId: () => string,
): LineValues[] {
  const lines = draft.lineItems.map((line, index) => {
    const cents = invoiceLineCents(line);
    return {
      id: line.id,
      keyId: line.keyId,
      lineNumber: index + 1,
      description: line.description.trim(),
      quantityHundredths: 100,
      unitCostCents: cents,
      totalCents: cents,
      acquisitionType: 'PURCHASE' as const,
      rentalType: 'UNDEFINED' as const,
      rentalStart: null,
      rentalEnd: null,
      coding: storedCoding(line.coding),
      coaExternalId: line.coaExternalId,
      ...emptyTexts(orderLineFields),
      ...textsOf(invoiceLineFields, line),
      note: line.note.trim(),
      ...referenceOf(references[index]),
      // A reference to a whole order closes no line.
      closesPoLine: line.closesPoLine && references[index]?.relievePoLineItemId ? true : null,
    };
  });
  return shared.withIds(lines, storedIds, newId);
}

function referenceOf(reference: ResolvedReference | undefined) {
  return {
    referencePo: reference?.referencePo ?? '',
    referencePoLineNumber: reference?.referencePoLineNumber ?? null,
    relievePoLineId: reference?.relievePoLineItemId ?? null,
    glTransactionDetailExternalId: reference?.glTransactionDetailExternalId ?? null,
  };
}

/** The amounts and texts that the event of a save carries, so that the hash chain covers them. */
export function invoiceFigures(draft: InvoiceDraft, totalCents: number, duplicateOverride: boolean) {
  return {
    totalCents,
    number: draft.number,
    currency: draft.currency,
    vendor: draft.vendor?.name ?? '',
    lines: draft.lineItems.map((line) => [line.description, line.amount]),
    // The user gave this reason for a number that another invoice of the vendor has (DEC-37).
    ...(duplicateOverride ? { duplicateReason: draft.duplicateReason || noReasonGiven } : {}),
  };
}
