import { currentApprovers, pairOf, totalOf, type Model } from './model.ts';
import { readReal, type Doc, type Real } from './api.ts';
import { pushesOf, waitingFor } from '../fixtures/studio.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const cents = (amount: number) => Math.round(amount * 100);

function seenOrder(po: PurchaseOrder) {
  return {
    owner: po.ownerId,
    description: po.description,
    changeOrder: [po.currentChangeOrderNumber, po.newestChangeOrderNumber],
    changeOrders: po.changeOrders.map(({ changeOrderNumber, status }) => [changeOrderNumber, status]),
    lines: po.lineItems.map((line) => [cents(line.totalCost), line.coding['ACCOUNT'] ?? '']),
    lineNumbers: po.lineItems.map(({ lineNumber }) => lineNumber),
    locked: po.lockedLineCount,
    notes: po.notes.map((note) => `${note.context} ${note.changeOrderNumber}`).toSorted(),
    approved: po.approvalHistory.map(({ totalCost }) => cents(totalCost)),
    found: po.foundInAccountingSystem,
  };
}

async function seenInvoice(invoice: Invoice) {
  return {
    owner: invoice.ownerId,
    description: invoice.description,
    amount: cents(invoice.amount),
    lines: invoice.lineItems.map((line) => [cents(line.amount), line.coding['ACCOUNT'] ?? '']),
    lineNumbers: invoice.lineItems.map(({ lineNumber }) => lineNumber),
    notes: invoice.notes.map((note) => `${note.context} ${note.changeOrderNumber}`).toSorted(),
    posted: (await pushesOf(invoice.id)).length,
  };
}

async function seenPayment(payment: Payment) {
  return {
    submitter: payment.submitterId,
    notes: payment.notes.map((note) => `${note.context} ${note.changeOrderNumber}`).toSorted(),
    posted: (await pushesOf(payment.id)).length,
  };
}

const own: Record<Real['kind']['docType'], (doc: Doc) => Promise<object> | object> = {
  PO: (doc) => seenOrder(doc as PurchaseOrder),
  INVOICE: (doc) => seenInvoice(doc as Invoice),
  PAYMENT: (doc) => seenPayment(doc as Payment),
};

/** Returns all values of the model as an admin reads them. */
export async function actualState(real: Real): Promise<object> {
  const doc = await readReal(real);
  const current = doc.workflow?.currentStep?.approvers ?? [];
  return {
    status: doc.status,
    submissionStatus: doc.submissionStatus,
    revision: doc.revision,
    version: doc.version,
    total: cents(doc.totalCost),
    attachments: doc.attachments.length,
    asked: current
      .filter(({ hasApproved, hasUsedVote }) => !hasApproved && !hasUsedVote)
      .map(({ userId }) => userId),
    waiting: await waitingFor(real.id),
    steps: doc.workflow?.steps.map(({ status }) => status) ?? null,
    history: doc.historyEvents.map(({ type }) => type),
    ...(await own[real.kind.docType](doc)),
  };
}

function expectedOwn(m: Model): object {
  const notes = m.notes.toSorted();
  if (m.kind.docType === 'PAYMENT') return { submitter: m.submitter, notes, posted: m.posted };
  const content = {
    owner: m.owner,
    description: m.description,
    lines: m.lines.map((line) => [line.cents, line.coding]),
    lineNumbers: m.lines.map((_line, index) => index + 1),
    notes,
  };
  if (m.kind.docType === 'INVOICE') return { ...content, amount: totalOf(m.lines), posted: m.posted };
  return {
    ...content,
    changeOrder: [m.changeOrder.current, m.changeOrder.newest],
    changeOrders: [...m.changeOrder.entries],
    locked: m.locked,
    approved: m.approvedVersions.map(({ lines }) => totalOf(lines)),
    found: m.found,
  };
}

export function expectedState(m: Model): object {
  return {
    ...pairOf(m),
    revision: m.revision,
    version: m.version,
    total: totalOf(m.lines),
    attachments: m.attachments,
    asked: currentApprovers(m),
    waiting: currentApprovers(m).toSorted(),
    steps: m.flow?.statuses.slice(0, m.flow.final + 1) ?? null,
    history: m.history,
    ...expectedOwn(m),
  };
}
