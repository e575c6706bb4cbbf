import { storedChanges } from '#domain/history/document-changes';
import type { DocumentChange } from '#domain/history/document-changes';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import { eventsSinceQuery } from '#store/show/documents/read-changes';

/**
 * The changes since `contentVersion` of a document, oldest first, each with its actor, its instant and the values
 * before and after. `changeSentence` formats one as a sentence (DEC-30).
 */
export async function readChangesSince(
  store: ShowStore,
  documentId: string,
  contentVersion: number,
): Promise<DocumentChange[]> {
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
