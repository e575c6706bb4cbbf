import { coverDays } from '../simulator/approval-calls.ts';
import { budgetAccounts, companyId } from '../simulator/budget-calls.ts';
import type { BudgetAction } from '../simulator/budget-calls.ts';
import { firstStepOf, keyless } from '../simulator/calls.ts';
import type { Amounts, Command, DocType } from '../simulator/calls.ts';
import { anInvoice, anOrder, scanNumbers, scanOf, showId } from '../simulator/studio.ts';

/** Not `Request` itself: the simulator replaces the global of that name. */
const RealRequest = Request;

interface RequestParts {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
}

const collections: Record<DocType, string> = {
  PO: '/api/pos',
  INVOICE: '/api/invoices',
  PAYMENT: '/api/payments',
};
const actions = {
  approve: 'approval',
  revise: 'revision',
  void: 'void',
  deny: 'deny',
  'send-back': 'send-back',
} as const;

/** Builds the browser's request for a command; the user's name serves as the session. */
export function requestFor(command: Command): Request {
  const { method, path, body } = requestParts(command);
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = new Headers({
    cookie: `session-token=${command.user}`,
    'x-csrf-token': command.user,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  if (!keyless.includes(command.action.kind)) headers.set('idempotency-key', command.key);
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('showId', showId);
  return new RealRequest(url, { method, headers, ...(text !== '' && { body: text }) });
}

function requestParts({ action, key }: Command): RequestParts {
  switch (action.kind) {
    case 'approve':
    case 'revise':
    case 'void':
    case 'deny':
    case 'send-back': {
      const { docType, id: docId, step, kind, budgetAnswer } = action;
      const reason = kind === 'approve' ? null : 'Not like this';
      const toStepId = firstStepOf(step);
      const body = { docType, docId, workflowStepId: step, toStepId, showId, reason, budgetAnswer };
      return { method: 'POST', path: `/api/workflows/${actions[kind]}`, body };
    }
    case 'take-back':
    case 'nudge': {
      const { docType, id: docId, kind } = action;
      return { method: 'POST', path: `/api/workflows/${kind}`, body: { docType, docId, showId } };
    }
    case 'submit': {
      const path = `${collections[action.docType]}/${action.id}/submit`;
      return action.docType === 'PAYMENT' ? { method: 'PUT', path, body: {} } : { method: 'PUT', path };
    }
    case 'pull': {
      const word = action.docType === 'PO' ? 'pull-from-approval' : 'pull';
      return { method: 'PUT', path: `${collections[action.docType]}/${action.id}/${word}` };
    }
    case 'note': {
      const body = { keyId: '', content: `Note ${key}`, isReview: false };
      return { method: 'POST', path: `${collections[action.docType]}/${action.id}/notes`, body };
    }
    case 'save':
      return {
        method: 'PUT',
        path: `${collections[action.docType]}/${action.id}`,
        body: draftOf(action.docType, action.draft),
      };
    case 'create':
      return {
        method: 'POST',
        path: collections[action.docType],
        body: draftOf(action.docType, action.draft),
      };
    case 'attach': {
      const attachments = action.fileIds.map((attachmentId) => ({ attachmentId, label: '' }));
      return { method: 'POST', path: `/api/invoices/attachments/${action.id}`, body: { attachments } };
    }
    case 'adjust':
      return {
        method: 'POST',
        path: '/api/workflows/adjust',
        body: { poId: action.id, reason: 'More of it' },
      };
    case 'discard':
      return { method: 'POST', path: `/api/pos/${action.id}/discard-change-order` };
    case 'push':
      return { method: 'POST', path: `/api/pos/push/${action.id}` };
    case 'bulk': {
      const items = action.items.map(({ step, ...item }) => ({ ...item, workflowStepId: step }));
      const body = { items, docType: action.docType, showId };
      return { method: 'POST', path: '/api/workflows/bulk-approval', body };
    }
    case 'bulk-submit':
    case 'bulk-push': {
      const items = action.items.map(({ id, contentVersion }) => ({ id, contentVersion }));
      const body = { items, docType: action.docType, showId };
      return { method: 'POST', path: `/api/workflows/${action.kind}`, body };
    }
    case 'cancel-bulk':
      return { method: 'DELETE', path: `/api/workflows/bulk-approval/${action.run}` };
    case 'retry-bulk':
      return { method: 'POST', path: `/api/workflows/bulk-approval/${action.run}/retry` };
    case 'undo-bulk':
      return { method: 'POST', path: `/api/workflows/bulk-approval/${action.run}/undo` };
    case 'ask':
    case 'answer': {
      const about = action.kind === 'ask' ? { askedUserId: action.asked } : { questionId: action.question };
      const body = { keyId: '', content: `${action.kind} ${key}`, isReview: false, ...about };
      return { method: 'POST', path: `${collections[action.docType]}/${action.id}/notes`, body };
    }
    case 'withdraw-question': {
      const { docType, id, question } = action;
      return { method: 'POST', path: `${collections[docType]}/${id}/notes/withdraw`, body: { id: question } };
    }
    case 'cover': {
      const { kind: _kind, ...own } = action;
      return { method: 'POST', path: '/api/covers', body: { ...own, ...coverDays } };
    }
    case 'approve-cover':
      return { method: 'POST', path: `/api/covers/${action.cover}/approve` };
    case 'cancel-cover':
      return { method: 'DELETE', path: `/api/covers/${action.cover}` };
    case 'replace':
    case 'mail-link':
      throw new Error(`${action.kind} is more than one request`);
    default:
      return budgetRequestParts(action, key);
  }
}

function budgetRequestParts(action: BudgetAction, key: string): RequestParts {
  switch (action.kind) {
    case 'rate': {
      const rates = [{ currency: 'USD', day: action.day, rate: action.rate }];
      return { method: 'POST', path: '/api/currencies/rates', body: { rates } };
    }
    case 'close-period':
    case 'reopen-period': {
      const body = { projectCompanyExternalId: companyId, number: action.number, reason: key };
      const path = `/api/periods/${action.kind === 'close-period' ? 'close' : 'reopen'}`;
      return { method: 'POST', path, body };
    }
    case 'new-budget': {
      const lines = budgetAccounts.map((account) => ({ account, amount: action.amount }));
      return { method: 'POST', path: '/api/budgets', body: { name: key, lines } };
    }
    case 'lock-budget':
    case 'transfer':
    case 'overage': {
      const { kind, budget, ...change } = action;
      const path = { 'lock-budget': 'lock', transfer: 'transfers', overage: 'overages' }[kind];
      return { method: 'POST', path: `/api/budgets/${budget}/${path}`, body: { ...change, reason: key } };
    }
    case 'close-line':
    case 'reopen-line': {
      const body = { isClosed: action.kind === 'close-line' };
      return { method: 'PUT', path: `/api/pos/${action.id}/lines/${action.line}/closed`, body };
    }
  }
}

function draftOf(docType: 'PO' | 'INVOICE', { lines, number, account, relieves }: Amounts): unknown {
  if (docType === 'PO') return anOrder(lines, account);
  const attachments = scanNumbers.includes(number)
    ? [{ attachmentId: scanOf(number), label: 'scan.pdf' }]
    : [];
  return anInvoice(
    number,
    lines.map(({ unitCost }) => unitCost),
    { attachments },
    relieves,
    account,
  );
}
