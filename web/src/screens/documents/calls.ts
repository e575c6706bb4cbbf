import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { docTypes } from '#domain/document';
import type { DocType, Persona } from '#domain/document';
import { openChangeOrder } from '#domain/lifecycle/subject';
import { newNote } from '#domain/documents/notes';
import { api, ask } from '../../api.ts';
import { timeZone } from '../../parts/display/date-format.tsx';
import { invoiceDocument, orderDocument, paymentDocument } from './document.ts';
import type { StoredDocument } from './document.ts';
import type { Note } from '#domain/documents/document-response';
import type { PaymentTemplate } from '#domain/payments/payment-response';

const { pos, invoices, payments, workflows } = api.api;

/** Reads a document with its permissions. All functions of this file throw `ApiError` (API-04, API-81, API-89). */
export async function readDocument(
  docType: DocType,
  showId: string,
  id: string,
  persona: Persona,
): Promise<StoredDocument> {
  const call = { param: { id }, query: { persona, showId } };
  if (docType === 'PO') return orderDocument(await ask(pos[':id'].$get(call)));
  if (docType === 'INVOICE') return invoiceDocument(await ask(invoices[':id'].$get(call)));
  return paymentDocument(await ask(payments[':id'].$get(call)));
}

/**
 * Submits a document. `r` is 1 when the PO number has other characters than digits (PO-60). For a payment without a
 * slug the server chooses the approval flow (DEC-44) (API-05, API-83, API-90).
 */
export async function submitDocument(
  document: StoredDocument,
  contentVersion: number,
  workflowTemplateSlug: string | null,
  budgetReason: string | null = null,
): Promise<StoredDocument> {
  const { id, showId } = document;
  const reason = budgetReason === null ? {} : { budgetReason };
  const call = { param: { id }, query: { showId, contentVersion: String(contentVersion), ...reason } };
  if (document.docType === 'INVOICE') return invoiceDocument(await ask(invoices[':id'].submit.$put(call)));
  if (document.docType === 'PAYMENT') {
    const chosen = { ...call, json: { workflowTemplateSlug, contentVersion } };
    return paymentDocument(await ask(payments[':id'].submit.$put(chosen)));
  }
  const r = /^\d+$/.test(document.wire.poNumber) ? '0' : '1';
  const numbered = { ...call, query: { ...call.query, r } };
  return orderDocument(await ask(pos[':id'].submit.$put(numbered)));
}

/** The approval flows that a payment may use (API-107). */
export function readPaymentWorkflows(showId: string): Promise<PaymentTemplate[]> {
  return ask(api.api['payment-workflow-template'].listing.$get({ query: { showId } }));
}

/** Pulls the document back: it becomes a draft again (API-15, API-87, API-96, DEC-42). */
export async function pullFromApproval({ docType, id, showId }: StoredDocument): Promise<void> {
  const call = { param: { id }, query: { showId } };
  if (docType === 'PO') await ask(pos[':id']['pull-from-approval'].$put(call));
  else if (docType === 'INVOICE') await ask(invoices[':id'].pull.$put(call));
  else await ask(payments[':id'].pull.$put(call));
}

const parts = { PO: pos, INVOICE: invoices, PAYMENT: payments } as const;

/** Adds a note (NO-05, NO-13, API-07, API-84, API-92). */
export function addNote(
  { docType, id }: StoredDocument,
  content: string,
  commenter: Note['commenter'],
): Promise<Note> {
  const timestamp = new Date().toISOString();
  const json = newNote(commenter, { keyId: crypto.randomUUID(), content, isReview: true, timestamp });
  return ask(parts[docType][':id'].notes.$post({ param: { id }, json }));
}

/** Adds a question to a user, who may see the document (ASK-01). */
export function askQuestion(
  { docType, id }: StoredDocument,
  askedUserId: string,
  content: string,
): Promise<Note> {
  const json = { keyId: crypto.randomUUID(), content, isReview: true, askedUserId };
  return ask(parts[docType][':id'].notes.$post({ param: { id }, json }));
}

/** Answers a question to this user, which closes it (ASK-02). */
export function answerQuestion(
  { docType, id }: StoredDocument,
  questionId: string,
  content: string,
): Promise<Note> {
  const json = { keyId: crypto.randomUUID(), content, isReview: true, questionId };
  return ask(parts[docType][':id'].notes.$post({ param: { id }, json }));
}

