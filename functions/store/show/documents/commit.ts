import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refusal } from '#domain/codes';
import type { Status } from '#domain/document';
import { DuplicateKeyError, reasonOf } from '#store/d1/open';
import type { ShowStore, Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { Plan, Rows } from '#store/d1/query';
import { prepareWrite } from '#store/d1/prepared-write';
import { documentEvents, documents } from '#store/show/tables/document-tables';

/** What the deciding code read; the commit fails when any of it is no longer so. */
export interface Expected {
  version: number;
  status: Status;
  currentStepId: string | null;
}

/** The event of a change, hashed and chained; `seq` is one more than the version that was read. */
export type EventRow = typeof documentEvents.$inferInsert;

const firstEvent = prepareWrite(({ db }, event: EventRow) =>
  db.insert(documentEvents).values({ ...event, seq: sql`1` }),
);

const nextEvent = prepareWrite(({ db, showId }, event: EventRow, expected: ReturnType<typeof ofDocument>) =>
  db.insert(documentEvents).values({ ...event, seq: guardedSeq(showId, event.documentId, expected) }),
);

/** No more than what was decided by: callers hand over whole documents. */
function ofDocument({ version, status, currentStepId }: Expected) {
  return { version, status, currentStepId };
}

/** One change of one document: its event, the state that it was decided by (null: a new document), and what it writes. */
export interface DocumentChange {
  event: EventRow;
  expected: Expected | null;
  writes: readonly Write[];
}

/**
 * The only way to change a document: ONE batch whose first statement inserts the event. Its `seq` is a sub-select that
 * yields NULL when the document has moved on, which violates NOT NULL and so undoes the whole batch; an UPDATE that
 * matches no row would not. `plan` is read in the same trip, as the change leaves things.
 *
 * Null when another writer was first: read again and decide again. Throws every other error, `DuplicateKeyError` among them.
 */
export async function commit<P extends Plan>(
  store: ShowStore,
  change: DocumentChange,
  plan: P,
): Promise<Rows<P> | null> {
  try {
    return await store.writeAndRead(statementsOf(store, change), plan);
  } catch (error) {
    if (error instanceof DuplicateKeyError || error instanceof Refusal) throw error;
    const reason = reasonOf(error);
    if (isLostRace(reason)) return null;
    // Only what is no constraint leaves it open whether the batch was written.
    if (!/constraint failed/.test(reason) && (await hasEvent(store, change.event)))
      return readInOneTrip(plan);
    throw error;
  }
}

function statementsOf(store: ShowStore, { event, expected, writes }: DocumentChange): Write[] {
  const first = expected ? nextEvent(store, event, ofDocument(expected)) : firstEvent(store, event);
  return [first, ...writes];
}

/** A change with what is read behind it. */
type PlannedChange<P extends Plan> = DocumentChange & { plan: P };

/**
 * Several changes of different documents in one batch, each with its plan. Where one of them undoes the batch, each is
 * written by itself. Settles like `commit` for each change, in order.
 */
export async function commitAll<P extends Plan>(
  store: ShowStore,
  changes: readonly PlannedChange<P>[],
): Promise<PromiseSettledResult<Rows<P> | null>[]> {
  if (changes.length < 2) return commitEach(store, changes);
  const statements = changes.flatMap((change) => statementsOf(store, change));
  const plan = Object.assign({}, ...changes.map(({ plan: own }, n) => renamed(own, n))) as Plan;
  const settled = (rows: Rows<Plan>) =>
    changes.map(({ plan: own }, n) => ({ status: 'fulfilled' as const, value: namesBack(own, rows, n) }));
  try {
    return settled(await store.writeAndRead(statements, plan));
  } catch (error) {
    if (/: SQLITE_(CONSTRAINT|ERROR|TOOBIG)/.test(reasonOf(error))) return commitEach(store, changes);
    const [first] = changes;
    if (!(error instanceof Refusal) && first && (await hasEvent(store, first.event)))
      return settled(await readInOneTrip(plan));
    return changes.map(() => ({ status: 'rejected', reason: error }));
  }
}

function commitEach<P extends Plan>(store: ShowStore, changes: readonly PlannedChange<P>[]) {
  return Promise.allSettled(changes.map((change) => commit(store, change, change.plan)));
}

/** The plan of the change at `n`, with names that no other change has. */
function renamed(plan: Plan, n: number): Plan {
  return Object.fromEntries(Object.entries(plan).map(([name, query]) => [`${n}.${name}`, query]));
}

function namesBack<P extends Plan>(plan: P, rows: Rows<Plan>, n: number): Rows<P> {
  return Object.fromEntries(Object.keys(plan).map((name) => [name, rows[`${n}.${name}`]])) as Rows<P>;
}

function guardedSeq(showId: string, documentId: string, expected: Expected): SQL<number> {
  return sql<number>`(SELECT ${documents.version} + 1 FROM ${documents} WHERE ${and(
    eq(documents.id, documentId),
    eq(documents.showId, showId),
    eq(documents.version, expected.version),
    eq(documents.status, expected.status),
    sql`${documents.currentStepId} IS ${expected.currentStepId}`,
  )})`;
}

/** A broken connection during a write is ambiguous: D1 never repeats writes. Our own hash, unlike any other, settles it. */
async function hasEvent(store: ShowStore, event: EventRow): Promise<boolean> {
  const rows = await store.db
    .select({ hash: documentEvents.hash })
    .from(documentEvents)
    .where(and(eq(documentEvents.documentId, event.documentId), eq(documentEvents.hash, event.hash)))
    .limit(1);
  return rows.length > 0;
}

function isLostRace(reason: string): boolean {
  return (
    // A statement that finds its own ground gone sets a column to null, and the batch is undone: the version (DEC-39), or
    // the file that another document took meanwhile (DEC-53), or the flow that got other steps (DEC-65), or the
    // temporary vendor that others changed or took into use (DEC-34).
    /NOT NULL constraint failed: (document_events\.seq|documents\.version|attachments\.file_id|workflows\.template_version|temporary_vendors\.version)/.test(
      reason,
    ) ||
    /document_events (key is taken|chain is broken)/.test(reason) ||
    /UNIQUE constraint failed: (document_events\.|step_approvals\.)/.test(reason)
  );
}
