import { Refusal } from '#domain/codes';
import type { ContentConflict } from '#domain/history/content-conflict';
import { changeSentence, storedChanges } from '#domain/history/document-changes';
import type { ListedChange } from '#domain/history/document-changes';
import { decide } from '#domain/lifecycle/decide';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import { eventsSinceQuery } from '#store/show/documents/read-changes';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from './subject.ts';

type StoreContext = Pick<RequestContext, 'store'>;

/**
 * The changes since `contentVersion` of a document, oldest first, each with its actor, its instant and the values
 * before and after. `changeSentence` formats one as a sentence (DEC-30).
 */
export async function readChangesSince(
  store: ShowStore,
  documentId: string,
  contentVersion: number,
): Promise<ListedChange[]> {
  const events = await read(eventsSinceQuery(store, documentId, contentVersion));
  let lastVersion = contentVersion;
  return events.flatMap(({ changes, ...event }) => {
    // Every event carries the content version. An event without a list of changes is a change only if it raised the
    // version.
    const isChange = changes !== null || (event.contentVersion ?? 0) > lastVersion;
    lastVersion = Math.max(lastVersion, event.contentVersion ?? 0);
    return isChange ? [{ ...event, changes: storedChanges(JSON.parse(changes ?? '[]')) }] : [];
  });
}

async function conflict(
  { store }: StoreContext,
  { document }: Pick<SubjectRows, 'document'>,
  namedVersion: number,
): Promise<Refusal> {
  const changes = await readChangesSince(store, document.id, namedVersion);
  const body: ContentConflict = {
    contentVersion: document.contentVersion,
    changes: changes.map(({ seq, actorName, at, action, contentVersion, changes: fields }) => ({
      id: String(seq),
      userName: actorName,
      timeStamp: at,
      action,
      summary: changeSentence({ action, changes: fields }),
      contentVersion,
      fields,
    })),
  };
  return new Refusal('WORKFLOW_CONFLICT', { body: { ...body } });
}

/** Whether the conflict is over the content, and not over the step. */
export function isContentConflict({ code, detail }: Refusal): boolean {
  return code === 'WORKFLOW_CONFLICT' && detail.body?.['contentVersion'] !== undefined;
}

/**
 * Throws `WORKFLOW_CONFLICT` with the changes when a request names another content version than the current one
 * (DEC-30).
 */
export async function requireCurrentContent(
  context: StoreContext,
  rows: Pick<SubjectRows, 'document'>,
  namedVersion: number | null,
): Promise<void> {
  if (namedVersion !== null && namedVersion !== rows.document.contentVersion)
    throw await conflict(context, rows, namedVersion);
}

/**
 * Checks whether the user may change the named content, before the change itself is validated: other users learn
 * nothing about its errors (DEC-98). Throws what `decide` throws.
 */
export async function requireChangeAllowed(
  context: RequestContext,
  rows: SubjectRows,
  action: 'save' | 'edit-in-approval',
  namedVersion: number | null,
): Promise<void> {
  const subject = subjectOf(rows);
  const input = { at: context.now, newTotalCents: subject.totalCents, contentVersion: namedVersion };
  try {
    decide(subject, action, actorOf(context), context.settings, input);
  } catch (error) {
    throw await withChanges(context, rows, namedVersion, error);
  }
}

/**
 * The error for a rejected attempt: a conflict over another content than the named one gets the list of changes. Other
 * errors stay unchanged.
 */
export async function withChanges(
  context: StoreContext,
  rows: Pick<SubjectRows, 'document'>,
  namedVersion: number | null,
  error: unknown,
): Promise<unknown> {
  const isConflict = error instanceof Refusal && error.code === 'WORKFLOW_CONFLICT';
  if (!isConflict || namedVersion === null || namedVersion === rows.document.contentVersion) return error;
  return conflict(context, rows, namedVersion);
}
