import type { DocType } from '#domain/document';
import { capitalize, nameInBrief } from '#domain/documents/document-name';
import { onlySelfApprovers } from '#domain/workflow/self-approval';
import { invoiceIssueTexts, issueTexts } from '#domain/documents/validation';
import { ApiError } from '../../api.ts';
import type { ToastLink } from '../../parts/overlays/toast.tsx';
import { words } from '../../words.ts';
import type { StoredDocument } from './document.ts';
import { kinds } from './paths.ts';

/** What is said when something was done (DEC-71); `doc` is `PO #00042`, or `this purchase order`. */
export const done = {
  saved: (doc: string) => `${nameInBrief(doc)} saved.`,
  submitted: (doc: string) => `${nameInBrief(doc)} submitted for approval.`,
  approved: (doc: string) => `${nameInBrief(doc)} approved.`,
  revision: (doc: string) => `Revision requested for ${doc}.`,
  voided: (doc: string) => `${nameInBrief(doc)} voided.`,
  denied: (doc: string) => `${nameInBrief(doc)} denied.`,
  pulled: (doc: string) => `${nameInBrief(doc)} pulled from approval.`,
  pushed: (doc: string) => `${nameInBrief(doc)} sent to Accounting.`,
  refreshed: (doc: string) => `${nameInBrief(doc)} updated from Accounting.`,
  adjusted: (doc: string) => `Change Order requested for ${doc}.`,
  discarded: (doc: string) => `Change Order discarded for ${doc}.`,
} as const;

/** DEC-03. */
export function approvedWithError(doc: string): string {
  return `${capitalize(doc)} was approved, but the accounting system returned an error.`;
}

/** SH-64 */
export function canceled(doc: string): string {
  return `${capitalize(doc)} was canceled in the accounting system.`;
}

export const failed = {
  load: (docType: DocType) => `Error loading ${kinds[docType].noun}.`,
  addNote: 'Unable to add note',
  editNote: 'Unable to update note',
  attachments: 'Attachments could not be updated',
  revise: (doc: string) => `Revision request for ${doc} failed`,
  void: (doc: string) => `Void ${doc} failed`,
  pull: (doc: string) => `${capitalize(doc)} could not be pulled from approval.`,
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

/** DEC-39: the server names line, balance and excess. */
function reliefText(error: unknown): string | null {
  return error instanceof ApiError && error.code === 'relief_exceeded'
    ? (error.text ?? words.relief_exceeded)
    : null;
}

/** VE-20: what to do about a temporary vendor at the final approval, as far as the user may. */
export function vendorAdvice(mayEdit: boolean): string {
  return `Final approval needs a permanent vendor${mayEdit ? '; choose Edit' : ''}.`;
}

/** AP-27, and DEC-33's own words. */
export function approveFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  if (codeOf(error) === 'TEMP_VENDOR_NOT_ALLOWED')
    return `${words.TEMP_VENDOR_NOT_ALLOWED} ${vendorAdvice(true)}`;
  return reliefText(error) ?? `${capitalize(name)} could not be approved`;
}

/** AC-02, AC-04: the words of accounting where it has any. */
export function accountingFailed(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.text ? error.text : otherwise;
}

/** DEC-97: everybody who is left on a step wrote or submitted the document. */
function isOnlySelf(error: unknown): boolean {
  return error instanceof ApiError && error.body['reason'] === onlySelfApprovers;
}

const onlySelfText =
  'The only approvers left on a step are people who worked on this document, and this show does not let them approve it.';

/** Where the cause of a failed submit can be changed; null where there is no such place. */
export function submitFollow(error: unknown): ToastLink | null {
  return isOnlySelf(error) ? { text: 'Self-approval setting', href: '/setup/settings#self-approval' } : null;
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
  if (code) return isOnlySelf(error) ? `${words[code]} ${onlySelfText}` : words[code];
  const relief = reliefText(error);
  if (relief !== null) return relief;
  const rule = error instanceof ApiError ? error.errors[0] : undefined;
  const texts = docType === 'INVOICE' ? invoiceIssueTexts : issueTexts;
  const text = Object.entries(texts).find(([each]) => each === rule)?.[1];
  return text ?? `${capitalize(name)} could not be submitted for approval.`;
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
  return code ? words[code] : `${capitalize(doc)} could not be saved.`;
}
