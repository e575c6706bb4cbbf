import { and, asc, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { budgetedRates, currencyChanges, exchangeRates, taxTerms } from '#store/show/tables/currency-tables';

export type CurrencyChangeRow = typeof currencyChanges.$inferSelect;
export type TaxTermsRow = typeof taxTerms.$inferSelect;
/** A rate without a day is the budgeted one (BUD-90). */
export type RateRow = Pick<typeof exchangeRates.$inferSelect, 'currencyCode' | 'rate'> & {
  day: string | null;
};

interface SubmitKey extends Record<string, string | null> {
  id: string;
  lastDay: string;
  currency: string | null;
}

/** Rates of the last days: which of them is today's depends on the zone of the show. */
const recentRates = 3;

const ofSubmit = prepareRead(({ db, showId }, { id, lastDay, currency }: SubmitKey) => [
  db
    .select({ day: exchangeRates.day, rate: exchangeRates.rate })
    .from(exchangeRates)
    .where(
      and(
        eq(exchangeRates.showId, showId),
        sql`${exchangeRates.currencyCode} = coalesce(${currency}, (SELECT upper(d.currency_code)
          FROM documents d WHERE d.id = ${id}))`,
        lte(exchangeRates.day, lastDay),
      ),
    )
    .orderBy(desc(exchangeRates.day))
    .limit(recentRates),
  db
    .select()
    .from(taxTerms)
    .where(
      and(
        eq(taxTerms.showId, showId),
        sql`${taxTerms.projectCompanyExternalId} = (SELECT coalesce(
          (SELECT p.project_company_external_id FROM purchase_orders p WHERE p.document_id = ${id}),
          (SELECT i.project_company_external_id FROM invoices i WHERE i.document_id = ${id})))`,
      ),
    ),
]);

/**
 * The newest rates of a currency up to a day, and the tax terms of a document's company (CURR-10); `currency` is that of
 * the document by default.
 */
export const costTermsQuery = (source: Source, id: string, lastDay: string, currency: string | null = null) =>
  mapQuery(ofSubmit(source, { id, lastDay, currency }), ([rates, taxes]) => ({ rates, taxes }));

const ofCurrency = prepareRead(
  ({ db, showId }, { currency, before, limit }: { currency: string; before: string; limit: number }) => [
    db
      .select({ currencyCode: exchangeRates.currencyCode, day: exchangeRates.day, rate: exchangeRates.rate })
      .from(exchangeRates)
      .where(
        and(
          eq(exchangeRates.showId, showId),
          eq(exchangeRates.currencyCode, currency),
          lt(exchangeRates.day, before),
        ),
      )
      .orderBy(desc(exchangeRates.day))
      .limit(limit),
  ],
);

/** The rates of a currency before a day, the newest first. */
export const ratesQuery = (source: Source, currency: string, before: string, limit: number) =>
  mapQuery(ofCurrency(source, { currency, before, limit }), ([rows]) => rows);

const named = prepareRead(({ db, showId }, { keys }: { keys: string }) => [
  db
    .select({ currencyCode: exchangeRates.currencyCode, day: exchangeRates.day, rate: exchangeRates.rate })
    .from(exchangeRates)
    .where(
      and(
        eq(exchangeRates.showId, showId),
        sql`(${exchangeRates.currencyCode}, ${exchangeRates.day}) IN
          (SELECT value ->> 'currency', value ->> 'day' FROM json_each(${keys}))`,
      ),
    ),
  budgeted({ db, showId }),
]);

const budgeted = ({ db, showId }: Pick<Source, 'db' | 'showId'>) =>
  db
    .select({ currencyCode: budgetedRates.currencyCode, rate: budgetedRates.rate })
    .from(budgetedRates)
    .where(eq(budgetedRates.showId, showId))
    .orderBy(asc(budgetedRates.currencyCode));

/** The stored rates of these currencies and days, and all budgeted rates. */
export const namedRatesQuery = (source: Source, keys: readonly { currency: string; day: string | null }[]) =>
  mapQuery(
    named(source, { keys: JSON.stringify(keys.map(({ currency, day }) => ({ currency, day }))) }),
    ([rows, ofBudget]): RateRow[] => [...rows, ...ofBudget.map((row) => ({ ...row, day: null }))],
  );

const present = prepareRead(({ db, showId }, { day }: { day: string }) => [
  db
    .select({ currencyCode: exchangeRates.currencyCode, day: exchangeRates.day, rate: exchangeRates.rate })
    .from(sql`(SELECT DISTINCT iso_currency_code FROM company_currencies WHERE show_id = ${showId}) c`)
    .crossJoin(exchangeRates)
    .where(
      sql`${exchangeRates.showId} = ${showId} AND ${exchangeRates.currencyCode} = c.iso_currency_code
        AND ${exchangeRates.day} = (SELECT max(n.day) FROM exchange_rates n WHERE n.show_id = ${showId}
          AND n.currency_code = c.iso_currency_code AND n.day <= ${day})`,
    )
    .orderBy(asc(exchangeRates.currencyCode)),
  db.select().from(taxTerms).where(eq(taxTerms.showId, showId)),
  budgeted({ db, showId }),
]);

/** The rate of each currency of the companies on a day, the tax terms of all companies, and the budgeted rates. */
export const currencyTermsQuery = (source: Source, day: string) =>
  mapQuery(present(source, { day }), ([rates, taxes, ofBudget]) => ({ rates, taxes, ofBudget }));

const history = prepareRead(({ db, showId }, { before, limit }: { before: string; limit: number }) => [
  db
    .select()
    .from(currencyChanges)
    .where(and(eq(currencyChanges.showId, showId), lt(currencyChanges.id, before)))
    .orderBy(desc(currencyChanges.id))
    .limit(limit),
]);

/** Changes before one, the newest first. */
export const currencyChangesQuery = (source: Source, before: string, limit: number) =>
  mapQuery(history(source, { before, limit }), ([rows]) => rows);

export function insertCurrencyChanges(
  { showId }: ShowStore,
  rows: readonly Omit<CurrencyChangeRow, 'showId'>[],
): Write {
  return insertJsonRows(currencyChanges, { showId }, rows);
}

/** Deletes all rates of the show, also the budgeted ones. */
export function deleteRates({ showId }: ShowStore): Write[] {
  return ['exchange_rates', 'budgeted_rates'].map(
    (table) => sql`DELETE FROM ${sql.identifier(table)} WHERE show_id = ${showId}`,
  );
}

/** Sets rates, and deletes those that are null. */
export function saveRates(
  { showId }: ShowStore,
  rates: readonly { currency: string; day: string | null; rate: string | null }[],
): Write[] {
  const dated = rates.filter(({ day }) => day !== null);
  const ofBudget = rates.filter(({ day }) => day === null);
  return [
    ...(dated.length > 0 ? saveDatedRates(showId, JSON.stringify(dated)) : []),
    ...(ofBudget.length > 0 ? saveBudgetedRates(showId, JSON.stringify(ofBudget)) : []),
  ];
}

function saveBudgetedRates(showId: string, json: string): Write[] {
  return [
    sql`INSERT INTO budgeted_rates (show_id, currency_code, rate)
      SELECT ${showId}, value ->> 'currency', value ->> 'rate' FROM json_each(${json})
      WHERE value ->> 'rate' IS NOT NULL
      ON CONFLICT DO UPDATE SET rate = excluded.rate`,
    sql`DELETE FROM budgeted_rates WHERE show_id = ${showId} AND currency_code IN
      (SELECT value ->> 'currency' FROM json_each(${json}) WHERE value ->> 'rate' IS NULL)`,
  ];
}

function saveDatedRates(showId: string, json: string): Write[] {
  return [
    sql`INSERT INTO exchange_rates (show_id, currency_code, day, rate)
      SELECT ${showId}, value ->> 'currency', value ->> 'day', value ->> 'rate' FROM json_each(${json})
      WHERE value ->> 'rate' IS NOT NULL
      ON CONFLICT DO UPDATE SET rate = excluded.rate`,
    sql`DELETE FROM exchange_rates WHERE show_id = ${showId} AND (currency_code, day) IN
      (SELECT value ->> 'currency', value ->> 'day' FROM json_each(${json}) WHERE value ->> 'rate' IS NULL)`,
  ];
}

export function saveTaxTerms({ db }: ShowStore, row: TaxTermsRow): Write {
  return db
    .insert(taxTerms)
    .values(row)
    .onConflictDoUpdate({
      target: [taxTerms.showId, taxTerms.projectCompanyExternalId, taxTerms.code],
      set: { rate: row.rate, recoverable: row.recoverable },
    });
}

export function deleteTaxTerms(
  { db, showId }: ShowStore,
  { projectCompanyExternalId, code }: Pick<TaxTermsRow, 'projectCompanyExternalId' | 'code'>,
): Write {
  return db
    .delete(taxTerms)
    .where(
      and(
        eq(taxTerms.showId, showId),
        eq(taxTerms.projectCompanyExternalId, projectCompanyExternalId),
        eq(taxTerms.code, code),
      ),
    );
}

/** Another currency than this one in which documents have totals; null for none. */
export async function readOtherBase({ db, showId }: ShowStore, currency: string): Promise<string | null> {
  const base = sql<string>`${documents.costing} ->> '$.base'`;
  // Two ranges of the index, so that no document in this currency is read.
  const rows = await Promise.all(
    [sql`${base} < ${currency}`, sql`${base} > ${currency}`].map((other) =>
      db
        .select({ base })
        .from(documents)
        .where(and(eq(documents.showId, showId), isNotNull(documents.baseTotalCents), other))
        .limit(1),
    ),
  );
  return rows.flat()[0]?.base ?? null;
}
