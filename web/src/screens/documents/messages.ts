import type { DocType } from '#domain/document';
import { invoiceIssueTexts, issueTexts } from '#domain/validation';
import { ApiError } from '../../api.ts';
import { words } from '../../words.ts';
import type { StoredDocument } from './document.ts';
import { kinds } from './kinds.ts';

/** What is said when something was done (DEC-71); `doc` is `PO #00042`. */
export const done = {
  saved: (doc: string) => `${doc} saved.`,
  submitted: (doc: string) => `${doc} submitted for approval.`,
  approved: (doc: string) => `${doc} approved.`,
  revision: (doc: string) => `Revision requested for ${doc}.`,
  voided: (doc: string) => `${doc} voided.`,
  denied: (doc: string) => `${doc} denied.`,
  pulled: (doc: string) => `${doc} pulled from approval.`,
  pushed: (doc: string) => `${doc} sent to Accounting.`,
  refreshed: (doc: string) => `${doc} updated from Accounting.`,
  adjusted: (doc: string) => `Change Order requested for ${doc}.`,
  discarded: (doc: string) => `Change Order discarded for ${doc}.`,
} as const;

/** DEC-03. */
export function approvedWithError(doc: string): string {
  return `${doc} was approved, but the accounting system returned an error.`;
}

/** SH-64 */
export function canceled(doc: string): string {
  return `${doc} was canceled in the accounting system.`;
}

export const failed = {
  /** LS-39, LS-40 */
  list: (docType: DocType) =>
    `Error loading ${kinds[docType].plural.toLowerCase()}. Please refresh and try again.`,
  listReset: 'Error fetching data. Filters have been reset',
  load: (docType: DocType) => `Error loading ${kinds[docType].noun}.`,
  addNote: 'Unable to add note',
  editNote: 'Unable to update note',
  attachments: 'Attachments could not be updated',
  revise: (doc: string) => `Revision request for ${doc} failed`,
  void: (doc: string) => `Void ${doc} failed`,
  pull: (doc: string) => `${doc} could not be pulled from approval.`,
  push: 'Unable to send PO to Accounting',
  refresh: 'Unable to pull PO from Accounting',
  adjust: 'Unable to submit PO for change order',
  discard: 'Unable to discard Change Order',
  /** MG-26 */
  paymentFlows: 'Unable to retrieve payment workflow templates',
} as const;

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : '';
}

/** AP-27, and DEC-33's own words. */
export function approveFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  if (codeOf(error) === 'TEMP_VENDOR_NOT_ALLOWED') return words.TEMP_VENDOR_NOT_ALLOWED;
  return `${name} could not be approved`;
}

/** AC-02, AC-04: the words of accounting where it has any. */
export function accountingFailed(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.text ? error.text : otherwise;
}

const submitCodes = [
  'POS_NO_DEFAULT_WORKFLOW',
  'POS_NO_VALID_WORKFLOW_STEP',
  'POS_NO_DEPARTMENT_MEMBERS',
  'ERROR_PO_NOT_EDITABLE',
  'ERROR_INVOICE_NOT_EDITABLE',
  'INVALID_TEMP_VENDOR',
] as const;

/** AP-30 to AP-33; a broken rule is told in its own words, which are those of the type. */
export function submitFailed(
  error: unknown,
  { docType, name }: Pick<StoredDocument, 'docType' | 'name'>,
): string {
  const code = submitCodes.find((one) => one === codeOf(error));
  if (code) return words[code];
  const rule = error instanceof ApiError ? error.errors[0] : undefined;
  const texts = docType === 'INVOICE' ? invoiceIssueTexts : issueTexts;
  const text = Object.entries(texts).find(([each]) => each === rule)?.[1];
  return text ?? `${name} could not be submitted for approval.`;
}

const saveCodes = [
  'ERROR_PO_NOT_EDITABLE',
  'ERROR_INVOICE_NOT_EDITABLE',
  'INVALID_TEMP_VENDOR',
  'NO_DEPARTMENT_ASSOCIATION_WITH_USER',
  'POS_NO_VALID_WORKFLOW_STEP',
  'WORKFLOW_CONFLICT',
] as const;

/** PO-59, VE-17; what concerns fields stands at the form's head too. */
export function saveFailed(error: unknown, doc: string): string {
  const code = saveCodes.find((one) => one === codeOf(error));
  return code ? words[code] : `${doc} could not be saved.`;
}
