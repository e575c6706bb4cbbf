import { usedVoteUserIds, votersOf } from './one-vote.ts';
import { requiredSteps } from './workflow.ts';
import type { Approval, Instance, InstanceStep } from './workflow.ts';

/** A return of a document to an earlier step of its workflow (BACK-01). */
export interface SendBack {
  /** The version of the document that it made. */
  version: number;
  /** The step of the sender, and the step where the document waits again. */
  fromOrder: number;
  toOrder: number;
  /** The content that the sender saw; with another content the steps in between approve again (BACK-03). */
  contentVersion: number;
  at: string;
  /** The sender, with the absent approver if they covered one. */
  by: string;
  reason: string;
  /** The votes of the steps in between that were complete for this content. */
  complete: readonly { order: number; approvals: readonly Approval[] }[];
  /** The vote that ended it, which can be taken back; the next send back forgets those that ended. */
  endedBy?: number;
}

const hasNotEnded = ({ endedBy }: SendBack) => endedBy === undefined;

/** Returns the send back whose sender has not got the document again, or null. */
export function openSendBack(instance: Instance | null): SendBack | null {
  return instance?.sendBacks?.findLast(hasNotEnded) ?? null;
}

/** Returns the steps to which the document can be sent back: the required ones before the current one (BACK-01). */
export function earlierSteps(instance: Instance | null): readonly InstanceStep[] {
  const current = instance?.currentOrder ?? null;
  if (instance === null || current === null) return [];
  return requiredSteps(instance).filter(({ order }) => order < current);
}

function isCompleteFor({ status, approvals }: InstanceStep, contentVersion: number): boolean {
  return status === 'APPROVED' && approvals.every((approval) => approval.contentVersion === contentVersion);
}

const asKept = (approvals: readonly Approval[]) =>
  approvals.map((approval) => ({ ...approval, isKept: true }));

/** The document waits again at an earlier step: its votes, and those of later steps, go; earlier ones stay (BACK-02). */
export function sendBack(
  instance: Instance,
  toOrder: number,
  details: Pick<SendBack, 'version' | 'contentVersion' | 'at' | 'by' | 'reason'>,
): Instance {
  const fromOrder = instance.currentOrder ?? toOrder;
  const complete = instance.steps
    .filter(({ order }) => order > toOrder && order < fromOrder)
    .filter((step) => isCompleteFor(step, details.contentVersion))
    .map(({ order, approvals }) => ({ order, approvals }));
  const steps = instance.steps.map((step): InstanceStep =>
    step.order < toOrder
      ? { ...step, approvals: asKept(step.approvals) }
      : { ...step, status: 'PENDING', approvals: [] },
  );
  const sendBacks = [
    ...(instance.sendBacks ?? []).filter(hasNotEnded),
    { ...details, fromOrder, toOrder, complete },
  ];
  return { ...instance, steps, currentOrder: toOrder, sendBacks };
}

/**
 * Moves the document behind a step that has just been completed by `castVote`: to the next one, or, with the content that
 * was sent back, over steps that were complete for it, whose votes return, up to the sender (BACK-03). With one vote per
 * flow the votes of a step do not return if one of its voters has meanwhile voted on another (COV-20).
 */
export function advance(
  instance: Instance,
  completed: number,
  { version, contentVersion }: Pick<Approval, 'version' | 'contentVersion'>,
): Instance {
  const later = requiredSteps(instance).filter(({ order }) => order > completed);
  const open = openSendBack(instance);
  if (!open) return { ...instance, currentOrder: later[0]?.order ?? null };
  const isSameContent = open.contentVersion === contentVersion;
  const usedVoteIds = usedVoteUserIds(instance);
  const votesOf = (order: number) =>
    isSameContent && order < open.fromOrder
      ? open.complete.find(
          (step) =>
            step.order === order &&
            !step.approvals.flatMap(votersOf).some((userId) => usedVoteIds.includes(userId)),
        )?.approvals
      : undefined;
  const next = later.find(({ order }) => !votesOf(order)) ?? null;
  const steps = instance.steps.map((step): InstanceStep => {
    const isPassed = step.order > completed && (next === null || step.order < next.order);
    const approvals = isPassed ? votesOf(step.order) : undefined;
    return approvals ? { ...step, status: 'APPROVED', approvals: asKept(approvals) } : step;
  });
  const hasEnded = !isSameContent || next === null || next.order >= open.fromOrder;
  const sendBacks = (instance.sendBacks ?? []).map((one) =>
    one === open && hasEnded ? { ...one, endedBy: version ?? 0 } : one,
  );
  return { ...instance, steps, currentOrder: next?.order ?? null, sendBacks };
}

/** The send backs before a vote that is taken back. */
export function withoutEnd(instance: Instance, version: number): Pick<Instance, 'sendBacks'> {
  if (!instance.sendBacks) return {};
  const sendBacks = instance.sendBacks.map(({ endedBy, ...one }) =>
    endedBy === undefined || endedBy === version ? one : { ...one, endedBy },
  );
  return { sendBacks };
}

/** Votes, by the version of the document that they made, that an action drops, restores or marks as kept. */
export interface VoteChanges {
  dropped: readonly number[];
  restored: readonly number[];
  kept: readonly number[];
}

/** Compares the votes before and after an action; `own` is the version of the vote that it gives or takes back. */
export function voteChanges(before: Instance | null, after: Instance, own: number): VoteChanges | null {
  const votes = (instance: Instance | null) =>
    new Map(
      (instance?.steps ?? [])
        .flatMap(({ approvals }) => approvals)
        .flatMap((one) => (one.version === undefined || one.version === own ? [] : [[one.version, one]])),
    );
  const [earlier, later] = [votes(before), votes(after)];
  const dropped = [...earlier.keys()].filter((version) => !later.has(version));
  const restored = [...later.keys()].filter((version) => !earlier.has(version));
  const kept = [...later]
    .filter(([version, { isKept }]) => isKept && !earlier.get(version)?.isKept)
    .map(([version]) => version);
  return dropped.length + restored.length + kept.length === 0 ? null : { dropped, restored, kept };
}
