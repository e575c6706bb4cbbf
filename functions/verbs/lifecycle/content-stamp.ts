import { canonicalContent, contentText, nextStamp } from '#domain/history/content';
import { contentDifferences, idsToName } from '#domain/history/content-differences';
import type { Content, ContentRow, ContentRows, ContentStamp } from '#domain/history/content';
import type { FieldChange } from '#domain/history/document-changes';
import { sha256 } from '#store/d1/sha256';
import type { ShowStore } from '#store/d1/open';
import { withDefaults } from '#store/d1/with-defaults';
import { documentLines } from '#store/show/tables/document-tables';
import { readNames } from '#store/show/documents/read-changes';
import type { DocumentRow } from '#store/show/documents/read-document';
import type { LineValues } from '#store/show/documents/write-document';

/** SHA-256 of a document's canonical content, in hex (DEC-30). */
export function contentHash(content: Content): string {
  return sha256(contentText(content));
}

export function firstStamp(rows: ContentRows): ContentStamp {
  return nextStamp(null, contentHash(canonicalContent(rows)));
}

/**
 * Content from before content versions stays without a hash until its `seal` event, which covers the approved versions,
 * too.
 */
function stampAfter(
  { contentVersion, contentHash: hash }: ContentStamp,
  before: Content,
  after: Content,
): ContentStamp {
  const current = { contentVersion, contentHash: hash || contentHash(before) };
  const stamp = nextStamp(current, contentHash(after));
  return hash === '' ? { ...stamp, contentHash: '' } : stamp;
}

/** The stamp of the content after a change, and the differences on a document that was submitted before (DEC-90). */
export interface ChangedContent {
  stamp: ContentStamp;
  changes: FieldChange[];
}

/** Drafts that were never submitted have no list of changes, because no approver has decided about them yet. */
export function wasSubmitted({ milestones }: Pick<DocumentRow, 'milestones'>): boolean {
  return milestones.includes('SUBMITTED_FOR_APPROVAL');
}

/** Compares the content before and after a change, and stamps it. */
export async function changedContent(
  store: ShowStore,
  document: DocumentRow,
  before: ContentRows,
  after: ContentRows,
): Promise<ChangedContent> {
  const [previous, next] = [canonicalContent(before), canonicalContent(after)];
  const stamp = stampAfter(document, previous, next);
  const isSame = stamp.contentVersion === document.contentVersion;
  if (isSame || !wasSubmitted(document)) return { stamp, changes: [] };
  const ids = idsToName(previous, next);
  const names = ids.length === 0 ? new Map<string, string>() : await readNames(store, ids);
  return { stamp, changes: contentDifferences(previous, next, names) };
}

/** Lines to be written, with the defaults of all columns. */
export function lineRows(
  { id, showId }: Pick<DocumentRow, 'id' | 'showId'>,
  lines: readonly LineValues[],
): ContentRow[] {
  return lines.map((line) => withDefaults(documentLines, { showId, documentId: id, ...line }));
}
