import type { DocType } from '#domain/document';
import { capitalize, nameInBrief } from '#domain/documents/document-name';
import { invoiceIssueTexts, issueTexts } from '#domain/documents/validation';
import { waitingPeopleText } from '#domain/history/waiting-people-text';
import type { Waiting } from '#domain/workflow/waiting-response';
import { ApiError } from '../../api.ts';
import { isOnlySelf, withMissingApprovers } from '../../forms/document/model/missing-approvers.ts';
import type { ToastLink } from '../../parts/overlays/toast.tsx';
import { words } from '../../words.ts';
import type { StoredDocument } from './document.ts';
import { kinds } from './paths.ts';

/** Toasts after an action (DEC-71). `doc` is `PO #00042`, or `this purchase order`. */
export const successTexts = {
  saved: (doc: string) => `${nameInBrief(doc)} saved.`,
  submitted: (doc: string) => `${nameInBrief(doc)} submitted for approval.`,
  approved: (doc: string) => `${nameInBrief(doc)} approved.`,
  nudged: (doc: string, people: Waiting['with']) =>
    `Nudged ${people.length > 0 ? waitingPeopleText({ with: people }) : 'the approvers'} about ${doc}.`,
  takenBack: (doc: string) => `Approval of ${doc} taken back.`,
  sentBack: (doc: string, step: string) => `${nameInBrief(doc)} sent back to ${step}.`,
  asked: (name: string) => `${name} has been asked.`,
  answered: 'Answer sent.',
  revision: (doc: string) => `Revision requested for ${doc}.`,
  voided: (doc: string) => `${nameInBrief(doc)} voided.`,
  denied: (doc: string) => `${nameInBrief(doc)} denied.`,
  pulled: (doc: string) => `${nameInBrief(doc)} pulled from approval.`,
  pushed: (doc: string) => `${nameInBrief(doc)} sent to Accounting.`,
  refreshed: (doc: string) => `${nameInBrief(doc)} updated from Accounting.`,
  adjusted: (doc: string) => `Change Order requested for ${doc}.`,
  discarded: (doc: string) => `Change Order discarded for ${doc}.`,
} as const;

/** (DEC-03) */
export function approvedWithError(doc: string): string {
  return `${capitalize(doc)} was approved, but the accounting system returned an error.`;
}

/** (SH-64) */
export function canceled(doc: string): string {
  return `${capitalize(doc)} was canceled in the accounting system.`;
}

export const failureTexts = {
  load: (docType: DocType) => `Error loading ${kinds[docType].noun}.`,
  addNote: 'Unable to add note',
  editNote: 'Unable to update note',
  attachments: 'Attachments could not be updated',
  sendBack: (doc: string) => `${capitalize(doc)} could not be sent back.`,
  ask: 'The question could not be asked.',
  answer: 'The answer could not be sent.',
  withdraw: 'The question could not be withdrawn.',
  revise: (doc: string) => `Revision request for ${doc} failed`,
  void: (doc: string) => `Void ${doc} failed`,
  pull: (doc: string) => `${capitalize(doc)} could not be pulled from approval.`,
  push: 'Unable to send PO to Accounting',
  refresh: 'Unable to pull PO from Accounting',
  adjust: 'Unable to submit PO for change order',
  discard: 'Unable to discard Change Order',
  /** (MG-26) */
  paymentWorkflows: 'Unable to retrieve payment workflow templates',
} as const;

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : '';
}

/** The submit needs a reason, because it takes an account over budget (BUD-30). */
export const isBudgetReasonMissing = (error: unknown): boolean => codeOf(error) === 'budget_reason_missing';

/** (RUN-11) */
export function takeBackFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  const text = `The approval of ${name} could not be taken back.`;
  return codeOf(error) === 'WORKFLOW_CONFLICT' ? `${text} The document has changed since.` : text;
}

const amountCodes = [
  'relief_exceeded',
  'reduction_exceeded',
  'reduction_unsupported',
  'rate_missing',
  'no_open_period',
] as const;

/** (NUDGE-10) */
export function nudgeFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  return codeOf(error) === 'already_nudged'
    ? words.already_nudged
    : `The approvers of ${name} could not be nudged.`;
}

/**
 * The server's text names the line, what is left or invoiced of it, and the excess (DEC-39, CHANGE-05), or who can
 * add an exchange rate (CURR-14) or open a period (PERIOD-07).
 */
function reliefText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const code = amountCodes.find((one) => one === error.code);
  return code ? (error.text ?? words[code]) : null;
}

/** How to replace a temporary vendor at the final approval, if the user may edit (VE-20). */
export function vendorAdvice(mayEdit: boolean): string {
  return `Final approval needs a permanent vendor${mayEdit ? '; choose Edit' : ''}.`;
}

/** The failure of an approval, with the text that DEC-33 gives (AP-27). */
export function approveFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  if (codeOf(error) === 'TEMP_VENDOR_NOT_ALLOWED')
    return `${words.TEMP_VENDOR_NOT_ALLOWED} ${vendorAdvice(true)}`;
  if (error instanceof ApiError && 'budgetAnswer' in error.body && error.text)
    return `${capitalize(name)} was not approved. ${error.text}`;
  return reliefText(error) ?? `${capitalize(name)} could not be approved`;
}

/** The failure of a void (AP-29); without an open period, the sentence of the server. */
export function voidFailed(error: unknown, { name }: Pick<StoredDocument, 'name'>): string {
  return reliefText(error) ?? failureTexts.void(name);
}

/** The text of accounting, or `otherwise` if it sent none (AC-02, AC-04). */
export function accountingFailed(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.text ? error.text : otherwise;
}

/** A link to the setting that made a submit fail. Null if there is none. */
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

/** The failure of a submit. A broken rule has the text of its type of document (AP-30 to AP-33). */
export function submitFailed(
  error: unknown,
  { docType, name }: Pick<StoredDocument, 'docType' | 'name'>,
): string {
  const code = submitCodes.find((one) => one === codeOf(error));
  if (code) return withMissingApprovers(words[code], error);
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
  'POS_NO_DEPARTMENT_MEMBERS',
  'WORKFLOW_CONFLICT',
] as const;

/** The failure of a save. Errors of fields are also listed at the top of the form (PO-59, VE-17). */
export function saveFailed(error: unknown, doc: string): string {
  const code = saveCodes.find((one) => one === codeOf(error));
  return code
    ? withMissingApprovers(words[code], error)
    : (reliefText(error) ?? `${capitalize(doc)} could not be saved.`);
}
