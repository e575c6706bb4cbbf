import type { InvoiceRefusal } from './invoice-refusal.ts';
import { issue, type Issue } from '#domain/documents/validation';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { RelievableLine, RelievablePo } from './relief-response.ts';

/** On an invoice line that closes the order line which it relieves in part (BUD-59). */
export const closesLineText = 'Closes the line';

/** Why an invoice line cannot reference a PO. */
export type NotRelievableReason =
  | Exclude<InvoiceRefusal, 'RELIEF_OFF' | 'DEPARTMENT_CLOSED'>
  | 'VOID'
  | 'OTHER_VENDOR'
  | 'OTHER_COMPANY'
  | 'OTHER_CURRENCY'
  | 'CHANGE_ORDER_OPEN';

/** The vendor, company and currency of an invoice, as external ids. */
export interface ReliefParties {
  vendorExternalId: string;
  projectCompanyExternalId: string;
  currencyExternalId: string;
}

type OrderToName = Pick<
  PurchaseOrder,
  | 'status'
  | 'isArchived'
  | 'foundInAccountingSystem'
  | 'isRelieved'
  | 'poNumber'
  | 'lockedLineCount'
  | 'projectCompanyExternalId'
  | 'projectCompanyCurrencyExternalId'
> & { vendor: Pick<PurchaseOrder['vendor'], 'externalId'> };

/**
 * Returns why an invoice of these parties cannot reference this PO as the user sees it, or null. Reasons that the user
 * can fix in the invoice come first (RL-02, DEC-38).
 */
export function whyNotRelievable(order: OrderToName, parties: ReliefParties): NotRelievableReason | null {
  if (order.status === 'VOID') return 'VOID';
  if (order.vendor.externalId !== parties.vendorExternalId) return 'OTHER_VENDOR';
  if (order.projectCompanyExternalId !== parties.projectCompanyExternalId) return 'OTHER_COMPANY';
  if (order.projectCompanyCurrencyExternalId !== parties.currencyExternalId) return 'OTHER_CURRENCY';
  if (order.status !== 'APPROVED') return order.lockedLineCount > 0 ? 'CHANGE_ORDER_OPEN' : 'NOT_APPROVED';
  if (order.isArchived) return 'VOID';
  if (!order.foundInAccountingSystem) return 'NOT_IN_ACCOUNTING';
  if (order.isRelieved) return 'NOTHING_LEFT';
  return order.poNumber === 'NA' ? 'NUMBER_HIDDEN' : null;
}

/** An invoice line's reference to a PO; no line number means the whole PO (IN-03, IN-04). */
export interface PoReference {
  referencePo: string;
  referencePoLineNumber: number | null;
  relievePoLineItemId: string | null;
  relievePoLineItemUuid: string | null;
}

/** A line that relieves no PO. */
export const noReference: PoReference = {
  referencePo: '',
  referencePoLineNumber: null,
  relievePoLineItemId: null,
  relievePoLineItemUuid: null,
};

/** The reference as stored, with accounting's id of the PO line. */
export interface ResolvedReference extends PoReference {
  glTransactionDetailExternalId: string | null;
}

const emptyReference: ResolvedReference = { ...noReference, glTransactionDetailExternalId: null };

type ReferencableOrder = Pick<RelievablePo, 'poNumber'> & {
  lineItems: readonly Pick<RelievableLine, 'id' | 'uuid' | 'lineNumber' | 'glTransactionDetailExternalId'>[];
};

/**
 * Resolves a reference among the relievable POs to id, uuid and line number of the same line (RL-01, RL-02, DEC-38).
 * Returns null when none matches, or when its parts refer to different lines. Without a PO number, there is no
 * reference.
 */
export function resolveReference(
  reference: PoReference,
  relievableOrders: readonly ReferencableOrder[],
): ResolvedReference | null {
  const referencePo = reference.referencePo.trim();
  if (referencePo === '') return emptyReference;
  const order = relievableOrders.find(({ poNumber }) => poNumber === referencePo);
  if (!order) return null;
  const { referencePoLineNumber: number, relievePoLineItemId: id, relievePoLineItemUuid: uuid } = reference;
  if (number === null && !id && !uuid) return { ...emptyReference, referencePo };
  const line = order.lineItems.find(
    (one) =>
      (number === null || one.lineNumber === number) &&
      (!id || one.id === id) &&
      (!uuid || one.uuid === uuid),
  );
  if (!line) return null;
  return {
    referencePo,
    referencePoLineNumber: line.lineNumber,
    relievePoLineItemId: line.id,
    relievePoLineItemUuid: line.uuid,
    glTransactionDetailExternalId: line.glTransactionDetailExternalId,
  };
}

/** Resolves the references of an invoice's lines, with an issue `reference_po` for each invalid one. */
export function resolveReferences(
  lines: readonly PoReference[],
  relievableOrders: readonly ReferencableOrder[],
): { references: ResolvedReference[]; issues: Issue[] } {
  const resolved = lines.map((line) => resolveReference(line, relievableOrders));
  return {
    references: resolved.map((reference) => reference ?? emptyReference),
    issues: resolved.flatMap((reference, index) =>
      reference === null ? [issue('reference_po', `lineItems.${index}.referencePo`)] : [],
    ),
  };
}
