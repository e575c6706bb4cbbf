import type { Attachment } from '#domain/documents/attachments';
import { Refusal } from '#domain/codes';
import type {
  ApprovedVersion,
  PurchaseOrder,
  PurchaseOrderDraft,
} from '#domain/purchase-orders/purchase-order';
import type { Instance } from '#domain/workflow/workflow';
import { workflowView } from '#domain/workflow/workflow-view';
import { readVersion } from '#store/show/purchase-orders/read-approved-version';
import type { VersionRows } from '#store/show/purchase-orders/read-approved-version';
import type { RequestContext } from '#verbs/request/context';
import { instanceOf } from '#verbs/lifecycle/subject';
import { ownAddressOf } from '#verbs/documents/view-parts';

export interface ViewedVersion {
  order: PurchaseOrder;
  /** The instant of the approval. */
  approvedAt: string;
  /** How many versions the order has by now. */
  versions: number;
  /** Whether the order of today is void. */
  isVoid: boolean;
}

/**
 * A purchase order, `today`, as it stood at a full approval (DEC-69): `index` 0 is the first one. Throws
 * `invalid_parameter` where the order has no such approval.
 */
export async function viewVersion(
  context: RequestContext,
  today: PurchaseOrder,
  index: number,
): Promise<ViewedVersion> {
  const { id } = today;
  const version = today.approvalHistory[index];
  if (!version) {
    throw new Refusal('invalid_parameter', { message: 'purchaseOrderApprovalHistoryIndex: out of range' });
  }
  const kept = await readVersion(context.store, id, { id: version.id, approvedAt: version.created });
  return {
    order: orderAt(today, version, kept),
    approvedAt: version.created,
    versions: today.approvalHistory.length,
    isVoid: today.status === 'VOID',
  };
}

/** What people enter and no version keeps as it was: a new field is kept (`VersionHeader`), or said in `orderAt`, or named here. */
type NotKept = 'showId' | 'projectCompanyCurrencyExternalId' | 'hst' | 'fid';
type SaidOfThen = Pick<
  PurchaseOrder,
  Exclude<keyof PurchaseOrderDraft, keyof ApprovedVersion | NotKept> & keyof PurchaseOrder
>;

/** The files that the approved version keeps; one of before 0023 keeps none, and has those that were there by then. */
function attachmentsAt(today: PurchaseOrder, at: string, kept: VersionRows): Attachment[] {
  const files = kept.snapshot?.files;
  if (!files) return today.attachments.filter((file) => file.created <= at);
  return files
    .toSorted((one, other) => one.position - other.position)
    .map(({ fileId, label, createdAt, isTopSheet }) => ({
      attachmentId: fileId,
      label,
      created: createdAt,
      isTopSheet: isTopSheet === 1,
    }));
}

/** The last vote of a version was given for what was approved. */
function approvedContent(instance: Instance | null): number | null {
  const given = (instance?.steps ?? []).flatMap(({ approvals }) =>
    approvals.flatMap(({ contentVersion }) => contentVersion ?? []),
  );
  return given.length === 0 ? null : Math.max(...given);
}

/** What came after the approval is not in it: later notes, events, files and versions. */
function orderAt(today: PurchaseOrder, version: ApprovedVersion, kept: VersionRows): PurchaseOrder {
  const { id: _id, created: at, purchaseOrderId: _of, changeOrderNumber, department, ...said } = version;
  const instance = instanceOf(kept);
  const attachments = attachmentsAt(today, at, kept);
  const entered: SaidOfThen = {
    vendorAddress: ownAddressOf(kept.vendorAddress ?? null, version.vendor),
    vendorContact: version.vendor.contact,
    attachments,
    notes: today.notes.filter((note) => note.createdTimestamp <= at),
  };
  return {
    ...today,
    ...said,
    ...entered,
    vendorChange: null,
    status: 'APPROVED',
    submissionStatus: 'Approved',
    revision: kept.revision ?? 0,
    currentChangeOrderNumber: changeOrderNumber,
    department: department && {
      ...department,
      settings: today.department?.settings ?? { accountCodes: {}, poNumberPrefix: '' },
    },
    vendor: { ...today.vendor, ...version.vendor },
    companyAddress: kept.companyAddress ?? '',
    attachmentCount: attachments.length,
    withdrawnAttachments: [],
    historyEvents: today.historyEvents.filter((event) => event.timeStamp <= at),
    changes: today.changes.filter((change) => change.timeStamp <= at),
    contentVersion: approvedContent(instance) ?? today.contentVersion,
    approvalHistory: today.approvalHistory.filter((one) => one.created <= at),
    workflow: instance && workflowView(instance),
  };
}
