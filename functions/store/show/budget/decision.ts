import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { AffectedAccount } from '#domain/budget/decision';
import { codesName, lineCodeTypes, noCodes, parseCodes } from '#domain/budget/line-codes';
import type { LineKey } from '#domain/budget/line-codes';
import type { VisibleAccounts } from '#domain/budget/account-ranges';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { inApprovalList } from '#store/show/tables/status-lists';
import { currencyOf } from './line-costs.ts';
import { codesOf } from './recount.ts';

type Show = Pick<Source, 'showId'>;

/** Header accounts above a code, at most. */
const maxDepth = 12;

/** The currency in which a document counts from its submit on. */
const submitCurrency = (showId: string, currency: SQL) =>
  sql`coalesce((SELECT s.settings ->> 'baseCurrency' FROM show_settings s WHERE s.show_id = ${showId}), ${currency})`;

/** The accounts and codes of a document's lines, in the currency of the budget. */
const keysOfDocument = (
  showId: string,
  documentId: string | SQL,
): SQL => sql`SELECT coalesce(l.coding ->> 'ACCOUNT', '') AS account,
        coalesce(${codesOf('l.coding', 'l.episode')}, ${noCodes}) AS codes
      FROM budget CROSS JOIN documents d ON d.id = ${documentId} AND d.show_id = ${showId}
          AND iif(d.status IN ${inApprovalList}, ${currencyOf('d.costing', 'd.currency_code')},
            ${submitCurrency(showId, sql`d.currency_code`)}) = budget.currency
        CROSS JOIN document_lines l ON l.show_id = ${showId} AND l.document_id = d.id`;

/**
 * The levels that a document affects: each line counts at the nearest line of the budget, and an account without one at
 * itself. With what counts at that level. No rows without a budget, and for a document that counts in another currency; a
 * draft counts in the base currency from its submit on. The order of joins is fixed, because D1 keeps no statistics. Each
 * CTE reads the one before it once, because SQLite plans a CTE again for each reference: two references on each level
 * make a thousand on the last.
 */
