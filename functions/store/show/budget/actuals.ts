import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { ActualKind } from '#domain/budget/actuals';
import { noCoding } from '#domain/budget/cost-coding';
import { inList } from '#store/d1/in-list';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, queryOf } from '#store/d1/query';
import { actualImports, otherActuals } from '#store/show/tables/actual-tables';
import { budgetMovements } from '#store/show/tables/budget-tables';

export type ActualImportRow = typeof actualImports.$inferSelect;
export type OtherActualRow = Omit<typeof otherActuals.$inferSelect, 'showId' | 'importId'>;

const page = prepareRead(({ db, showId }, { before, limit }: { before: number; limit: number }) => [
  db
    .select()
    .from(actualImports)
    .where(and(eq(actualImports.showId, showId), lt(actualImports.number, before)))
    .orderBy(desc(actualImports.number))
    .limit(limit),
]);

/** Imports before a number, the newest first. */
export const actualImportsQuery = (source: Source, before: number, limit: number) =>
  mapQuery(page(source, { before, limit }), ([rows]) => rows);

const newest = prepareRead(({ db, showId }, { hash }: { hash: string }) => [
  db
    .select({ number: actualImports.number })
    .from(actualImports)
    .where(eq(actualImports.showId, showId))
    .orderBy(desc(actualImports.number))
    .limit(1),
  db
    .select()
    .from(actualImports)
    .where(
      and(
        eq(actualImports.showId, showId),
        eq(actualImports.fileHash, hash),
        isNull(actualImports.reversedAt),
      ),
    ),
]);

/** The newest number, 0 without an import, and the import of the file with this hash that counts; null for none. */
export const fileImportQuery = (source: Source, hash: string) =>
  mapQuery(newest(source, { hash }), ([[last], [same]]) => ({
    newest: last?.number ?? 0,
    same: same ?? null,
  }));

const one = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(actualImports)
    .where(and(eq(actualImports.showId, showId), eq(actualImports.id, id))),
]);

/** An import; null when it does not exist. */
export const actualImportQuery = (source: Source, id: string) =>
  mapQuery(one(source, { id }), ([[row]]) => row ?? null);

const counting = prepareRead(({ db, showId }) => [
  db
    .select({ number: actualImports.number })
    .from(actualImports)
    .where(and(eq(actualImports.showId, showId), isNull(actualImports.reversedAt)))
    .limit(1),
]);

/** Whether an import of other actuals counts. */
export const hasActualsQuery = (source: Source) =>
  mapQuery(counting(source, {}), ([rows]) => rows.length > 0);

/** Rows with their import. The order of joins is fixed, because D1 keeps no statistics. */
const actualsBy = (index: 'account' | 'number'): SQL =>
  sql`${otherActuals} a INDEXED BY ${sql.raw(`other_actuals_by_${index}`)}
    CROSS JOIN ${actualImports} i ON i.show_id = a.show_id AND i.id = a.import_id`;

/** The transactions with these numbers that imports in force have. */
export const importedTransactionsQuery = ({ db, showId }: Source, numbers: readonly string[]) =>
  queryOf(
    db,
    db
      .selectDistinct({ kind: sql<ActualKind>`a.kind`, number: sql<string>`a.number` })
      .from(actualsBy('number'))
      .where(
        sql`a.show_id = ${showId} AND a.number <> '' AND a.number IN ${inList(numbers)} AND i.reversed_at IS NULL`,
      ),
  );

const columns = {
  import: sql<number>`i.number`.mapWith(Number),
  rowNumber: sql<number>`a.row_number`.mapWith(Number),
  account: sql<string>`a.account`,
  day: sql<string>`a.day`,
  cents: sql<number>`a.cents`.mapWith(Number),
  kind: sql<ActualKind>`a.kind`,
  number: sql<string>`a.number`,
  description: sql<string>`a.description`,
  invoiceId: sql<string | null>`a.invoice_id`,
};

/** The rows of an import, in the order of its file. */
export const rowsOfImportQuery = ({ db, showId }: Source, id: string, from: number, limit: number) =>
  queryOf(
    db,
    db
      .select(columns)
      .from(
        sql`${actualImports} i CROSS JOIN ${otherActuals} a ON a.show_id = i.show_id AND a.import_id = i.id`,
      )
      .where(sql`i.show_id = ${showId} AND i.id = ${id}`)
      .orderBy(sql`a.row_number`)
      .limit(limit)
      .offset(from),
  );

