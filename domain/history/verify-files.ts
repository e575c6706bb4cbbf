import { canonicalFile } from './content.ts';
import type { ContentRow } from './content.ts';
import type { CheckedEvent, StoredDocument } from './verify-content.ts';
import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** The files of a document as its history implies them. */
interface Expected {
  /** Seq of the event that added each current or withdrawn file. */
  addedSeq: Map<string, number>;
  /** The withdrawn files as their events describe them. */
  withdrawn: Map<string, Json>;
  erased: Set<string>;
}

/**
 * Returns mismatches between the history and the withdrawn files, the erased files and the events that added files. A
 * file without an event was added before migration 0026.
 */
export function verifyFiles(
  { rows, withdrawn, erased }: StoredDocument,
  events: readonly CheckedEvent[],
): string[] {
  const expected = expectedFiles(events);
  const stored = new Map(withdrawn.map((row) => [idOf(row), row]));
  const names = [...new Set([...stored.keys(), ...expected.withdrawn.keys()])];
  return [
    ...names
      .filter((id) => canonical(describe(stored.get(id))) !== canonical(expected.withdrawn.get(id) ?? null))
      .map((id) => `the withdrawn file ${id} does not match its event`),
    ...rows.files
      .filter((row) => Number(row['addedSeq'] ?? 0) !== (expected.addedSeq.get(idOf(row)) ?? 0))
      .map((row) => `event ${String(Number(row['addedSeq'] ?? 0))} did not add the file ${idOf(row)}`),
    ...erased.filter((id) => !expected.erased.has(id)).map((id) => `no event erased the file ${id}`),
    ...[...expected.erased]
      .filter((id) => !erased.includes(id))
      .map((id) => `the file ${id} is not marked as erased`),
  ];
}

function expectedFiles(events: readonly CheckedEvent[]): Expected {
  const expected: Expected = { addedSeq: new Map(), withdrawn: new Map(), erased: new Set() };
  for (const { seq, action, payload } of events) {
    for (const id of texts(payload['filesAdded'])) expected.addedSeq.set(id, seq);
    for (const file of objects(payload['filesWithdrawn'])) {
      expected.withdrawn.set(idOf(file), { ...file, withdrawnSeq: seq });
      expected.addedSeq.delete(idOf(file));
    }
    for (const id of texts(payload['filesRestored'])) {
      const file = expected.withdrawn.get(id);
      if (isObject(file)) expected.addedSeq.set(id, Number(file['addedSeq'] ?? 0));
      expected.withdrawn.delete(id);
    }
    const file = payload['file'];
    if (action === 'erase-file' && isObject(file)) expected.erased.add(idOf(file));
  }
  return expected;
}

/** Returns a row in the form that its event stores, or null without a row. */
function describe(row: ContentRow | undefined): Json {
  if (!row) return null;
  const { addedSeq, ...file } = row;
  return { ...canonicalFile(file), addedSeq: Number(addedSeq) };
}

function idOf(row: ContentRow): string {
  const { fileId } = row;
  return typeof fileId === 'string' ? fileId : '';
}

type JsonObject = { readonly [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
