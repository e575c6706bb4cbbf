import { createHash } from 'node:crypto';
import { chainText } from '../../../domain/history/history.ts';
import type { ChainedEvent } from '../../../domain/history/history.ts';
import type { Database, Row } from '../database.ts';
import type { Chance } from '../random.ts';

/** A row of the event table. */
export type Event = Row & { document_id: string; seq: number; payload: string; hash: string };

export const table = 'document_events';
const columns = [
  'show_id',
  'action',
  'history_type',
  'actor_id',
  'actor_name',
  'at',
  'previous_hash',
  'hash',
];
const historyTypes = ['SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER', null];

export function eventsOf(database: Database, id: string): Event[] {
  return database.rows<Event>(`SELECT * FROM ${table} WHERE document_id = ? ORDER BY seq`, id);
}

export function anyDocument(database: Database, chance: Chance): string {
  return chance.pick(database.rows<{ id: string }>('SELECT id FROM documents ORDER BY id')).id;
}

export function anyEvent(database: Database, chance: Chance): Event {
  return chance.pick(eventsOf(database, anyDocument(database, chance)));
}

export function put(database: Database, event: Row): void {
  const names = Object.keys(event);
  const marks = names.map(() => '?').join(', ');
  database.rows(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...Object.values(event));
}

export function set(
  database: Database,
  { document_id: id, seq }: Event,
  column: string,
  value: Row[string],
): void {
  database.rows(`UPDATE ${table} SET ${column} = ? WHERE document_id = ? AND seq = ?`, value, id, seq);
}

/** Returns the text with one character changed or added. */
export function altered(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const character = 'abcdefghijk0123456789'.replaceAll(text[at] ?? ' ', '')[chance.below(19)] ?? 'z';
  return `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
}

/** Returns a payload with one field changed, removed or added. */
function otherPayload(text: string, chance: Chance): string {
  const payload = JSON.parse(text) as Record<string, unknown>;
  const name = chance.pick(Object.keys(payload));
  const value = payload[name];
  const how = chance.below(3);
  if (how === 0) delete payload[name];
  else if (how === 1) payload[`${name}s`] = value;
  else payload[name] = typeof value === 'number' ? value + 1 + chance.below(9) : `${JSON.stringify(value)}x`;
  return JSON.stringify(payload);
}

/** Changes any field of an event except its position. Returns the name of the column. */
export function edit(database: Database, event: Event, chance: Chance): string {
  const column = chance.pick([...columns, 'payload', 'payload']);
  const before = event[column] ?? null;
  const value =
    column === 'history_type'
      ? chance.pick(historyTypes.filter((one) => one !== before))
      : column === 'payload'
        ? otherPayload(event.payload, chance)
        : altered(String(before), chance);
  set(database, event, column, value);
  return column;
}

export function hashOf(event: Row): string {
  const whole = {
    documentId: event['document_id'],
    seq: event['seq'],
    showId: event['show_id'],
    action: event['action'],
    historyType: event['history_type'],
    actorId: event['actor_id'],
    actorName: event['actor_name'],
    at: event['at'],
    payload: JSON.parse(String(event['payload'])) as ChainedEvent['payload'],
    previousHash: event['previous_hash'],
  } as ChainedEvent;
  return createHash('sha256').update(chainText(whole)).digest('hex');
}

/** Stores `events` as the history in this order, with new hashes and a matching header. */
export function rebuild(database: Database, id: string, events: readonly Event[]): void {
  database.rows(`DELETE FROM ${table} WHERE document_id = ?`, id);
  let previousHash = '';
  for (const [index, event] of events.entries()) {
    const whole: Row = { ...event, seq: index + 1, previous_hash: previousHash };
    previousHash = hashOf(whole);
    put(database, { ...whole, hash: previousHash });
  }
  database.rows('UPDATE documents SET version = ? WHERE id = ?', events.length, id);
}

/** Moves all events from `seq` up by one. */
export function makeRoom(database: Database, id: string, seq: number): void {
  for (const event of eventsOf(database, id).toReversed())
    if (event.seq >= seq) set(database, event, 'seq', event.seq + 1);
}
