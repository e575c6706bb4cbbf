import { withoutLostCodes, type AccountField } from './chart-of-accounts.ts';
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

/** PO-41 to PO-43, DEC-75: the draft of a new PO copied from another; nothing is saved until Save. */
export function duplicateDraft(order: PurchaseOrder, available: Available): PurchaseOrderDraft {
  const draft = draftOf(order);
  const { accountFields, vendorUsable } = available;
  const keptDepartment = draft.department && available.departmentIds.includes(draft.department.id);
  const keptCategory = draft.category && available.activeCategoryIds.includes(draft.category.id);
  return {
    ...draft,
    poDate: available.today,
    department: keptDepartment ? draft.department : null,
    category: keptCategory ? draft.category : null,
    vendor: vendorUsable ? draft.vendor : null,
    vendorAddress: vendorUsable ? draft.vendorAddress : null,
    vendorContact: vendorUsable ? draft.vendorContact : '',
    billToAddressId: ifIn(draft.billToAddressId, available.activeAddressIds),
    shipToAddressId: ifIn(draft.shipToAddressId, available.activeAddressIds),
    lineItems: draft.lineItems.map((line) => {
      const coding = accountFields ? withoutLostCodes(line.coding, accountFields) : line.coding;
      const lostAccount = coding['ACCOUNT'] === undefined;
      return {
        ...line,
        id: null,
        keyId: available.newKey(),
        coding,
        coaExternalId: lostAccount ? null : line.coaExternalId,
      };
    }),
    notes: [],
    attachments: [],
  };
}
