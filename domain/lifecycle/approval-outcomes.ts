import { Refusal, type Code } from '#domain/codes';
import {
  addMilestones,
  clearQueues,
  notify,
  relief,
  type AllowedAction,
  type Outcome,
} from './allowed-action.ts';
import { boundedText } from '#domain/history/document-changes';
import type { FieldChange } from '#domain/history/document-changes';
import { budgetReasonField } from '#domain/history/printed-changes';
import type { DecideInput, Effect, QueueChange } from './change.ts';
import { approved, submitted } from './transition.ts';
import type { Action } from './transition.ts';
import {
  hasOpenChangeOrder,
  responsibleUser,
  selfApproverIds,
  waitingPeople,
  type Subject,
} from './subject.ts';
import { stepApprovedLast, withoutVote } from '#domain/workflow/take-back';
import { castByOf } from '#domain/cover/cover';
import { tooFewVoters } from '#domain/workflow/one-vote';
import { forbidsSelfApproval, onlySelfApprovers } from '#domain/workflow/self-approval';
import {
  closeWorkflow,
  currentApprovers,
  currentStep,
  planWorkflow,
  recomputeFinal,
  restartWorkflow,
  type Instance,
} from '#domain/workflow/workflow';
import { castVote, milestonesOf, statusInApproval } from '#domain/workflow/vote';

/** The document enters the queues of the current step's approvers. */
export function joinQueue(instance: Instance): QueueChange {
  const step = currentStep(instance);
  return {
    leave: 'EVERYBODY',
    join: step && { stepId: step.id, userIds: currentApprovers(instance) },
  };
}

/** Notifies those with whom the document then waits (DEC-58, COV-02). */
function notifyWaiting({ actor }: AllowedAction, subject: Subject, instance: Instance): readonly Effect[] {
  const userIds = waitingPeople(subject, instance).map(({ userId }) => userId);
  return notify(actor, 'WAITING', [...new Set(userIds)]);
}

/** Throws the refusal, with the reason if the workflow would fit without one vote per flow (COV-21). */
function mustFit(before: Instance, recompute: (instance: Instance) => Instance | Code): Instance {
  const result = recompute(before);
  if (typeof result !== 'string') return result;
  const isTooFew =
    before.oneVotePerFlow && typeof recompute({ ...before, oneVotePerFlow: false }) !== 'string';
  throw new Refusal(result, isTooFew ? { body: { reason: tooFewVoters } } : {});
}

/** Throws for data that the caller of `decide` forgot. */
export function mustHave<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`decide needs ${name}`);
  return value;
}

/** The checks of DEC-24 that precede the workflow. The verb has already validated the fields. */
function checkBeforeFlow(subject: Subject): void {
  const { originalLineCount, lineCount, reducedLineCount = 0 } = subject.changeOrder;
  if (hasOpenChangeOrder(subject) && lineCount <= originalLineCount && reducedLineCount === 0) {
    throw new Refusal('POS_BAD_REQUEST', { errors: ['change_order_line'] });
  }
  if (subject.docType !== 'PAYMENT' && !subject.vendorIsTemporary && !subject.vendorActive) {
    throw new Refusal('POS_BAD_REQUEST', { errors: ['vendor'] });
  }
}

/** Creates the document's own copy of the workflow. `ownIds` are the users whose own document it then is (DEC-97). */
function createInstance(
  { subject, settings, input, action }: AllowedAction,
  ownIds: readonly string[],
): Instance {
  const submission = mustHave(input.submission, 'submission');
  const { template } = submission;
  if (template === null) throw new Refusal('POS_NO_DEFAULT_WORKFLOW');
  const plan = {
    id: submission.workflowId,
    totalCents: subject.totalCents,
    departmentMemberIds: submission.departmentMemberIds,
    activeUserIds: submission.activeUserIds,
    approverIds: submission.approverIds,
    approvedVersions: hasOpenChangeOrder(subject) ? (submission.approvedVersions ?? []) : [],
    overruns: submission.overruns ?? [],
    selfIds: forbidsSelfApproval(settings, subject.totalCents) ? ownIds : [],
    oneVotePerFlow: settings.oneVotePerFlow,
  };
  const instance = planWorkflow(template, plan);
  if (typeof instance !== 'string')
    return { ...instance, budgetReason: budgetReasonOf(subject, action, input) };
  const without = (rule: Partial<typeof plan>) =>
    typeof planWorkflow(template, { ...plan, ...rule }) !== 'string';
  if (without({ selfIds: [] })) throw new Refusal(instance, { body: { reason: onlySelfApprovers } });
  if (without({ oneVotePerFlow: false })) throw new Refusal(instance, { body: { reason: tooFewVoters } });
  throw new Refusal(instance);
}

