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
  awaitsApproval: 0 | 1;
  approvedById: string | null;
  approvedByName: string | null;
}

/**
 * Checks that every decision on behalf of another was made under a cover that ran when it was committed, by one of its
 * people, within its limit, on a document of others; and that each is recorded once (COV-02 to COV-06).
 */
export function coverFaults(database: Rows, events: DocumentHistory): string[] {
  const covers = database.rows<CoverRow>(
    `SELECT id, user_id AS user, covering_id AS covering, alternate_id AS alternate, starts_at AS startsAt,
       ends_at AS endsAt, types, limit_cents AS limitCents, decisions, awaits_approval AS awaitsApproval,
       approved_by_id AS approvedById, approved_by_name AS approvedByName FROM covers`,
  );
  const ended = firstCommits(database, 'end of cover');
  const approved = firstCommits(database, 'approval of cover');
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
      if (cover.awaitsApproval === 1 || (approved.get(coverId) ?? 0) > position)
        return [`${what} was under a cover that awaited approval`];
      if ((details.onBehalfOf?.approvedBy ?? null) !== cover.approvedByName)
        return [`${what} names ${details.onBehalfOf?.approvedBy}, not ${cover.approvedByName}`];
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
    ...approvals(database, covers, { approved, ended }),
    ...(recorded.size === covered.length ? [] : [`cover: ${recorded.size} decisions are recorded`]),
  ];
}

type Commits = ReadonlyMap<string, number>;

/** The place of the first commit of a kind, by the cover. */
function firstCommits(database: Rows, kind: string): Commits {
  const rows = database.rows<{ id: string; position: number }>(
    'SELECT id, min(position) AS position FROM simulated_commits WHERE kind = ? GROUP BY id',
    kind,
  );
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/**
 * A cover is approved at most once, before it ends, by an administrator who takes no part in it; the absent user gets one
 * e-mail of it, or at most one that it was declined (COV-17, COV-18).
 */
function approvals(
  database: Rows,
  covers: readonly CoverRow[],
  { approved, ended }: { approved: Commits; ended: Commits },
): string[] {
  const mails = database.rows<{ cover: string; event: string; user: string }>(
    `SELECT payload ->> 'coverId' AS cover, payload ->> 'event' AS event, payload ->> 'userId' AS user FROM outbox
     WHERE kind = 'cover-mail' AND payload ->> 'event' IN ('approved', 'declined')`,
  );
  const approvalCounts = new Map(
    database
      .rows<{ id: string; times: number }>(
        "SELECT id, count(*) AS times FROM simulated_commits WHERE kind = 'approval of cover' GROUP BY id",
      )
      .map(({ id, times }) => [id, times]),
  );
  return covers.flatMap(({ id, user, covering, alternate, approvedById, awaitsApproval }) => {
    const sent = mails.filter(({ cover }) => cover === id).map((mail) => `${mail.event} ${mail.user}`);
    const what = `cover: ${id}`;
    const at = approved.get(id);
    if (at === undefined)
      return sent.length > 0 && (awaitsApproval === 0 || sent.join() !== `declined ${user}` || !ended.has(id))
        ? [`${what} was not approved, and mailed ${sent.join()}`]
        : [];
    if (approvalCounts.get(id) !== 1) return [`${what} was approved ${approvalCounts.get(id)} times`];
    if ((ended.get(id) ?? Infinity) < at) return [`${what} was approved after its end`];
    if (approvedById === null || [user, covering, alternate].includes(approvedById))
      return [`${what} was approved by ${approvedById}`];
    return sent.join() === `approved ${user}` ? [] : [`${what} was approved, and mailed ${sent.join()}`];
  });
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
