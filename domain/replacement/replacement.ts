import type { CoveredDocument } from '#domain/cover/cover';
import type { DraftStep } from '#domain/workflow/workflow-template';
import { absenceOf } from '#domain/workflow/missing-approvers';
import type { People } from '#domain/workflow/missing-approvers';
import { hasApproved, listedOn } from '#domain/workflow/workflow';
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
  return hasApproved(step, userId) || step.approvals.some(({ castBy }) => castBy?.userId === userId);
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

/** The steps that the former approver still has to decide: not passed, and without their vote. */
function openStepsOf({ steps, currentOrder }: Instance, formerId: string): readonly InstanceStep[] {
  if (currentOrder === null) return [];
  return steps.filter(
    (step) =>
      step.status === 'PENDING' &&
      step.order >= currentOrder &&
      listedOn(step, formerId) &&
      !hasApproved(step, formerId),
  );
}

/**
 * Returns what happens to each open step of a document on which the former approver is listed, in order; empty when the
 * document has none (REPL-02, REPL-03). Steps with their vote stay as they are.
 */
export function replacedSteps(
  document: CoveredDocument,
  instance: Instance | null,
  people: People | null,
  replacedPeople: ReplacedPeople,
): StepReplacement[] {
  if (instance === null || people === null) return [];
  return openStepsOf(instance, replacedPeople.formerId).map((step) => ({
    order: step.order,
    step: step.name,
    ...outcomeOf(step, document, people, replacedPeople),
  }));
}

/** What happens to a whole document: the outcome that needs attention most. */
export function outcomeOfDocument(steps: readonly StepReplacement[]): ReplacementOutcome | null {
  const outcomes = steps.map(({ outcome }) => outcome);
  return replacementOutcomes.findLast((outcome) => outcomes.includes(outcome)) ?? null;
}

/** A step of an approval flow, as it is stored. */
export type FlowStep = Pick<DraftStep, 'name' | 'kind' | 'approvalsNeeded' | 'approverIds'>;

/** What happens to a step of a flow that lists the former approver. `mayApprove`: documents of the flow's type. */
function outcomeInFlow(step: FlowStep, replacementId: string, mayApprove: boolean): Outcome {
  if (!mayApprove) return stays('ROLE');
  if (!step.approverIds.includes(replacementId)) return replaced;
  const isTooFew = step.approverIds.length <= step.approvalsNeeded;
  return isTooFew ? stays('TOO_FEW') : { outcome: 'MERGED', reason: 'LISTED' };
}

/** Returns what happens to the steps of a flow on which the former approver is listed (REPL-02). */
export function replacedFlowSteps<Step extends FlowStep>(
  steps: readonly Step[],
  { formerId, replacement: { userId } }: ReplacedPeople,
  mayApprove: boolean,
): (Outcome & { flowStep: Step })[] {
  return steps
    .filter(({ approverIds }) => approverIds.includes(formerId))
    .map((flowStep) => ({ flowStep, ...outcomeInFlow(flowStep, userId, mayApprove) }));
}

/** Returns the approvers of a flow's step after the replacement, in the same order. */
export function approversAfter(
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
