import type { CoveredDocument } from '#domain/cover/cover';
import type { DraftStep } from '#domain/workflow/workflow-template';
import { absenceOf } from '#domain/workflow/missing-approvers';
import type { People } from '#domain/workflow/missing-approvers';
import { hasApproved, listedOn } from '#domain/workflow/workflow';
import { usedVoteUserIds, votersOf } from '#domain/workflow/one-vote';
import type { Approver, Instance, InstanceStep } from '#domain/workflow/workflow';

/** Why a step does not simply pass to the new approver (REPL-03). */
export const replacementReasons = [
  'CREATED',
  'OWNED',
  'SUBMITTED',
  'EDITED',
  'INACTIVE',
  'ROLE',
  'DEPARTMENT',
  'SELF',
  'RESUBMIT',
  'LISTED',
  'VOTED',
  'TOO_FEW',
] as const;
export type ReplacementReason = (typeof replacementReasons)[number];

/**
 * REPLACED: the new approver takes the place of the former one. MERGED: they were on the step already, and the
 * former approver leaves it. STAYS: the former approver remains.
 */
export const replacementOutcomes = ['REPLACED', 'MERGED', 'STAYS'] as const;
export type ReplacementOutcome = (typeof replacementOutcomes)[number];

interface Outcome {
  outcome: ReplacementOutcome;
  /** Null for REPLACED. */
  reason: ReplacementReason | null;
}

/** What happens to one open step of a document. */
export interface StepReplacement extends Outcome {
  order: number;
  step: string;
  /** Of the step's backup approver; absent for an approver (REPL-10). */
  isBackup?: true;
}

export interface ReplacedPeople {
  formerId: string;
  replacement: Approver;
}

const replaced: Outcome = { outcome: 'REPLACED', reason: null };
const stays = (reason: ReplacementReason): Outcome => ({ outcome: 'STAYS', reason });

/** Returns why the document is the user's own, or null: nobody takes over the approval of their own work. */
function ownReason(document: CoveredDocument, userId: string): ReplacementReason | null {
  const { creatorId, ownerId, submitterId, revisionAuthorIds, writerIds = [] } = document;
  if (creatorId === userId) return 'CREATED';
  if (ownerId === userId) return 'OWNED';
  if (submitterId === userId) return 'SUBMITTED';
  return [...revisionAuthorIds, ...writerIds].includes(userId) ? 'EDITED' : null;
}

/** One user has one vote of a step, for themselves or on behalf of another (COV-04). */
function hasVotedOn(step: InstanceStep, userId: string): boolean {
  return step.approvals.flatMap(votersOf).includes(userId);
}

/** Whether enough users remain who can complete the step now (DEC-23). */
function canComplete(step: InstanceStep, people: People, formerId: string): boolean {
  const able = step.approvers.filter(
    ({ userId }) =>
      userId !== formerId && !hasApproved(step, userId) && absenceOf(userId, step.kind, people) === null,
  );
  return step.approvals.length + able.length >= step.approvalsNeeded;
}

function outcomeOf(
  step: InstanceStep,
  document: CoveredDocument,
  people: People,
  { formerId, replacement: { userId } }: ReplacedPeople,
): Outcome {
  const hasVoted = hasVotedOn(step, userId);
  const conflict = ownReason(document, userId) ?? absenceOf(userId, step.kind, people);
  if (!hasVoted && conflict) return stays(conflict);
  if (!hasVoted && !listedOn(step, userId)) return replaced;
  if (!canComplete(step, people, formerId)) return stays('TOO_FEW');
  return { outcome: 'MERGED', reason: hasVoted ? 'VOTED' : 'LISTED' };
}

/**
 * What happens to the former approver as the backup approver of a step. A new approver who is or becomes one of its
 * approvers, or has given a vote of it, cannot be added to it: the step then has no backup approver (REPL-10).
 */
function backupOutcome(
  step: InstanceStep,
  approver: Outcome | null,
  document: CoveredDocument,
  people: People,
  { replacement: { userId } }: ReplacedPeople,
): Outcome {
  if (hasVotedOn(step, userId)) return { outcome: 'MERGED', reason: 'VOTED' };
  if (listedOn(step, userId) || approver?.outcome === 'REPLACED')
    return { outcome: 'MERGED', reason: 'LISTED' };
  const conflict = ownReason(document, userId) ?? absenceOf(userId, step.kind, people);
  return conflict ? stays(conflict) : replaced;
}

/** The steps that a document has not passed. */
function openStepsOf({ steps, currentOrder }: Instance): readonly InstanceStep[] {
  if (currentOrder === null) return [];
  return steps.filter((step) => step.status === 'PENDING' && step.order >= currentOrder);
}

