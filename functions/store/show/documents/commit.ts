import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { Refusal } from '#domain/codes';
import type { Status } from '#domain/document';
import { DuplicateKeyError, errorText } from '#store/d1/open';
import type { ShowStore, Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { ReadPlan, Rows } from '#store/d1/query';
import { prepareWrite } from '#store/d1/prepared-write';
import { recountDocument } from '#store/show/budget/recount';
import { documentEvents, documents } from '#store/show/tables/document-tables';

/** The state that the decision was based on; the commit fails when the document has changed since. */
export interface Expected {
  version: number;
  status: Status;
  currentStepId: string | null;
}

/** The event of a change, with its hash chain; `seq` is one more than the version that was read. */
export type EventRow = typeof documentEvents.$inferInsert;

const firstEvent = prepareWrite(({ db }, event: EventRow) =>
  db.insert(documentEvents).values({ ...event, seq: sql`1` }),
);

const nextEvent = prepareWrite(
  ({ db, showId }, event: EventRow, expected: ReturnType<typeof expectedState>) =>
    db.insert(documentEvents).values({ ...event, seq: guardedSeq(showId, event.documentId, expected) }),
);

/** Only these three fields become part of the statement: callers pass whole documents. */
function expectedState({ version, status, currentStepId }: Expected) {
  return { version, status, currentStepId };
}

/**
 * A change of one document: its event, the state that the decision was based on (null: a new document), and its writes.
 */
export interface DocumentChange {
  event: EventRow;
  expected: Expected | null;
  writes: readonly Write[];
  /** The day of the change in the time zone of the show; null when it changes nothing that counts. */
  day: string | null;
  /** The day of its entry into an accounting period; null or absent without one (PERIOD-06). */
  effectiveDay?: string | null;
}

/**
 * The only way to change a document: ONE batch whose first statement inserts the event. Its `seq` is a sub-select that
 * yields NULL when the document has changed, which violates NOT NULL and fails the whole batch; an UPDATE that matches
 * no row would not. Its last statement counts the document for budgets. `plan` is read in the same round trip, after
 * the change. Returns null when another writer was first: the caller reads and decides again. Throws every other error,
 * `DuplicateKeyError` among them.
 */
export async function commit<P extends ReadPlan>(
  store: ShowStore,
  change: DocumentChange,
  plan: P,
): Promise<Rows<P> | null> {
  try {
    return await store.writeAndRead(statementsOf(store, change), plan);
  } catch (error) {
    if (error instanceof DuplicateKeyError || error instanceof Refusal) throw error;
    const reason = errorText(error);
    if (isLostRace(reason)) return null;
    // A constraint error means that nothing was written; after any other error the batch may have been written.
    if (!/constraint failed/.test(reason) && (await hasEvent(store, change.event)))
      return readInOneTrip(plan);
    throw error;
  }
}

function statementsOf(
  store: ShowStore,
  { event, expected, writes, day, effectiveDay = null }: DocumentChange,
): Write[] {
  const first = expected ? nextEvent(store, event, expectedState(expected)) : firstEvent(store, event);
  const when = day === null ? null : { at: event.at, day, effectiveDay };
  return [first, ...writes, ...(when ? [recountDocument(store, event.documentId, when)] : [])];
}

/** A change with the plan that is read after it. */
type PlannedChange<P extends ReadPlan> = DocumentChange & { plan: P };

/**
 * Commits changes of different documents in one batch, each with its plan. When one of them fails the batch, each is
 * committed separately. Settles like `commit` for each change, in order.
 */
export async function commitAll<P extends ReadPlan>(
  store: ShowStore,
  changes: readonly PlannedChange<P>[],
): Promise<PromiseSettledResult<Rows<P> | null>[]> {
  if (changes.length < 2) return commitEach(store, changes);
  const statements = changes.flatMap((change) => statementsOf(store, change));
  const plan = Object.assign(
    {},
    ...changes.map(({ plan: changePlan }, n) => prefixNames(changePlan, n)),
  ) as ReadPlan;
  const fulfilled = (rows: Rows<ReadPlan>) =>
    changes.map(({ plan: changePlan }, n) => ({
      status: 'fulfilled' as const,
      value: unprefixNames(changePlan, rows, n),
    }));
  try {
    return fulfilled(await store.writeAndRead(statements, plan));
  } catch (error) {
    if (/: SQLITE_(CONSTRAINT|ERROR|TOOBIG)/.test(errorText(error))) return commitEach(store, changes);
    const [first] = changes;
    if (!(error instanceof Refusal) && first && (await hasEvent(store, first.event)))
      return fulfilled(await readInOneTrip(plan));
    return changes.map(() => ({ status: 'rejected', reason: error }));
  }
}

function commitEach<P extends ReadPlan>(store: ShowStore, changes: readonly PlannedChange<P>[]) {
  return Promise.allSettled(changes.map((change) => commit(store, change, change.plan)));
}

/** Makes the names in the plan of the change at `n` unique. */
function prefixNames(plan: ReadPlan, n: number): ReadPlan {
  return Object.fromEntries(Object.entries(plan).map(([name, query]) => [`${n}.${name}`, query]));
}

function unprefixNames<P extends ReadPlan>(plan: P, rows: Rows<ReadPlan>, n: number): Rows<P> {
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

/**
 * After a broken connection it is unknown whether the batch was written, and D1 never repeats writes. The event's hash,
 * which is unique, tells.
 */
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
    // A guard whose condition failed sets a column to null, which fails the batch: the version, the file that
    // another document used meanwhile (DEC-53), the workflow template that was changed (DEC-65), the temporary
    // vendor that was changed or used (DEC-34), the cover that has ended (COV-04), or the link that was used (LINK-06).
    /NOT NULL constraint failed: (document_events\.seq|documents\.version|attachments\.file_id|workflows\.template_version|covers\.decisions|approval_links\.uses|temporary_vendors\.version)/.test(
      reason,
    ) ||
    /document_events (key is taken|chain is broken)/.test(reason) ||
    /UNIQUE constraint failed: (document_events\.|step_approvals\.)/.test(reason)
  );
}
