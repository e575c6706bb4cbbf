import type { DocumentHistory } from './approval-invariants.ts';
import type { Rows } from './invariants.ts';

interface CoverRow {
  id: string;
  user: string;
  covering: string;
  alternate: string | null;
  startsAt: string;
  endsAt: string;
  types: string;
  limitCents: number | null;
  decisions: number;
}

/**
 * Checks that every decision on behalf of another was made under a cover that ran when it was committed, by one of its
 * people, within its limit, on a document of others; and that each is recorded once (COV-02 to COV-06).
 */
export function coverFaults(database: Rows, events: DocumentHistory): string[] {
  const covers = database.rows<CoverRow>(
    `SELECT id, user_id AS user, covering_id AS covering, alternate_id AS alternate, starts_at AS startsAt,
       ends_at AS endsAt, types, limit_cents AS limitCents, decisions FROM covers`,
  );
  const ended = new Map(
    database
      .rows<{ id: string; position: number }>(
        "SELECT id, min(position) AS position FROM simulated_commits WHERE kind = 'end of cover' GROUP BY id",
      )
      .map(({ id, position }) => [id, position]),
  );
  const recorded = new Set(
    database
      .rows<{ key: string }>(
        "SELECT cover_id || ' ' || document_id || ' ' || event_seq || ' ' || action AS key FROM cover_decisions",
      )
      .map(({ key }) => key),
  );
  const own = new Set(
    database
      .rows<{ key: string }>(
        `SELECT id || ' ' || creator_id AS key FROM documents
         UNION ALL SELECT document_id || ' ' || actor_id FROM document_events WHERE action IN ('submit', 'save')`,
      )
      .map(({ key }) => key),
  );
  const totals = totalsOf(events);
  const covered = events.filter(({ details }) => details.onBehalfOf);
  return [
    ...covered.flatMap((event) => {
      const { document, type, seq, action, actor, position, committedAt, details } = event;
      const { userId = '', coverId = '' } = details.onBehalfOf ?? {};
      const cover = covers.find(({ id, user }) => id === coverId && user === userId);
      const what = `cover: ${document} ${seq} ${action} by ${actor} for ${userId}`;
      if (!cover) return [`${what} has no cover`];
      if (actor !== cover.covering && actor !== cover.alternate) return [`${what} is of somebody else`];
      if (!cover.types.includes(type)) return [`${what} is of another type`];
      const isOver = (ended.get(coverId) ?? Infinity) < position;
      if (committedAt < cover.startsAt || committedAt >= cover.endsAt || isOver)
        return [`${what} was not covered at ${committedAt}`];
      const total = totals.get(`${document} ${seq}`) ?? 0;
      const isAboveLimit = cover.limitCents !== null && total > cover.limitCents;
      if (isAboveLimit && actor === cover.covering) return [`${what} is above the limit: ${total}`];
      if (own.has(`${document} ${actor}`)) return [`${what} is their own document`];
      return recorded.has(`${coverId} ${document} ${seq} ${action}`) ? [] : [`${what} is not recorded`];
    }),
    ...covers
      .filter(
        ({ id, decisions }) =>
          decisions !== covered.filter(({ details }) => details.onBehalfOf?.coverId === id).length,
      )
      .map(({ id, decisions }) => `cover: ${id} counts ${decisions} decisions`),
    ...(recorded.size === covered.length ? [] : [`cover: ${recorded.size} decisions are recorded`]),
  ];
}

/** The total that each event found. */
function totalsOf(events: DocumentHistory): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  let total = 0;
  for (const { document, seq, details } of events) {
    if (seq === 1) total = 0;
    totals.set(`${document} ${seq}`, total);
    total = details.totalCents ?? total;
  }
  return totals;
}
