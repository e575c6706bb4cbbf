import type { HomeSummary } from './queue-summary.tsx';

/** People and steps of a Show Admin's tile that are named individually. */
export const maxNamed = 2;

/** The rows of the first people who are away: each may have documents of several types. */
export function namedAway<Row extends { userId: string }>(away: readonly Row[]): readonly Row[] {
  const named = [...new Set(away.map(({ userId }) => userId))].slice(0, maxNamed);
  return named.flatMap((id) => away.filter(({ userId }) => userId === id));
}

/** How many lines the tallest group has, without the health of the show: its code loads later. */
export function tileHeight(tiles: HomeSummary['tiles']): number {
  const {
    submitted,
    rentals,
    due,
    failed,
    failedInvoicesAndPayments,
    drafts,
    periods,
    away,
    stuck,
    waitingForNobody,
  } = tiles;
  const some = (...counts: unknown[]) => counts.filter(Boolean).length;
  return Math.max(
    some(...(submitted?.counts ?? []), rentals?.count),
    some(due?.count, failed, ...(failedInvoicesAndPayments ?? []), drafts, periods?.count),
    some(...(waitingForNobody ?? []), ...namedAway(away ?? []), ...(stuck ?? []).slice(0, maxNamed)),
  );
}
