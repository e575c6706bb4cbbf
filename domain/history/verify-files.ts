import { canonicalFile } from './content.ts';
import type { ContentRow } from './content.ts';
import type { CheckedEvent, StoredDocument } from './verify-content.ts';
import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** Where the history leaves the files of a document. */
interface Expected {
  /** The event that added each file which is there or withdrawn. */
  addedSeq: Map<string, number>;
  /** The withdrawn files as their event describes them. */
  withdrawn: Map<string, Json>;
  erased: Set<string>;
}

/**
 * Where withdrawn and erased files, or the events that added the files, are not what the history says. A file that no event
 * names was added before 0026.
 */
export function evidenceFaults(
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

/** A row as its event describes it; null where there is none. */
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
