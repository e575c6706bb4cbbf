import type { BudgetAnswer } from '../../domain/budget/budget-answers.ts';
import type { ReadPlan } from '../../functions/store/d1/query.ts';
import type { RequestContext } from '../../functions/verbs/request/context.ts';
import type { ActionOutcome } from '../../functions/verbs/lifecycle/perform-action.ts';
import { performApprovalAction } from './approval-calls.ts';
import { performBudgetAction } from './budget-calls.ts';
import type { BudgetAction } from './budget-calls.ts';
import type { Product } from './product.ts';
import { anInvoice, anOrder, scanNumbers, scanOf, showId, vendorOf } from './studio.ts';
import type { VendorName } from './studio.ts';

export type DocType = 'PO' | 'INVOICE' | 'PAYMENT';

export type Action =
  | {
      kind: 'approve' | 'revise' | 'void' | 'deny' | 'send-back';
      docType: DocType;
      id: string;
      step: string | null;
      contentVersion?: number;
      /** What the screen showed of the budget; unnamed without it. */
      budgetAnswer?: BudgetAnswer | null;
    }
  | { kind: 'submit' | 'pull'; docType: DocType; id: string }
  | { kind: 'take-back' | 'nudge'; docType: DocType; id: string }
  | { kind: 'note'; docType: DocType; id: string }
  | { kind: 'save'; docType: 'PO' | 'INVOICE'; id: string; draft: Amounts }
  | { kind: 'attach'; docType: 'INVOICE'; id: string; fileIds: readonly string[] }
  | { kind: 'adjust' | 'discard' | 'push'; docType: 'PO'; id: string }
  | { kind: 'create'; docType: 'PO' | 'INVOICE'; draft: Amounts }
  | { kind: 'bulk'; docType: DocType; items: readonly BulkItem[] }
  | { kind: 'cancel-bulk' | 'retry-bulk'; run: string }
  | ApprovalAction
  | BudgetAction;

/** An action of those that keep approvals from stalling. */
export type ApprovalAction =
  | { kind: 'bulk-submit' | 'bulk-push'; docType: DocType; items: readonly BulkItem[] }
  | { kind: 'undo-bulk'; run: string }
  | { kind: 'ask'; docType: DocType; id: string; asked: string }
  | { kind: 'answer' | 'withdraw-question'; docType: DocType; id: string; question: string }
  | { kind: 'cover'; coveringId: string; alternateId: string | null; types: readonly DocType[] }
  | { kind: 'approve-cover' | 'cancel-cover'; cover: string }
  | { kind: 'replace'; formerId: string; replacementId: string; workflowTemplateId: string | null }
  /** `session`: the user whose session the browser has; null without one. */
  | { kind: 'mail-link'; token: string; session: string | null };

/** A document of a selection, as the list showed it. */
interface BulkItem {
  id: string;
  step: string;
  contentVersion: number;
  budgetAnswer?: BudgetAnswer | null;
}

/** The typed values of a draft. */
export interface Amounts {
  lines: readonly { id?: string; quantity: number; unitCost: number }[];
  number: string;
  vendor?: VendorName;
  /** The account of all lines; that of the studio without it. */
  account?: string;
  /** Of an invoice: the line of an order that its first line relieves. */
  relieves?: { referencePo: string; referencePoLineNumber: number; closesPoLine?: boolean };
}

/** One action of one user; all repetitions use the same key. */
export interface Command {
  user: string;
  key: string;
  action: Action;
}

/** Calls without a key: a repetition performs the action again if the state allows it. */
export const keyless: readonly string[] = [
  'submit',
  'pull',
  'save',
  'attach',
  'cancel-bulk',
  'cover',
  'approve-cover',
  'cancel-cover',
  'replace',
  'withdraw-question',
  'mail-link',
  'rate',
  'close-period',
  'reopen-period',
];

/** Describes a call in a few words. */
export function describeCommand({ user, action }: Command): string {
  const about = 'id' in action ? action.id.slice(-6) : '';
  return `${user} ${action.kind} ${'docType' in action ? action.docType : ''} ${about}`.trim();
}

/** The first step of the workflow of a step; only a send back names it. */
export function firstStepOf(step: string | null): string | null {
  return step && step.replace(/-\d+$/, '-1');
}

function idempotencyKeyOf({ key, action }: Command) {
  return { key, requestHash: JSON.stringify(action) };
}

