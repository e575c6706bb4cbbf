import type { VersionDifferences, VersionField } from '#domain/purchase-orders/version-differences';
import type { ApprovedVersion, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/** A version that can be compared. The last one may be the current PO, which is not approved yet. */
export interface Version {
  id: string;
  text: string;
  content: ApprovedVersion | PurchaseOrder;
}

function approvedText({ changeOrderNumber }: ApprovedVersion): string {
  return changeOrderNumber === 0 ? 'First approval' : `Change Order ${changeOrderNumber}`;
}

/**
 * All versions in the order in which they were made: the approved ones and, while a change order is open, the current
 * one. An approved PO is the same as its last approved version.
 */
export function versionsOf(order: PurchaseOrder): { approved: ApprovedVersion[]; all: Version[] } {
  const approved = order.approvalHistory;
  const all = approved.map((version): Version => ({
    id: version.id,
    text: approvedText(version),
    content: version,
  }));
  const isOpen = order.status !== 'APPROVED' && order.status !== 'VOID' && approved.length > 0;
  const present: Version = {
    id: order.id,
    text: `Change Order ${order.currentChangeOrderNumber}, not yet approved`,
    content: order,
  };
  return { approved, all: isOpen ? [...all, present] : all };
}

export const fieldTerms: Record<VersionField, string> = {
  description: 'Description',
  vendor: 'Vendor',
  vendorAddress: 'Vendor Address',
  vendorContact: 'Vendor Contact',
  poDate: 'Date',
  department: 'Department',
  category: 'PO Contains',
  company: 'Company',
  currency: 'Currency',
  billToAddress: 'Bill To',
  shipToAddress: 'Ship To',
};

/** `2 lines added, 1 changed, 3 details changed`. Leaves out zero counts. */
export function summaryOf({ fields, lines }: VersionDifferences): string {
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const changeCounts = (['added', 'changed', 'removed'] as const)
    .map((kind) => ({ kind, number: count(kind) }))
    .filter(({ number }) => number > 0);
  const ofLines = changeCounts.map(({ kind, number }, index) =>
    index === 0 ? `${number} ${number === 1 ? 'line' : 'lines'} ${kind}` : `${number} ${kind}`,
  );
  const ofFields =
    fields.length > 0 ? [`${fields.length} ${fields.length === 1 ? 'detail' : 'details'} changed`] : [];
  return [...ofLines, ...ofFields].join(', ') || 'Nothing has changed';
}
