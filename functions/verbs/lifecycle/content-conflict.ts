import { storedChanges } from '#domain/history/document-changes';
import type { DocumentChange } from '#domain/history/document-changes';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import { eventsSinceQuery } from '#store/show/documents/read-changes';

/**
 * What changed since a user saw `contentVersion` of a document, oldest first (DEC-30): each change with its actor, its
 * instant and the values before and after. `changeSentence` puts one in words.
 */
export async function readChangesSince(
  store: ShowStore,
  documentId: string,
  contentVersion: number,
): Promise<DocumentChange[]> {
  const events = await read(eventsSinceQuery(store, documentId, contentVersion));
  let known = contentVersion;
  return events.flatMap(({ changes, ...event }) => {
    // Every event names the content; of those without a list of changes, only the one that raised it made one.
    const isChange = changes !== null || (event.contentVersion ?? 0) > known;
    known = Math.max(known, event.contentVersion ?? 0);
    return isChange ? [{ ...event, changes: storedChanges(JSON.parse(changes ?? '[]')) }] : [];
  });
}
