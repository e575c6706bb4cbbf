import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AffectedAccount, BudgetAnswer } from '#domain/budget/decision';
import { noCodes } from '#domain/budget/line-codes';
import type { VisibleAccounts } from '#domain/budget/account-ranges';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { inApprovalList } from '#store/show/tables/status-lists';
import { currencyOf } from './line-costs.ts';

type Show = Pick<Source, 'showId'>;

/** Header accounts above a code, at most. */
const maxDepth = 12;

/** The currency in which a document counts from its submit on. */
const submitCurrency = (showId: string, currency: SQL) =>
  sql`coalesce((SELECT s.settings ->> 'baseCurrency' FROM show_settings s WHERE s.show_id = ${showId}), ${currency})`;

/** The accounts of a document's lines, in the currency of the budget. */
const codesOfDocument = (
  showId: string,
  documentId: string | SQL,
): SQL => sql`SELECT coalesce(l.coding ->> 'ACCOUNT', '') AS account
      FROM budget CROSS JOIN documents d ON d.id = ${documentId} AND d.show_id = ${showId}
          AND iif(d.status IN ${inApprovalList}, ${currencyOf('d.costing', 'd.currency_code')},
            ${submitCurrency(showId, sql`d.currency_code`)}) = budget.currency
        CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = d.id`;

/**
 * The accounts that a document affects, each with the nearest level that has a budget, and what counts at that level. No
 * rows without a budget, and for a document that counts in another currency; a draft counts in the base currency from its
 * submit on. The order of joins is fixed, because D1 keeps no statistics.
 */
function affectedAccounts(
  { showId }: Show,
  documentId: string | SQL,
  coded: SQL = codesOfDocument(showId, documentId),
): SQL {
  const partOf = sql`part.show_id = ${showId} AND part.part_config_id = budget.part_config_id`;
  const sumOf = (measure: string) => sql`coalesce(sum(iif(m.measure = ${measure}, m.cents, 0)), 0)`;
  return sql`(WITH RECURSIVE budget AS MATERIALIZED (
      SELECT b.id, b.currency_code AS currency, (SELECT f.part_config_id FROM account_fields f
          WHERE f.show_id = ${showId} AND f.config_type = 'ACCOUNT' LIMIT 1) AS part_config_id
      FROM budgets b WHERE b.show_id = ${showId} ORDER BY b.status = 'LOCKED' DESC, b.number DESC LIMIT 1),
    own AS MATERIALIZED (
      SELECT m.account, sum(m.cents) AS cents
      FROM budget CROSS JOIN budget_movements m INDEXED BY budget_movements_by_document
        ON m.show_id = ${showId} AND m.document_id = ${documentId} AND m.currency_code = budget.currency
      WHERE m.measure = 'WAITING' GROUP BY m.account),
    affected AS MATERIALIZED (
      SELECT account, cents FROM own WHERE cents <> 0
      UNION
      SELECT coded.account, coalesce(own.cents, 0)
      FROM (${coded}) coded LEFT JOIN own ON own.account = coded.account),
    up (account, code, rollup, depth) AS (
      SELECT a.account, a.account, (SELECT part.rollup_account_part_id FROM account_parts part
          WHERE ${partOf} AND part.id_code = a.account LIMIT 1), 0
      FROM affected a CROSS JOIN budget
      UNION ALL
      SELECT up.account, part.id_code, part.rollup_account_part_id, up.depth + 1
      FROM up CROSS JOIN budget CROSS JOIN account_parts part ON ${partOf} AND part.account_part_id = up.rollup
      WHERE up.depth < ${maxDepth}),
    nearest AS MATERIALIZED (
      SELECT account, level, description, final_cents, min(depth) FROM (
        SELECT up.account, up.depth, line.account AS level, line.description, min(line.codes <> ${noCodes}),
          sum(line.original_cents + line.transfer_cents + line.overage_cents) AS final_cents
        FROM up CROSS JOIN budget CROSS JOIN budget_lines line
          ON line.show_id = ${showId} AND line.budget_id = budget.id AND line.account = up.code
        GROUP BY up.account, up.depth, line.account)
      GROUP BY account),
    placed AS MATERIALIZED (
      SELECT a.account, a.cents, n.level, n.description, n.final_cents, coalesce(n.level, a.account) AS counted
      FROM affected a LEFT JOIN nearest n ON n.account = a.account),
    down (level, code, part_id) AS (
      SELECT p.counted, p.counted, (SELECT part.account_part_id FROM account_parts part
          WHERE ${partOf} AND part.id_code = p.counted LIMIT 1)
      FROM placed p CROSS JOIN budget
      UNION
      SELECT down.level, part.id_code, part.account_part_id
      FROM down CROSS JOIN budget CROSS JOIN account_parts part ON ${partOf}
        AND part.rollup_account_part_id = down.part_id AND part.rollup_account_part_id IS NOT NULL
      WHERE EXISTS (SELECT 1 FROM placed WHERE placed.level = down.level)
        AND NOT EXISTS (SELECT 1 FROM budget_lines line WHERE line.show_id = ${showId} AND line.budget_id = budget.id
          AND line.account = part.id_code)),
    counting AS MATERIALIZED (
      SELECT codes.level, ${sumOf('COMMITTED')} AS committed_cents, ${sumOf('IN_PROGRESS')} AS in_progress_cents,
        ${sumOf('WAITING')} AS waiting_cents, ${sumOf('INVOICED')} AS invoiced_cents,
        ${sumOf('OVER_RELIEF')} AS over_relief_cents,
        ${sumOf('EXCHANGE_DIFFERENCE')} AS exchange_difference_cents,
        ${sumOf('OTHER_ACTUAL')} AS other_cents
      FROM (SELECT DISTINCT level, code FROM down) codes CROSS JOIN budget CROSS JOIN account_measures m
        ON m.show_id = ${showId} AND m.account = codes.code AND m.currency_code = budget.currency
      GROUP BY codes.level)
    SELECT p.counted AS account, p.level, json_group_array(p.account) AS codes, coalesce(p.description, (SELECT part.description FROM account_parts part
        JOIN budget WHERE ${partOf} AND part.id_code = p.counted LIMIT 1), '') AS description, p.final_cents,
      sum(p.cents) AS own_cents, c.committed_cents, c.in_progress_cents, c.waiting_cents, c.invoiced_cents,
      c.over_relief_cents, c.exchange_difference_cents, c.other_cents, (SELECT currency FROM budget) AS currency,
      EXISTS (SELECT 1 FROM actual_imports i WHERE i.show_id = ${showId} AND i.reversed_at IS NULL) AS has_actuals
    FROM placed p LEFT JOIN counting c ON c.level = p.counted GROUP BY p.counted ORDER BY p.counted)`;
}

