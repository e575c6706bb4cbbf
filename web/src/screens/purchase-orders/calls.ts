import type { AttachmentDraft } from '#domain/attachments';
import type { Persona } from '#domain/document';
import { openChangeOrder } from '#domain/lifecycle-subject';
import type { PurchaseOrderFilterBody } from '#domain/lists';
import type { Note } from '#domain/notes';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-order';
import { subjectOf } from '#domain/purchase-order-subject';
import { api, ask } from '../../api.ts';
import { timeZone } from '../../parts/date-format.tsx';

const pos = api.api.pos;

/** API-04. Errors of all these: `ApiError`. */
export function readPurchaseOrder(showId: string, id: string, persona: Persona): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { persona, showId } };
  return ask(pos[':id'].$get(call));
}

export interface ListCall {
  showId: string;
  persona: Persona;
  page: number;
  count: number;
  sort: string;
  filters: PurchaseOrderFilterBody;
}

/** API-09. */
export function listPurchaseOrders(call: ListCall): Promise<PurchaseOrderList> {
  const { showId, persona, page, count, sort, filters } = call;
  const query = { showId, persona, page: String(page), count: String(count), sort };
  const request = { query, json: { ...filters, showId } };
  return ask(pos.filter.$post(request));
}

/** API-05; `r` says that the number shown is none of digits (PO-60). */
export function submitPurchaseOrder(order: PurchaseOrder): Promise<PurchaseOrder> {
  const r = /^\d+$/.test(order.poNumber) ? '0' : '1';
  const call = { param: { id: order.id }, query: { showId: order.showId, r } };
  return ask(pos[':id'].submit.$put(call));
}

/** API-15. */
export function pullFromApproval(order: PurchaseOrder): Promise<PurchaseOrder> {
  const call = { param: { id: order.id }, query: { showId: order.showId } };
  return ask(pos[':id']['pull-from-approval'].$put(call));
}

/** API-12, PO-56, PO-57: sends the PO to accounting. Errors: `ApiError`; 424 carries accounting's own words. */
export function pushToAccounting(order: PurchaseOrder): Promise<PurchaseOrder> {
  return ask(pos.push[':id'].$post({ param: { id: order.id } }));
}

/** API-13, PO-58: what accounting knows of the PO is read anew. */
export function pullFromAccounting(order: PurchaseOrder): Promise<PurchaseOrder> {
  return ask(pos[':id'].pull.$put({ param: { id: order.id } }));
}

/** API-20, CO-02: the PO becomes a draft again, as a change order of the one who asks. */
export function requestChangeOrder(order: PurchaseOrder, reason: string): Promise<PurchaseOrder> {
  return ask(api.api.workflows.adjust.$post({ json: { poId: order.id, reason } }));
}

/** API-06, CO-08. */
export function discardChangeOrder(order: PurchaseOrder): Promise<PurchaseOrder> {
  return ask(pos[':id']['discard-change-order'].$post({ param: { id: order.id } }));
}

/** API-07. */
export function addNote(order: PurchaseOrder, content: string): Promise<Note> {
  const json = { keyId: crypto.randomUUID(), content, isReview: true };
  return ask(pos[':id'].notes.$post({ param: { id: order.id }, json }));
}

/** API-08. */
export function editNote(order: PurchaseOrder, noteId: string, content: string): Promise<Note> {
  return ask(pos[':id'].notes.$put({ param: { id: order.id }, json: { id: noteId, content } }));
}

/** API-11: the full list; entries with `shouldDelete` go. */
export function saveAttachments(order: PurchaseOrder, attachments: AttachmentDraft[]) {
  return ask(pos.attachments[':id'].$post({ param: { id: order.id }, json: { attachments } }));
}

export interface ActionOptions {
  reason: string | null;
  getNext: boolean;
  archive: boolean;
  displayIndicators: boolean;
}

/**
 * AP-03: the step and the open change order that the user saw go along, so that a stale screen never decides about a
 * later step (DEC-30), nor voids the PO when its change order is already gone (DEC-25).
 */
function actionBody(order: PurchaseOrder, options: ActionOptions) {
  return {
    docId: order.id,
    docType: 'PO' as const,
    workflowId: order.workflow?.id ?? null,
    workflowStepId: order.workflow?.currentStep?.id ?? null,
    changeOrderNumber: openChangeOrder(subjectOf(order)),
    showId: order.showId,
    timeZone,
    ...options,
  };
}

/** API-16 to API-18. A 424 of the final approval is an `ApiError` whose body says `approved` (DEC-03). */
export const decide = {
  approve: (order: PurchaseOrder, options: ActionOptions) =>
    ask(api.api.workflows.approval.$post({ json: actionBody(order, options) })),
  revise: (order: PurchaseOrder, options: ActionOptions) =>
    ask(api.api.workflows.revision.$post({ json: actionBody(order, options) })),
  void: (order: PurchaseOrder, options: ActionOptions) =>
    ask(api.api.workflows.void.$post({ json: actionBody(order, options) })),
};
