import { environment } from '../bindings.ts';
import type { InitialState } from '../initial-state.ts';
import type { Rows } from './invariants.ts';
import { noFaults } from '../scheduler.ts';
import type { Harness } from '../harness.ts';
import { showId } from '../studio.ts';

interface Event {
  document_id: string;
  seq: number;
  action: string;
  payload: string;
}

/** The content fields of an event payload. */
interface Payload {
  contentVersion?: number;
  contentHash?: string;
  namedContentVersion?: number | null;
  totalCents?: number;
  vendor?: string;
  attachments?: string[];
  votesDropped?: true;
  status?: string;
}

interface Vote {
  what: string;
  document_id: string;
  event_seq: number;
  content_version: number;
}

/** Checks what an approval is bound to (DEC-30, DEC-40, DEC-53), with plain SQL instead of the product's code. */
export function contents(database: Rows): string[] {
  const events = database.rows<Event>(
    'SELECT document_id, seq, action, payload FROM document_events ORDER BY document_id, seq',
  );
  const histories = Map.groupBy(
    events.map(({ payload, ...event }) => ({ ...event, details: JSON.parse(payload) as Payload })),
    ({ document_id: id }) => id,
  );
  const votes = database.rows<Vote>(
    `SELECT step_id || ' ' || user_id AS what, document_id, event_seq, content_version FROM step_approvals
     WHERE dropped_at IS NULL`,
  );
  return [
    ...[...histories.values()].flatMap(versions),
    ...votes.flatMap((vote) => boundVote(vote, histories.get(vote.document_id) ?? [])),
    ...finals(database),
    ...lostFiles(database, [...histories.values()]),
  ];
}

type History = readonly (Omit<Event, 'payload'> & { details: Payload })[];

/** Checks that the content version rises with each changed hash, and only then. */
function versions(history: History): string[] {
  const found: string[] = [];
  let before: Payload = {};
  for (const { document_id: id, seq, details } of history) {
    if (details.contentHash === undefined) continue;
    const rises = before.contentHash !== undefined && before.contentHash !== details.contentHash;
    const expected = (before.contentVersion ?? 1) + (rises ? 1 : 0);
    if (details.contentVersion !== expected)
      found.push(`content: ${id} ${seq} is version ${details.contentVersion}, not ${expected}`);
    if (
      typeof details.namedContentVersion === 'number' &&
      details.namedContentVersion !== before.contentVersion
    )
      found.push(`content: ${id} ${seq} was decided on version ${details.namedContentVersion}`);
    before = details;
  }
  return found;
}

/** Checks that a vote is bound to the content at its event; it counts for other content only as DEC-40 allows. */
function boundVote({ what, event_seq: seq, content_version: version }: Vote, history: History): string[] {
  const own = history.find((event) => event.seq === seq);
  const found: string[] = [];
  if (own?.details.contentVersion !== version) found.push(`vote: ${what} is for content ${version}`);
  let before = history.findLast(
    (event) => event.seq < seq && event.details.totalCents !== undefined,
  )?.details;
  let files = filesAt(history, seq);
  for (const { seq: later, action, details } of history.filter((event) => event.seq > seq)) {
    // From here on the vote no longer counts: the document was approved or approval restarts.
    if (details.votesDropped || ['submit', 'revise', 'adjust', 'discard', 'void', 'deny'].includes(action))
      break;
    if (details.status === 'APPROVED') break;
    const edited = action === 'edit-in-approval' ? details : {};
    if ((edited.totalCents ?? 0) > (before?.totalCents ?? 0))
      found.push(`vote: ${what} counts for a higher total, of event ${later}`);
    if (edited.vendor !== undefined && edited.vendor !== before?.vendor)
      found.push(`vote: ${what} counts for another payee, of event ${later}`);
    if (details.attachments && files.some((id) => !details.attachments?.includes(id)))
      found.push(`vote: ${what} counts without a file that was there, since event ${later}`);
    before = details.totalCents === undefined ? before : details;
    files = details.attachments ?? files;
  }
  return found;
}

function filesAt(history: History, seq: number): string[] {
  return history.findLast((event) => event.seq < seq && event.details.attachments)?.details.attachments ?? [];
}

/** Checks that the final content is that of the final vote, and that the approved version stores exactly it. */
function finals(database: Rows): string[] {
  const found = database.rows<{ what: string }>(
    `SELECT e.document_id || ' ' || e.seq AS what FROM document_events e JOIN documents d ON d.id = e.document_id
     WHERE d.type = 'PO' AND e.action = 'approve' AND e.payload ->> 'status' = 'APPROVED' AND NOT EXISTS (
       SELECT 1 FROM approval_history h WHERE h.id = e.payload ->> 'snapshotId' AND h.document_id = e.document_id
         AND h.total_cents = (SELECT sum(l.value ->> 'totalCents') FROM json_each(h.snapshot, '$.lines') l))
     UNION ALL SELECT d.id FROM documents d WHERE d.type = 'PO' AND d.status = 'APPROVED' AND d.total_cents <> (
       SELECT h.total_cents FROM approval_history h WHERE h.document_id = d.id ORDER BY h.position DESC LIMIT 1)`,
  );
  return found.map(({ what }) => `final: ${what} is not what was approved`);
}

/** Checks that no file of a submission is ever deleted. */
function lostFiles(database: Rows, histories: readonly History[]): string[] {
  const there = new Set(
    database
      .rows<{ key: string }>(
        `SELECT document_id || ' ' || file_id AS key FROM attachments WHERE file_id IN (SELECT id FROM files)
         UNION ALL SELECT document_id || ' ' || file_id FROM withdrawn_attachments
         WHERE file_id IN (SELECT id FROM files)`,
      )
      .map(({ key }) => key),
  );
  const found: string[] = [];
  for (const history of histories)
    for (const [index, { document_id: id, action }] of history.entries()) {
      if (action !== 'submit') continue;
      for (const fileId of filesAt(history, history[index]?.seq ?? 0))
        if (!there.has(`${id} ${fileId}`)) found.push(`file: ${fileId} of ${id} is lost`);
    }
  return found;
}

/** Runs the product's own verification after all jobs have ended. */
export async function verified(harness: Harness, { product }: InitialState): Promise<string[]> {
  const { scheduler } = harness;
  scheduler.faults = noFaults;
  const env = environment(harness, scheduler.isolate());
  const report = product.verifyHistories(product.storeFor(env, { id: showId, shard: 0 }));
  await scheduler.runAll();
  const { faults } = await report;
  return faults.map(({ documentId, what }) => `verify: ${documentId} ${what}`);
}
