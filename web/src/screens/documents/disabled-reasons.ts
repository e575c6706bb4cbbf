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

interface DocumentState extends Pick<StoredDocument, 'docType' | 'status' | 'submissionStatus' | 'workflow'> {
  subject: Pick<
    Subject,
    'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds' | 'totalCents' | 'isRelieved'
  >;
}

interface UserContext {
  userId: string;
  settings: SelfApprovalSettings & Pick<Settings, 'sendUnapprovedPurchaseOrders'>;
  /** The user's own setting for `sendUnapprovedPurchaseOrders` (DEC-63). */
  sendUnapproved: boolean;
}

const decisions = new Set<Action>(['approve', 'revise', 'deny', 'edit-in-approval']);

function approverOnStep(document: DocumentState, userId: string) {
  return document.workflow?.currentStep?.approvers.find((approver) => approver.userId === userId);
}

/** Why a covering user may not approve a document of the absent approver (COV-04). */
export function ownDocumentOf({ name }: { name: string }): string {
  return `${name} can't approve their own document, and neither can you for them.`;
}

/** Why an approver of an earlier step decides no further one (COV-20). */
const hasUsedVote =
  'You have already approved another step. In this show nobody approves two steps of a document.';

function notInApproval(document: DocumentState): string {
  return `The ${kinds[document.docType].noun} is not in approval: ${document.submissionStatus}.`;
}

/** Why the action is forbidden for this document, where the message of the code is too general. */
function forbiddenReason(document: DocumentState, action: Action, { userId, settings }: UserContext): string {
  // A payment has no creator, but only its submitter may pull it (DEC-28).
  if (action === 'pull' && document.docType === 'PAYMENT')
    return 'Only the person who submitted the payment can pull it back.';
  if (!decisions.has(action)) return words.FORBIDDEN;
  if (!inApproval(document.status)) return notInApproval(document);
  const me = approverOnStep(document, userId);
  if (me && action === 'approve' && isForbiddenSelfApproval(document.subject, userId, settings))
    return "You can't approve your own document.";
  const absent = me?.onBehalfOf;
  if (absent && action === 'approve' && isForbiddenSelfApproval(document.subject, absent.userId, settings))
    return ownDocumentOf(absent);
  if (absent && action === 'edit-in-approval')
    return `You can decide for ${absent.name}, but not edit the document.`;
  if (me?.hasApproved) return 'You have already approved this step.';
  if (me?.hasUsedVote) return hasUsedVote;
  const names =
    document.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved && !one.hasUsedVote) ?? [];
  if (names.length === 0) return words.FORBIDDEN;
  if (me) return 'Your role or department no longer lets you approve this step.';
  return `It waits for ${names.map(({ name }) => name).join(' or ')}.`;
}

/**
 * Why an unapproved purchase order cannot be sent to Accounting: the show's setting or the user's own (PO-57, DEC-63).
 */
function pushReason({ settings, sendUnapproved }: UserContext): string | null {
  if (!settings.sendUnapprovedPurchaseOrders)
    return 'Only an approved purchase order can be sent to Accounting.';
  return sendUnapproved
    ? null
    : 'You can send only approved purchase orders to Accounting. An administrator can change that for you.';
}

/** Why the state of the document rules out the action. Null if the general message fits. */
function stateReason(document: DocumentState, action: Action, user: UserContext): string | null {
  const noun = `The ${kinds[document.docType].noun}`;
  if (document.status === 'VOID' || document.status === 'DENIED' || document.status === 'CANCELED') {
    return `${noun} is ${document.submissionStatus.toLowerCase()}.`;
  }
  switch (action) {
    case 'adjust':
      if (document.status !== 'APPROVED') return 'Only an approved purchase order can get a change order.';
      return document.subject.isRelieved ? 'Invoices have used up the whole purchase order.' : null;
    case 'push':
      return pushReason(user);
    case 'nudge':
      return inApproval(document.status) ? 'It waits for nobody but you.' : null;
    case 'take-back':
      return document.status === 'APPROVED'
        ? 'It is fully approved; a final approval cannot be taken back.'
        : null;
    case 'void':
      return document.status === 'APPROVED' ? 'Invoices count against this purchase order.' : null;
    default:
      return null;
  }
}

const states = new Set<Code>(['WORKFLOW_CONFLICT', 'ERROR_PO_NOT_EDITABLE', 'ERROR_INVOICE_NOT_EDITABLE']);

/** Why a button is disabled. Null if it is enabled. */
export function disabledReason(
  code: Code | null,
  action: Action,
  document: DocumentState,
  user: UserContext,
): string | null {
  if (code === null) return null;
  if (code === 'FORBIDDEN') return forbiddenReason(document, action, user);
  if (action === 'adjust' && code === 'POS_BAD_REQUEST') return 'The vendor is no longer active.';
  if (!states.has(code)) return words[code];
  const why = stateReason(document, action, user);
  if (why !== null) return why;
  if (inApproval(document.status)) {
    return decisions.has(action) ? forbiddenReason(document, action, user) : words[code];
  }
  return notInApproval(document);
}
