import type { HomeSummary } from './queue-summary.tsx';

/** People and steps of a Show Admin's tile that are named individually. */
export const maxNamed = 2;

/** How many lines the tallest group has, without the health of the show: its code loads later. */
export function tileHeight(tiles: HomeSummary['tiles']): number {
  const { submitted, rentals, due, failed, failedInvoicesAndPayments, drafts, periods, away, stuck } = tiles;
  const some = (...counts: unknown[]) => counts.filter(Boolean).length;
  const named = (rows: readonly unknown[] | null) => rows?.slice(0, maxNamed) ?? [];
  return Math.max(
    some(...(submitted?.counts ?? []), rentals?.count),
    some(due?.count, failed, ...(failedInvoicesAndPayments ?? []), drafts, periods?.count),
    some(...named(away), ...named(stuck)),
  );
}
