import { CreateDocument } from '../documents/form/create-document.tsx';
import { EditDocument } from '../documents/form/edit-document.tsx';
import { hasOtherPayee } from '#domain/drafts/draft-restart';
import { duplicateDraft } from '#domain/purchase-orders/duplicate-purchase-order';
import { totalCents } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { readOrder } from '../../forms/document/vendor/purchase-order-calls.ts';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { orderDocument } from '../documents/document.ts';
import { draftNames } from '../documents/form/draft-names.ts';
import type { FormDefinition } from '../documents/form/form-definition.ts';

const orderForm: FormDefinition<PurchaseOrderDraft, PurchaseOrder> = {
  docType: 'PO',
  documentOf: orderDocument,
  read: readOrder,
  draftOf,
  namesOf: draftNames,
  duplicateOf: duplicateDraft,
  ofOrder: null,
  restarts: (before, after) =>
    hasOtherPayee(before, after) || totalCents(after.lineItems) > totalCents(before.lineItems),
  Form: PurchaseOrderForm,
  voidReason: 'PO voided by creator',
};

/** `/po/create` (SH-06, SH-07). */
export function CreateScreen() {
  return <CreateDocument of={orderForm} />;
}

/** `/po/edit/:id` (SH-08 to SH-10). */
export function EditScreen() {
  return <EditDocument of={orderForm} />;
}