function affectedLevels(
  { showId }: Show,
  documentId: string | SQL,
  keys: SQL = keysOfDocument(showId, documentId),
): SQL {
  const partOf = sql`part.show_id = ${showId} AND part.part_config_id = budget.part_config_id`;
  const lineOf = sql`line.show_id = ${showId} AND line.budget_id = budget.id`;
  const measuresOf = (table: string) =>
    sql`${sql.raw(table)} m ON m.show_id = ${showId} AND m.account = down.account AND m.currency_code = budget.currency`;
  const sumOf = (measure: string) => sql`coalesce(sum(iif(measure = ${measure}, cents, 0)), 0)`;
  return sql`(WITH RECURSIVE budget AS MATERIALIZED (
      SELECT b.id, b.currency_code AS currency, (SELECT f.part_config_id FROM account_fields f
          WHERE f.show_id = ${showId} AND f.config_type = 'ACCOUNT' LIMIT 1) AS part_config_id
      FROM budgets b WHERE b.show_id = ${showId} ORDER BY b.status = 'LOCKED' DESC, b.number DESC LIMIT 1),
    affected (account, codes, cents, level) AS MATERIALIZED (
      SELECT account, codes, sum(cents), NULL FROM (
        SELECT m.account, coalesce(m.codes, ${noCodes}) AS codes, m.cents, 0 AS is_of_line
        FROM budget CROSS JOIN budget_movements m INDEXED BY budget_movements_by_document
          ON m.show_id = ${showId} AND m.document_id = ${documentId} AND m.currency_code = budget.currency
        WHERE m.measure = 'WAITING'
        UNION ALL SELECT keyed.account, keyed.codes, 0, 1 FROM (${keys}) keyed)
      GROUP BY account, codes HAVING sum(cents) <> 0 OR max(is_of_line)),
    ${nearestLines({ partOf, lineOf }, 'placed', 'affected', ['cents'])},
    -- The accounts below a level that have no line of their own. Where one of them, or an account above, has a line with
    -- codes, what counts there is placed by its codes.
    down (level, account, part_id, is_budgeted, is_coded) AS (
      SELECT p.level, p.level, (SELECT part.account_part_id FROM account_parts part
          WHERE ${partOf} AND part.id_code = p.level LIMIT 1), max(p.final_cents IS NOT NULL), max(p.is_coded)
      FROM placed p CROSS JOIN budget GROUP BY p.level
      UNION
      SELECT down.level, part.id_code, part.account_part_id, down.is_budgeted, down.is_coded OR EXISTS (
        SELECT 1 FROM budget_lines line WHERE ${lineOf} AND line.account = part.id_code AND line.codes < ${noCodes})
      FROM down CROSS JOIN budget CROSS JOIN account_parts part ON ${partOf}
        AND part.rollup_account_part_id = down.part_id AND part.rollup_account_part_id IS NOT NULL
      WHERE down.is_budgeted AND NOT EXISTS (SELECT 1 FROM budget_lines line WHERE ${lineOf}
        AND line.account = part.id_code AND line.codes = ${noCodes})),
    -- What is placed by its codes has no level here, so that an account below two levels counts once.
    amount (account, codes, measure, cents, level) AS MATERIALIZED (
      SELECT m.account, ${noCodes}, m.measure, m.cents, down.level
      FROM (SELECT DISTINCT iif(is_coded, NULL, level) AS level, account FROM down) down CROSS JOIN budget
        CROSS JOIN ${measuresOf('account_measures')}
      UNION ALL
      SELECT m.account, iif(part.value, m.codes, ${noCodes}), m.measure, iif(part.value, m.cents, -m.cents), NULL
      FROM (SELECT DISTINCT account FROM down WHERE is_coded) down CROSS JOIN budget
        CROSS JOIN ${measuresOf('coded_measures')} CROSS JOIN json_each('[1,0]') part),
    counted AS MATERIALIZED (
      SELECT level, account, codes, ${sumOf('COMMITTED')} AS committed_cents, ${sumOf('WAITING')} AS waiting_cents,
        ${sumOf('INVOICED')} AS invoiced_cents, ${sumOf('OTHER_ACTUAL')} AS other_cents
      FROM amount GROUP BY level, account, codes),
    ${nearestLines({ partOf, lineOf }, 'held', 'counted', amounts)},
    counting AS MATERIALIZED (
      SELECT level, level_codes, ${sql.raw(amounts.map((name) => `sum(${name}) AS ${name}`).join(', '))}
      FROM held GROUP BY level, level_codes)
    SELECT p.level AS account, p.level_codes, json_group_array(json_object('account', p.account, 'codes', p.codes)) AS keys,
      coalesce(p.description, (SELECT part.description FROM account_parts part
        JOIN budget WHERE ${partOf} AND part.id_code = p.level LIMIT 1), '') AS description, p.final_cents,
      sum(p.cents) AS own_cents, c.committed_cents, c.waiting_cents, c.invoiced_cents,
      c.other_cents, (SELECT currency FROM budget) AS currency,
      EXISTS (SELECT 1 FROM actual_imports i WHERE i.show_id = ${showId} AND i.reversed_at IS NULL) AS has_actuals
    FROM placed p LEFT JOIN counting c ON c.level = p.level AND c.level_codes = p.level_codes
    GROUP BY p.level, p.level_codes ORDER BY p.level, p.level_codes = ${noCodes} DESC, p.level_codes)`;
}

const amounts = ['committed_cents', 'waiting_cents', 'invoiced_cents', 'other_cents'];

/**
 * CTEs that find the nearest line of the budget for each account with codes of `of`, as `nearestLine` of the domain does,
 * unless it has a `level` already: `found` has these rows with their level, its line and the columns `kept`. Codes have
 * at most sixteen parts, and a line is looked up by its key. With a single `min()`, SQLite takes the other columns from
 * the row that has it.
 */
