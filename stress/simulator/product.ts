import { runJob } from '#verbs/jobs/run-job';
import { sweep } from '#verbs/jobs/sweep';
import { performAction, documentChangePlan, subjectPlan } from '#verbs/lifecycle/perform-action';
import { addOverage, budgetChangePlan, lockBudget, transferBudget } from '#verbs/budget/change-budget';
import { createBudget, newBudgetPlan } from '#verbs/budget/create-budget';
import * as periods from '#verbs/budget/periods';
import * as currencies from '#verbs/currency/change-currencies';
import { attach, attachPlan } from '#verbs/documents/attachments';
import * as bulk from '#verbs/bulk/start-run';
import * as covers from '#verbs/cover/covers';
import * as coverDecisions from '#verbs/cover/decide-cover';
import * as approvalLinks from '#verbs/mail-approval/approval-link';
import * as replacementPreview from '#verbs/replacement/preview-replacement';
import * as replacementStart from '#verbs/replacement/start-replacement';
import { runPlan } from '#verbs/bulk/view-run';
import { lineClosingPlan, setLineClosed } from '#verbs/purchase-orders/close-line';
import { discardChangeOrder, discardPlan, requestChangeOrder } from '#verbs/purchase-orders/change-order';
import { loadRequestContext } from '#verbs/request/context';
import { createInvoice, newInvoicePlan } from '#verbs/invoices/create-invoice';
import { createPurchaseOrder, newPurchaseOrderPlan } from '#verbs/purchase-orders/create-purchase-order';
import { addNote, newNotePlan, notePlan } from '#verbs/documents/notes';
import { withdrawQuestion } from '#verbs/documents/questions';
import { pushToAccounting } from '#verbs/purchase-orders/push-to-accounting';
import { invoiceSavePlan, saveInvoice } from '#verbs/invoices/save-invoice';
import { purchaseOrderSavePlan, savePurchaseOrder } from '#verbs/purchase-orders/save-purchase-order';
import { invoiceSubmissionPlan, submitInvoice } from '#verbs/invoices/submit-invoice';
import { paymentSubmissionPlan, submitPayment } from '#verbs/payments/submit-payment';
import { submitPurchaseOrder } from '#verbs/purchase-orders/submit-purchase-order';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { submissionPlan } from '#verbs/approval/plan-workflow';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { readPlan } from '#store/d1/query';
import { actionPlan, performWorkflowAction } from '#verbs/approval/perform-workflow-action';
import { runAfterCommit } from '#verbs/lifecycle/run-after-commit';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import { bulkItemsRequest, bulkRequest } from '#domain/bulk-approval/bulk';
import { newCover } from '#domain/cover/cover-request';
import { invoiceInput } from '#domain/invoices/invoice';
import { chainText } from '#domain/history/history';
import { Refusal } from '#domain/codes';
import { parse } from 'valibot';
import { storeFor } from '#store/d1/open';
import { sha256 } from '#store/d1/sha256';
import { readMembership, readUser } from '#store/directory/users';
import { handleScheduled } from '../../queues/scheduled.ts';
import { consumeOutbox } from '../../queues/outbox.ts';

/** The entry points of the product that calls, messages and crons use here. */
export const product = {
  performAction,
  addNote,
  attach,
  approvalLinks,
  budgets: { addOverage, budgetChangePlan, createBudget, lockBudget, newBudgetPlan, transferBudget },
  bulk,
  bulkItemsRequest: (request: unknown) => parse(bulkItemsRequest, request),
  bulkRequest: (request: unknown) => parse(bulkRequest, request),
  chainText,
  consumeOutbox,
  coverDraft: (draft: unknown) => parse(newCover, draft),
  covers: { ...covers, ...coverDecisions },
  handleScheduled,
  currencies,
  createInvoice,
  createPurchaseOrder,
  discardChangeOrder,
  runAfterCommit,
  invoiceDraft: (draft: unknown) => parse(invoiceInput, draft),
  loadRequestContext,
  /** The prefetch plans of the routes. */
  plans: {
    action: actionPlan,
    attach: attachPlan,
    discard: discardPlan,
    invoiceSave: invoiceSavePlan,
    invoiceSubmission: invoiceSubmissionPlan,
    lineClosing: lineClosingPlan,
    newInvoice: newInvoicePlan,
    newNote: newNotePlan,
    note: notePlan,
    newOrder: newPurchaseOrderPlan,
    orderAction: documentChangePlan,
    orderSave: purchaseOrderSavePlan,
    paymentSubmission: paymentSubmissionPlan,
    run: runPlan,
    storedAnswer: storedAnswerPlan,
    subject: subjectPlan,
    submission: submissionPlan,
  },
  orderDraft: (draft: unknown) => parse(purchaseOrderInput, draft),
  pushToAccounting,
  readMembership,
  readPlan,
  readUser,
  Refusal,
  replacement: { ...replacementPreview, ...replacementStart },
  requestChangeOrder,
  runJob,
  saveInvoice,
  savePurchaseOrder,
  setLineClosed,
  sha256,
  storeFor,
  submitInvoice,
  submitPayment,
  submitPurchaseOrder,
  sweep,
  verifyHistories,
  periods,
  performWorkflowAction,
  withdrawQuestion,
};

export type Product = typeof product;
