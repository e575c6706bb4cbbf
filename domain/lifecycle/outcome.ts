import { Refusal } from '#domain/codes';
import { inApproval, noteLimit, type StatusPair } from '#domain/document';
import * as approval from './approval-outcomes.ts';
import { clearQueues, type Case, type Outcome } from './allowed-action.ts';
import { adjust, discard, voidDocument } from './change-order-outcomes.ts';
import type { Change, ChangeOrderChange } from './decision.ts';
import type { Action } from './transition.ts';
import { hasOpenChangeOrder, type Subject } from './subject.ts';
import { currentStep } from '#domain/workflow/workflow';

function create(): Outcome {
  return { milestones: ['SAVED_AS_DRAFT'] };
}

function nothing(): Outcome {
  return {};
}

/** DEC-28 row 6: the step keeps its status; it just waits for nobody any more. */
function cancel({ subject }: Case): Outcome {
  const { instance, status } = subject;
  return {
    queue: clearQueues,
    workflow:
      instance !== null && inApproval(status)
        ? { kind: 'UPDATE', instance: { ...instance, currentOrder: null } }
        : { kind: 'KEEP' },
  };
}

const outcomes: Record<Action, (given: Case) => Outcome> = {
  create,
  import: create,
  save: nothing,
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
  push: () => ({ effects: [{ kind: 'push-po' }] }),
  'pull-from-accounting': () => ({ effects: [{ kind: 'pull-po' }] }),
  cancel,
  restart: approval.restart,
  'update-temp-vendor': (given) =>
    inApproval(given.subject.status) ? approval.editInApproval(given) : nothing(),
};

/** The pair the action leads to; one that its row does not name is a mistake in the rules, not in the request. */
function target({ subject, row }: Case, chosen: StatusPair | undefined): StatusPair {
  const { status, submissionStatus } = chosen ?? (row.to === 'SAME' ? subject : (row.to[0] ?? subject));
  const named =
    row.to === 'SAME'
      ? status === subject.status && submissionStatus === subject.submissionStatus
      : row.to.some((pair) => pair.status === status && pair.submissionStatus === submissionStatus);
  if (!named) throw new Error(`${row.row} does not lead to ${status} / ${submissionStatus}`);
  return { status, submissionStatus };
}

/** DEC-41: only a PO's void has words of its own when nobody gave a reason. */
function reasonOf({ subject, action, input }: Case): string {
  const given = (input.reason ?? '').trim().slice(0, noteLimit);
  if (given !== '') return given;
  if (action === 'void' && subject.docType === 'PO') return 'PO voided by creator';
  throw new Refusal('MISSING_REQUIRED_FIELDS', { errors: ['reason'] });
}

/** CO-16, DEC-25, DEC-26: the void of the purchase order itself is change order 0. */
function noteNumber({ subject, action }: Case, change: ChangeOrderChange): number {
  if (action === 'adjust') return change.current;
  if (action === 'void' && !hasOpenChangeOrder(subject)) return 0;
  return subject.changeOrder.current;
}

/** DEC-26: the entry of an open change order mirrors the PO's status. */
function mirrored(subject: Subject, to: StatusPair): ChangeOrderChange {
  const { current, newest, originalLineCount } = subject.changeOrder;
  const changes = hasOpenChangeOrder(subject) && to.status !== subject.status;
  return {
    current,
    newest,
    originalLineCount: to.status === 'APPROVED' ? 0 : originalLineCount,
    entry: changes ? { kind: 'SET', number: current, status: to.status } : { kind: 'KEEP' },
  };
}

/** What an allowed action writes. Throws `Refusal` for a missing reason and for what DEC-24 and DEC-40 find. */
export function outcome(given: Case): Change {
  const { subject, action, row } = given;
  const text = row.note === undefined ? null : reasonOf(given);
  const particular = outcomes[action](given);
  const to = target(given, particular.to);
  const changeOrder = particular.changeOrder ?? mirrored(subject, to);
  const stepId = currentStep(subject.instance)?.id ?? null;
  return {
    kind: 'CHANGE',
    docType: subject.docType,
    action,
    row: row.row,
    workflow: { kind: 'KEEP' },
    queue: { leave: 'NOBODY', join: null },
    revision: subject.revision,
    ownerId: subject.ownerId,
    submitterId: subject.submitterId,
    archive: false,
    content: 'KEEP',
    effects: [],
    ...particular,
    to,
    changeOrder,
    milestones: (particular.milestones ?? []).filter((reached) => !subject.milestones.includes(reached)),
    event: {
      action,
      historyType: row.history ?? null,
      payload: {
        row: row.row,
        status: to.status,
        submissionStatus: to.submissionStatus,
        stepId,
        reason: text,
      },
    },
    note:
      text === null || row.note === undefined
        ? null
        : { context: row.note, text, changeOrderNumber: noteNumber(given, changeOrder) },
  };
}
