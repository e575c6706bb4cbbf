import type { DecidedEvent, DocumentHistory } from './approval-invariants.ts';
import type { Rows } from './invariants.ts';

/** The votes that count after each event: what was given, without what was taken back, dropped or sent back. */
function votesAfter(history: DocumentHistory): ReadonlyMap<number, ReadonlySet<number>> {
  const states = new Map<number, ReadonlySet<number>>([[0, new Set()]]);
  for (const { seq, action, details } of history) {
    const before = states.get(seq - 1) ?? new Set();
    const { dropped = [], restored = [] } = details.votes ?? {};
    const own = action === 'approve' ? [seq] : [];
    const later = new Set([...before].filter((vote) => !dropped.includes(vote)));
    for (const vote of [...restored, ...own]) later.add(vote);
    const isOver = details.votesDropped === true || action === 'submit' || action === 'adjust';
    // Exactly the votes from before the one that is taken back count again.
    const after = action === 'take-back' ? (states.get(seq - 2) ?? new Set()) : later;
    states.set(seq, isOver ? new Set() : after);
  }
  return states;
}

/** The stored votes that count are those of the history. */
export function keptVotes(database: Rows, history: DocumentHistory): string[] {
  const [document = ''] = history.map((event) => event.document);
  const expected = votesAfter(history).get(history.length) ?? new Set();
  const live = database.rows<{ seq: number }>(
    `SELECT a.event_seq AS seq FROM step_approvals a JOIN workflow_steps s ON s.id = a.step_id
       JOIN workflows w ON w.id = s.workflow_id AND w.is_latest = 1
     WHERE a.document_id = ? AND a.dropped_at IS NULL ORDER BY a.event_seq`,
    document,
  );
  const isRestored = history.some(({ action }) => ['discard', 'void', 'adjust', 'pull'].includes(action));
  const isSame = live.length === expected.size && live.every(({ seq }) => expected.has(seq));
  return isSame || isRestored
    ? []
    : [`votes: ${document} has ${live.map(({ seq }) => seq).join()}, by its history ${[...expected].join()}`];
}

export const votersOf = ({ actor, details }: DecidedEvent) => [actor, details.onBehalfOf?.userId ?? actor];

/** The orders of the steps on which a replacement changes the approvers; the id of a step ends with its order. */
function replacedOrders({ details: { changes = [] } }: DecidedEvent): string[] {
  return changes.flatMap(({ field }) => /^approvers\.(\d+)$/.exec(field)?.[1] ?? []);
}

/**
 * With one vote per flow nobody gives a vote, has one given on their behalf, or gets the place of an approver while a vote
 * of theirs on another step counts (COV-20).
 */
export function repeatedVotes(database: Rows, history: DocumentHistory): string[] {
  const [document = ''] = history.map((event) => event.document);
  const rule = database.rows(
    'SELECT id FROM workflows WHERE document_id = ? AND one_vote_per_flow = 1',
    document,
  );
  if (rule.length === 0) return [];
  const states = votesAfter(history);
  return history.flatMap((event) => {
    const { seq, action, details } = event;
    const counting = states.get(seq - (action === 'approve' ? 0 : 1)) ?? new Set();
    const others = history.filter((one) => one.seq !== seq && counting.has(one.seq));
    const isUsed = (userId: string, order?: string) =>
      others.some(
        (one) => votersOf(one).includes(userId) && !(order && one.details.stepId?.endsWith(`-${order}`)),
      );
    const { replacementId = '' } = details;
    const isRepeated =
      action === 'approve'
        ? votersOf(event).some((userId) => isUsed(userId))
        : replacedOrders(event).some((order) => isUsed(replacementId, order));
    return isRepeated ? [`one vote: ${document} ${seq} ${action} repeats a user who has voted`] : [];
  });
}

/** A flow has the show's rule about votes, and a step that lacks voters has escalated or will be tried again (COV-20, COV-22). */
export function voteRules(database: Rows, since: string): string[] {
  const other = database.rows<{ document: string }>(
    `SELECT w.document_id AS document FROM workflows w JOIN show_settings s ON s.show_id = w.show_id
     WHERE w.created_at >= ? AND w.one_vote_per_flow <> coalesce(s.settings ->> '$.oneVotePerFlow', 0)`,
    since,
  );
  const stuck = database.rows<{ document: string }>(
    `SELECT d.id AS document FROM documents d JOIN workflow_steps s ON s.id = d.current_step_id
       JOIN workflows w ON w.id = s.workflow_id AND w.one_vote_per_flow = 1
     WHERE d.escalated_at IS NULL AND d.reminder_due_at IS NULL AND s.approvals_needed >
       (SELECT count(*) FROM step_approvals a WHERE a.step_id = s.id AND a.dropped_at IS NULL)
       + (SELECT count(*) FROM waiting_approvals q WHERE q.document_id = d.id)`,
  );
  return [
    ...other.map(({ document }) => `one vote: the flow of ${document} has another rule than the show`),
    ...stuck.map(({ document }) => `one vote: ${document} lacks voters and has not escalated`),
  ];
}