const number = (column: string) => sql<number>`coalesce(${sql.raw(column)}, 0)`.mapWith(Number);

const selectAffected = ({ db }: Source, accounts: SQL) =>
  db
    .select({
      account: sql<string>`account`,
      codes: sql<string[]>`codes`.mapWith((text: string) => JSON.parse(text) as string[]),
      description: sql<string>`description`,
      currency: sql<string>`currency`,
      finalCents: sql<number | null>`final_cents`,
      ownCents: number('own_cents'),
      committedCents: number('committed_cents'),
      inProgressCents: number('in_progress_cents'),
      waitingCents: number('waiting_cents'),
      invoicedCents: number('invoiced_cents'),
      overReliefCents: number('over_relief_cents'),
      exchangeDifferenceCents: number('exchange_difference_cents'),
      otherCents: number('other_cents'),
      hasActuals: sql<boolean>`has_actuals`.mapWith(Boolean),
    })
    .from(accounts);

const affected = prepareRead((source, { id }: { id: string }) => [
  selectAffected(source, affectedAccounts(source, id)),
]);

type Entered = { id: string; currency: string; codes: string };
const entered = prepareRead((source, { id, currency, codes }: Entered) => [
  selectAffected(
    source,
    affectedAccounts(
      source,
      id,
      sql`SELECT code.value AS account FROM budget CROSS JOIN json_each(${codes}) code
        WHERE ${submitCurrency(source.showId, sql`${currency}`)} = budget.currency`,
    ),
  ),
]);

/**
 * The accounts of a document that is being entered, and those for which its stored version counts. `id` is '' for a new
 * one.
 */
export const enteredAccountsQuery = (
  source: Source,
  { id, currency, accounts }: { id: string; currency: string; accounts: readonly string[] },
): Query<AffectedAccount[]> =>
  mapQuery(entered(source, { id, currency, codes: JSON.stringify(accounts) }), ([rows]) => rows);

/** The accounts that a document affects, with their figures. */
export const affectedAccountsQuery = (source: Source, id: string): Query<AffectedAccount[]> =>
  mapQuery(affected(source, { id }), ([rows]) => rows);

/** Like `isAccountVisible`. */
const isVisible = (visible: VisibleAccounts): SQL =>
  visible === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(visible)}) one WHERE account >= one.value ->> 'from'
        AND substr(account, 1, length(one.value ->> 'to')) <= one.value ->> 'to')`;

/** The answer of `visibleAnswer`. */
const answerOf = (show: Show, documentId: string | SQL, visible: VisibleAccounts) => sql`(
    SELECT CASE WHEN count(*) = 0 THEN NULL
      WHEN max(final_cents < coalesce(committed_cents, 0) + coalesce(waiting_cents, 0) + coalesce(invoiced_cents, 0)
          + coalesce(other_cents, 0)) THEN 'OVER'
      WHEN max(final_cents IS NULL) THEN 'NOT_BUDGETED' ELSE 'WITHIN' END
    FROM ${affectedAccounts(show, documentId)} WHERE ${isVisible(visible)})`;

/** The answers of these documents for the visible accounts; none for a document with which no budget is compared. */
export async function readBudgetAnswers(
  { db, showId }: Pick<ShowStore, 'db' | 'showId'>,
  ids: readonly string[],
  visible: VisibleAccounts,
): Promise<{ id: string; answer: BudgetAnswer }[]> {
  return db.all(
    sql`SELECT id, answer FROM (SELECT value AS id, ${answerOf({ showId }, sql.raw('document.value'), visible)} AS answer
      FROM json_each(${JSON.stringify(ids)}) AS document) WHERE answer IS NOT NULL`,
  );
}

/**
 * Guard: fails the batch when the budget gives another answer than the approver saw, because another document was
 * counted meanwhile. `commit` treats it as a lost race, and the next decision sees the new answer. Answers like
 * `visibleAnswer`.
 */
export function guardBudgetAnswer(
  show: Show,
  documentId: string,
  seen: BudgetAnswer,
  visible: VisibleAccounts,
): Write {
  return sql`UPDATE documents SET version = NULL WHERE id = ${documentId} AND show_id = ${show.showId} AND ${seen} IS NOT ${answerOf(show, documentId, visible)}`;
}
