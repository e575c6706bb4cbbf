import type { Database, Row } from '../database.ts';
import type { Chance } from '../random.ts';
import {
  altered,
  anyDocument,
  anyEvent,
  edit,
  eventsOf,
  hashOf,
  makeRoom,
  put,
  rebuild,
  set,
  table,
} from './rows.ts';

/**
 * One way to falsify a history or the data that it protects. Returns what was changed, or null when nothing fits.
 * `isForged`: all later hashes and the document are made to match, so that only a separately stored head contradicts
 * it.
 */
interface Tampering {
  isForged?: true;
  act: (database: Database, chance: Chance) => string | null;
}

const header = (column: string, change: (chance: Chance, before: Row[string]) => Row[string]): Tampering => ({
  act: (database, chance) => {
    const id = anyDocument(database, chance);
    const [row] = database.rows(`SELECT ${column} AS held FROM documents WHERE id = ?`, id);
    database.rows(
      `UPDATE documents SET ${column} = ? WHERE id = ?`,
      change(chance, row?.['held'] ?? null),
      id,
    );
    return id;
  },
});

const pairs = [
  ['DRAFT', 'Draft'],
  ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  ['APPROVED', 'Approved'],
] as const;
const more = (chance: Chance, before: Row[string]) => Number(before) + 1 + chance.below(900);

/** Deletes a random row of a table, if there is one. */
const deleting = (from: string): Tampering => ({
  act: (database, chance) => {
    const rows = database.rows<{ id: string; key: string }>(
      from === 'step_approvals'
        ? 'SELECT document_id AS id, step_id || user_id AS key FROM step_approvals'
        : `SELECT document_id AS id, file_id AS key FROM attachments a WHERE EXISTS (SELECT 1 FROM ${table} e
             WHERE e.document_id = a.document_id AND e.action = 'attach')`,
    );
    if (rows.length === 0) return null;
    const { id, key } = chance.pick(rows);
    const which = from === 'step_approvals' ? 'step_id || user_id' : 'file_id';
    database.rows(`DELETE FROM ${from} WHERE document_id = ? AND ${which} = ?`, id, key);
    return id;
  },
});

/** Changes the rows of one document in a table, if any matches the condition. */
const changing = (from: string, values: string, holds = 'true'): Tampering => ({
  act: (database, chance) => {
    const rows = database.rows<{ id: string }>(
      `SELECT DISTINCT document_id AS id FROM ${from} WHERE ${holds} ORDER BY 1`,
    );
    if (rows.length === 0) return null;
    const { id } = chance.pick(rows);
    database.rows(`UPDATE ${from} SET ${values} WHERE document_id = ? AND ${holds}`, id);
    return `${from} of ${id}`;
  },
});

