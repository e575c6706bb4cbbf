import type { DocType, StatusPair } from '#domain/document';

const common: readonly StatusPair[] = [
  { status: 'DRAFT', submissionStatus: 'Draft' },
  { status: 'SUBMITTED_FOR_APPROVAL', submissionStatus: 'Submitted for approval' },
  { status: 'APPROVED', submissionStatus: 'Approved' },
];

/** Every status pair that the database allows (DEC-15). */
export const legalPairs: Record<DocType, readonly StatusPair[]> = {
  PO: [
    ...common,
    { status: 'DRAFT', submissionStatus: 'Needs revision' },
    { status: 'APPROVED_BY_DEPARTMENT_APPROVER', submissionStatus: 'Submitted for approval' },
    { status: 'APPROVED_BY_SPECIAL_APPROVER', submissionStatus: 'Submitted for approval' },
    { status: 'VOID', submissionStatus: 'Void' },
  ],
  INVOICE: [
    ...common,
    { status: 'DRAFT', submissionStatus: 'Needs revision' },
    { status: 'VOID', submissionStatus: 'Void' },
    { status: 'VOID', submissionStatus: 'Denied' },
  ],
  PAYMENT: [
    ...common,
    { status: 'DENIED', submissionStatus: 'Denied' },
    { status: 'CANCELED', submissionStatus: 'Canceled' },
  ],
};
