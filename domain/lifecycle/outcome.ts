import { Refusal } from '#domain/codes';
import { inApproval, type StatusPair } from '#domain/document';
import * as approval from './approval-outcomes.ts';
import * as reminders from './reminder-outcomes.ts';
import { addMilestones, clearQueues, type AllowedAction, type Outcome } from './allowed-action.ts';
import { adjust, discard, voidDocument } from './change-order-outcomes.ts';
import type { Change, ChangeOrderChange } from './change.ts';
import type { Action } from './transition.ts';
import { hasOpenChangeOrder, type Subject } from './subject.ts';
import { onBehalfOfStandIn } from '#domain/cover/cover';
import { sendDocumentBack } from './send-back-outcome.ts';
import { voteChanges, type VoteChanges } from '#domain/workflow/send-back';
import { currentStep } from '#domain/workflow/workflow';

function create({ subject }: AllowedAction): Outcome {
  return { milestones: addMilestones(subject, ['SAVED_AS_DRAFT']) };
}

function noChange(): Outcome {
  return {};
}

/** The step keeps its status, but no user is pending on it any more (DEC-28 row 6). */
function cancel({ subject }: AllowedAction): Outcome {
  const { instance, status } = subject;
  return {
    queue: clearQueues,
    workflow:
      instance !== null && inApproval(status)
        ? { kind: 'UPDATE', instance: { ...instance, currentOrder: null } }
        : { kind: 'KEEP' },
  };
}

const outcomes: Record<Action, (allowed: AllowedAction) => Outcome> = {
  create,
  import: create,
  save: noChange,
  submit: approval.submit,
  approve: approval.approve,
  revise: approval.revise,
  void: voidDocument,
  deny: approval.deny,
  pull: approval.pull,
  adjust,
  discard,
  'edit-in-approval': approval.editInApproval,
  'withdraw-file': approval.editInApproval,
  'take-back': approval.takeBack,
  'send-back': sendDocumentBack,
  nudge: reminders.nudge,
  remind: reminders.remind,
  escalate: reminders.escalate,
  push: () => ({ effects: [{ kind: 'push-po' }] }),
  'pull-from-accounting': noChange,
  'close-line': noChange,
  'reopen-line': noChange,
  cancel,
  restart: approval.restart,
  'update-temp-vendor': (allowed) =>
    inApproval(allowed.subject.status) ? approval.editInApproval(allowed) : noChange(),
};

/**
 * Returns the statuses after the action. A pair that the transition does not list is a bug in the rules, not a bad request.
 */
function targetState({ subject, transition }: AllowedAction, chosen: StatusPair | undefined): StatusPair {
  const { status, submissionStatus } =
    chosen ?? (transition.to === 'SAME' ? subject : (transition.to[0] ?? subject));
  const isListed =
    transition.to === 'SAME'
      ? status === subject.status && submissionStatus === subject.submissionStatus
      : transition.to.some((pair) => pair.status === status && pair.submissionStatus === submissionStatus);
  if (!isListed) throw new Error(`${transition.row} does not lead to ${status} / ${submissionStatus}`);
  return { status, submissionStatus };
}

/** The reason of an action that needs one. Only a PO's void has a default (DEC-41). */
function reasonOf({ subject, action, input, transition }: AllowedAction): string | null {
  if (transition.note === undefined && action !== 'send-back') return null;
  const reason = (input.reason ?? '').trim();
  if (reason !== '') return reason;
  if (action === 'void' && subject.docType === 'PO') return 'PO voided by creator';
  throw new Refusal('MISSING_REQUIRED_FIELDS', { errors: ['reason'] });
}

/** A void of the purchase order itself counts as change order 0 (CO-16, DEC-25, DEC-26). */
function noteNumber({ subject, action }: AllowedAction, change: ChangeOrderChange): number {
  if (action === 'adjust') return change.current;
  if (action === 'void' && !hasOpenChangeOrder(subject)) return 0;
  return subject.changeOrder.current;
}

/** The entry of an open change order mirrors the PO's status (DEC-26). */
function mirrorStatus(subject: Subject, to: StatusPair): ChangeOrderChange {
  const { current, newest, originalLineCount } = subject.changeOrder;
  const changes = hasOpenChangeOrder(subject) && to.status !== subject.status;
  return {
    current,
    newest,
    originalLineCount: to.status === 'APPROVED' ? 0 : originalLineCount,
    entry: changes ? { kind: 'SET', number: current, status: to.status } : { kind: 'KEEP' },
  };
}

/** A submit needs a reason only when it goes over budget (BUD-30). */
function budgetReasonOf({ workflow }: Outcome): string | null {
  return workflow?.kind === 'START' ? (workflow.instance.budgetReason ?? null) : null;
}

/** Earlier votes that change with the action; the vote that it gives or takes back is not among them. */
function votesOf({ subject, action }: AllowedAction, { workflow }: Outcome): VoteChanges | null {
  if (workflow?.kind !== 'UPDATE') return null;
  return voteChanges(
    subject.instance,
    workflow.instance,
    action === 'take-back' ? subject.version : subject.version + 1,
  );
}

/**
 * Returns what an allowed action writes. Throws `Refusal` for a missing reason and for the errors of DEC-24 and DEC-40.
 */
export function outcome(allowed: AllowedAction): Change {
  const { subject, action, transition, standIn } = allowed;
  const onBehalfOf = standIn && onBehalfOfStandIn(standIn);
  const text = reasonOf(allowed);
  const specific = outcomes[action](allowed);
  const to = targetState(allowed, specific.to);
  const changeOrder = specific.changeOrder ?? mirrorStatus(subject, to);
  const stepId = currentStep(subject.instance)?.id ?? null;
  const votes = votesOf(allowed, specific);
  return {
    kind: 'CHANGE',
    docType: subject.docType,
    action,
    row: transition.row,
    workflow: { kind: 'KEEP' },
    queue: { leave: 'NOBODY', join: null },
    milestones: [...subject.milestones],
    revision: subject.revision,
    ownerId: subject.ownerId,
    submitterId: subject.submitterId,
    archive: false,
    content: 'KEEP',
    effects: [],
    addedApprover: null,
    restoredWait: null,
    changes: [],
    onBehalfOf,
    ...specific,
    to,
    changeOrder,
    votes,
    event: {
      action,
      historyType: transition.history ?? null,
      payload: {
        row: transition.row,
        status: to.status,
        submissionStatus: to.submissionStatus,
        stepId,
        reason: text ?? budgetReasonOf(specific),
        ...(onBehalfOf && { onBehalfOf }),
        ...(votes && { votes }),
        ...(allowed.input.emailLink && { emailLink: allowed.input.emailLink }),
      },
    },
    note:
      text === null || transition.note === undefined
        ? null
        : { context: transition.note, text, changeOrderNumber: noteNumber(allowed, changeOrder) },
  };
}
