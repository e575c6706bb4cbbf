import * as v from 'valibot';

const fieldChange = v.object({
  field: v.string(),
  label: v.string(),
  before: v.string(),
  after: v.string(),
  unit: v.picklist(['text', 'day']),
});

/** One change of a document's content, in the shape that `changes` of a document has too (DEC-90). */
const conflictChange = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  action: v.string(),
  /** What they did, in words that follow the name: `replaced an attachment`. */
  summary: v.string(),
  /** Of the document since this change. */
  contentVersion: v.nullable(v.number()),
  /** Nothing for a draft that was never submitted: its changes are not recorded field by field. */
  fields: v.array(fieldChange),
});
export type ConflictChange = v.InferOutput<typeof conflictChange>;

const contentConflict = v.object({ contentVersion: v.number(), changes: v.array(conflictChange) });

/** DEC-30: what 409 `WORKFLOW_CONFLICT` says when another content is current than the one that the request named. */
export type ContentConflict = v.InferOutput<typeof contentConflict>;

/**
 * The changes that an answer lists, newest first as `changes` of a document does, since a content was seen; oldest first.
 */
export function changesListedSince(answer: object, contentVersion: number): ConflictChange[] {
  const read = v.safeParse(v.array(conflictChange), 'changes' in answer ? answer.changes : []);
  const listed = read.success ? read.output : [];
  return listed.filter((change) => (change.contentVersion ?? 0) > contentVersion).toReversed();
}

/** What an answer says of such a conflict; null: it is about something else. */
export function contentConflictIn(answer: unknown): ContentConflict | null {
  const read = v.safeParse(contentConflict, answer);
  return read.success ? read.output : null;
}
