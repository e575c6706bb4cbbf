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

/** The draft with what it refers to replaced by what the show really has (LI-31). */
export function resolvedInvoice(
  context: RequestContext,
  draft: InvoiceDraft,
  found: DraftReferences,
): InvoiceDraft {
  return {
    ...shared.resolvedHeader(context, 'INVOICE', draft, found),
    lineItems: draft.lineItems.map((line) => shared.resolvedCoding(line, found)),
  };
}

/** The columns of the header that a save sets, but for the number itself. */
export function invoiceHeader(draft: InvoiceDraft, vendor: VendorSnapshot, totalCents: number) {
  return {
    ...shared.headerValues(draft, vendor, totalCents),
    businessDay: draft.date,
    numberSort: numberPattern(draft.number),
  };
}

/** Whatever columns an invoice has, a save sets. */
type Detail = Required<Omit<typeof invoices.$inferInsert, 'documentId' | 'showId'>>;

/** The columns of the invoice's own table that a save sets. */
export function invoiceDetail(
  draft: InvoiceDraft,
  found: DraftReferences,
  vendor: VendorSnapshot,
  duplicateOverride: boolean,
) {
  const amountCents = toCents(draft.amount ?? Number.NaN);
  return {
    ...shared.detailValues(draft, found, vendor),
    dueDay: draft.dueDate,
    amountCents,
    userTotal: draft.userTotal || (amountCents / 100).toFixed(2),
    contactName: draft.contactName,
    contactNumber: draft.contactNumber,
    duplicateOverride,
    duplicateReason: duplicateOverride ? draft.duplicateReason : '',
    numberKey: invoiceNumberKey(draft.number),
  } satisfies Detail;
}

/** Lines as rows, numbered 1..n; a line costs its amount (DEC-91). */
export function invoiceLines(
  draft: InvoiceDraft,
  references: readonly ResolvedReference[],
  known: ReadonlySet<string>,
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
      episode: '',
      coding: storedCoding(line.coding),
      coaExternalId: line.coaExternalId,
      taxCode: line.taxCode,
      note: line.note.trim(),
      ...referenceOf(references[index]),
    };
  });
  return shared.withIds(lines, known, newId);
}

function referenceOf(reference: ResolvedReference | undefined) {
  return {
    referencePo: reference?.referencePo ?? '',
    referencePoLineNumber: reference?.referencePoLineNumber ?? null,
    relievePoLineId: reference?.relievePoLineItemId ?? null,
    glTransactionDetailExternalId: reference?.glTransactionDetailExternalId ?? null,
  };
}

/** The figures that an event of a save carries, so that the chain also vouches for the amounts. */
export function invoiceFigures(draft: InvoiceDraft, totalCents: number, duplicateOverride: boolean) {
  return {
    totalCents,
    number: draft.number,
    currency: draft.currency,
    vendor: draft.vendor?.name ?? '',
    lines: draft.lineItems.map((line) => [line.description, line.amount]),
    // DEC-37: a number that another invoice of the vendor has was accepted for this reason.
    ...(duplicateOverride ? { duplicateReason: draft.duplicateReason || noReasonGiven } : {}),
  };
}
