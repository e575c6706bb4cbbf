import type { Coding } from '#domain/reference-data/coding';
import type { InvoiceRefusal } from './no-invoice-reason.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { issue, type Issue } from '#domain/documents/validation';

/** A PO line as an invoice line may name it (DEC-38). `uuid` is the same line, for systems that take none but UUIDs. */
export interface RelievableLine {
  id: string;
  uuid: string;
  lineNumber: number;
  description: string;
  totalCost: number;
  remainingBalance: number;
  coding: Coding;
  taxCode: string | null;
  glTransactionDetailExternalId: string | null;
}

/** Why a PO is none that a line of an invoice may name. */
export type NotRelievableReason =
  | Exclude<InvoiceRefusal, 'RELIEF_OFF' | 'DEPARTMENT_CLOSED'>
  | 'VOID'
  | 'OTHER_VENDOR'
  | 'OTHER_COMPANY'
  | 'OTHER_CURRENCY'
  | 'CHANGE_ORDER_OPEN';

/** Whose bill an invoice is, and in which company and currency; external ids. */
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
 * RL-02, DEC-38: why this PO, as the user sees it, is not on offer to an invoice of these parties; null: it is. What can be
 * mended in the invoice comes first.
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

/** API-14, DEC-38: a PO that an invoice of the same vendor, company and currency may relieve. */
export interface RelievablePo {
  id: string;
  poNumber: string;
  prefix: string;
  vendor: { id: string | null; externalId: string | null; number: string; name: string };
  /** Null where the user may not see the PO (DEC-13). */
  department: { id: string; name: string } | null;
  projectCompanyExternalId: string;
  currency: string;
  lineItems: RelievableLine[];
}

/** IN-03, IN-04: how an invoice line names a PO; no line number means the PO as a whole. */
export interface PoReference {
  referencePo: string;
  referencePoLineNumber: number | null;
  relievePoLineItemId: string | null;
  relievePoLineItemUuid: string | null;
}

/** The reference as it is saved, with accounting's own id of the PO line. */
export interface ResolvedReference extends PoReference {
  glTransactionDetailExternalId: string | null;
}

const none: ResolvedReference = {
  referencePo: '',
  referencePoLineNumber: null,
  relievePoLineItemId: null,
  relievePoLineItemUuid: null,
  glTransactionDetailExternalId: null,
};

type Offered = Pick<RelievablePo, 'poNumber'> & {
  lineItems: readonly Pick<RelievableLine, 'id' | 'uuid' | 'lineNumber' | 'glTransactionDetailExternalId'>[];
};

/**
 * RL-01, RL-02, DEC-38: what a reference means among the POs on offer, with id, uuid and line number of one and the same
 * line; null when it means none of them, or when its parts speak of different lines. Without a PO number it is none.
 */
export function resolveReference(
  reference: PoReference,
  offered: readonly Offered[],
): ResolvedReference | null {
  const referencePo = reference.referencePo.trim();
  if (referencePo === '') return none;
  const order = offered.find(({ poNumber }) => poNumber === referencePo);
  if (!order) return null;
  const { referencePoLineNumber: number, relievePoLineItemId: id, relievePoLineItemUuid: uuid } = reference;
  if (number === null && !id && !uuid) return { ...none, referencePo };
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

/** The lines of an invoice with their references resolved, and an issue for each that is wrong (`reference_po`). */
export function resolveReferences(
  lines: readonly PoReference[],
  offered: readonly Offered[],
): { references: ResolvedReference[]; issues: Issue[] } {
  const found = lines.map((line) => resolveReference(line, offered));
  return {
    references: found.map((reference) => reference ?? none),
    issues: found.flatMap((reference, index) =>
      reference === null ? [issue('reference_po', `lineItems.${index}.referencePo`)] : [],
    ),
  };
}
