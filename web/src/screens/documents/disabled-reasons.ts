import type { Code } from '#domain/codes';
import { inApproval } from '#domain/document';
import type { Action } from '#domain/lifecycle/transition';
import { isForbiddenSelfApproval } from '#domain/lifecycle/subject';
import type { Subject } from '#domain/lifecycle/subject';
import type { SelfApprovalSettings } from '#domain/workflow/self-approval';
import type { Settings } from '#domain/settings';
import { words } from '../../words.ts';
import type { StoredDocument } from './document.ts';
import { kinds } from './paths.ts';

interface Stand extends Pick<StoredDocument, 'docType' | 'status' | 'submissionStatus' | 'workflow'> {
  subject: Pick<
    Subject,
    'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds' | 'totalCents' | 'isRelieved'
  >;
}

interface Reader {
  userId: string;
  settings: SelfApprovalSettings & Pick<Settings, 'sendUnapprovedPurchaseOrders'>;
  /** The user's own half of `sendUnapprovedPurchaseOrders` (DEC-63). */
  sendUnapproved: boolean;
}

const decisions = new Set<Action>(['approve', 'revise', 'deny', 'edit-in-approval']);

function onTheStep(document: Stand, userId: string) {
  return document.workflow?.currentStep?.approvers.find((approver) => approver.userId === userId);
}

function notInApproval(document: Stand): string {
  return `The ${kinds[document.docType].noun} is not in approval: ${document.submissionStatus}.`;
}

/** A 403 in the terms of this document, where the code alone would leave the reader guessing. */
function forbidden(document: Stand, action: Action, { userId, settings }: Reader): string {
  // DEC-28: that nobody creates a payment does not make it everybody's.
  if (action === 'pull' && document.docType === 'PAYMENT')
    return 'Only the person who submitted the payment can pull it back.';
  if (!decisions.has(action)) return words.FORBIDDEN;
  if (!inApproval(document.status)) return notInApproval(document);
  const me = onTheStep(document, userId);
  if (me && action === 'approve' && isForbiddenSelfApproval(document.subject, userId, settings))
    return "You can't approve your own document.";
  if (me?.hasApproved) return 'You have already approved this step.';
  const names = document.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved) ?? [];
  if (names.length === 0) return words.FORBIDDEN;
  if (me) return 'Your role or department no longer lets you approve this step.';
  return `It waits for ${names.map(({ name }) => name).join(' or ')}.`;
}

/** PO-57, DEC-63: whether the show, or the user's own toggle, keeps an unapproved purchase order from Accounting. */
function pushObstacle({ settings, sendUnapproved }: Reader): string | null {
  if (!settings.sendUnapprovedPurchaseOrders)
    return 'Only an approved purchase order can be sent to Accounting.';
  return sendUnapproved
    ? null
    : 'You can send only approved purchase orders to Accounting. An administrator can change that for you.';
}

/** What stands in the way of an act that the state of the document refuses; null where the general words say it. */
function obstacle(document: Stand, action: Action, who: Reader): string | null {
  const noun = `The ${kinds[document.docType].noun}`;
  if (document.status === 'VOID' || document.status === 'DENIED' || document.status === 'CANCELED') {
    return `${noun} is ${document.submissionStatus.toLowerCase()}.`;
  }
  switch (action) {
    case 'adjust':
      if (document.status !== 'APPROVED') return 'Only an approved purchase order can get a change order.';
      return document.subject.isRelieved ? 'Invoices have used up the whole purchase order.' : null;
    case 'push':
      return pushObstacle(who);
    case 'void':
      return document.status === 'APPROVED' ? 'Invoices count against this purchase order.' : null;
    default:
      return null;
  }
}

const states = new Set<Code>(['WORKFLOW_CONFLICT', 'ERROR_PO_NOT_EDITABLE', 'ERROR_INVOICE_NOT_EDITABLE']);

/** Why a button is disabled, in words; null when it is not. */
export function reasonFor(code: Code | null, action: Action, document: Stand, who: Reader): string | null {
  if (code === null) return null;
  if (code === 'FORBIDDEN') return forbidden(document, action, who);
  if (action === 'adjust' && code === 'POS_BAD_REQUEST') return 'The vendor is no longer active.';
  if (!states.has(code)) return words[code];
  const why = obstacle(document, action, who);
  if (why !== null) return why;
  if (inApproval(document.status)) {
    return decisions.has(action) ? forbidden(document, action, who) : words[code];
  }
  return notInApproval(document);
}
