import { done, mirror, type ExpectedAnswer } from './change-orders.ts';
import { currentApprovers, hasUsedVote, openChangeOrder, statusOf, voteKey } from './model.ts';
import type { ActorName, Model, ModelFlow } from './model.ts';

/** The backup approver of every step. */
export const backup: ActorName = 'hugo';

/**
 * Behind a complete step: to the next one; after a send back with the same content over the steps that were complete for
 * it, up to the sender (BACK-03); but not over a step whose voters include one who has voted on another since (COV-20).
 */
export function moveOn(flow: ModelFlow, completed: number, content: number): void {
  const later = Array.from({ length: flow.final - completed }, (_, n) => completed + 1 + n);
  const open = flow.sendBacks.at(-1);
  const isSame = open?.content === content;
  const returning = (step: number) => {
    const votes = open && isSame && step < open.from ? open.complete[step] : undefined;
    return votes?.some((who) => hasUsedVote(flow, step, who)) ? undefined : votes;
  };
  const next = later.find((step) => !returning(step));
  for (const step of later.filter((one) => next === undefined || one < next)) {
    flow.votes[step] = [...(returning(step) ?? [])];
    for (const who of flow.votes[step]) flow.contents[voteKey(step, who)] = content;
    flow.statuses[step] = 'APPROVED';
  }
  if (open && (!isSame || next === undefined || next >= open.from)) flow.sendBacks.pop();
  flow.current = next ?? null;
}

/**
 * Back to an earlier step: its votes and the later ones go (BACK-01, BACK-02). `refused` is the refusal of any decision.
 */
export function sendBack(m: Model, refused: string | null, to: number): ExpectedAnswer {
  const { flow } = m;
  const from = flow?.current ?? null;
  if (refused !== null || !flow || from === null) return refused ?? 'FORBIDDEN';
  if (from === 0) return 'WORKFLOW_CONFLICT';
  const content = m.content.number;
  const complete: Record<number, ActorName[]> = {};
  for (let step = to + 1; step < from; step += 1) {
    const votes = flow.votes[step] ?? [];
    const isFor = votes.every((who) => flow.contents[voteKey(step, who)] === content);
    if (flow.statuses[step] === 'APPROVED' && isFor) complete[step] = [...votes];
  }
  for (let step = to; step < flow.votes.length; step += 1) {
    flow.votes[step] = [];
    flow.statuses[step] = 'PENDING';
  }
  flow.sendBacks.push({ from, content, complete });
  flow.current = to;
  m.special = false;
  if (openChangeOrder(m)) mirror(m, statusOf(m));
  return done(m);
}

/** Once a day, by the owner or the submitter, while another user is asked (NUDGE-01, NUDGE-02). */
export function nudge(m: Model, who: ActorName): ExpectedAnswer {
  const isTheirs = m.owner === who || m.submitter === who;
  const couldBeTheirs = isTheirs || m.kind.creator === who;
  if (m.status !== 'IN_APPROVAL') return couldBeTheirs ? 'WORKFLOW_CONFLICT' : 'FORBIDDEN';
  if (!isTheirs) return 'FORBIDDEN';
  if (currentApprovers(m).every((one) => one === who)) return 'WORKFLOW_CONFLICT';
  if (m.nudgedToday) return 'already_nudged';
  m.nudgedToday = true;
  return done(m);
}

/** The show's job, for a step whose days have passed (NUDGE-05). */
export function remind(m: Model): ExpectedAnswer {
  return m.status === 'IN_APPROVAL' ? done(m) : 'same';
}

/** The same for its backup approver, who must be able to approve and not be on the step already (NUDGE-06). */
export function escalate(m: Model): ExpectedAnswer {
  const current = m.flow?.current ?? null;
  if (m.status !== 'IN_APPROVAL' || !m.flow || current === null) return 'same';
  const step = m.kind.flow[current];
  const added = m.flow.added[current];
  const isOn = step?.who.includes(backup) || added?.includes(backup);
  // The backup approver is in no department.
  const isUsed = hasUsedVote(m.flow, current, backup);
  if (step?.kind === 'STANDARD' && !isOn && !isUsed) added?.push(backup);
  return done(m);
}
