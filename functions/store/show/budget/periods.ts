import { asc, desc, eq, lt, and, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PeriodDays, PeriodPattern, PeriodStatus } from '#domain/periods/period';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { accountingPeriods, periodChanges } from '#store/show/tables/period-tables';
import { companies } from '#store/show/tables/reference-tables';

export type PeriodRow = Omit<typeof accountingPeriods.$inferSelect, 'showId'>;
type PeriodChangeRow = Omit<typeof periodChanges.$inferSelect, 'showId'>;

const all = prepareRead(({ db, showId }) => [
  db
    .select({
      projectCompanyExternalId: accountingPeriods.projectCompanyExternalId,
      number: accountingPeriods.number,
      name: accountingPeriods.name,
      pattern: accountingPeriods.pattern,
      firstDay: accountingPeriods.firstDay,
      lastDay: accountingPeriods.lastDay,
      status: accountingPeriods.status,
    })
    .from(accountingPeriods)
    .where(eq(accountingPeriods.showId, showId))
    .orderBy(asc(accountingPeriods.projectCompanyExternalId), asc(accountingPeriods.number)),
]);

/** The periods of all companies of a show. */
export const periodsQuery = (source: Source) => mapQuery(all(source, {}), ([rows]) => rows);

const ended = prepareRead(({ db, showId }, { day }: { day: string }) => [
  db
    .select({ name: accountingPeriods.name, lastDay: accountingPeriods.lastDay })
    .from(companies)
    .crossJoin(accountingPeriods)
    .where(
      and(
        eq(companies.showId, showId),
        eq(accountingPeriods.showId, showId),
        eq(accountingPeriods.projectCompanyExternalId, companies.projectCompanyExternalId),
        // A constant, as in the condition of the index.
        sql`${accountingPeriods.status} = 'OPEN'`,
        lt(accountingPeriods.lastDay, day),
      ),
    )
    .orderBy(asc(accountingPeriods.lastDay)),
]);

/** The open periods of all companies that have ended before a day, the first to end first. */
export const endedPeriodsQuery = (source: Source, day: string) =>
  mapQuery(ended(source, { day }), ([rows]) => rows);

const history = prepareRead(({ db, showId }, { before, limit }: { before: string; limit: number }) => [
  db
    .select()
    .from(periodChanges)
    .where(and(eq(periodChanges.showId, showId), lt(periodChanges.id, before)))
    .orderBy(desc(periodChanges.id))
    .limit(limit),
]);

/** Changes before one, the newest first. */
export const periodChangesQuery = (source: Source, before: string, limit: number) =>
  mapQuery(history(source, { before, limit }), ([rows]) => rows);

/** Adds periods to a company. Fails when one of these numbers exists. */
export function insertPeriods(
  { showId }: ShowStore,
  company: { projectCompanyExternalId: string; pattern: PeriodPattern },
  rows: readonly (PeriodDays & { name: string })[],
): Write {
  const { projectCompanyExternalId, pattern } = company;
  return insertJsonRows(accountingPeriods, { showId, projectCompanyExternalId, pattern }, rows);
}

export function insertPeriodChange({ showId }: ShowStore, row: PeriodChangeRow): Write {
  return insertJsonRows(periodChanges, { showId }, [row]);
}

interface Turn extends Pick<PeriodRow, 'projectCompanyExternalId' | 'number'> {
  to: PeriodStatus;
}

/** Closes or reopens a period with its history. Changes nothing when another request was first. */
export function turnPeriod(
  { showId }: ShowStore,
  { projectCompanyExternalId, number, to }: Turn,
  change: PeriodChangeRow,
): Write[] {
  const period = sql`show_id = ${showId} AND project_company_external_id = ${projectCompanyExternalId}
    AND number = ${number} AND status <> ${to}`;
  return [
    sql`INSERT INTO period_changes (show_id, id, kind, company_name, period, reason, by_id, by_name, at)
      SELECT ${showId}, ${change.id}, ${change.kind}, ${change.companyName}, ${change.period}, ${change.reason},
        ${change.byId}, ${change.byName}, ${change.at}
      FROM accounting_periods WHERE ${period}`,
    sql`UPDATE accounting_periods SET status = ${to} WHERE ${period}`,
  ];
}

/**
 * The company in whose periods a document is entered: its own, that of a payment's invoices, and for a payment without
 * invoices the only one that has periods.
 */
const companyOf = (showId: string): SQL => sql`coalesce(purchase_orders.project_company_external_id,
  invoices.project_company_external_id, iif(documents.type = 'PAYMENT', coalesce(
    (SELECT min(settled.project_company_external_id) FROM payment_invoices link
      CROSS JOIN invoices settled ON settled.document_id = link.invoice_id
      WHERE link.show_id = ${showId} AND link.payment_id = documents.id),
    (SELECT iif(min(only.project_company_external_id) = max(only.project_company_external_id),
        min(only.project_company_external_id), NULL)
      FROM accounting_periods only WHERE only.show_id = ${showId})), NULL))`;

const openPeriod = (showId: string, from: SQL, columns: SQL): SQL => sql`(SELECT ${columns}
  FROM accounting_periods p INDEXED BY open_periods WHERE p.show_id = ${showId}
    AND p.project_company_external_id = ${from} AND p.status = 'OPEN'
    AND p.last_day >= coalesce(documents.effective_day, documents.business_day) ORDER BY p.last_day LIMIT 1)`;

/**
 * The open period in which a row of `documents`, joined with its order or invoice, would be entered, as JSON of
 * `PeriodFacts`; null for a company without periods.
 */
export const periodFactsOf = ({ showId }: Pick<Source, 'showId'>): SQL<string | null> =>
  sql<string | null>`(SELECT json_object('company', entered.company, 'open', json(${openPeriod(
    showId,
    sql`entered.company`,
    sql`json_object('number', p.number, 'name', p.name, 'firstDay', p.first_day, 'lastDay', p.last_day)`,
  )})) FROM (SELECT ${companyOf(showId)} AS company) entered WHERE EXISTS (SELECT 1 FROM accounting_periods any
    WHERE any.show_id = ${showId} AND any.project_company_external_id = entered.company))`;

/** Guard: fails the batch when the period was closed meanwhile. `commit` treats it as a lost race. */
export function guardPeriodOpen(
  { showId }: Pick<Source, 'showId'>,
  documentId: string,
  { company, number }: { company: string; number: number },
): Write {
  return sql`UPDATE documents SET version = NULL WHERE id = ${documentId} AND show_id = ${showId}
    AND NOT EXISTS (SELECT 1 FROM accounting_periods p WHERE p.show_id = ${showId}
      AND p.project_company_external_id = ${company} AND p.number = ${number} AND p.status = 'OPEN')`;
}
