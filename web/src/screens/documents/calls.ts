import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { docTypes } from '#domain/document';
import type { DocType, Persona } from '#domain/document';
import { openChangeOrder } from '#domain/lifecycle/subject';
import { newNote } from '#domain/documents/notes';
import type { Note } from '#domain/documents/notes';
import type { PaymentTemplate } from '#domain/payments/payment';
import { api, ask } from '../../api.ts';
import { timeZone } from '../../parts/display/date-format.tsx';
import { invoiceDocument, orderDocument, paymentDocument } from './document.ts';
import type { StoredDocument } from './document.ts';

const { pos, invoices, payments, workflows } = api.api;

/** API-04, API-81, API-89. Errors of all these: `ApiError`. */
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
 * API-05, API-83, API-90; `r` says that the number shown is none of digits (PO-60). Of a payment without a slug the
 * server chooses the flow (DEC-44).
 */
export async function submitDocument(
  document: StoredDocument,
  contentVersion: number,
  workflowTemplateSlug: string | null,
): Promise<StoredDocument> {
  const { id, showId } = document;
  const call = { param: { id }, query: { showId, contentVersion: String(contentVersion) } };
  if (document.docType === 'INVOICE') return invoiceDocument(await ask(invoices[':id'].submit.$put(call)));
  if (document.docType === 'PAYMENT') {
    const chosen = { ...call, json: { workflowTemplateSlug, contentVersion } };
    return paymentDocument(await ask(payments[':id'].submit.$put(chosen)));
  }
  const r = /^\d+$/.test(document.wire.poNumber) ? '0' : '1';
  const numbered = { ...call, query: { ...call.query, r } };
  return orderDocument(await ask(pos[':id'].submit.$put(numbered)));
}

/** API-107: the flows that a payment may take. */
export function readPaymentFlows(showId: string): Promise<PaymentTemplate[]> {
  return ask(api.api['payment-workflow-template'].listing.$get({ query: { showId } }));
}

/** API-15, API-87, API-96, DEC-42: the document becomes a draft again. */
export async function pullFromApproval({ docType, id, showId }: StoredDocument): Promise<void> {
  const call = { param: { id }, query: { showId } };
  if (docType === 'PO') await ask(pos[':id']['pull-from-approval'].$put(call));
  else if (docType === 'INVOICE') await ask(invoices[':id'].pull.$put(call));
  else await ask(payments[':id'].pull.$put(call));
}

const parts = { PO: pos, INVOICE: invoices, PAYMENT: payments } as const;

/** NO-05, NO-13: API-07, API-84, API-92. */
export function addNote(
  { docType, id }: StoredDocument,
  content: string,
  commenter: Note['commenter'],
): Promise<Note> {
  const timestamp = new Date().toISOString();
  const json = newNote(commenter, { keyId: crypto.randomUUID(), content, isReview: true, timestamp });
  return ask(parts[docType][':id'].notes.$post({ param: { id }, json }));
}

/** NO-13: API-08, API-85, API-93. */
export function editNote({ docType, id }: StoredDocument, noteId: string, content: string): Promise<Note> {
  return ask(parts[docType][':id'].notes.$put({ param: { id }, json: { id: noteId, content } }));
}

/**
 * API-11, API-86, API-91: the full list; entries with `shouldDelete` go. Files that are new on a payment belong to the
 * invoice, if one is named. `contentVersion` is that of the document that the list was made from; answers the new one.
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
  archive: boolean;
  displayIndicators: boolean;
}

/**
 * AP-03: the step, the open change order and the content that the user saw go along, so that a stale screen never decides about a
 * later step (DEC-30), nor voids the PO when its change order is already gone (DEC-25).
 */
function actionBody<Type extends DocType>(
  types: readonly Type[],
  document: StoredDocument,
  contentVersion: number,
  options: ActionOptions,
) {
  const docType = types.find((type) => type === document.docType);
  // No screen offers it: the table of the lifecycle has no such row.
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

/** API-16 to API-19. A 424 of the final approval is an `ApiError` whose body says `approved` (DEC-03). */
export const decide = {
  approve: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(workflows.approval.$post({ json: actionBody(docTypes, document, contentVersion, options) })),
  revise: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(workflows.revision.$post({ json: actionBody(['PO', 'INVOICE'], document, contentVersion, options) })),
  void: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(workflows.void.$post({ json: actionBody(['PO', 'INVOICE'], document, contentVersion, options) })),
  deny: (document: StoredDocument, contentVersion: number, options: ActionOptions) =>
    ask(
      workflows.deny.$post({ json: actionBody(['INVOICE', 'PAYMENT'], document, contentVersion, options) }),
    ),
};