/** The rows of accounts that count as of a day, the newest first. */
export const rowsOfAccountsQuery = (
  { db, showId }: Source,
  { accounts, currency, day }: { accounts: readonly string[]; currency: string; day: string },
  from: number,
  limit: number,
) =>
  queryOf(
    db,
    db
      .select(columns)
      .from(actualsBy('account'))
      .where(
        sql`a.show_id = ${showId} AND a.account IN ${inList(accounts)} AND a.day <= ${day}
          AND a.invoice_id IS NULL AND i.currency_code = ${currency} AND i.reversed_at IS NULL`,
      )
      .orderBy(sql`a.day DESC, i.number DESC, a.row_number`)
      .limit(limit)
      .offset(from),
  );

/** Stores an import with its rows, of which those without an invoice of this show count. */
export function insertActuals(
  { db, showId }: ShowStore,
  row: ActualImportRow,
  rows: readonly OtherActualRow[],
): Write[] {
  const { id, currencyCode, at } = row;
  return [
    db.insert(actualImports).values(row),
    insertJsonRows(otherActuals, { showId, importId: id }, rows),
    sql`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, coding, currency_code,
        measure, cents, effective_day, recorded_at)
      SELECT ${showId}, ${id}, row_number() OVER (ORDER BY day, account), ${id}, '', account, ${noCoding},
        ${currencyCode}, 'OTHER_ACTUAL', sum(cents), day, ${at}
      FROM other_actuals WHERE show_id = ${showId} AND import_id = ${id} AND invoice_id IS NULL
      GROUP BY +day, +account HAVING sum(cents) <> 0`,
  ];
}

/** The days on which an import counts. */
export const daysOfImportQuery = ({ db, showId }: Source, id: string) =>
  queryOf(
    db,
    db
      .selectDistinct({ day: budgetMovements.effectiveDay })
      .from(budgetMovements)
      .where(and(eq(budgetMovements.showId, showId), eq(budgetMovements.ownerId, id))),
  );

/**
 * Reverses an import: it counts the opposite on the days in `enteredOn`, by the days on which it counted. Of two
 * reversals, the second fails on `budget_movements.seq`.
 */
export function reverseActuals(
  { showId }: ShowStore,
  id: string,
  { by, byName, at, reason }: { by: string; byName: string; at: string; reason: string },
  enteredOn: Readonly<Record<string, string>>,
): Write[] {
  return [
    sql`UPDATE actual_imports SET reversed_by = ${by}, reversed_by_name = ${byName}, reversed_at = ${at},
        reason = ${reason} WHERE show_id = ${showId} AND id = ${id} AND reversed_at IS NULL`,
    sql`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, coding, currency_code,
        measure, cents, effective_day, recorded_at)
      SELECT show_id, owner_id, -seq, document_id, line_id, account, coding, currency_code, measure, -cents,
        entered.value, ${at}
      FROM budget_movements CROSS JOIN json_each(${JSON.stringify(enteredOn)}) entered
        ON entered.key = effective_day
      WHERE show_id = ${showId} AND owner_id = ${id}`,
  ];
}

/** Guard: fails the batch on `actual_imports.number` when one of these periods of the company was closed meanwhile. */
export function guardPeriodsOpen(
  { showId }: Pick<Source, 'showId'>,
  importId: string,
  { company, numbers }: { company: string; numbers: readonly number[] },
): Write {
  return sql`UPDATE actual_imports SET number = NULL WHERE show_id = ${showId} AND id = ${importId}
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(numbers)}) used WHERE NOT EXISTS (
      SELECT 1 FROM accounting_periods p WHERE p.show_id = ${showId} AND p.project_company_external_id = ${company}
        AND p.number = used.value AND p.status = 'OPEN'))`;
}

/** Imports whose movements differ from their rows, at most `limit`: a reversed import counts nothing. */
export async function readWrongImports({ db, showId }: ShowStore, limit: number) {
  return db.all<{ id: string; number: number; cents: number; movedCents: number }>(sql`SELECT i.id, i.number,
      iif(i.reversed_at IS NULL, coalesce((SELECT sum(cents) FROM other_actuals a
        WHERE a.show_id = i.show_id AND a.import_id = i.id AND a.invoice_id IS NULL), 0), 0) AS cents,
      coalesce((SELECT sum(cents) FROM budget_movements m
        WHERE m.show_id = i.show_id AND m.owner_id = i.id), 0) AS movedCents
    FROM actual_imports i WHERE i.show_id = ${showId} AND cents <> movedCents LIMIT ${limit}`);
}
