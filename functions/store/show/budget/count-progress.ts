import { gte, lt, or } from 'drizzle-orm';
import { countVersion } from '#domain/budget/counts';
import { showSettings } from '#store/show/tables/reference-tables';

/** What is read of the settings of a show to tell which of its documents are counted (BUD-94). */
export const countProgress = {
  version: showSettings.countVersion,
  position: showSettings.countPosition,
};

/** Documents up to this id are counted, '' for none; null: all of them. */
export function countedUpTo(
  progress: { version: number; position: string | null } | undefined,
): string | null {
  if (!progress || progress.version > countVersion) return null;
  return progress.version < countVersion ? '' : progress.position;
}

/** Shows with documents to count. `countedUpTo` leaves out those that a newer release counts. */
export const isToBeCounted = or(
  lt(showSettings.countVersion, countVersion),
  gte(showSettings.countPosition, ''),
);