/** (ASK-05) */
export function withdrawQuestion({ docType, id }: StoredDocument, questionId: string): Promise<Note> {
  return ask(parts[docType][':id'].notes.withdraw.$post({ param: { id }, json: { id: questionId } }));
}

/** Who may see the document, and so may be asked about it (ASK-01). */
export async function readReaders({ docType, id }: StoredDocument) {
  const { people } = await ask(parts[docType][':id'].readers.$get({ param: { id } }));
  return people;
}

/** Edits a note (NO-13, API-08, API-85, API-93). */
export function editNote({ docType, id }: StoredDocument, noteId: string, content: string): Promise<Note> {
  return ask(parts[docType][':id'].notes.$put({ param: { id }, json: { id: noteId, content } }));
}

/**
 * Saves the full list of attachments and deletes those with `shouldDelete`. New files of a payment are added to the
 * invoice, if one is given. `contentVersion` is the version that the list was made from; returns the new version
 * (API-11, API-86, API-91).
 */
export async function saveAttachments(
  { docType, id }: StoredDocument,
  contentVersion: number,
  attachments: AttachmentDraft[],
  invoiceId: string | null,
): Promise<number> {
  const param = { id };
  const json = { attachments, contentVersion };
  const saved =
    docType === 'PAYMENT'
      ? await ask(payments.attachments[':id'].$post({ param, json: { ...json, invoiceId } }))
      : await ask(parts[docType].attachments[':id'].$post({ param, json }));
  return saved.contentVersion;
}

export interface ActionOptions {
  reason: string | null;
  getNext: boolean;
  /** The order of the queue for `getNext`, unless it is the default. */
  sort?: 'WAITING_SINCE,ASC' | undefined;
  archive: boolean;
  displayIndicators: boolean;
}

/**
 * The request names the step, the open change order and the content that the user saw (AP-03). So a stale screen cannot
 * decide about a later step (DEC-30), or void the PO after its change order is gone (DEC-25).
 */
function actionBody<Type extends DocType>(
  types: readonly Type[],
  document: StoredDocument,
  contentVersion: number,
  options: ActionOptions,
) {
  const docType = types.find((type) => type === document.docType);
  // Unreachable from the screens: the lifecycle table has no such row.
  if (!docType) throw new Error(`There is no such act on a document of type ${document.docType}.`);
  return {
    docId: document.id,
    docType,
    workflowId: document.workflow?.id ?? null,
    workflowStepId: document.workflow?.currentStep?.id ?? null,
    changeOrderNumber: openChangeOrder(document.subject),
    contentVersion,
    showId: document.showId,
    timeZone,
    ...options,
  };
}

/** Takes back the user's approval: that of the step, if one is named, otherwise the newest one (RUN-06). */
export function takeBackApproval({ id, docType, showId }: StoredDocument, workflowStepId: string | null) {
  return ask(workflows['take-back'].$post({ json: { docId: id, docType, showId, workflowStepId } }));
}

/** Sends the document back to an earlier step (BACK-01). */
export function sendBack(
  document: StoredDocument,
  contentVersion: number,
  options: ActionOptions,
  toStepId: string | null,
) {
  const json = { ...actionBody(docTypes, document, contentVersion, options), toStepId };
  return ask(workflows['send-back'].$post({ json }));
}

/** Nudges those with whom the document waits, at the step that the user saw (NUDGE-01). */
export function nudgeApprovers({ id, docType, showId, workflow }: StoredDocument) {
  const workflowStepId = workflow?.currentStep?.id ?? null;
  return ask(workflows.nudge.$post({ json: { docId: id, docType, showId, workflowStepId } }));
}

/**
 * The workflow actions (API-16 to API-19). A 424 of the final approval throws an `ApiError` whose body has `approved`
 * (DEC-03).
 */
export const decide = {
  approve: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(
      workflows.approval.$post({
        json: {
          ...actionBody(docTypes, document, contentVersion, options),
          budgetAnswer: document.docType === 'PAYMENT' ? null : (document.wire.budget?.answer ?? null),
        },
      }),
    ),
  revise: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(workflows.revision.$post({ json: actionBody(['PO', 'INVOICE'], document, contentVersion, options) })),
  void: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(workflows.void.$post({ json: actionBody(['PO', 'INVOICE'], document, contentVersion, options) })),
  deny: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(
      workflows.deny.$post({ json: actionBody(['INVOICE', 'PAYMENT'], document, contentVersion, options) }),
    ),
};