/**
 * Returns what happens to each open step of a document on which the former approver is listed or the backup approver, in
 * order; empty when the document has none (REPL-02, REPL-03, REPL-10). Steps with their vote stay as they are.
 */
export function replacedSteps(
  document: CoveredDocument,
  instance: Instance | null,
  activePeople: People | null,
  replacedPeople: ReplacedPeople,
): StepReplacement[] {
  if (instance === null || activePeople === null) return [];
  const people = { ...activePeople, usedVoteIds: usedVoteUserIds(instance) };
  const { formerId } = replacedPeople;
  return openStepsOf(instance).flatMap((step) => {
    const name = { order: step.order, step: step.name };
    const isOpen = listedOn(step, formerId) && !hasApproved(step, formerId);
    const approver = isOpen ? outcomeOf(step, document, people, replacedPeople) : null;
    const found: StepReplacement[] = approver ? [{ ...name, ...approver }] : [];
    if (step.backupId === formerId)
      found.push({
        ...name,
        isBackup: true,
        ...backupOutcome(step, approver, document, people, replacedPeople),
      });
    return found;
  });
}

/** What happens to a whole document: the outcome that needs attention most. */
export function outcomeOfDocument(steps: readonly StepReplacement[]): ReplacementOutcome | null {
  const outcomes = steps.map(({ outcome }) => outcome);
  return replacementOutcomes.findLast((outcome) => outcomes.includes(outcome)) ?? null;
}

/** A step of an approval flow, as it is stored. */
export type FlowStep = Pick<DraftStep, 'name' | 'kind' | 'approvalsNeeded' | 'approverIds' | 'backupId'>;

/** What happens to a step of a flow that lists the former approver. `mayApprove`: documents of the flow's type. */
function outcomeInFlow(step: FlowStep, replacementId: string, mayApprove: boolean): Outcome {
  if (!mayApprove) return stays('ROLE');
  if (!step.approverIds.includes(replacementId)) return replaced;
  const isTooFew = step.approverIds.length <= step.approvalsNeeded;
  return isTooFew ? stays('TOO_FEW') : { outcome: 'MERGED', reason: 'LISTED' };
}

/** The same for its backup approver; null when they do not change. */
function backupOutcomeInFlow(step: FlowStep, people: ReplacedPeople, mayApprove: boolean): Outcome | null {
  const { userId } = people.replacement;
  const isListed = approversAfter(step, people, mayApprove).includes(userId);
  // The new approver cannot be both (NUDGE-09).
  if (isListed && (step.backupId === people.formerId || step.backupId === userId))
    return { outcome: 'MERGED', reason: 'LISTED' };
  if (step.backupId !== people.formerId) return null;
  return mayApprove ? replaced : stays('ROLE');
}

/** Returns what happens to the steps of a flow that name the former approver (REPL-02, REPL-10). */
export function replacedFlowSteps<Step extends FlowStep>(
  steps: readonly Step[],
  people: ReplacedPeople,
  mayApprove: boolean,
): (Outcome & { flowStep: Step; isBackup?: true })[] {
  return steps.flatMap((flowStep) => {
    const isApprover = flowStep.approverIds.includes(people.formerId);
    const backup = backupOutcomeInFlow(flowStep, people, mayApprove);
    return [
      ...(isApprover
        ? [{ flowStep, ...outcomeInFlow(flowStep, people.replacement.userId, mayApprove) }]
        : []),
      ...(backup ? [{ flowStep, isBackup: true as const, ...backup }] : []),
    ];
  });
}

/** Returns the approvers of a flow's step after the replacement, in the same order. */
function approversAfter(
  step: FlowStep,
  { formerId, replacement: { userId } }: ReplacedPeople,
  mayApprove: boolean,
): readonly string[] {
  if (!step.approverIds.includes(formerId)) return step.approverIds;
  const { outcome } = outcomeInFlow(step, userId, mayApprove);
  if (outcome === 'STAYS') return step.approverIds;
  if (outcome === 'MERGED') return step.approverIds.filter((id) => id !== formerId);
  return step.approverIds.map((id) => (id === formerId ? userId : id));
}

/** Returns a flow's step after the replacement: its approvers and its backup approver (REPL-04, REPL-10). */
export function flowStepAfter<Step extends FlowStep>(
  step: Step,
  people: ReplacedPeople,
  mayApprove: boolean,
): Step {
  const outcome = backupOutcomeInFlow(step, people, mayApprove)?.outcome;
  const approverIds = approversAfter(step, people, mayApprove);
  if (outcome === 'REPLACED') return { ...step, approverIds, backupId: people.replacement.userId };
  return { ...step, approverIds, ...(outcome === 'MERGED' && { backupId: null }) };
}
