import type { ApprovalSnapshot } from '#store/show/tables/snapshots';
import type { Header, Life, Line, PoDetail } from './document-builder.ts';

/** The purchase order as it stands: what voiding a change order restores (DEC-26). */
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
    },
    lines: lines.map(keptOf),
  };
}

/** Lines go on changing; what is kept of them does not. */
function keptOf({
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

/** Puts the newest snapshot back into the document, with its total. */
export function restore(life: Life): void {
  const version = life.versions.at(-1);
  if (!version || !life.purchaseOrder) throw new Error('There is no approved version to restore');
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
    ...detail
  } = header;
  Object.assign(life.purchaseOrder, detail);
  Object.assign(life.header, {
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
    totalCents: version.totalCents,
  });
  const kept = new Map(lines.map((line) => [line.id, line]));
  life.lines = life.lines.flatMap((line) => {
    const before = kept.get(line.id);
    return before ? [{ ...line, ...before }] : [];
  });
}
