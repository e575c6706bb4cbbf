import type { Action } from '../calls.ts';
import { describeCommand } from '../calls.ts';
import { answerOf } from '../budget-snapshot.ts';
import type { BudgetSnapshot } from '../budget-snapshot.ts';
import type { ExecutedCommand } from '../simulation.ts';
import type { Rows } from './invariants.ts';

const onceByReason: readonly Action['kind'][] = ['transfer', 'overage'];

/** Checks of runs that log what the budget was; `setupBudget` creates the log. */
export function budgetViolations(database: Rows, executed: readonly ExecutedCommand[]): string[] {
  const [log] = database.rows("SELECT 1 FROM sqlite_master WHERE name = 'simulated_budgets'");
  if (!log) return [];
  return [
    ...otherAnswers(database, executed),
    ...database
      .rows<{ what: string }>("SELECT document_id || ' ' || seq AS what FROM simulated_entries")
      .map(({ what }) => `period: ${what} is entered into a closed period`),
    ...totals(database),
    ...changedOnce(database, executed),
  ];
}

interface StoredVote extends BudgetSnapshot {
  documentId: string;
  seq: number;
  userId: string;
  stepId: string | null;
  isOfRun: number;
  runAnswer: string | null;
}

/** Checks that no vote is stored with another answer than its user saw (BUD-25, BUD-52). */
function otherAnswers(database: Rows, executed: readonly ExecutedCommand[]): string[] {
  const keyOf = (userId: string, id: string, step: string | null) => `${userId} ${id} ${step}`;
  const seenAnswers = new Map(
    executed.flatMap(({ command: { user, action } }) =>
      action.kind === 'approve' ? [[keyOf(user, action.id, action.step), action.budgetAnswer ?? null]] : [],
    ),
  );
  const votes = database.rows<StoredVote>(
    `SELECT b.document_id AS documentId, b.seq, b.finals, b.counted, b.accounts, e.actor_id AS userId,
       e.payload ->> 'stepId' AS stepId, e.payload ->> '$.bulk.runId' IS NOT NULL AS isOfRun,
       item.budget_answer AS runAnswer
     FROM simulated_budgets b JOIN document_events e ON e.document_id = b.document_id AND e.seq = b.seq
     LEFT JOIN bulk_items item ON item.run_id = e.payload ->> '$.bulk.runId' AND item.document_id = b.document_id`,
  );
  return votes.flatMap((vote) => {
    const { documentId, seq, userId, stepId } = vote;
    const seen = vote.isOfRun ? vote.runAnswer : (seenAnswers.get(keyOf(userId, documentId, stepId)) ?? null);
    const stored = answerOf(vote);
    return seen === null || seen === stored
      ? []
      : [`budget: ${userId} saw ${seen}, and vote ${documentId} ${seq} was stored for ${stored}`];
  });
}

interface LineRow {
  what: string;
  final: number;
  historic: number | null;
}

/** Checks that transfers net to zero, and that lines have the final budget of the newest entry of their history. */
function totals(database: Rows): string[] {
  const sums = database.rows<{ id: string; cents: number }>(
    'SELECT budget_id AS id, sum(transfer_cents) AS cents FROM budget_lines GROUP BY budget_id HAVING cents <> 0',
  );
  const lines = database.rows<LineRow>(
    `SELECT l.budget_id || ' ' || l.account AS what, l.original_cents + l.transfer_cents + l.overage_cents AS final,
       (SELECT entry.value ->> 'finalCents' FROM budget_changes c, json_each(c.entries) entry
        WHERE c.budget_id = l.budget_id AND entry.value ->> 'account' = l.account
        ORDER BY c.revision DESC LIMIT 1) AS historic
     FROM budget_lines l`,
  );
  return [
    ...sums.map(({ id, cents }) => `budget: the transfers of ${id} sum to ${cents}`),
    ...lines
      .filter(({ final, historic }) => final !== historic)
      .map(({ what, final, historic }) => `budget: ${what} has ${final}, its history ${historic}`),
  ];
}

/** Checks that a transfer or an overage is made once per key and, when acknowledged, is kept. */
function changedOnce(database: Rows, executed: readonly ExecutedCommand[]): string[] {
  return executed
    .filter(({ command }) => onceByReason.includes(command.action.kind))
    .flatMap(({ command, outcomes }) => {
      const [row] = database.rows<{ times: number }>(
        'SELECT count(*) AS times FROM budget_changes WHERE reason = ?',
        command.key,
      );
      const times = row?.times ?? 0;
      if (times > 1) return [`twice: ${describeCommand(command)} was made ${times} times`];
      const isDone = outcomes.some(({ kind }) => kind === 'done');
      return isDone && times === 0 ? [`lost: ${describeCommand(command)} was acknowledged`] : [];
    });
}
