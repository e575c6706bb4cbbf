import type { StatusPair } from '#domain/document';
import type { Relation } from './subject.ts';
import type { Permission } from '#domain/identity/permissions';
import type { HistoryType } from '#domain/documents/history-type';

/** Every way a document changes its state or is written to. */
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
  'cancel',
  'restart',
  'update-temp-vendor',
] as const;
export type Action = (typeof actions)[number];

/** The contexts of notes that reasons become (DEC-54). */
export type ReasonContext = 'VOID' | 'ADJUSTMENT' | 'REVISION' | 'DENIED';

/** A rule on the document itself, asked after the rights; `lifecycle.ts` has its answer. */
export type Rule =
  | 'TEMPORARY_VENDOR'
  | 'ADJUSTABLE'
  | 'NO_RELIEF'
  | 'PUSHABLE'
  | 'PUSHABLE_UNAPPROVED'
  | 'FOUND_IN_ACCOUNTING';

/** One row of DEC-25, DEC-27 or DEC-28. */
export interface Transition {
  /** Where the contract says it: decision and row. */
  row: string;
  action: Action;
  /** NEW: the document is not stored yet. */
  from: readonly StatusPair[] | 'NEW';
  /** Only with, or only without, an open change order; absent: either. */
  changeOrder?: 'OPEN' | 'NONE';
  /** Any of these. */
  who: readonly Relation[];
  /** Held at FULL by whoever it is. */
  permission?: Permission;
  rule?: Rule;
  /** One pair: there. Several: what the workflow says (DEC-22). SAME: stays. */
  to: readonly StatusPair[] | 'SAME';
  history?: HistoryType;
  /** The reason is required and becomes a note of this context. */
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