/** The reason of the submitter; a restart keeps it. A document within budget needs and has none (BUD-30). */
function budgetReasonOf(
  { instance }: Subject,
  action: Action,
  { reason, submission }: DecideInput,
): string | null {
  if (action === 'restart') return instance?.budgetReason ?? null;
  const text = reason?.trim() ?? '';
  return text === '' || (submission?.overruns ?? []).length === 0 ? null : text;
}

/** The entry of the reason in the list of changes (BUD-30). */
function budgetReasonEntry({ budgetReason }: Instance): FieldChange[] {
  if (!budgetReason) return [];
  const after = boundedText(budgetReason);
  return [{ field: budgetReasonField, label: 'Reason over budget', before: '', after, unit: 'text' }];
}

/** Throws `budget_reason_missing` (BUD-30). */
function requireBudgetReason({ reason, submission }: DecideInput): void {
  const overruns = submission?.overruns ?? [];
  if (!submission?.template?.requiresBudgetReason || overruns.length === 0 || reason?.trim()) return;
  throw new Refusal('budget_reason_missing', { errors: ['budgetReason'] });
}

/** DEC-24, DEC-19 */
export function submit(allowed: AllowedAction): Outcome {
  const { actor, input } = allowed;
  const subject = { ...allowed.subject, totalCents: input.newTotalCents ?? allowed.subject.totalCents };
  checkBeforeFlow(subject);
  requireBudgetReason(input);
  const ownerIds = selfApproverIds({ ...subject, submitterId: actor.userId });
  const instance = createInstance({ ...allowed, subject }, [...ownerIds, actor.userId]);
  return {
    workflow: { kind: 'START', instance },
    queue: joinQueue(instance),
    milestones: addMilestones(subject, ['SUBMITTED_FOR_APPROVAL']),
    revision: subject.revision + (subject.submittedBefore ? 1 : 0),
    submitterId: actor.userId,
    changes: budgetReasonEntry(instance),
    effects: [
      ...notifyWaiting(allowed, { ...subject, submitterId: actor.userId }, instance),
      ...relief(subject),
    ],
  };
}

/** The workflow has new steps, so approval restarts at the first one; the document itself does not change (DEC-65). */
export function restart(allowed: AllowedAction): Outcome {
  const instance = createInstance(allowed, selfApproverIds(allowed.subject));
  return {
    to: submitted,
    workflow: { kind: 'NEW_COPY', instance },
    queue: joinQueue(instance),
    effects: notifyWaiting(allowed, allowed.subject, instance),
  };
}

/** Only permanent vendors are sent to accounting and notified by e-mail (DEC-32). */
function finalEffects({ subject, actor, settings }: AllowedAction): readonly Effect[] {
  const owner = notify(actor, 'APPROVED', [responsibleUser(subject)]);
  if (subject.docType === 'PAYMENT') return [{ kind: 'release-payment' }, ...owner];
  if (subject.vendorIsTemporary) return owner;
  if (subject.docType === 'INVOICE') return [{ kind: 'push-invoice' }, ...owner];
  const vendor: readonly Effect[] = settings.vendorEmailAutoSendEnabled ? [{ kind: 'vendor-email' }] : [];
  return [{ kind: 'push-po' }, ...vendor, ...owner];
}