export const tamperings: Record<string, Tampering> = {
  'an event is edited': {
    act: (database, chance) => {
      const event = anyEvent(database, chance);
      return `${edit(database, event, chance)} of ${event.document_id} ${event.seq}`;
    },
  },
  'an event is edited, with its own hash made anew': {
    act: (database, chance) => {
      const all = eventsOf(database, anyDocument(database, chance));
      if (all.length < 2) return null;
      const event = chance.pick(all.slice(0, -1));
      set(database, event, 'actor_name', altered(String(event['actor_name']), chance));
      const [now] = eventsOf(database, event.document_id).filter(({ seq }) => seq === event.seq);
      if (now) set(database, now, 'hash', hashOf(now));
      return `${event.document_id} ${event.seq}`;
    },
  },
  'an event says one thing to SQL and another to JSON.parse': {
    act: (database, chance) => {
      const event = anyEvent(database, chance);
      const [name = ''] = Object.keys(JSON.parse(event.payload) as object);
      set(database, event, 'payload', event.payload.replace('{', `{${JSON.stringify(name)}:"other",`));
      return `${event.document_id} ${event.seq}`;
    },
  },
  'an event is deleted': {
    act: (database, chance) => {
      const { document_id: id, seq } = anyEvent(database, chance);
      database.rows(`DELETE FROM ${table} WHERE document_id = ? AND seq = ?`, id, seq);
      return `${id} ${seq}`;
    },
  },
  'an event is deleted, and those after it move up': {
    act: (database, chance) => {
      const { document_id: id, seq } = anyEvent(database, chance);
      database.rows(`DELETE FROM ${table} WHERE document_id = ? AND seq = ?`, id, seq);
      for (const event of eventsOf(database, id))
        if (event.seq > seq) set(database, event, 'seq', event.seq - 1);
      return `${id} ${seq}`;
    },
  },
  'the end is cut off': {
    act: (database, chance) => {
      const { document_id: id, seq } = anyEvent(database, chance);
      database.rows(`DELETE FROM ${table} WHERE document_id = ? AND seq >= ?`, id, seq);
      return `${id} from ${seq}`;
    },
  },
  'two events change places': {
    act: (database, chance) => {
      const all = eventsOf(database, anyDocument(database, chance));
      const [one, other] = [chance.pick(all), chance.pick(all)];
      if (one.seq === other.seq) return null;
      set(database, one, 'seq', 9999);
      set(database, other, 'seq', one.seq);
      set(database, { ...one, seq: 9999 }, 'seq', other.seq);
      return `${one.document_id} ${one.seq} and ${other.seq}`;
    },
  },
  'an event goes to another document': {
    act: (database, chance) => {
      const event = anyEvent(database, chance);
      const id = anyDocument(database, chance);
      if (id === event.document_id) return null;
      database.rows(
        `UPDATE ${table} SET document_id = ?, seq = 1 + (SELECT max(seq) FROM ${table} WHERE document_id = ?)
         WHERE document_id = ? AND seq = ?`,
        id,
        id,
        event.document_id,
        event.seq,
      );
      return `${event.document_id} ${event.seq} to ${id}`;
    },
  },
  'an event is put in': {
    act: (database, chance) => {
      const event = anyEvent(database, chance);
      makeRoom(database, event.document_id, event.seq);
      const forged = { ...event, actor_id: 'hugo' };
      put(database, { ...forged, hash: hashOf(forged) });
      return `${event.document_id} before ${event.seq}`;
    },
  },
  'an event is put at the end, rightly chained': {
    act: (database, chance) => {
      const last = eventsOf(database, anyDocument(database, chance)).at(-1);
      if (!last) return null;
      const forged = { ...last, seq: last.seq + 1, previous_hash: last.hash, action: 'note' };
      put(database, { ...forged, hash: hashOf(forged) });
      return `${last.document_id} ${last.seq + 1}`;
    },
  },
  'a history is deleted whole': {
    act: (database, chance) => {
      const id = anyDocument(database, chance);
      database.rows(`DELETE FROM ${table} WHERE document_id = ?`, id);
      return id;
    },
  },
  'a document is deleted': {
    act: (database, chance) => {
      const id = anyDocument(database, chance);
      database.rows('DELETE FROM documents WHERE id = ?', id);
      return id;
    },
  },
  'a document has another status': {
    act: (database, chance) => {
      const id = anyDocument(database, chance);
      const [row] = database.rows<{ status: string }>('SELECT status FROM documents WHERE id = ?', id);
      const [status, words] = chance.pick(pairs.filter(([one]) => one !== row?.status));
      database.rows('UPDATE documents SET status = ?, submission_status = ? WHERE id = ?', status, words, id);
      return `${id} is ${status}`;
    },
  },
  'a document has another total': header('total_cents', more),
  'a document counts other events': header('version', more),
  'a document and its lines have another total': {
    act: (database, chance) => {
      const [row] = database.rows<{ id: string; document_id: string }>(
        'SELECT id, document_id FROM document_lines ORDER BY (rowid * ?) % 17 LIMIT 1',
        1 + chance.below(16),
      );
      if (!row) return null;
      database.rows('UPDATE document_lines SET total_cents = total_cents + 100 WHERE id = ?', row.id);
      database.rows('UPDATE documents SET total_cents = total_cents + 100 WHERE id = ?', row.document_id);
      return row.document_id;
    },
  },
  'a document has another owner': header('owner_id', () => 'hugo the second'),
  'a document counts other files': header('attachment_count', more),
  'a line says something else': changing('document_lines', "description = description || ' and more'"),
  'the stored vendor is another': changing(
    'purchase_orders',
    "vendor = json_set(vendor, '$.name', 'Mallory')",
  ),
  'an approved version says something else': changing(
    'approval_history',
    "snapshot = json_set(snapshot, '$.header.description', 'Something else')",
  ),
  'a vote is for other content': changing('step_approvals', 'content_version = content_version + 1'),
  'a vote that was taken back counts again': changing(
    'step_approvals',
    'dropped_at = NULL',
    'dropped_at IS NOT NULL',
  ),
  'a vote is deleted': deleting('step_approvals'),
  'a vote is somebody else’s': {
    act: (database, chance) => {
      const votes = database.rows<{ id: string; step: string; user: string }>(
        'SELECT document_id AS id, step_id AS step, user_id AS user FROM step_approvals',
      );
      const { id, step, user } = chance.pick(votes);
      database.rows(
        "UPDATE step_approvals SET user_id = 'dana' WHERE document_id = ? AND step_id = ? AND user_id = ?",
        id,
        step,
        user,
      );
      return `${user} of ${id}`;
    },
  },
  'a file is taken off': deleting('attachments'),
  'an event is edited, and every hash made anew': {
    isForged: true,
    act: (database, chance) => {
      const event = anyEvent(database, chance);
      set(database, event, 'actor_name', altered(String(event['actor_name']), chance));
      rebuild(database, event.document_id, eventsOf(database, event.document_id));
      return `${event.document_id} ${event.seq}`;
    },
  },
  'an event is taken out or put in, and every hash made anew': {
    isForged: true,
    act: (database, chance) => {
      const all = eventsOf(database, anyDocument(database, chance));
      const [first] = all;
      const at = chance.below(all.length);
      const isOut = all.length > 1 && chance.hits(0.5);
      // Another event at the very end is an ordinary action.
      if (!first || (!isOut && at === all.length - 1)) return null;
      rebuild(
        database,
        first.document_id,
        isOut ? all.toSpliced(at, 1) : all.toSpliced(at, 0, all[at] ?? first),
      );
      return `${first.document_id} ${at + 1}`;
    },
  },
  'the end is cut off, and the document put back to it': {
    isForged: true,
    act: (database, chance) => {
      const all = eventsOf(database, anyDocument(database, chance));
      const kept = all.slice(0, 1 + chance.below(all.length));
      const [first] = kept;
      if (!first || kept.length === all.length) return null;
      const id = first.document_id;
      rebuild(database, id, kept);
      const pair = kept.map(({ payload }) => JSON.parse(payload) as Row).findLast((one) => 'status' in one);
      database.rows(
        'UPDATE documents SET status = ?, submission_status = ? WHERE id = ?',
        pair?.['status'] ?? 'DRAFT',
        pair?.['submissionStatus'] ?? 'Draft',
        id,
      );
      database.rows('DELETE FROM step_approvals WHERE document_id = ? AND event_seq > ?', id, kept.length);
      return `${id} after ${kept.length}`;
    },
  },
  'a document is deleted with all that is its own': {
    isForged: true,
    act: (database, chance) => {
      const id = anyDocument(database, chance);
      for (const own of [table, 'document_lines', 'attachments', 'step_approvals', 'notes'])
        database.rows(`DELETE FROM ${own} WHERE document_id = ?`, id);
      database.rows('DELETE FROM documents WHERE id = ?', id);
      return id;
    },
  },
};
