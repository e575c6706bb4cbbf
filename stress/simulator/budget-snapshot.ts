import type { BudgetAnswer } from '../../domain/budget/budget-answers.ts';
import type { Rows } from './invariants/invariants.ts';

/** The budget that counts when a document is looked at, in plain SQL instead of the product's. */
export interface BudgetSnapshot {
  /** JSON: the final budget of each account. */
  finals: string;
  /** JSON: what counts for each account in the currency of the budget. */
  counted: string;
  /** JSON: the accounts of the document; none when it counts in another currency. */
  accounts: string;
}

const isCounted = "m.measure IN ('COMMITTED', 'WAITING', 'INVOICED') AND m.currency_code = b.currency_code";

/** Selects the snapshot of a document; `id` is SQL. No row without a budget. */
export const snapshotSql = (id: string): string => `SELECT
  (SELECT json_group_object(account, cents) FROM (SELECT l.account AS account,
    sum(l.original_cents + l.transfer_cents + l.overage_cents) AS cents
    FROM budget_lines l WHERE l.budget_id = b.id GROUP BY l.account)) AS finals,
  (SELECT json_group_object(account, cents) FROM (SELECT m.account AS account, sum(m.cents) AS cents
    FROM budget_movements m WHERE ${isCounted} GROUP BY m.account)) AS counted,
  (SELECT json_group_array(account) FROM (
    SELECT l.coding ->> 'ACCOUNT' AS account FROM document_lines l JOIN documents d ON d.id = l.document_id
      WHERE d.id = ${id} AND coalesce(d.costing ->> 'base', d.costing ->> 'currency', d.currency_code) = b.currency_code
    UNION SELECT m.account FROM budget_movements m WHERE m.document_id = ${id} AND m.measure = 'WAITING'
      AND m.currency_code = b.currency_code GROUP BY m.account HAVING sum(m.cents) <> 0)) AS accounts
  FROM (SELECT id, currency_code FROM budgets ORDER BY status = 'LOCKED' DESC, number DESC LIMIT 1) b`;

/** What a screen shows of the budget of a document (BUD-23); null for nothing. */
export function answerOf(snapshot: BudgetSnapshot | undefined): BudgetAnswer | null {
  if (!snapshot) return null;
  const finals = JSON.parse(snapshot.finals) as Record<string, number>;
  const counted = JSON.parse(snapshot.counted) as Record<string, number>;
  const accounts = JSON.parse(snapshot.accounts) as string[];
  if (accounts.length === 0) return null;
  if (accounts.some((account) => (finals[account] ?? Infinity) < (counted[account] ?? 0))) return 'OVER';
  return accounts.every((account) => account in finals) ? 'WITHIN' : 'NOT_BUDGETED';
}

/** The answer that a screen shows at this moment. */
export function currentAnswer(database: Rows, id: string): BudgetAnswer | null {
  return answerOf(database.rows<BudgetSnapshot>(snapshotSql('?1'), id)[0]);
}
