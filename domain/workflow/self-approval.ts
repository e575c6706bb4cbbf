import { toCents } from '#domain/values/money';
import type { Settings } from '#domain/settings';

/** Approval of documents by their own authors or submitters (DEC-97). */

/** The part of an event that identifies the author of content. */
export interface AuthorEvent {
  action: string;
  actorId: string;
}

/** The events of users who wrote in a document (COV-03). */
export const writerActions = ['create', 'save', 'attach', 'submit', 'edit-in-approval'] as const;

/** The events that `revisionAuthors` and `writersOf` need, oldest first; others have no effect on authorship. */
export const authorActions = [...writerActions, 'revise', 'pull', 'adjust'] as const;

/** Returns the users who wrote in a document at any time, also as approvers (COV-03). */
export function writersOf(events: readonly AuthorEvent[]): readonly string[] {
  const isWriter = ({ action }: AuthorEvent) => writerActions.some((one) => one === action);
  return [...new Set(events.filter(isWriter).map(({ actorId }) => actorId))];
}

/**
 * Returns the users who saved the current revision of a document, or its files, as a draft, and the one who submitted
 * it. The first save after it was sent back or pulled begins a new revision; without such a save, the authors of the
 * former revision stay. A change order begins with approved content, so without authors.
 */
export function revisionAuthors(events: readonly AuthorEvent[]): readonly string[] {
  let authors = new Set<string>();
  // The authors who changed files since the revision began.
  let fileAuthors = new Set<string>();
  let submitter: string | null = null;
  let isReturned = false;
  // No user creates a payment, and every user who may submit it may change the files of its draft (DEC-28).
  let isCreated = false;
  for (const { action, actorId } of events) {
    if (action === 'create' || action === 'save') {
      if (isReturned) authors = new Set(fileAuthors);
      isReturned = false;
      isCreated = true;
      authors.add(actorId);
    } else if (action === 'attach') {
      if (!isCreated || submitter !== null) continue;
      fileAuthors.add(actorId);
      authors.add(actorId);
    } else if (action === 'submit') {
      submitter = actorId;
    } else if (action === 'revise' || action === 'pull' || action === 'adjust') {
      fileAuthors = new Set();
      if (action === 'adjust') authors = new Set();
      submitter = null;
      isReturned = action !== 'adjust';
    }
  }
  return [...new Set([...authors, ...(submitter === null ? [] : [submitter])])];
}

/** `reason` in the body of a rejected submit: a step has only approvers whose own document it is. */
export const onlySelfApprovers = 'self_approval';

export type SelfApprovalSettings = Pick<Settings, 'preventSelfApproval' | 'selfApprovalLimit'>;

/** True when authors may not approve a document of this total. Amounts are compared without their sign. */
export function forbidsSelfApproval(settings: SelfApprovalSettings, totalCents: number): boolean {
  const { preventSelfApproval, selfApprovalLimit } = settings;
  if (!preventSelfApproval) return false;
  return selfApprovalLimit === null || Math.abs(totalCents) > toCents(selfApprovalLimit);
}
