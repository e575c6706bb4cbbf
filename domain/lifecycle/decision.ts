import type { DocType, Milestone, Status, StatusPair } from '#domain/document';
import type { Action, ReasonContext } from './transition.ts';
import type { HistoryType } from '#domain/documents/history-type';
import type { Instance, Template } from '#domain/workflow/workflow';

/** What the verb brings along. Instants are ISO; ids are made by the caller. */
export interface DecideInput {
  at: string;
  /** The step the user saw. When given it must still be the current one (DEC-30). */
  workflowStepId?: string | null;
  /** The workflow the user saw, when no step is given: its current step is meant. */
  workflowId?: string | null;
  /** The content that the user saw. When given it must still be the current one (DEC-30). */
  contentVersion?: number | null;
  /** The open change order that the user saw, 0 for none. When given it must still be the open one. */
  changeOrderNumber?: number | null;
  /** Only for submit of an invoice: the department of the one order that all its lines reference (DEC-13). */
  orderDepartmentId?: string | null;
  reason?: string | null;
  /** DEC-31; the web sends the setting archiveVoidedItems. */
  archive?: boolean;
  /** Only for submit and restart. `template` null: the show has none (DEC-24). */
  submission?: {
    workflowId: string;
    template: Template | null;
    activeUserIds: readonly string[];
    /** Those of them who may approve documents of this type (DEC-21). */
    approverIds: readonly string[];
    departmentMemberIds: readonly string[];
  };
  /** Only for edit-in-approval and withdraw-file: the total after the edit (DEC-40). */
  newTotalCents?: number;
  /** Only for edit-in-approval and withdraw-file: the change drops the votes whatever the settings say (`mustRestart`, DEC-40). */
  restart?: boolean;
}

/**
 * What becomes of the document's copy of the flow. START writes a new one; REPLACE does too, and drops the votes on the
 * one before; RESTART keeps the copy without its votes.
 */
export type WorkflowChange =
  | { kind: 'KEEP' }
  | { kind: 'START'; instance: Instance }
  | { kind: 'REPLACE'; instance: Instance }
  | { kind: 'UPDATE'; instance: Instance }
  | { kind: 'RESTART'; instance: Instance }
  | { kind: 'REMOVE' };

/** Who stops waiting for the document and who starts; the pending queue is exactly this. */
export interface QueueChange {
  leave: 'NOBODY' | 'ACTOR' | 'EVERYBODY';
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

/**
 * SNAPSHOT: append an approvalHistory entry. RESTORE: all fields and lines as in the last entry.
 */
type ContentChange = 'KEEP' | 'SNAPSHOT' | 'RESTORE';

/** Work after the commit, each an outbox row (or, for accounting at the final step, the synchronous call of DEC-32). */
export type Effect =
  | { kind: 'notify'; event: NotifyEvent; userIds: readonly string[] }
  | { kind: 'push-po' | 'push-invoice' | 'release-payment' | 'void-in-accounting' | 'pull-po' }
  | { kind: 'vendor-email' }
  | { kind: 'recount-relief' };

/** DEC-58; CHANGED: the content is another one than that for which a vote was given that still counts (DEC-40). */
export type NotifyEvent = 'WAITING' | 'APPROVED' | 'REVISION' | 'VOID' | 'DENIED' | 'CHANGED';

/** Everything the one batch writes. */
export interface Change {
  kind: 'CHANGE';
  docType: DocType;
  action: Action;
  /** The row of the contract that allowed it, e.g. `DEC-25/6`. */
  row: string;
  to: StatusPair;
  workflow: WorkflowChange;
  /** `historyType` null: an audit row only (DEC-90). */
  event: { action: Action; historyType: HistoryType | null; payload: Record<string, unknown> };
  note: { context: ReasonContext; text: string; changeOrderNumber: number } | null;
  queue: QueueChange;
  /** Only the newly reached ones. */
  milestones: readonly Milestone[];
  /** Null: as in the snapshot that `content` goes back to. */
  revision: number | null;
  ownerId: string;
  submitterId: string | null;
  changeOrder: ChangeOrderChange;
  /** True sets archivedAt; it is never taken back (DEC-31). */
  archive: boolean;
  content: ContentChange;
  effects: readonly Effect[];
}

/** A repeated approve by somebody whose vote already stands: answer as the first time, write nothing. */
interface AlreadyDone {
  kind: 'ALREADY_DONE';
}

export type Decision = Change | AlreadyDone;
