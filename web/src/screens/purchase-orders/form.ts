import { duplicateDraft } from '#domain/duplicate';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { orderDocument } from '../documents/document.ts';
import type { FormOf } from '../documents/form/form-of.ts';
import { readPurchaseOrder } from './calls.ts';

export const orderForm: FormOf<PurchaseOrderDraft, PurchaseOrder> = {
  docType: 'PO',
  documentOf: orderDocument,
  read: (showId, id) => readPurchaseOrder(showId, id, 'CREATOR'),
  draftOf,
  duplicateOf: duplicateDraft,
  ofOrder: null,
  Form: PurchaseOrderForm,
  voidReason: 'PO voided by creator',
};
