import type { StatusPair } from '#domain/document';
import type { Relation } from './subject.ts';
import type { Permission } from '#domain/identity/permissions';
import type { HistoryType } from '#domain/documents/history-type';

/** Every action that writes a document or changes its state. */
export const actions = [
  'create',
  'import',
  'save',
  'submit',
  'approve',
  'revise',
  'void',
  'deny',
  'pull',
  'adjust',
  'discard',
  'edit-in-approval',
  'withdraw-file',
  'push',
  'pull-from-accounting',
  'close-line',
  'reopen-line',
  'cancel',
  'restart',
  'update-temp-vendor',
  'take-back',
  'send-back',
  'nudge',
  'remind',
  'escalate',
] as const;
export type Action = (typeof actions)[number];

/** Contexts of the notes that reasons are stored as (DEC-54). */
export type ReasonContext = 'VOID' | 'ADJUSTMENT' | 'REVISION' | 'DENIED';

/** A rule about the document itself, checked after the permissions; `decide.ts` implements it. */
export type Rule =
  | 'TEMPORARY_VENDOR'
  | 'ADJUSTABLE'
  | 'NO_RELIEF'
  | 'PUSHABLE'
  | 'PUSHABLE_UNAPPROVED'
  | 'FOUND_IN_ACCOUNTING'
  | 'EARLIER_STEP'
  | 'NUDGEABLE';

/** Who sends a document to accounting (DEC-25/17, BULK-07). */
export const senders = ['OWNER', 'ADMIN', 'ON_WORKFLOW'] as const satisfies readonly Relation[];

/** One row of DEC-25, DEC-27 or DEC-28. */
export interface Transition {
  /** The row of the contract: decision and row number. */
  row: string;
  action: Action;
  /** NEW means that the document is not stored yet. */
  from: readonly StatusPair[] | 'NEW';
  /** OPEN requires an open change order, NONE requires that there is none; absent allows both. */
  changeOrder?: 'OPEN' | 'NONE';
  /** The actor must have one of these relations. */
  who: readonly Relation[];
  /** The actor must also have this permission at FULL. */
  permission?: Permission;
  rule?: Rule;
  /** One pair is the new state; of several, the workflow decides (DEC-22). SAME keeps the state. */
  to: readonly StatusPair[] | 'SAME';
  history?: HistoryType;
  /** The reason is required and is stored as a note of this context. */
  note?: ReasonContext;
}

export const draft = { status: 'DRAFT', submissionStatus: 'Draft' } as const;
export const needsRevision = { status: 'DRAFT', submissionStatus: 'Needs revision' } as const;
export const submitted = {
  status: 'SUBMITTED_FOR_APPROVAL',
  submissionStatus: 'Submitted for approval',
} as const;
export const byDepartment = {
  status: 'APPROVED_BY_DEPARTMENT_APPROVER',
  submissionStatus: 'Submitted for approval',
} as const;
export const bySpecial = {
  status: 'APPROVED_BY_SPECIAL_APPROVER',
  submissionStatus: 'Submitted for approval',
} as const;
export const approved = { status: 'APPROVED', submissionStatus: 'Approved' } as const;
export const voided = { status: 'VOID', submissionStatus: 'Void' } as const;
export const deniedInvoice = { status: 'VOID', submissionStatus: 'Denied' } as const;
export const deniedPayment = { status: 'DENIED', submissionStatus: 'Denied' } as const;
export const canceled = { status: 'CANCELED', submissionStatus: 'Canceled' } as const;
