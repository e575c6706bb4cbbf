import type { DocType, Persona } from '#domain/document';
import { parseSort, sorts, sortText, statusTab } from '#domain/lists/lists';
import type { Sort } from '#domain/lists/lists';
import { readStored, writeStored } from './local-storage.ts';

const oldestFirst = 'WAITING_SINCE,ASC';

function readChoices(userId: string): Partial<Record<DocType, string>> {
  try {
    const stored = JSON.parse(readStored('queueSort') ?? '{}');
    return stored.userId === userId ? stored.sorts : {};
  } catch {
    return {};
  }
}

/** The order of the user's approval queue: the one they chose last, else oldest first (WAIT-09). */
function queueSort<Type extends DocType>(docType: Type, userId: string): Sort<Type> {
  try {
    return parseSort(docType, readChoices(userId)[docType] ?? oldestFirst);
  } catch {
    return parseSort(docType, oldestFirst);
  }
}

/** Whether a list is the approval queue: the tab of pending documents. */
function isQueue(docType: DocType, persona: Persona, status: string | null): boolean {
  return persona === 'APPROVER' && statusTab(docType, persona, status).key === 'in-progress';
}

/** The order of a list whose address names none. */
export function defaultSort<Type extends DocType>(
  docType: Type,
  persona: Persona,
  userId: string,
  status: string | null,
): Sort<Type> {
  return isQueue(docType, persona, status) ? queueSort(docType, userId) : sorts[docType].default;
}

/** Remembers the order that the user chose for the queue. */
export function rememberSort(
  docType: DocType,
  persona: Persona,
  userId: string,
  { status, sort }: { status: string | null; sort: Sort<DocType> },
): void {
  if (!isQueue(docType, persona, status)) return;
  const chosen = { ...readChoices(userId), [docType]: sortText(sort) };
  writeStored('queueSort', JSON.stringify({ userId, sorts: chosen }));
}

/** The order that an action names for the next document; undefined for the default (WAIT-10). */
export function nextSort(docType: DocType, userId: string): typeof oldestFirst | undefined {
  return sortText(queueSort(docType, userId)) === oldestFirst ? oldestFirst : undefined;
}
