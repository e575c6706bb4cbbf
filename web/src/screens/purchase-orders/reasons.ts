import type { Code } from '#domain/codes';
import { inApproval } from '#domain/document';
import type { Action } from '#domain/lifecycle-row';
import type { PurchaseOrder } from '#domain/purchase-order';
import { words } from '../../words.ts';

type Stand = Pick<PurchaseOrder, 'status' | 'submissionStatus' | 'workflow' | 'ownerId' | 'isRelieved'>;

const decisions = new Set<Action>(['approve', 'revise', 'edit-in-approval']);

function onTheStep(order: Stand, userId: string) {
  return order.workflow?.currentStep?.approvers.find((approver) => approver.userId === userId);
}

function notInApproval(order: Stand): string {
  return `The purchase order is not in approval: ${order.submissionStatus}.`;
}

/** A 403 in the terms of this document, where the code alone would leave the reader guessing. */
function forbidden(order: Stand, action: Action, userId: string, preventsSelf: boolean): string {
  if (!decisions.has(action)) return words.FORBIDDEN;
  if (!inApproval(order.status)) return notInApproval(order);
  const me = onTheStep(order, userId);
  if (me && preventsSelf && order.ownerId === userId) return "You can't approve your own document.";
  if (me?.hasApproved) return 'You have approved this step already.';
  const names = order.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved) ?? [];
  if (names.length === 0) return words.FORBIDDEN;
  return `It waits for ${names.map(({ name }) => name).join(' or ')}.`;
}

/** What stands in the way of an act that the state of the document refuses; null where the general words say it. */
function obstacle(order: Stand, action: Action): string | null {
  if (order.status === 'VOID') return 'The purchase order is void.';
  switch (action) {
    case 'adjust':
      if (order.status !== 'APPROVED') return 'Only an approved purchase order can get a change order.';
      return order.isRelieved ? 'Invoices have used up the whole purchase order.' : null;
    case 'push':
      return 'Only an approved purchase order can be sent to Accounting.';
    case 'void':
      return order.status === 'APPROVED' ? 'Invoices count against this purchase order.' : null;
    default:
      return null;
  }
}

/** Why a button is disabled, in words; null when it is not. */
export function reasonFor(
  code: Code | null,
  action: Action,
  order: Stand,
  who: { userId: string; preventsSelf: boolean },
): string | null {
  if (code === null) return null;
  if (code === 'FORBIDDEN') return forbidden(order, action, who.userId, who.preventsSelf);
  if (action === 'adjust' && code === 'POS_BAD_REQUEST') return 'The vendor is no longer active.';
  if (code !== 'WORKFLOW_CONFLICT' && code !== 'ERROR_PO_NOT_EDITABLE') return words[code];
  const why = obstacle(order, action);
  if (why !== null) return why;
  if (inApproval(order.status)) {
    return decisions.has(action) ? forbidden(order, action, who.userId, who.preventsSelf) : words[code];
  }
  return notInApproval(order);
}