/** DEC-22, DEC-23, DEC-25 rows 4 to 6. A vote on behalf counts once, as the absent approver's (COV-04). */
export function approve(allowed: AllowedAction): Outcome {
  const { subject, actor, input, standIn } = allowed;
  const voterId = standIn?.onBehalfOf.userId ?? actor.userId;
  const castBy = standIn ? castByOf(standIn, standIn.cover) : undefined;
  const voteResult = mustHave(
    castVote(mustHave(subject.instance, 'a workflow'), voterId, input.at, {
      version: subject.version + 1,
      contentVersion: subject.contentVersion,
      ...(castBy && { castBy }),
    }),
    'a current approver',
  );
  const common = {
    workflow: { kind: 'UPDATE', instance: voteResult.instance },
    milestones: addMilestones(subject, milestonesOf(voteResult, actor.specialApprover)),
  } as const;
  if (voteResult.finalComplete) {
    return {
      ...common,
      to: approved,
      queue: clearQueues,
      ownerId: subject.creatorId,
      content: subject.docType === 'PO' ? 'SNAPSHOT' : 'KEEP',
      effects: finalEffects(allowed),
    };
  }
  const status =
    subject.docType === 'PO'
      ? statusInApproval(subject.status, voteResult, actor.specialApprover)
      : 'SUBMITTED_FOR_APPROVAL';
  return {
    ...common,
    to: { ...submitted, status },
    queue: voteResult.stepComplete ? joinQueue(voteResult.instance) : { leave: 'VOTER', join: null },
    effects: voteResult.stepComplete ? notifyWaiting(allowed, subject, voteResult.instance) : [],
  };
}

/**
 * The vote goes, and its step is open and current again: if it had been complete, all its open approvers return,
 * otherwise only the actor does (RUN-06, RUN-07).
 */
export function takeBack({ subject, actor, input }: AllowedAction): Outcome {
  const before = mustHave(subject.instance, 'a workflow');
  const step = mustHave(stepApprovedLast(before, subject.version, actor.userId), 'a vote');
  const voterIds = step.approvals
    .filter(({ version }) => version === subject.version)
    .map(({ userId }) => userId);
  const instance = withoutVote(before, step, subject.version);
  // The history from before content versions does not tell what the vote changed.
  if (!input.beforeVote) throw new Refusal('WORKFLOW_CONFLICT');
  const { status, milestones, wait } = input.beforeVote;
  return {
    to: { ...submitted, status },
    workflow: { kind: 'UPDATE', instance },
    queue:
      step.status === 'APPROVED'
        ? joinQueue(instance)
        : { leave: 'NOBODY', join: { stepId: step.id, userIds: voterIds } },
    milestones: [...milestones],
    restoredWait: wait,
  };
}

/** AP-14, DEC-25 row 7. */
export function revise({ subject, actor }: AllowedAction): Outcome {
  const instance = closeWorkflow(mustHave(subject.instance, 'a workflow'), 'REVISION');
  return {
    workflow: { kind: 'UPDATE', instance },
    queue: clearQueues,
    effects: [...notify(actor, 'REVISION', [responsibleUser(subject)]), ...relief(subject)],
  };
}

/** DEC-41, DEC-27 row 8, DEC-28 row 4. */
export function deny({ subject, actor, input }: AllowedAction): Outcome {
  const instance = closeWorkflow(mustHave(subject.instance, 'a workflow'), 'DENIED');
  return {
    workflow: { kind: 'UPDATE', instance },
    queue: clearQueues,
    archive: input.archive ?? false,
    effects: [...notify(actor, 'DENIED', [responsibleUser(subject)]), ...relief(subject)],
  };
}

/** Writes no note and no history event; the document leaves the approvers' queues (AP-15). */
export function pull({ subject }: AllowedAction): Outcome {
  return { workflow: { kind: 'REMOVE' }, queue: clearQueues, effects: relief(subject) };
}

/** DEC-40 */
export function editInApproval(allowed: AllowedAction): Outcome {
  const { subject, actor, settings, input } = allowed;
  const before = mustHave(subject.instance, 'a workflow');
  const totalCents = mustHave(input.newTotalCents, 'newTotalCents');
  if (!settings.resetApprovalOnEdit && !input.restart) {
    const instance = mustFit(before, (copy) => recomputeFinal(copy, totalCents));
    return { to: subject, workflow: { kind: 'UPDATE', instance }, effects: relief(subject) };
  }
  const instance = mustFit(before, (copy) => restartWorkflow(copy, totalCents));
  const writerIds = [...(subject.writerIds ?? []), actor.userId];
  return {
    to: submitted,
    workflow: { kind: 'CLEAR_VOTES', instance },
    queue: joinQueue(instance),
    revision: subject.revision + 1,
    effects: [...notifyWaiting(allowed, { ...subject, totalCents, writerIds }, instance), ...relief(subject)],
  };
}
