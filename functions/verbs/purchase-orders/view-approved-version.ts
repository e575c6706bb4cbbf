import { Refusal } from '#domain/codes';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { Instance } from '#domain/workflow/workflow';
import { workflowView } from '#domain/workflow/workflow-view';
import { readVersion } from '#store/show/purchase-orders/read-approved-version';
import type { VersionRows } from '#store/show/purchase-orders/read-approved-version';
import type { RequestContext } from '#verbs/request/context';
import { instanceOf } from '#verbs/lifecycle/subject';
import { ownAddressOf } from '#verbs/documents/view-parts';
import type { Attachment } from '#domain/documents/document-response';
import type { ApprovedVersion, PrintedPurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

export interface ViewedVersion {
  order: PrintedPurchaseOrder;
  /** The instant of the approval. */
  approvedAt: string;
  versions: number;
  /** Whether the order is now void. */
  isVoid: boolean;
}

/**
 * A purchase order as of a full approval (DEC-69), from the `current` one; `index` 0 is the first approval. Throws
 * `invalid_parameter` when the order has no such approval.
 */
export async function viewVersion(
  context: RequestContext,
  current: PrintedPurchaseOrder,
  index: number,
): Promise<ViewedVersion> {
  const { id } = current;
  const version = current.approvalHistory[index];
  if (!version) {
    throw new Refusal('invalid_parameter', { message: 'purchaseOrderApprovalHistoryIndex: out of range' });
  }
  const stored = await readVersion(context.store, id, { id: version.id, approvedAt: version.created });
  return {
    order: orderAt(current, version, stored),
    approvedAt: version.created,
    versions: current.approvalHistory.length,
    isVoid: current.status === 'VOID',
  };
}

/** Draft fields that no version stores: a new field is stored (`VersionHeader`), set in `orderAt`, or listed here. */
type NotStored = 'showId' | 'projectCompanyCurrencyExternalId' | 'hst' | 'fid';
type VersionFields = Pick<
  PrintedPurchaseOrder,
  Exclude<keyof PurchaseOrderDraft, keyof ApprovedVersion | NotStored> & keyof PrintedPurchaseOrder
>;

/**
 * The files of the approved version; versions from before migration 0023 store none and have those that existed then.
 */
function attachmentsAt(current: PrintedPurchaseOrder, at: string, stored: VersionRows): Attachment[] {
  const files = stored.snapshot?.files;
  if (!files) return current.attachments.filter((file) => file.created <= at);
  return files
    .toSorted((one, other) => one.position - other.position)
    .map(({ fileId, label, createdAt, isTopSheet }) => ({
      attachmentId: fileId,
      label,
      created: createdAt,
      isTopSheet: isTopSheet === 1,
    }));
}

/** The content version of a version's last approval is the approved one. */
function approvedContent(instance: Instance | null): number | null {
  const approvedVersions = (instance?.steps ?? []).flatMap(({ approvals }) =>
    approvals.flatMap(({ contentVersion }) => contentVersion ?? []),
  );
  return approvedVersions.length === 0 ? null : Math.max(...approvedVersions);
}

/** Leaves out notes, events, files and versions from after the approval. */
function orderAt(
  current: PrintedPurchaseOrder,
  version: ApprovedVersion,
  stored: VersionRows,
): PrintedPurchaseOrder {
  const {
    id: _id,
    created: at,
    purchaseOrderId: _of,
    changeOrderNumber,
    department,
    ...storedFields
  } = version;
  const instance = instanceOf(stored);
  const attachments = attachmentsAt(current, at, stored);
  const versionFields: VersionFields = {
    vendorAddress: ownAddressOf(stored.vendorAddress ?? null, version.vendor),
    vendorContact: version.vendor.contact,
    attachments,
    notes: current.notes.filter((note) => note.createdTimestamp <= at),
  };
  return {
    ...current,
    ...storedFields,
    ...versionFields,
    vendorChange: null,
    status: 'APPROVED',
    submissionStatus: 'Approved',
    revision: stored.revision ?? 0,
    currentChangeOrderNumber: changeOrderNumber,
    department: department && {
      ...department,
      settings: current.department?.settings ?? { accountCodes: {}, poNumberPrefix: '' },
    },
    vendor: { ...current.vendor, ...version.vendor },
    companyAddress: stored.companyAddress ?? '',
    attachmentCount: attachments.length,
    withdrawnAttachments: [],
    historyEvents: current.historyEvents.filter((event) => event.timeStamp <= at),
    changes: current.changes.filter((change) => change.timeStamp <= at),
    contentVersion: approvedContent(instance) ?? current.contentVersion,
    approvalHistory: current.approvalHistory.filter((one) => one.created <= at),
    workflow: instance && workflowView(instance),
  };
}
