import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { issueTexts } from '#domain/validation';
import type { Complaint } from '../error-summary.tsx';
import { complaintsOf } from './complaints.ts';
import { useVendorActive } from './reference.ts';

/**
 * PO-33: what a save lets pass and a submit does not, in the words of the rules: the total (DEC-35), the new line of a
 * change order (CO-05), a vendor that has become inactive (DEC-43). The last also stands at its field.
 */
export function useSubmitComplaints(draft: PurchaseOrderDraft, locked: number) {
  const { vendor } = draft;
  const { data } = useVendorActive(vendor && !vendor.isTemporary ? vendor.externalId : null);
  const context = { lockedLineCount: locked > 0 ? locked : null };
  const saved = new Set(checkPurchaseOrder(draft, 'save', context).map(({ code }) => code));
  const only = checkPurchaseOrder(draft, 'submit', context).filter(({ code }) => !saved.has(code));
  const atFields: Complaint[] =
    data?.isActive === false ? [{ field: 'vendor', text: issueTexts.vendor }] : [];
  return { atFields, complaints: [...atFields, ...complaintsOf(only)] };
}
