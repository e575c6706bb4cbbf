import type { Code } from '#domain/codes';
import { inApproval } from '#domain/document';
import type { Action } from '#domain/lifecycle-row';
import { responsible } from '#domain/lifecycle-subject';
import type { Subject } from '#domain/lifecycle-subject';
import { words } from '../../words.ts';
import type { StoredDocument } from './document.ts';
import { kinds } from './kinds.ts';

interface Stand extends Pick<StoredDocument, 'docType' | 'status' | 'submissionStatus' | 'workflow'> {
  subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId' | 'isRelieved'>;
}

const decisions = new Set<Action>(['approve', 'revise', 'deny', 'edit-in-approval']);

function onTheStep(document: Stand, userId: string) {
  return document.workflow?.currentStep?.approvers.find((approver) => approver.userId === userId);
}

function notInApproval(document: Stand): string {
  return `The ${kinds[document.docType].noun} is not in approval: ${document.submissionStatus}.`;
}

/** A 403 in the terms of this document, where the code alone would leave the reader guessing. */
function forbidden(document: Stand, action: Action, userId: string, preventsSelf: boolean): string {
  // DEC-28: that nobody creates a payment does not make it everybody's.
  if (action === 'pull' && document.docType === 'PAYMENT')
    return 'Only who submitted the payment can pull it back.';
  if (!decisions.has(action)) return words.FORBIDDEN;
  if (!inApproval(document.status)) return notInApproval(document);
  const me = onTheStep(document, userId);
  if (me && preventsSelf && responsible(document.subject) === userId)
    return "You can't approve your own document.";
  if (me?.hasApproved) return 'You have approved this step already.';
  const names = document.workflow?.currentStep?.approvers.filter((one) => !one.hasApproved) ?? [];
  if (names.length === 0) return words.FORBIDDEN;
  return `It waits for ${names.map(({ name }) => name).join(' or ')}.`;
}

/** What stands in the way of an act that the state of the document refuses; null where the general words say it. */
function obstacle(document: Stand, action: Action): string | null {
  const noun = `The ${kinds[document.docType].noun}`;
  if (document.status === 'VOID' || document.status === 'DENIED' || document.status === 'CANCELED') {
    return `${noun} is ${document.submissionStatus.toLowerCase()}.`;
  }
  switch (action) {
    case 'adjust':
      if (document.status !== 'APPROVED') return 'Only an approved purchase order can get a change order.';
      return document.subject.isRelieved ? 'Invoices have used up the whole purchase order.' : null;
    case 'push':
      return 'Only an approved purchase order can be sent to Accounting.';
    case 'void':
      return document.status === 'APPROVED' ? 'Invoices count against this purchase order.' : null;
    default:
      return null;
  }
}

const states = new Set<Code>(['WORKFLOW_CONFLICT', 'ERROR_PO_NOT_EDITABLE', 'ERROR_INVOICE_NOT_EDITABLE']);

/** Why a button is disabled, in words; null when it is not. */
export function reasonFor(
  code: Code | null,
  action: Action,
  document: Stand,
  who: { userId: string; preventsSelf: boolean },
): string | null {
  if (code === null) return null;
  if (code === 'FORBIDDEN') return forbidden(document, action, who.userId, who.preventsSelf);
  if (action === 'adjust' && code === 'POS_BAD_REQUEST') return 'The vendor is no longer active.';
  if (!states.has(code)) return words[code];
  const why = obstacle(document, action);
  if (why !== null) return why;
  if (inApproval(document.status)) {
    return decisions.has(action) ? forbidden(document, action, who.userId, who.preventsSelf) : words[code];
  }
  return notInApproval(document);
}
