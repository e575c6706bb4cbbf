/** The header that all three document types share, with its two statuses (DEC-15). */
export const docTypes = ['PO', 'INVOICE', 'PAYMENT'] as const;
export type DocType = (typeof docTypes)[number];

export const templateTypes = ['PURCHASE_ORDER', 'INVOICE', 'PAYMENT'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** The workflow template type of each document type. */
export const templateTypeOf = {
  PO: 'PURCHASE_ORDER',
  INVOICE: 'INVOICE',
  PAYMENT: 'PAYMENT',
} as const satisfies Record<DocType, TemplateType>;

export const statuses = [
  'DRAFT',
  'SUBMITTED_FOR_APPROVAL',
  'APPROVED_BY_DEPARTMENT_APPROVER',
  'APPROVED_BY_SPECIAL_APPROVER',
  'APPROVED',
  'VOID',
  'DENIED',
  'CANCELED',
] as const;
export type Status = (typeof statuses)[number];

export const submissionStatuses = [
  'Draft',
  'Needs revision',
  'Submitted for approval',
  'Approved',
  'Void',
  'Denied',
  'Canceled',
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export interface StatusPair {
  status: Status;
  submissionStatus: SubmissionStatus;
}

/** Maximum characters of a note (DEC-54), and of the reason of a submission over budget (BUD-30). */
export const noteLimit = 1000;

/** Maximum characters of the reason of any other action (AP-23). */
export const reasonLimit = 200;

/** "In approval" as the decisions define it (Part 2, legend). */
export const statusesInApproval = [
  'SUBMITTED_FOR_APPROVAL',
  'APPROVED_BY_DEPARTMENT_APPROVER',
  'APPROVED_BY_SPECIAL_APPROVER',
] as const satisfies readonly Status[];

export function inApproval(status: Status): boolean {
  return statusesInApproval.some((one) => one === status);
}

/** Those of a document that its owner can change and submit. */
export const editableStatuses = ['Draft', 'Needs revision'] as const satisfies readonly SubmissionStatus[];

/** True for an unsaved form (''), a draft or a document sent back (PO-11). */
export function editable(submissionStatus: SubmissionStatus | ''): boolean {
  return submissionStatus === '' || editableStatuses.some((one) => one === submissionStatus);
}

export const milestones = [
  'SAVED_AS_DRAFT',
  'SUBMITTED_FOR_APPROVAL',
  'FIRST_APPROVAL',
  'SPECIAL_APPROVAL',
  'FULL_APPROVAL',
] as const;
export type Milestone = (typeof milestones)[number];

export const personas = ['CREATOR', 'APPROVER'] as const;
export type Persona = (typeof personas)[number];

export const accountingSystems = ['SA', 'V5', 'GV'] as const;
export type AccountingSystem = (typeof accountingSystems)[number];