/** Does what the route of this action does and returns its result. */
export async function perform(
  product: Product,
  ownContext: RequestContext,
  command: Command,
): Promise<unknown> {
  const { action } = command;
  const context = { ...ownContext, idempotencyKey: idempotencyKeyOf(command) };
  const { plans, readPlan } = product;
  const unnamed = { contentVersion: null, additionalWrites: () => [] };
  const follow = async (outcome: Promise<ActionOutcome<ReadPlan>>) =>
    product.runAfterCommit(context, await outcome);
  switch (action.kind) {
    case 'approve':
    case 'revise':
    case 'void':
    case 'deny':
    case 'send-back': {
      const { docType, id: docId, step, contentVersion = null, budgetAnswer = null } = action;
      const reason = action.kind === 'approve' ? null : 'Not like this';
      const toStepId = firstStepOf(step);
      const input = { workflowStepId: step, toStepId, reason };
      const next = { getNext: false, nextOrder: 'NUMBER' as const };
      const request = { docType, docId, contentVersion, budgetAnswer, input, ...next };
      const reading = await readPlan(plans.action(context, action.kind, request));
      return product.performWorkflowAction(context, action.kind, request, reading);
    }
    case 'take-back':
    case 'nudge': {
      const request = {
        docType: action.docType,
        docId: action.id,
        getNext: false,
        nextOrder: 'NUMBER' as const,
        input: {},
      };
      const reading = await readPlan(plans.action(context, action.kind, request));
      return product.performWorkflowAction(context, action.kind, request, reading);
    }
    case 'submit':
      return follow(submit(product, context, action));
    case 'pull': {
      const reading = await readPlan(plans.subject(context, action.id));
      return follow(
        product.performAction(context, action, 'pull', reading, { input: () => ({ at: context.now }) }),
      );
    }
    case 'note': {
      const draft = { keyId: '', content: `Note ${command.key}`, isReview: false };
      const reading = await readPlan(plans.newNote(context, action.id, draft));
      return product.addNote(context, action.docType, draft, reading);
    }
    case 'save': {
      if (action.docType === 'PO') {
        const draft = orderOf(product, action.draft);
        const reading = await readPlan(plans.orderSave(context, action.id, draft));
        return follow(product.savePurchaseOrder(context, draft, reading, unnamed));
      }
      const draft = invoiceOf(product, action.draft);
      const reading = await readPlan(plans.invoiceSave(context, action.id, draft));
      return follow(product.saveInvoice(context, draft, false, reading, unnamed));
    }
    case 'create':
      return create(product, context, action);
    case 'attach': {
      const files = action.fileIds.map((attachmentId) => ({
        attachmentId,
        label: '',
        isTopSheet: false,
        shouldDelete: false,
      }));
      return product.attach(context, action, files, await readPlan(plans.attach(context, action, files)));
    }
    case 'adjust': {
      const reading = await readPlan(plans.orderAction(context, action.id));
      const request = { poId: action.id, reason: 'More of it' };
      await product.requestChangeOrder(context, request, reading);
      return;
    }
    case 'discard': {
      const reading = await readPlan(plans.discard(context, action.id));
      await product.discardChangeOrder(context, action.id, reading, { contentVersion: null });
      return;
    }
    case 'push': {
      const reading = await readPlan(plans.orderAction(context, action.id));
      await product.pushToAccounting(context, action.id, reading);
      return { id: action.id };
    }
    case 'bulk': {
      const items = action.items.map(({ step, ...item }) => ({ ...item, workflowStepId: step }));
      const request = product.bulkRequest({ items, docType: action.docType, showId });
      const { rows } = await readPlan(plans.storedAnswer(context));
      return product.bulk.startBulkApproval(context, request, rows);
    }
    case 'cancel-bulk': {
      const { rows } = await readPlan(plans.run(context, action.run));
      return product.bulk.cancelBulkApproval(context, rows);
    }
    case 'retry-bulk': {
      const { rows } = await readPlan({
        ...plans.storedAnswer(context),
        ...plans.run(context, action.run),
      });
      return product.bulk.retryBulkApproval(context, rows);
    }
    case 'rate':
    case 'close-period':
    case 'reopen-period':
    case 'new-budget':
    case 'lock-budget':
    case 'transfer':
    case 'overage':
    case 'close-line':
    case 'reopen-line':
      return performBudgetAction(product, context, { ...command, action });
    default:
      return performApprovalAction(product, context, { ...command, action });
  }
}

async function submit(
  product: Product,
  context: RequestContext,
  { docType, id }: { docType: DocType; id: string },
): Promise<ActionOutcome<ReadPlan>> {
  const { plans, readPlan } = product;
  const unnamed = { contentVersion: null, additionalWrites: () => [] };
  if (docType === 'PO') {
    const reading = await readPlan(plans.submission(context, 'PO', id));
    return product.submitPurchaseOrder(
      context,
      id,
      { wantsNumber: false, budgetReason: null },
      reading,
      unnamed,
    );
  }
  if (docType === 'INVOICE')
    return product.submitInvoice(
      context,
      id,
      { budgetReason: null },
      await readPlan(plans.invoiceSubmission(context, id)),
      unnamed,
    );
  const reading = await readPlan(plans.paymentSubmission(context, id, null));
  return product.submitPayment(context, id, null, reading, unnamed);
}

async function create(
  product: Product,
  context: RequestContext,
  action: { docType: 'PO' | 'INVOICE'; draft: Amounts },
): Promise<{ id: string }> {
  const { plans, readPlan } = product;
  if (action.docType === 'PO') {
    const draft = orderOf(product, action.draft);
    const { rows } = await readPlan(plans.newOrder(context, draft));
    return { id: (await product.createPurchaseOrder(context, draft, rows)).id };
  }
  const draft = invoiceOf(product, action.draft);
  const { rows } = await readPlan(plans.newInvoice(context, draft));
  return { id: (await product.createInvoice(context, draft, false, rows)).id };
}

function orderOf(product: Product, { lines, vendor, account }: Amounts) {
  return product.orderDraft({ ...anOrder(lines, account), ...vendorOf(vendor) });
}

function invoiceOf(product: Product, { lines, number, vendor, account, relieves }: Amounts) {
  const attachments = scanNumbers.includes(number)
    ? [{ attachmentId: scanOf(number), label: 'scan.pdf' }]
    : [];
  return product.invoiceDraft(
    anInvoice(
      number,
      lines.map(({ unitCost }) => unitCost),
      { attachments, ...vendorOf(vendor) },
      relieves,
      account,
    ),
  );
}
