import type { DocType, Milestone, Status, StatusPair } from '#domain/document';
import type { Action, ReasonContext } from './transition.ts';
import type { NotifyEvent } from './notify-event.ts';
import type { HistoryType } from '#domain/documents/history-type';
import type { OnBehalfOf } from '#domain/cover/cover';
import type { EmailLinkUse } from '#domain/history/email-link-use';
import type { FieldChange } from '#domain/history/document-changes';
import type { VoteChanges } from '#domain/workflow/send-back';
import type { Overrun } from '#domain/budget/overrun';
import type { ApprovedSteps } from '#domain/workflow/change-order-steps';
import type { People } from '#domain/workflow/missing-approvers';
import type { StoredWait } from '#domain/workflow/step-reminders';
import type { Approver, Instance, Template } from '#domain/workflow/workflow';

/** The input of a decision. Instants are ISO; the caller creates ids. */
export interface DecideInput {
  at: string;
  /** The step that the user saw; if given, it must still be the current one (DEC-30). */
  workflowStepId?: string | null;
  /** The workflow that the user saw, if no step is given: its current step applies. */
  workflowId?: string | null;
  /** The content that the user saw; if given, it must still be the current one (DEC-30). */
  contentVersion?: number | null;
  /** The open change order that the user saw, 0 for none; if given, it must still be the open one. */
  changeOrderNumber?: number | null;
  /** Only for submit of an invoice: the department of the one order that all its lines reference (DEC-13). */
  orderDepartmentId?: string | null;
  reason?: string | null;
  /** DEC-31; the web sends the setting archiveVoidedItems. */
  archive?: boolean;
  /** Only for submit and restart. `template` is null when the show has none (DEC-24). */
  submission?: {
    workflowId: string;
    template: Template | null;
    activeUserIds: readonly string[];
    /** Active users who may approve documents of this type (DEC-21). */
    approverIds: readonly string[];
    departmentMemberIds: readonly string[];
    /** The approved versions of a purchase order, oldest first (CHANGE-02). */
    approvedVersions?: readonly ApprovedSteps[];
    /** The accounts that the document takes over budget (BUD-28). */
    overruns?: readonly Overrun[];
  };
  /** For edit-in-approval and withdraw-file: the total after the edit (DEC-40). For submit: in the base currency (CURR-30). */
  newTotalCents?: number;
  /**
   * Only for edit-in-approval and withdraw-file: the change drops the votes whatever the settings are (`mustRestart`,
   * DEC-40).
   */
  restart?: boolean;
  /** Only for send-back: the earlier step where the document shall wait again (BACK-01). */
  toStepId?: string | null;
  /** Only for escalate: the backup approver, those who decide whether they may approve, and whom else to notify. */
  escalation?: {
    backup: Approver | null;
    people: Omit<People, 'selfIds'>;
    admins: readonly Pick<Approver, 'userId' | 'name'>[];
  };
  /** Only for approve: the user decided with a link of an e-mail (LINK-09). */
  emailLink?: EmailLinkUse | null;
  /** Only for take-back: the document before the vote. */
  beforeVote?: { status: Status; milestones: readonly Milestone[]; wait: StoredWait | null } | null;
}

/**
 * The change of the document's copy of the workflow. START writes the first; NEW_COPY another one and drops
 * the votes of the previous one; CLEAR_VOTES keeps the copy without its votes.
 */
export type WorkflowChange =
  | { kind: 'KEEP' }
  | { kind: 'START'; instance: Instance }
  | { kind: 'NEW_COPY'; instance: Instance }
  | { kind: 'UPDATE'; instance: Instance }
  | { kind: 'CLEAR_VOTES'; instance: Instance }
  | { kind: 'REMOVE' };

/** Which users leave and join the document's pending queue. */
export interface QueueChange {
  leave: 'NOBODY' | 'VOTER' | 'EVERYBODY';
  join: { stepId: string; userIds: readonly string[] } | null;
}

export interface ChangeOrderChange {
  current: number;
  newest: number;
  originalLineCount: number;
  entry:
    | { kind: 'ADD' | 'SET'; number: number; status: Status }
    | { kind: 'REMOVE'; number: number }
    | { kind: 'KEEP' };
}

/** SNAPSHOT appends an approvalHistory entry. RESTORE resets all fields and lines to the last entry. */
type ContentEffect = 'KEEP' | 'SNAPSHOT' | 'RESTORE';

/**
 * What follows from a decision: jobs after the commit, of which a push to accounting runs while the user waits (DEC-32),
 * and `recount-relief` in the batch itself.
 */
export type Effect =
  | { kind: 'notify'; event: NotifyEvent; userIds: readonly string[] }
  | { kind: 'push-po' | 'push-invoice' | 'release-payment' | 'void-in-accounting' | 'vendor-email' }
  | { kind: 'recount-relief' };

/** Everything that the batch writes. */
export interface Change {
  kind: 'CHANGE';
  docType: DocType;
  action: Action;
  /** The row of the contract that allowed it, such as `DEC-25/6`. */
  row: string;
  to: StatusPair;
  workflow: WorkflowChange;
  /** `historyType` is null for an event that is only in the audit log (DEC-90). */
  event: { action: Action; historyType: HistoryType | null; payload: Record<string, unknown> };
  note: { context: ReasonContext; text: string; changeOrderNumber: number } | null;
  queue: QueueChange;
  /** All that the document has reached after the change. */
  milestones: Milestone[];
  /** Earlier votes that the action drops, restores or marks as kept; null for none (BACK-02, BACK-03). */
  votes: VoteChanges | null;
  /** The absent approver for whom the actor decided, with the cover; null for an action of their own (COV-06). */
  onBehalfOf: OnBehalfOf | null;
  /** Null takes the revision of the snapshot that `content` restores. */
  revision: number | null;
  ownerId: string;
  submitterId: string | null;
  changeOrder: ChangeOrderChange;
  /** True sets archivedAt, which is never cleared (DEC-31). */
  archive: boolean;
  content: ContentEffect;
  effects: readonly Effect[];
  /** The approver whom the action adds to the current step; null for none (NUDGE-06). */
  addedApprover: Approver | null;
  /** The wait before a vote that is taken back; null for other actions (RUN-07). */
  restoredWait: StoredWait | null;
  /** What the action itself enters into the list of changes (DEC-90). */
  changes: readonly FieldChange[];
}

/** A repeated approve by a user whose vote still counts: same response, nothing written. */
interface AlreadyDone {
  kind: 'ALREADY_DONE';
}

export type Decision = Change | AlreadyDone;

/** Adds fields to the event of a change, so that the hash chain covers them. */
export function withPayload(change: Change, more: Record<string, unknown>): Change {
  const payload = { ...change.event.payload, ...more };
  return { ...change, event: { ...change.event, payload } };
}

/** Whether a change clears all votes. */
export function clearsAllVotes({ workflow: { kind } }: Change): boolean {
  return kind === 'NEW_COPY' || kind === 'REMOVE' || kind === 'CLEAR_VOTES';
}
