import { withoutUnavailableCodes } from '#domain/reference-data/chart-of-accounts';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { LineDraft } from '#domain/documents/line';
import type { PurchaseOrderDraft } from './purchase-order.ts';
import { draftOf } from './purchase-order-draft.ts';
import type { PurchaseOrder } from './purchase-order-response.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

/** What the copying user may use now; a duplicate drops everything else. */
export interface Available {
  today: string;
  departmentIds: readonly string[];
  activeCategoryIds: readonly string[];
  activeAddressIds: readonly string[];
  /** True when the copied vendor is active, or its temporary record still exists (DEC-43, DEC-75). */
  vendorUsable: boolean;
  /** Null when the chart could not be read: the codes then stay, and the server checks them. */
  accountFields: readonly AccountField[] | null;
  /** Returns a new client key for a line. */
  newKey: () => string;
}

function idIfAvailable(id: string | null, available: readonly string[]): string | null {
  return id !== null && available.includes(id) ? id : null;
}

/** Copies the header fields that are still available, without notes and files (PO-41, PO-42). */
export function copyHeader<Header extends DraftHeader>(draft: Header, available: Available): Header {
  const { vendorUsable } = available;
  const hasDepartment = draft.department && available.departmentIds.includes(draft.department.id);
  const hasCategory = draft.category && available.activeCategoryIds.includes(draft.category.id);
  return {
    ...draft,
    department: hasDepartment ? draft.department : null,
    category: hasCategory ? draft.category : null,
    vendor: vendorUsable ? draft.vendor : null,
    vendorAddress: vendorUsable ? draft.vendorAddress : null,
    vendorContact: vendorUsable ? draft.vendorContact : '',
    billToAddressId: idIfAvailable(draft.billToAddressId, available.activeAddressIds),
    shipToAddressId: idIfAvailable(draft.shipToAddressId, available.activeAddressIds),
    notes: [],
    attachments: [],
  };
}

type CopiedLine = Pick<LineDraft, 'id' | 'keyId' | 'coding' | 'coaExternalId'>;

/** Copies a line under a new key, without codes that are no longer available (PO-43). */
export function copyLine<Line extends CopiedLine>(line: Line, { accountFields, newKey }: Available): Line {
  const coding = accountFields ? withoutUnavailableCodes(line.coding, accountFields) : line.coding;
  const coaExternalId = coding['ACCOUNT'] === undefined ? null : line.coaExternalId;
  return { ...line, id: null, keyId: newKey(), coding, coaExternalId };
}

/** Drafts a new PO as a copy of another one; nothing is stored until Save (PO-41 to PO-43, DEC-75). */
export function duplicateDraft(order: PurchaseOrder, available: Available): PurchaseOrderDraft {
  const draft = draftOf(order);
  return {
    ...copyHeader(draft, available),
    poDate: available.today,
    lineItems: draft.lineItems.map((line) => copyLine(line, available)),
  };
}
