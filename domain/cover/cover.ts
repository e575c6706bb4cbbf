import type { DocType } from '#domain/document';
import { decidingCents } from '#domain/workflow/change-order-steps';
import { usedVoteUserIds, votersOf } from '#domain/workflow/one-vote';
import { currentApprovers, currentStep, listedOn } from '#domain/workflow/workflow';
import type { CastBy } from '#domain/workflow/workflow-response';
import type { Approver, Instance, InstanceStep } from '#domain/workflow/workflow';

/** A cover that runs now: another user decides in place of an absent approver (COV-01). */
export interface RunningCover {
  id: string;
  /** The absent approver. */
  absent: { userId: string; name: string; departmentIds: readonly string[] };
  covering: Approver;
  /** Decides what the covering user may not; null without one (COV-03). */
  alternate: Approver | null;
  firstDay: string;
  lastDay: string;
  types: readonly DocType[];
  /** Compared with what the workflow's rule uses (`decidingCents`), in the currency of CURR-30; null is unlimited. */
  limitCents: number | null;
  setBy: string;
  /** The administrator who approved it; absent if it needed no approval (COV-17). */
  approvedBy?: string;
}

/** A user who may decide a step on behalf of an absent approver. */
export interface StandIn extends Approver {
  onBehalfOf: { userId: string; name: string };
  cover: RunningCover;
}

/** The facts of a document that decide who may stand in. */
export interface CoveredDocument {
  docType: DocType;
  totalCents: number;
  departmentId: string | null;
  creatorId: string;
  ownerId: string;
  submitterId: string | null;
  revisionAuthorIds: readonly string[];
  /** Users who wrote in the document at any time, also as approvers. */
  writerIds?: readonly string[];
}

/** The decisions that a cover includes; editing and submitting stay with the absent user (COV-05). */
export const coveredActions: readonly string[] = ['approve', 'revise', 'deny', 'void', 'send-back'];

function isOwn(document: CoveredDocument, userId: string): boolean {
  const { creatorId, ownerId, submitterId, revisionAuthorIds, writerIds = [] } = document;
  return [creatorId, ownerId, submitterId, ...revisionAuthorIds, ...writerIds].includes(userId);
}

function isWithinLimit({ limitCents }: RunningCover, amountCents: number): boolean {
  return limitCents === null || Math.abs(amountCents) <= limitCents;
}

/**
 * True for a listed approver and for the sender of another vote of this step: one user has one vote (COV-04), with one
 * vote per flow of all steps (COV-20).
 */
function hasOwnVote(instance: Instance, step: InstanceStep, userId: string): boolean {
  const used = [...step.approvals.flatMap(votersOf), ...usedVoteUserIds(instance)];
  return listedOn(step, userId) || used.includes(userId);
}

/**
 * Returns who may decide the current step on behalf of absent approvers, at most one per approver, in the order of the
 * step. `covers` are all covers of the show that run now: an absent user does not stand in (COV-02 to COV-04).
 */
export function standInsOf(
  document: CoveredDocument,
  instance: Instance | null,
  covers: readonly RunningCover[],
): readonly StandIn[] {
  const step = currentStep(instance);
  if (instance === null || step === null) return [];
  const { departmentId } = document;
  const amountCents = decidingCents(instance.change, step, document.totalCents);
  const mayDecide = ({ userId }: Approver) =>
    !covers.some(({ absent }) => absent.userId === userId) &&
    !hasOwnVote(instance, step, userId) &&
    !isOwn(document, userId);
  return currentApprovers(instance).flatMap((absentId) => {
    const cover = covers.find(
      ({ absent, types }) => absent.userId === absentId && types.includes(document.docType),
    );
    if (!cover) return [];
    const { absent, covering, alternate } = cover;
    const isMember = departmentId !== null && absent.departmentIds.includes(departmentId);
    if (step.kind === 'DEPARTMENT' && !isMember) return [];
    const isCovered = isWithinLimit(cover, amountCents) && mayDecide(covering);
    const person = isCovered ? covering : alternate;
    if (!person || !mayDecide(person)) return [];
    const { userId, name, initials } = person;
    return [{ userId, name, initials, onBehalfOf: { userId: absent.userId, name: absent.name }, cover }];
  });
}

/** True when a running cover of this type lets the user stand in for one of `userIds` (COV-05). */
export function coversOneOf(
  covers: readonly RunningCover[],
  docType: DocType,
  userId: string,
  userIds: readonly string[],
): boolean {
  return covers.some(
    ({ covering, alternate, types, absent }) =>
      (covering.userId === userId || alternate?.userId === userId) &&
      types.includes(docType) &&
      userIds.includes(absent.userId),
  );
}

/** A decision on behalf of another user, as its event and its vote record it (COV-06). */
export interface OnBehalfOf {
  userId: string;
  name: string;
  coverId: string;
  firstDay: string;
  lastDay: string;
  setBy: string;
  approvedBy?: string | undefined;
}

/** What an event and a vote record of a cover besides its people (COV-06, COV-24). */
export const recordedCoverFacts = ['firstDay', 'lastDay', 'setBy', 'approvedBy'] as const;
type RecordedCover = Pick<OnBehalfOf, (typeof recordedCoverFacts)[number]>;

function recordedCover({ firstDay, lastDay, setBy, approvedBy }: RecordedCover): RecordedCover {
  return { firstDay, lastDay, setBy, ...(approvedBy !== undefined && { approvedBy }) };
}

export function onBehalfOfStandIn({ onBehalfOf: { userId, name }, cover }: StandIn): OnBehalfOf {
  return { userId, name, coverId: cover.id, ...recordedCover(cover) };
}

/** The same for the vote, which is the absent approver's: the user who decided is its sender. */
export function castByOf({ userId, name }: { userId: string; name: string }, cover: RecordedCover): CastBy {
  return { userId, name, ...recordedCover(cover) };
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthDay(day: string): string {
  const [, month = 1, date = 1] = day.split('-').map(Number);
  return `${monthNames[month - 1] ?? ''} ${date}`;
}

/** Returns `Mar 3 to 10`, or with both months; the years only when they differ. */
export function coverDays(firstDay: string, lastDay: string): string {
  if (firstDay === lastDay) return monthDay(firstDay);
  const [from, to] = [monthDay(firstDay), monthDay(lastDay)];
  if (firstDay.slice(0, 4) !== lastDay.slice(0, 4))
    return `${from}, ${firstDay.slice(0, 4)} to ${to}, ${lastDay.slice(0, 4)}`;
  return firstDay.slice(0, 7) === lastDay.slice(0, 7)
    ? `${from} to ${Number(lastDay.slice(8))}`
    : `${from} to ${to}`;
}

/**
 * Returns `on behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)`, with `, approved by Ada Lang` for a cover
 * that needed approval (COV-24).
 */
export function onBehalfText(cover: RecordedCover & Pick<OnBehalfOf, 'name'>): string {
  const { name, firstDay, lastDay, setBy, approvedBy } = cover;
  const approved = approvedBy === undefined ? '' : `, approved by ${approvedBy}`;
  return `on behalf of ${name} (cover ${coverDays(firstDay, lastDay)}, set by ${setBy}${approved})`;
}
