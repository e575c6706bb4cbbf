import type { Action } from '#domain/lifecycle-row';
import { checkPurchaseOrder } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { draftOf } from '#domain/purchase-order-draft';
import { ApiError } from '../../../api.ts';
import { docName } from '../../../forms/purchase-order/number.ts';
import {
  decide,
  discardChangeOrder,
  pullFromAccounting,
  pullFromApproval,
  pushToAccounting,
  requestChangeOrder,
  submitPurchaseOrder,
} from '../calls.ts';
import type { ActionOptions } from '../calls.ts';
import {
  accountingFailed,
  approveFailed,
  approvedWithError,
  done,
  failed,
  submitFailed,
} from '../messages.ts';

/** What can be done with a stored PO as a whole, in the words of the lifecycle. */
export type ActName = Extract<
  Action,
  'approve' | 'revise' | 'void' | 'submit' | 'pull' | 'push' | 'pull-from-accounting' | 'adjust' | 'discard'
>;

export interface Occasion {
  order: PurchaseOrder;
  options: ActionOptions;
  /** Where the next document of the queue, or else the list, is (AP-07). */
  after: (nextId: string | null) => string;
}

interface Outcome {
  /** `failure`: a rule that the web knows said no, and nothing was sent. */
  type: 'success' | 'warning' | 'failure';
  text: string;
  /** Null: the user stays. */
  goTo: string | null;
}

interface Act {
  perform: (occasion: Occasion) => Promise<Outcome>;
  failed: (error: unknown, doc: string) => string;
}

function success(text: string, goTo: string | null): Outcome {
  return { type: 'success', text, goTo };
}

/** DEC-03: the approval stands although accounting refused. Null: it does not. */
function approvedAnyway(error: unknown): { nextId: string | null } | null {
  if (!(error instanceof ApiError) || error.body['approved'] !== true) return null;
  const nextId = error.body['nextId'];
  return { nextId: typeof nextId === 'string' ? nextId : null };
}

async function approve({ order, options, after }: Occasion): Promise<Outcome> {
  const doc = docName(order);
  try {
    const { nextId } = await decide.approve(order, options);
    return success(done.approved(doc), after(nextId));
  } catch (error) {
    const approved = approvedAnyway(error);
    if (!approved) throw error;
    return { type: 'warning', text: approvedWithError(doc), goTo: after(approved.nextId) };
  }
}

async function submit({ order, after }: Occasion): Promise<Outcome> {
  const lockedLineCount = order.lockedLineCount > 0 ? order.lockedLineCount : null;
  const [issue] = checkPurchaseOrder(draftOf(order), 'submit', { lockedLineCount });
  if (issue) return { type: 'failure', text: issue.message, goTo: null };
  // The number may only now have become visible (DEC-17).
  const answer = await submitPurchaseOrder(order);
  return success(done.submitted(docName(answer)), after(null));
}

/** Each act: the call, what is said, where it leads. */
export const acts: Record<ActName, Act> = {
  approve: { perform: approve, failed: approveFailed },
  revise: {
    perform: async ({ order, options, after }) => {
      const { nextId } = await decide.revise(order, options);
      return success(done.revision(docName(order)), after(nextId));
    },
    failed: (_error, doc) => failed.revise(doc),
  },
  void: {
    perform: async ({ order, options, after }) => {
      const { nextId } = await decide.void(order, options);
      return success(done.voided(docName(order)), after(nextId));
    },
    failed: (_error, doc) => failed.void(doc),
  },
  submit: { perform: submit, failed: submitFailed },
  pull: {
    perform: async ({ order }) => {
      await pullFromApproval(order);
      return success(done.pulled(docName(order)), `/po/edit/${order.id}`);
    },
    failed: (_error, doc) => failed.pull(doc),
  },
  push: {
    perform: async ({ order }) => {
      await pushToAccounting(order);
      return success(done.pushed(docName(order)), null);
    },
    failed: (error) => accountingFailed(error, failed.push),
  },
  'pull-from-accounting': {
    perform: async ({ order }) => {
      await pullFromAccounting(order);
      return success(done.refreshed(docName(order)), null);
    },
    failed: (error) => accountingFailed(error, failed.refresh),
  },
  adjust: {
    perform: async ({ order, options }) => {
      await requestChangeOrder(order, options.reason ?? '');
      return success(done.adjusted(docName(order)), `/po/edit/${order.id}`);
    },
    failed: () => failed.adjust,
  },
  discard: {
    perform: async ({ order }) => {
      await discardChangeOrder(order);
      return success(done.discarded(docName(order)), `/po/review/${order.id}/creator`);
    },
    failed: () => failed.discard,
  },
};
