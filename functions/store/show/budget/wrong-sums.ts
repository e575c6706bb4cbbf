import { sql } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import {
  accountMeasures,
  budgetMovements,
  codedMeasures,
  costSums,
  foreignCostSums,
} from '#store/show/tables/budget-tables';

/** A sum by account that differs from the sum of its movements. */
export interface WrongMeasure {
  account: string;
  currency: string;
  measure: string;
  cents: number;
  movedCents: number;
}

/** The sums by account that differ from their movements, at most `limit`. */
export async function readWrongMeasures({ db, showId }: ShowStore, limit: number): Promise<WrongMeasure[]> {
  return db.all<WrongMeasure>(sql`SELECT account, currency_code AS currency, measure, sum(kept) AS cents,
      sum(moved) AS movedCents
    FROM (SELECT account, currency_code, measure, cents AS kept, 0 AS moved FROM ${accountMeasures}
        WHERE show_id = ${showId}
      UNION ALL SELECT account, currency_code, measure, 0, sum(cents) FROM ${budgetMovements}
        INDEXED BY budget_movements_by_account WHERE show_id = ${showId} GROUP BY account, currency_code, measure)
    GROUP BY 1, 2, 3 HAVING sum(kept) <> sum(moved) LIMIT ${limit}`);
}

/** The sums below accounts that differ from their movements, at most `limit`. */
export async function readWrongCodedMeasures(
  { db, showId }: ShowStore,
  limit: number,
): Promise<(WrongMeasure & { codes: string })[]> {
  return db.all(sql`SELECT account, codes, currency_code AS currency, measure, sum(kept) AS cents,
      sum(moved) AS movedCents
    FROM (SELECT account, codes, currency_code, measure, cents AS kept, 0 AS moved FROM ${codedMeasures}
        WHERE show_id = ${showId}
      UNION ALL SELECT account, codes, currency_code, measure, 0, cents FROM ${budgetMovements}
        WHERE show_id = ${showId} AND codes IS NOT NULL)
    GROUP BY 1, 2, 3, 4 HAVING sum(kept) <> sum(moved) LIMIT ${limit}`);
}

/** A sum of a day or a month by code that differs from the sum of its movements. */
export interface WrongCostSum extends Omit<WrongMeasure, 'account'> {
  dimension: string;
  span: string;
  code: string;
}

/** The sums by day and month that differ from their movements, at most `limit`. */
export async function readWrongCostSums({ db, showId }: ShowStore, limit: number): Promise<WrongCostSum[]> {
  return db.all<WrongCostSum>(sql`SELECT dimension, span, code, currency_code AS currency, measure, sum(kept) AS cents,
      sum(moved) AS movedCents
    FROM (SELECT dimension, span, code, currency_code, measure, cents AS kept, 0 AS moved FROM ${costSums}
        WHERE show_id = ${showId}
      UNION ALL SELECT d.key, substr(m.effective_day, 1, g.value), d.value, m.currency_code, m.measure, 0, m.cents
      FROM ${budgetMovements} m CROSS JOIN json_each('[7,10]') g
        CROSS JOIN json_each(json_set(m.coding, '$.ACCOUNT', m.account)) d
      WHERE m.show_id = ${showId} AND m.measure IN ('COMMITTED', 'INVOICED', 'PAID', 'OTHER_ACTUAL') AND m.coding IS NOT NULL)
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(kept) <> sum(moved) LIMIT ${limit}`);
}

/**
 * The sums in other currencies by day and month that differ from their movements, at most `limit`. A sum whose converted
 * amount alone differs has equal `cents` and `movedCents`.
 */
export async function readWrongForeignSums(
  { db, showId }: ShowStore,
  limit: number,
): Promise<Omit<WrongCostSum, 'measure'>[]> {
  return db.all(sql`SELECT dimension, span, code, original AS currency, sum(kept) AS cents, sum(moved) AS movedCents
    FROM (SELECT dimension, span, code, currency_code AS currency, original_currency AS original, original_cents AS kept,
        0 AS moved, cents AS converted FROM ${foreignCostSums} WHERE show_id = ${showId}
      UNION ALL SELECT d.key, substr(m.effective_day, 1, g.value), d.value, m.currency_code, m.original_currency, 0,
        m.original_cents, -m.cents
      FROM ${budgetMovements} m CROSS JOIN json_each('[7,10]') g
        CROSS JOIN json_each(json_set(m.coding, '$.ACCOUNT', m.account)) d
      WHERE m.show_id = ${showId} AND m.original_currency IS NOT NULL)
    GROUP BY dimension, span, code, currency, original
    HAVING sum(kept) <> sum(moved) OR sum(converted) <> 0 LIMIT ${limit}`);
}
