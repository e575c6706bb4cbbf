import type { DecidedEvent, DocumentHistory } from './approval-invariants.ts';
import type { Rows } from './invariants.ts';
import { votersOf } from './vote-invariants.ts';

/** The order of a step; the id ends with it. */
const orderOf = ({ details: { stepId } }: DecidedEvent) => Number(/-(\d+)$/.exec(stepId ?? '')?.[1] ?? 0);

const endings: readonly string[] = ['submit', 'pull', 'adjust', 'revise', 'void'];

/**
 * The votes of the steps in between return with the vote that completes the first step, when they were complete for the
 * content of the send back and it is unchanged, and with one vote per flow none of their users is who votes now; no
 * others return (BACK-03, COV-20). The simulator always sends back to the first step.
 */
export function returnedVotes(database: Rows, history: DocumentHistory): string[] {
  const [document = ''] = history.map((event) => event.document);
  const steps = database.rows<{ step: number; needed: number; oneVote: number }>(
    `SELECT s.step_order AS step, s.approvals_needed AS needed, w.one_vote_per_flow AS oneVote FROM workflow_steps s
       JOIN workflows w ON w.id = s.workflow_id WHERE w.document_id = ? AND w.is_latest = 1`,
    document,
  );
  return history.flatMap((event) => {
    if (event.action !== 'approve' || orderOf(event) !== 1) return [];
    const sentBack = history.findLast((one) => one.seq < event.seq && one.action === 'send-back');
    const between = history.filter((one) => one.seq > (sentBack?.seq ?? 0) && one.seq < event.seq);
    const isOver = between.some(({ action, details }) => details.votesDropped || endings.includes(action));
    if (!sentBack || isOver) return [];
    const { contentVersion, votes } = sentBack.details;
    const middle = history.filter(
      (one) => votes?.dropped.includes(one.seq) && orderOf(one) > 1 && orderOf(one) < orderOf(sentBack),
    );
    const mayReturn = (step: number, needed: number, oneVote: number) => {
      const ofStep = middle.filter((one) => orderOf(one) === step);
      const isComplete =
        ofStep.length === needed && ofStep.every((one) => one.details.contentVersion === contentVersion);
      const isUsed = ofStep.flatMap(votersOf).some((userId) => votersOf(event).includes(userId));
      return isComplete && event.details.contentVersion === contentVersion && !(oneVote && isUsed);
    };
    const expected: number[] = [];
    for (let step = 2; step < orderOf(sentBack); step += 1) {
      const row = steps.find((one) => one.step === step);
      if (!row || !mayReturn(step, row.needed, row.oneVote)) break;
      expected.push(...middle.filter((one) => orderOf(one) === step).map(({ seq }) => seq));
    }
    const restored = event.details.votes?.restored ?? [];
    return restored.toSorted().join() === expected.toSorted().join()
      ? []
      : [`return: ${document} ${event.seq} restores ${restored.join()}, expected ${expected.join()}`];
  });
}
