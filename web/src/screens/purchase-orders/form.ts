import { hasOtherPayee } from '#domain/drafts/draft-restart';
import { duplicateDraft } from '#domain/purchase-orders/duplicate-purchase-order';
import { totalCents } from '#domain/documents/line';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { readOrder } from '../../forms/document/vendor/purchase-order-calls.ts';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { orderDocument } from '../documents/document.ts';
import { draftNames } from '../documents/form/draft-names.ts';
import type { FormDefinition } from '../documents/form/form-definition.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

export const orderForm: FormDefinition<PurchaseOrderDraft, PurchaseOrder> = {
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
