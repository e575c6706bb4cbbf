import { runErrand } from '#verbs/jobs/run-job';
import { sweep } from '#verbs/jobs/sweep';
import { act } from '#verbs/lifecycle/perform-action';
import { attach } from '#verbs/documents/attachments';
import * as ahead from '#verbs/request/prefetch';
import * as bulk from '#verbs/payments/bulk-approval';
import { discardChangeOrder, requestChangeOrder } from '#verbs/purchase-orders/change-order';
import { openShow } from '#verbs/request/context';
import { createInvoice } from '#verbs/invoices/create-invoice';
import { createPurchaseOrder } from '#verbs/purchase-orders/create-purchase-order';
import { addNote } from '#verbs/documents/notes';
import { pushToAccounting } from '#verbs/purchase-orders/push-to-accounting';
import { saveInvoice } from '#verbs/invoices/save-invoice';
import { savePurchaseOrder } from '#verbs/purchase-orders/save-purchase-order';
import { submitInvoice } from '#verbs/invoices/submit-invoice';
import { submitPayment } from '#verbs/payments/submit-payment';
import { submitPurchaseOrder } from '#verbs/purchase-orders/submit-purchase-order';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { workflowAction } from '#verbs/approval/workflow-action';
import { finish } from '#verbs/lifecycle/finish-change';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import { bulkRequest } from '#domain/bulk-approval/bulk';
import { invoiceInput } from '#domain/invoices/invoice';
import { chainText } from '#domain/history/history';
import { Refusal } from '#domain/codes';
import { parse } from 'valibot';
import { directoryOf, storeFor } from '#store/d1/open';
import { sha256 } from '#store/d1/sha256';
import { readMembership, readUser } from '#store/directory/users';
import { consumeTick } from '../../queues/scheduled.ts';
import { consumeOutbox } from '../../queues/outbox.ts';

/** The product itself, as far as a call, a message or a cron reaches it here. */
export const product = {
  act,
  addNote,
  ahead,
  attach,
  bulk,
  bulkRequest: (request: unknown) => parse(bulkRequest, request),
  chainText,
  consumeOutbox,
  consumeTick,
  createInvoice,
  createPurchaseOrder,
  directoryOf,
  discardChangeOrder,
  finish,
  invoiceDraft: (draft: unknown) => parse(invoiceInput, draft),
  openShow,
  orderDraft: (draft: unknown) => parse(purchaseOrderInput, draft),
  pushToAccounting,
  readMembership,
  readUser,
  Refusal,
  requestChangeOrder,
  runErrand,
  saveInvoice,
  savePurchaseOrder,
  sha256,
  storeFor,
  submitInvoice,
  submitPayment,
  submitPurchaseOrder,
  sweep,
  verifyHistories,
  workflowAction,
};

export type Product = typeof product;
