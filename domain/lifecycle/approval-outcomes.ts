import { Refusal, type Code } from '#domain/codes';
import { clearQueues, notify, relief, type Case, type Outcome } from './allowed-action.ts';
import type { Effect, QueueChange } from './decision.ts';
import { approved, submitted } from './transition.ts';
import { hasOpenChangeOrder, responsible, selfApproverIds, type Subject } from './subject.ts';
import { forbidsSelfApproval, onlySelfApprovers } from '#domain/workflow/self-approval';
import {
  closeWorkflow,
  currentApprovers,
  currentStep,
  milestonesOf,
  planWorkflow,
  recomputeFinal,
  restartWorkflow,
  statusInApproval,
  vote,
  type Instance,
} from '#domain/workflow/workflow';

function joining(instance: Instance): QueueChange {
  const step = currentStep(instance);
  return {
    leave: 'EVERYBODY',
    join: step && { stepId: step.id, userIds: currentApprovers(instance) },
  };
}

function mustFit(instance: Instance | Code): Instance {
  if (typeof instance === 'string') throw new Refusal(instance);
  return instance;
}

function mustHave<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`decide needs ${name}`);
  return value;
}

/** The checks of DEC-24 that come before the flow; what Part 1 validates was asked before, by the verb. */
function checkBeforeFlow(subject: Subject): void {
  const { originalLineCount, lineCount } = subject.changeOrder;
  if (hasOpenChangeOrder(subject) && lineCount <= originalLineCount) {
    throw new Refusal('POS_BAD_REQUEST', { errors: ['change_order_line'] });
  }
  if (subject.docType !== 'PAYMENT' && !subject.vendorIsTemporary && !subject.vendorActive) {
    throw new Refusal('POS_BAD_REQUEST', { errors: ['vendor'] });
  }
}

/** The document's own copy of the flow that it is sent through; `ownIds` are those whose document it then is (DEC-97). */
function planned({ subject, settings, input }: Case, ownIds: readonly string[]): Instance {
  const submission = mustHave(input.submission, 'submission');
  const { template } = submission;
  if (template === null) throw new Refusal('POS_NO_DEFAULT_WORKFLOW');
  const plan = {
    id: submission.workflowId,
    totalCents: subject.totalCents,
    departmentMemberIds: submission.departmentMemberIds,
    activeUserIds: submission.activeUserIds,
    approverIds: submission.approverIds,
    selfIds: forbidsSelfApproval(settings, subject.totalCents) ? ownIds : [],
  };
  const instance = planWorkflow(template, plan);
  if (typeof instance !== 'string') return instance;
  const isSelfAlone = typeof planWorkflow(template, { ...plan, selfIds: [] }) !== 'string';
  throw new Refusal(instance, isSelfAlone ? { body: { reason: onlySelfApprovers } } : {});
}

/** DEC-24, DEC-19 */
export function submit(given: Case): Outcome {
  const { subject, actor } = given;
  checkBeforeFlow(subject);
  const owns = selfApproverIds({ ...subject, submitterId: actor.userId });
  const instance = planned(given, [...owns, actor.userId]);
  return {
    workflow: { kind: 'START', instance },
    queue: joining(instance),
    milestones: ['SUBMITTED_FOR_APPROVAL'],
    revision: subject.revision + (subject.submittedBefore ? 1 : 0),
    submitterId: actor.userId,
    effects: [...notify(actor, 'WAITING', currentApprovers(instance)), ...relief(subject)],
  };
}

/** DEC-65: its flow has new steps, and it begins at the first of them; nothing of the document itself changes. */
export function restart(given: Case): Outcome {
  const instance = planned(given, selfApproverIds(given.subject));
  return {
    to: submitted,
    workflow: { kind: 'REPLACE', instance },
    queue: joining(instance),
    effects: notify(given.actor, 'WAITING', currentApprovers(instance)),
  };
}

/** DEC-32: accounting hears of permanent vendors only, and so does the vendor. */
function finalEffects({ subject, actor, settings }: Case): readonly Effect[] {
  const owner = notify(actor, 'APPROVED', [responsible(subject)]);
  if (subject.docType === 'PAYMENT') return [{ kind: 'release-payment' }, ...owner];
  if (subject.vendorIsTemporary) return owner;
  if (subject.docType === 'INVOICE') return [{ kind: 'push-invoice' }, ...owner];
  const vendor: readonly Effect[] = settings.vendorEmailAutoSendEnabled ? [{ kind: 'vendor-email' }] : [];
  return [{ kind: 'push-po' }, ...vendor, ...owner];
}

/** DEC-22, DEC-23, DEC-25 rows 4 to 6. */
export function approve(given: Case): Outcome {
  const { subject, actor, input } = given;
  const counted = mustHave(
    vote(mustHave(subject.instance, 'a workflow'), actor.userId, input.at),
    'a current approver',
  );
  const common = {
    workflow: { kind: 'UPDATE', instance: counted.instance },
    milestones: milestonesOf(counted, actor.specialApprover),
  } as const;
  if (counted.finalComplete) {
    return {
      ...common,
      to: approved,
      queue: clearQueues,
      ownerId: subject.creatorId,
      content: subject.docType === 'PO' ? 'SNAPSHOT' : 'KEEP',
      effects: finalEffects(given),
    };
  }
  const status =
    subject.docType === 'PO'
      ? statusInApproval(subject.status, counted, actor.specialApprover)
      : 'SUBMITTED_FOR_APPROVAL';
  return {
    ...common,
    to: { ...submitted, status },
    queue: counted.stepComplete ? joining(counted.instance) : { leave: 'ACTOR', join: null },
    effects: counted.stepComplete ? notify(actor, 'WAITING', currentApprovers(counted.instance)) : [],
  };
}

/** AP-14, DEC-25 row 7. */
export function revise({ subject, actor }: Case): Outcome {
  const instance = closeWorkflow(mustHave(subject.instance, 'a workflow'), 'REVISION');
  return {
    workflow: { kind: 'UPDATE', instance },
    queue: clearQueues,
    effects: [...notify(actor, 'REVISION', [responsible(subject)]), ...relief(subject)],
  };
}

/** DEC-41, DEC-27 row 8, DEC-28 row 4. */
export function deny({ subject, actor, input }: Case): Outcome {
  const instance = closeWorkflow(mustHave(subject.instance, 'a workflow'), 'DENIED');
  return {
    workflow: { kind: 'UPDATE', instance },
    queue: clearQueues,
    archive: input.archive ?? false,
    effects: [...notify(actor, 'DENIED', [responsible(subject)]), ...relief(subject)],
  };
}

/** AP-15: no note, no history event; approvers' queues lose it. */
export function pull({ subject }: Case): Outcome {
  return { workflow: { kind: 'REMOVE' }, queue: clearQueues, effects: relief(subject) };
}

/** DEC-40 */
export function editInApproval({ subject, actor, settings, input }: Case): Outcome {
  const before = mustHave(subject.instance, 'a workflow');
  const totalCents = mustHave(input.newTotalCents, 'newTotalCents');
  if (!settings.resetApprovalOnEdit && !input.restart) {
    const instance = mustFit(recomputeFinal(before, totalCents));
    return { to: subject, workflow: { kind: 'UPDATE', instance }, effects: relief(subject) };
  }
  const instance = mustFit(restartWorkflow(before, totalCents));
  return {
    to: submitted,
    workflow: { kind: 'RESTART', instance },
    queue: joining(instance),
    revision: subject.revision + 1,
    effects: [...notify(actor, 'WAITING', currentApprovers(instance)), ...relief(subject)],
  };
}
