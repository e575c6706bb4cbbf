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

/** The stamp of a new document. */
export function firstStamp(rows: ContentRows): ContentStamp {
  return nextStamp(null, contentHash(canonicalContent(rows)));
}

/** Content from before content versions stays without a hash until its `seal` event, which covers the approved versions too. */
function stampAfter(
  { contentVersion, contentHash: hash }: ContentStamp,
  before: Content,
  after: Content,
): ContentStamp {
  const known = { contentVersion, contentHash: hash || contentHash(before) };
  const stamp = nextStamp(known, contentHash(after));
  return hash === '' ? { ...stamp, contentHash: '' } : stamp;
}

/** The content after a change: its stamp, and on a document that was submitted before, what differs (DEC-90). */
export interface ChangedContent {
  stamp: ContentStamp;
  changes: FieldChange[];
}

/** Drafts that were never submitted change without a trace: nobody has decided about them yet. */
export function wasSubmitted({ milestones }: Pick<DocumentRow, 'milestones'>): boolean {
  return milestones.includes('SUBMITTED_FOR_APPROVAL');
}

/** Compares the content before a change with that after it, and stamps it. */
export async function changedContent(
  store: ShowStore,
  document: DocumentRow,
  before: ContentRows,
  after: ContentRows,
): Promise<ChangedContent> {
  const [was, is] = [canonicalContent(before), canonicalContent(after)];
  const stamp = stampAfter(document, was, is);
  const isSame = stamp.contentVersion === document.contentVersion;
  if (isSame || !wasSubmitted(document)) return { stamp, changes: [] };
  const ids = idsToName(was, is);
  const names = ids.length === 0 ? new Map<string, string>() : await readNames(store, ids);
  return { stamp, changes: contentDifferences(was, is, names) };
}

/** Lines about to be written, with every column that they will have. */
export function lineRows(
  { id, showId }: Pick<DocumentRow, 'id' | 'showId'>,
  lines: readonly LineValues[],
): ContentRow[] {
  return lines.map((line) => withDefaults(documentLines, { showId, documentId: id, ...line }));
}
