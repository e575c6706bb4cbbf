import type { ApprovalSnapshot } from '#store/show/tables/snapshots';
import type { Header, DemoDocument, Line, PoDetail } from './document-builder.ts';

/** Returns a snapshot of the purchase order, which voiding a change order restores (DEC-26). */
export function snapshotOf(
  header: Header,
  purchaseOrder: PoDetail,
  lines: readonly Line[],
): ApprovalSnapshot {
  const { documentId: _documentId, showId: _showId, ...detail } = purchaseOrder;
  return {
    header: {
      ...detail,
      revision: header.revision,
      description: header.description,
      businessDay: header.businessDay,
      departmentId: header.departmentId,
      departmentName: header.departmentName,
      vendorId: header.vendorId,
      temporaryVendorId: header.temporaryVendorId,
      vendorExternalId: header.vendorExternalId,
      vendorNumber: header.vendorNumber,
      vendorName: header.vendorName,
      currencyCode: header.currencyCode,
      costing: header.costing,
      baseTotalCents: header.baseTotalCents,
    },
    lines: lines.map(lineSnapshot),
  };
}

/** Copies a line, since lines change later. */
function lineSnapshot({
  showId: _showId,
  documentId: _documentId,
  note: _note,
  referencePo: _referencePo,
  referencePoLineNumber: _referencePoLineNumber,
  relievePoLineId: _relievePoLineId,
  glTransactionDetailExternalId: _glTransactionDetailExternalId,
  accountingBalanceCents: _accountingBalanceCents,
  ...kept
}: Line): ApprovalSnapshot['lines'][number] {
  return kept;
}

/** Restores the newest snapshot and its total. */
export function restore(document: DemoDocument): void {
  const version = document.versions.at(-1);
  if (!version || !document.purchaseOrder) throw new Error('There is no approved version to restore');
  const { header, lines } = structuredClone(version.snapshot);
  const {
    revision,
    description,
    businessDay,
    departmentId,
    departmentName,
    vendorId,
    temporaryVendorId,
    vendorExternalId,
    vendorNumber,
    vendorName,
    currencyCode,
    costing = null,
    baseTotalCents = null,
    ...detail
  } = header;
  Object.assign(document.purchaseOrder, detail);
  Object.assign(document.header, {
    revision,
    description,
    businessDay,
    departmentId,
    departmentName,
    vendorId,
    temporaryVendorId,
    vendorExternalId,
    vendorNumber,
    vendorName,
    currencyCode,
    costing,
    baseTotalCents,
    totalCents: version.totalCents,
  });
  const kept = new Map(lines.map((line) => [line.id, line]));
  document.lines = document.lines.flatMap((line) => {
    const before = kept.get(line.id);
    return before ? [{ ...line, ...before }] : [];
  });
}
