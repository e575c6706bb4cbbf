import { fromCents, toCents } from '#domain/values/money';
import type { QueueTotals } from '#domain/lists/lists';

interface QueueRow {
  id: string;
  totalCost: number;
  currency: string;
}

interface QueuePage<Row> {
  sums?: QueueTotals['sums'] | undefined;
  rows: readonly Row[];
  total: number;
  /** When, on the clock of `performance`. */
  askedAt: number;
}

const decidedAt = new Map<string, number>();

/** The user has decided on a document: no page of a queue that was read before still shows it. */
export function markDecided(id: string, at: number = performance.now()): void {
  decidedAt.set(id, at);
}

/** Pages of a queue without what was decided on since they were read; counts and sums follow. Other lists stay as they are. */
export function withoutDecided<Row extends QueueRow, Page extends QueuePage<Row>>(
  pages: readonly Page[],
): readonly Page[] {
  const isGone = ({ id }: Row, askedAt: number) => (decidedAt.get(id) ?? -1) > askedAt;
  const gone = new Map(
    pages.flatMap(({ rows, askedAt }) =>
      rows.filter((row) => isGone(row, askedAt)).map((row) => [row.id, row] as const),
    ),
  );
  if (gone.size === 0) return pages;
  return pages.map((page) => {
    if (page.sums === undefined) return page;
    const counted = [...gone.values()].filter((row) => isGone(row, page.askedAt));
    const sums = page.sums.map(({ currency, totalCost }) => {
      const own = counted.filter((row) => row.currency === currency);
      const cents = own.reduce((left, row) => left - toCents(row.totalCost), toCents(totalCost));
      return { currency, totalCost: fromCents(cents) };
    });
    const rows = page.rows.filter((row) => !isGone(row, page.askedAt));
    return { ...page, rows, total: Math.max(0, page.total - counted.length), sums };
  });
}
