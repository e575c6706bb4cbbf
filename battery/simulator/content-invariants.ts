import { environment } from './bindings.ts';
import type { Eve } from './initial-state.ts';
import type { Rows } from './invariants.ts';
import { calm } from './scheduler.ts';
import type { Stage } from './harness.ts';
import { showId } from './studio.ts';

interface Event {
  document_id: string;
  seq: number;
  action: string;
  payload: string;
}

/** What an event says of the content, as far as it does. */
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

/** What an approval is bound to (DEC-30, DEC-40, DEC-53); read by plain SQL, not by the product. */
export function contents(database: Rows): string[] {
  const events = database.rows<Event>(
    'SELECT document_id, seq, action, payload FROM document_events ORDER BY document_id, seq',
  );
  const histories = Map.groupBy(
    events.map(({ payload, ...event }) => ({ ...event, said: JSON.parse(payload) as Payload })),
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

type History = readonly (Omit<Event, 'payload'> & { said: Payload })[];

/** The content version rises with each other hash, and with nothing else. */
function versions(history: History): string[] {
  const found: string[] = [];
  let before: Payload = {};
  for (const { document_id: id, seq, said } of history) {
    if (said.contentHash === undefined) continue;
    const rises = before.contentHash !== undefined && before.contentHash !== said.contentHash;
    const expected = (before.contentVersion ?? 1) + (rises ? 1 : 0);
    if (said.contentVersion !== expected)
      found.push(`content: ${id} ${seq} is version ${said.contentVersion}, not ${expected}`);
    if (typeof said.namedContentVersion === 'number' && said.namedContentVersion !== before.contentVersion)
      found.push(`content: ${id} ${seq} was decided on version ${said.namedContentVersion}`);
    before = said;
  }
  return found;
}

/** A vote is for the content that stood at its event; it counts for other content only as DEC-40 says. */
function boundVote({ what, event_seq: seq, content_version: version }: Vote, history: History): string[] {
  const own = history.find((event) => event.seq === seq);
  const found: string[] = [];
  if (own?.said.contentVersion !== version) found.push(`vote: ${what} is for content ${version}`);
  let before = history.findLast((event) => event.seq < seq && event.said.totalCents !== undefined)?.said;
  let files = filesAt(history, seq);
  for (const { seq: later, action, said } of history.filter((event) => event.seq > seq)) {
    // From here on the vote no longer counts: the document was approved, or starts again.
    if (said.votesDropped || ['submit', 'revise', 'adjust', 'discard', 'void', 'deny'].includes(action))
      break;
    if (said.status === 'APPROVED') break;
    const edited = action === 'edit-in-approval' ? said : {};
    if ((edited.totalCents ?? 0) > (before?.totalCents ?? 0))
      found.push(`vote: ${what} counts for a higher total, of event ${later}`);
    if (edited.vendor !== undefined && edited.vendor !== before?.vendor)
      found.push(`vote: ${what} counts for another payee, of event ${later}`);
    if (said.attachments && files.some((id) => !said.attachments?.includes(id)))
      found.push(`vote: ${what} counts without a file that was there, since event ${later}`);
    before = said.totalCents === undefined ? before : said;
    files = said.attachments ?? files;
  }
  return found;
}

function filesAt(history: History, seq: number): string[] {
  return history.findLast((event) => event.seq < seq && event.said.attachments)?.said.attachments ?? [];
}

/** What became final is what its final vote was given for, and its approved version holds just that. */
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

/** No file that was part of a submission is ever gone. */
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

/** What the product's own verification finds once everything has come to rest. */
export async function verified(stage: Stage, { product }: Eve): Promise<string[]> {
  const { scheduler } = stage;
  scheduler.faults = calm;
  const env = environment(stage, scheduler.isolate());
  const report = product.verifyHistories(product.storeFor(env, { id: showId, shard: 0 }));
  await scheduler.runAll();
  const { faults } = await report;
  return faults.map(({ documentId, what }) => `verify: ${documentId} ${what}`);
}
