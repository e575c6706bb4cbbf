import { sweep } from '#verbs/sweep';
import { act } from '#verbs/act';
import { attach } from '#verbs/attach';
import * as ahead from '#verbs/ahead';
import * as bulk from '#verbs/bulk-approval';
import { discardChangeOrder, requestChangeOrder } from '#verbs/change-order';
import { openShow } from '#verbs/context';
import { createInvoice } from '#verbs/create-invoice';
import { createPurchaseOrder } from '#verbs/create-purchase-order';
import { addNote } from '#verbs/note';
import { pushToAccounting } from '#verbs/push-to-accounting';
import { saveInvoice } from '#verbs/save-invoice';
import { savePurchaseOrder } from '#verbs/save-purchase-order';
import { submitInvoice } from '#verbs/submit-invoice';
import { submitPayment } from '#verbs/submit-payment';
import { submitPurchaseOrder } from '#verbs/submit-purchase-order';
import { verifyHistories } from '#verbs/verify-histories';
import { finish, workflowAction } from '#verbs/workflow-action';
import { purchaseOrderInput } from '#domain/purchase-order';
import { bulkRequest } from '#domain/bulk';
import { invoiceInput } from '#domain/invoice';
import { chainText } from '#domain/history';
import { Refusal } from '#domain/codes';
import { parse } from 'valibot';
import { storeFor } from '#store/open';
import { sha256 } from '#store/hash';
import { readMembership, readUser } from '#store/directory/people';
import { consumeTick } from '../../queues/clock.ts';
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
