import { toCents } from '#domain/values/money';
import type { Settings } from '#domain/settings';

/** Approving a document that one wrote or submitted oneself (DEC-97). */

/** What of an event tells who wrote the content. */
export interface AuthorEvent {
  action: string;
  actorId: string;
}

/** The events that `revisionAuthors` asks for, oldest first; the others say nothing about who wrote the content. */
export const authorActions = ['create', 'save', 'attach', 'submit', 'revise', 'pull', 'adjust'] as const;

/**
 * The users who saved the current revision of a document, or its files, as a draft, and the one who submitted it. The
 * first save after it was sent back or pulled begins a new revision; without one, those who saved the former revision
 * stay. A change order begins with approved content and nobody's edits.
 */
export function revisionAuthors(events: readonly AuthorEvent[]): readonly string[] {
  let writers = new Set<string>();
  // Those of them who changed files since the revision began.
  let ofFiles = new Set<string>();
  let submitter: string | null = null;
  let isReturned = false;
  // Nobody creates a payment, and the files of its draft are everybody's who may submit it (DEC-28).
  let isCreated = false;
  for (const { action, actorId } of events) {
    if (action === 'create' || action === 'save') {
      if (isReturned) writers = new Set(ofFiles);
      isReturned = false;
      isCreated = true;
      writers.add(actorId);
    } else if (action === 'attach') {
      if (!isCreated || submitter !== null) continue;
      ofFiles.add(actorId);
      writers.add(actorId);
    } else if (action === 'submit') {
      submitter = actorId;
    } else if (action === 'revise' || action === 'pull' || action === 'adjust') {
      ofFiles = new Set();
      if (action === 'adjust') writers = new Set();
      submitter = null;
      isReturned = action !== 'adjust';
    }
  }
  return [...new Set([...writers, ...(submitter === null ? [] : [submitter])])];
}

/** `reason` in the body of a refused submit: every approver left on a step is somebody whose own document it is. */
export const onlySelfApprovers = 'self_approval';

export type SelfApprovalSettings = Pick<Settings, 'preventSelfApproval' | 'selfApprovalLimit'>;

/** Whether nobody may approve a document of this total if it is their own. Amounts compare without their sign. */
export function forbidsSelfApproval(settings: SelfApprovalSettings, totalCents: number): boolean {
  const { preventSelfApproval, selfApprovalLimit } = settings;
  if (!preventSelfApproval) return false;
  return selfApprovalLimit === null || Math.abs(totalCents) > toCents(selfApprovalLimit);
}