function nearestLines(
  { partOf, lineOf }: { partOf: SQL; lineOf: SQL },
  found: string,
  of: string,
  kept: readonly string[],
): SQL {
  const [name, up, columns] = [found, `${found}_up`, kept.map((one) => `up.${one}`).join(', ')].map((one) =>
    sql.raw(one),
  );
  return sql`${up} (level, account, codes, parts, ${sql.raw(kept.join(', '))}, code, rollup, depth) AS (
      SELECT up.level, up.account, up.codes, (WITH RECURSIVE part (codes) AS (
          SELECT up.codes
          UNION SELECT json_remove(part.codes, '$.' || code.key) FROM part CROSS JOIN json_each(part.codes) code)
          SELECT json_group_array(codes) FROM part), ${columns}, up.account, (SELECT part.rollup_account_part_id
          FROM account_parts part WHERE ${partOf} AND part.id_code = up.account LIMIT 1), 0
      FROM ${sql.raw(of)} up CROSS JOIN budget
      UNION ALL
      SELECT up.level, up.account, up.codes, up.parts, ${columns}, part.id_code, part.rollup_account_part_id, up.depth + 1
      FROM ${up} up CROSS JOIN budget CROSS JOIN account_parts part ON ${partOf} AND part.account_part_id = up.rollup
      WHERE up.depth < ${maxDepth} AND up.level IS NULL),
    ${name} AS MATERIALIZED (
      SELECT up.account, up.codes, ${columns}, coalesce(up.level, line.account, up.account) AS level,
        coalesce(line.codes, ${noCodes}) AS level_codes, line.description,
        line.original_cents + line.transfer_cents + line.overage_cents AS final_cents,
        sum(EXISTS (SELECT 1 FROM budget_lines line WHERE ${lineOf} AND line.account = up.code
          AND line.codes < ${noCodes})) > 0 AS is_coded,
        min(iif(line.account IS NULL, NULL, up.depth * 16 - ${codesRank('line.codes')}))
      FROM ${up} up CROSS JOIN budget CROSS JOIN json_each(up.parts) part
        LEFT JOIN budget_lines line ON ${lineOf} AND line.account = up.code AND line.codes = part.value
          AND up.level IS NULL
      GROUP BY up.level, up.account, up.codes)`;
}

/** How fine codes are, as `codesRank` of the domain. */
const codesRank = (codes: string) =>
  sql.raw(
    `(${lineCodeTypes.map((type, n) => `iif(${codes} ->> '${type}' IS NULL, 0, ${2 ** n})`).join(' + ')})`,
  );

const number = (column: string) => sql<number>`coalesce(${sql.raw(column)}, 0)`.mapWith(Number);

const selectAffected = ({ db }: Source, accounts: SQL) =>
  db
    .select({
      account: sql<string>`account`,
      levelCodes: sql<string>`level_codes`,
      keys: sql<LineKey[]>`keys`.mapWith((text: string) => JSON.parse(text) as LineKey[]),
      description: sql<string>`description`,
      currency: sql<string>`currency`,
      finalCents: sql<number | null>`final_cents`,
      ownCents: number('own_cents'),
      committedCents: number('committed_cents'),
      waitingCents: number('waiting_cents'),
      invoicedCents: number('invoiced_cents'),
      otherCents: number('other_cents'),
      hasActuals: sql<boolean>`has_actuals`.mapWith(Boolean),
    })
    .from(accounts);

const affected = prepareRead((source, { id }: { id: string }) => [
  selectAffected(source, affectedLevels(source, id)),
]);

/** Like `5210 Set dressing, Episode 103`, without the account (BUD-66). */
const named = <Level extends { description: string; levelCodes: string }>(level: Level): Level => ({
  ...level,
  description: [level.description, codesName(parseCodes(level.levelCodes))].filter(Boolean).join(', '),
});

type Entered = { id: string; currency: string; keys: string };
const entered = prepareRead((source, { id, currency, keys }: Entered) => [
  selectAffected(
    source,
    affectedLevels(
      source,
      id,
      sql`SELECT key.value ->> 'account' AS account, key.value ->> 'codes' AS codes
        FROM budget CROSS JOIN json_each(${keys}) key
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
  { id, currency, keys }: { id: string; currency: string; keys: readonly LineKey[] },
): Query<AffectedAccount[]> =>
  mapQuery(entered(source, { id, currency, keys: JSON.stringify(keys) }), ([rows]) => rows.map(named));

/** The accounts that a document affects, with their figures. */
export const affectedAccountsQuery = (source: Source, id: string): Query<AffectedAccount[]> =>
  mapQuery(affected(source, { id }), ([rows]) => rows.map(named));

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
    FROM ${affectedLevels(show, documentId)} WHERE ${isVisible(visible)})`;

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
