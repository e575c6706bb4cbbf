import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BudgetLine } from '#domain/budget/budget';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { budgetChanges, budgetLines, budgets } from '#store/show/tables/budget-tables';

export type BudgetRow = typeof budgets.$inferSelect;
export type BudgetLineRow = typeof budgetLines.$inferSelect;
export type BudgetChangeRow = typeof budgetChanges.$inferSelect;

const inShow = prepareRead(({ db, showId }) => [
  db.select().from(budgets).where(eq(budgets.showId, showId)).orderBy(desc(budgets.number)),
]);

/** The budgets of a show, the newest first. */
export const budgetsQuery = (source: Source) => mapQuery(inShow(source, {}), ([rows]) => rows);

const linesOfBudget = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(budgetLines)
    .where(and(eq(budgetLines.showId, showId), eq(budgetLines.budgetId, id)))
    .orderBy(asc(budgetLines.position), asc(budgetLines.account)),
]);

/** The lines of a budget in their order. */
export const budgetLinesQuery = (source: Source, id: string) =>
  mapQuery(linesOfBudget(source, { id }), ([rows]) => rows);

const linesOfCounting = prepareRead(({ db, showId }) => [
  db
    .select()
    .from(budgetLines)
    .where(and(eq(budgetLines.showId, showId), eq(budgetLines.budgetId, countingBudgetId(showId))))
    .orderBy(asc(budgetLines.position), asc(budgetLines.account)),
]);

/** The id of the budget that counts, as `countingBudget` of the domain chooses it. */
export function countingBudgetId(showId: string): SQL<string> {
  return sql`(SELECT id FROM budgets WHERE show_id = ${showId} ORDER BY status = 'LOCKED' DESC, number DESC LIMIT 1)`;
}

/** The lines of the budget that counts, in their order. */
export const countingBudgetLinesQuery = (source: Source) =>
  mapQuery(linesOfCounting(source, {}), ([rows]) => rows);

const changesOfBudget = prepareRead(
  ({ db, showId }, { id, before, limit }: { id: string; before: number; limit: number }) => [
    db
      .select()
      .from(budgetChanges)
      .where(
        and(
          eq(budgetChanges.showId, showId),
          eq(budgetChanges.budgetId, id),
          lt(budgetChanges.revision, before),
        ),
      )
      .orderBy(desc(budgetChanges.revision))
      .limit(limit),
  ],
);

/** The changes of a budget before a revision, the newest first. */
export const budgetChangesQuery = (source: Source, id: string, before: number, limit: number) =>
  mapQuery(changesOfBudget(source, { id, before, limit }), ([rows]) => rows);

/** Inserts a budget with its lines. Of two with the same number, the second fails on `budgets.number`. */
export function insertBudget(
  store: ShowStore,
  row: BudgetRow,
  lines: readonly BudgetLine[],
  change: Omit<BudgetChangeRow, 'showId'>,
): Write[] {
  const { db, showId } = store;
  const inserts = lines.length > 0 ? [insertLines(store, row.id, lines)] : [];
  return [db.insert(budgets).values(row), ...inserts, db.insert(budgetChanges).values({ ...change, showId })];
}

function insertLines({ showId }: ShowStore, budgetId: string, lines: readonly BudgetLine[]): Write {
  return insertJsonRows(
    budgetLines,
    { showId, budgetId },
    lines.map((line, position) => ({ ...line, position })),
  );
}

/**
 * Saves changed lines, which come after the others when they are new. The change is the lock: it fails on
 * `budget_changes.revision` when another one of its revision was first.
 */
export function saveBudgetChange(
  { db, showId }: ShowStore,
  change: Omit<BudgetChangeRow, 'showId'>,
  lines: readonly BudgetLine[],
  values: Partial<Pick<BudgetRow, 'status' | 'lockedBy' | 'lockedByName' | 'lockedAt'>> = {},
): Write[] {
  const { budgetId, revision } = change;
  const next = sql`(SELECT coalesce(max(position) + 1, 0) FROM budget_lines
    WHERE show_id = ${showId} AND budget_id = ${budgetId})`;
  return [
    db.insert(budgetChanges).values({ ...change, showId }),
    db
      .update(budgets)
      .set({ ...values, revision })
      .where(and(eq(budgets.showId, showId), eq(budgets.id, budgetId))),
    ...lines.map((line) =>
      db
        .insert(budgetLines)
        .values({ ...line, showId, budgetId, position: next })
        .onConflictDoUpdate({
          target: [budgetLines.showId, budgetLines.budgetId, budgetLines.account, budgetLines.codes],
          set: line,
        }),
    ),
  ];
}
