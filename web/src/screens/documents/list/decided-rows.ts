import { fromCents, toCents } from '#domain/values/money';
import type { QueueTotals } from '#domain/lists/lists';

export interface QueueRow {
  id: string;
  totalCost: number;
  currency: string;
}

export interface QueuePage<Row> {
  sums?: QueueTotals['sums'] | undefined;
  rows: readonly Row[];
  total: number;
  /** The time of the request, on the clock of `performance`. */
  requestedAt: number;
}

const decidedAt = new Map<string, number>();

/**
 * Records that the user decided on a document, so that pages of a queue that were requested earlier no longer show it.
 */
export function markDecided(id: string, at: number = performance.now()): void {
  decidedAt.set(id, at);
}

/** Records that the decision was taken back, so that pages of a queue show the document again. */
export function markUndecided(id: string): void {
  decidedAt.delete(id);
}

/**
 * Removes from the pages of a queue what was decided on since they were requested, and corrects counts and totals.
 * Other lists stay as they are.
 */
export function withoutDecided<Row extends QueueRow, Page extends QueuePage<Row>>(
  pages: readonly Page[],
): readonly Page[] {
  const isRemoved = ({ id }: Row, requestedAt: number) => (decidedAt.get(id) ?? -1) > requestedAt;
  const removed = new Map(
    pages.flatMap(({ rows, requestedAt }) =>
      rows.filter((row) => isRemoved(row, requestedAt)).map((row) => [row.id, row] as const),
    ),
  );
  if (removed.size === 0) return pages;
  return pages.map((page) => {
    if (page.sums === undefined) return page;
    const removedRows = [...removed.values()].filter((row) => isRemoved(row, page.requestedAt));
    const sums = page.sums.map(({ currency, totalCost }) => {
      const rowsOfCurrency = removedRows.filter((row) => row.currency === currency);
      const cents = rowsOfCurrency.reduce((left, row) => left - toCents(row.totalCost), toCents(totalCost));
      return { currency, totalCost: fromCents(cents) };
    });
    const rows = page.rows.filter((row) => !isRemoved(row, page.requestedAt));
    return { ...page, rows, total: Math.max(0, page.total - removedRows.length), sums };
  });
}
