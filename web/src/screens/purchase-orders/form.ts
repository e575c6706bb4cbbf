import { duplicateDraft } from '#domain/duplicate';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { readOrder } from '../../forms/document/orders.ts';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { orderDocument } from '../documents/document.ts';
import type { FormOf } from '../documents/form/form-of.ts';

export const orderForm: FormOf<PurchaseOrderDraft, PurchaseOrder> = {
  docType: 'PO',
  documentOf: orderDocument,
  read: readOrder,
  draftOf,
  duplicateOf: duplicateDraft,
  ofOrder: null,
  Form: PurchaseOrderForm,
  voidReason: 'PO voided by creator',
};
