import { withoutUnavailableCodes, type AccountField } from '#domain/reference-data/chart-of-accounts';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { LineDraft } from '#domain/documents/line';
import type { PurchaseOrder, PurchaseOrderDraft } from './purchase-order.ts';
import { draftOf } from './purchase-order-draft.ts';

/** What the copier may use now; a duplicate keeps nothing else. */
export interface Available {
  today: string;
  departmentIds: readonly string[];
  activeCategoryIds: readonly string[];
  activeAddressIds: readonly string[];
  /** The copied vendor is active, or its temporary record still exists (DEC-43, DEC-75). */
  vendorUsable: boolean;
  /** Null when the chart could not be read: the codes then stay, and the server judges them. */
  accountFields: readonly AccountField[] | null;
  /** A fresh client key for each line. */
  newKey: () => string;
}

function ifIn(id: string | null, available: readonly string[]): string | null {
  return id !== null && available.includes(id) ? id : null;
}

/** PO-41, PO-42: what any copy keeps of a header; its notes and files are the original's own. */
export function keptHeader<Header extends DraftHeader>(draft: Header, available: Available): Header {
  const { vendorUsable } = available;
  const keptDepartment = draft.department && available.departmentIds.includes(draft.department.id);
  const keptCategory = draft.category && available.activeCategoryIds.includes(draft.category.id);
  return {
    ...draft,
    department: keptDepartment ? draft.department : null,
    category: keptCategory ? draft.category : null,
    vendor: vendorUsable ? draft.vendor : null,
    vendorAddress: vendorUsable ? draft.vendorAddress : null,
    vendorContact: vendorUsable ? draft.vendorContact : '',
    billToAddressId: ifIn(draft.billToAddressId, available.activeAddressIds),
    shipToAddressId: ifIn(draft.shipToAddressId, available.activeAddressIds),
    notes: [],
    attachments: [],
  };
}

type CopiedLine = Pick<LineDraft, 'id' | 'keyId' | 'coding' | 'coaExternalId'>;

/** PO-43: a line of its own, without codes that are no longer to be had. */
export function keptLine<Line extends CopiedLine>(line: Line, { accountFields, newKey }: Available): Line {
  const coding = accountFields ? withoutUnavailableCodes(line.coding, accountFields) : line.coding;
  const coaExternalId = coding['ACCOUNT'] === undefined ? null : line.coaExternalId;
  return { ...line, id: null, keyId: newKey(), coding, coaExternalId };
}

/** PO-41 to PO-43, DEC-75: the draft of a new PO copied from another; nothing is saved until Save. */
export function duplicateDraft(order: PurchaseOrder, available: Available): PurchaseOrderDraft {
  const draft = draftOf(order);
  return {
    ...keptHeader(draft, available),
    poDate: available.today,
    lineItems: draft.lineItems.map((line) => keptLine(line, available)),
  };
}
