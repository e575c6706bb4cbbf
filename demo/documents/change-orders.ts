import { approved, draft } from '#domain/lifecycle/transition';
import { closeWorkflow } from '#domain/workflow/workflow';
import {
  approveAll,
  approveUntil,
  mirrorChangeOrder,
  pull,
  revise,
  submit,
  waitingMembers,
} from './approval.ts';
import { instant } from '../clock.ts';
import { convertTotal } from './costs.ts';
import { actorOf, become, note, record, wait } from './document-builder.ts';
import type { Actor, DemoDocument } from './document-builder.ts';
import { extraLine, totalOf } from './lines.ts';
import { sampleNotes } from './sample-notes.ts';
import { restore } from './snapshot.ts';

/** Requests a change order: the requester becomes the owner, the existing lines are locked (DEC-26). */
function adjust(document: DemoDocument, requester: Actor): void {
  const { header, show, purchaseOrder } = document;
  if (!purchaseOrder) throw new Error('Only a purchase order has change orders');
  wait(document);
  header.newestChangeOrder += 1;
  header.currentChangeOrder = header.newestChangeOrder;
  header.ownerId = requester.id;
  header.revision = 0;
  purchaseOrder.lockedLineCount = document.lines.length;
  become(document, draft);
  document.changeOrders.push({
    showId: show.plan.id,
    documentId: header.id,
    number: header.newestChangeOrder,
    status: 'DRAFT',
    requestedBy: requester.id,
    requestedAt: instant(document.at),
  });
  record(document, 'adjust', requester, 'CHANGE ORDER', { changeOrder: header.newestChangeOrder });
  note(document, requester, show.random.pick(sampleNotes.adjustment), 'ADJUSTMENT');
}

/** Adds the change order's own lines as its owner. */
function extend(document: DemoDocument, owner: Actor): void {
  wait(document);
  document.lines.push(extraLine(document));
  if (document.show.random.chance(0.3)) document.lines.push(extraLine(document));
  document.header.totalCents = totalOf(document.lines);
  convertTotal(document);
  record(document, 'save', owner);
}

function lastApproved(document: DemoDocument): number {
  return Math.max(
    0,
    ...document.changeOrders.filter(({ status }) => status === 'APPROVED').map(({ number }) => number),
  );
}

/** Rows 9 and 15 of DEC-25: restores the last approved values. */
function voidChangeOrder(document: DemoDocument): void {
  const approver = waitingMembers(document)[0];
  const actor: Actor = approver
    ? actorOf(approver)
    : { id: document.header.ownerId, name: document.header.creatorName };
  wait(document);
  if (document.instance && document.instance.currentOrder !== null) {
    document.instance = closeWorkflow(document.instance, 'VOID');
    const newest = document.workflows.at(-1);
    if (newest) newest.instance = document.instance;
    document.header.currentStepId = null;
  }
  note(document, actor, document.show.random.pick(sampleNotes.voided), 'VOID');
  const entry = document.changeOrders.find(({ number }) => number === document.header.currentChangeOrder);
  if (entry) entry.status = 'VOID';
  restore(document);
  leave(document);
  record(document, 'void', actor, 'VOID', { changeOrder: document.header.newestChangeOrder });
}

/** Row 14: removes the change order and its new lines. */
function discard(document: DemoDocument, owner: Actor): void {
  wait(document);
  document.lines = document.lines.slice(0, document.purchaseOrder?.lockedLineCount ?? document.lines.length);
  document.header.totalCents = totalOf(document.lines);
  convertTotal(document);
  document.changeOrders.pop();
  document.header.newestChangeOrder -= 1;
  if (document.purchaseOrder) document.purchaseOrder.lockedLineCount = 0;
  leave(document);
  record(document, 'discard', owner);
}

function leave(document: DemoDocument): void {
  document.header.currentChangeOrder = lastApproved(document);
  document.header.ownerId = document.header.creatorId;
  become(document, approved);
}

export type ChangeOrderStory =
  | 'draft'
  | 'submitted'
  | 'halfway'
  | 'approved'
  | 'voided'
  | 'revision'
  | 'discarded'
  | 'pulled';

/** Adds one change order to an approved purchase order, up to the state of the story. */
export function changeOrder(document: DemoDocument, story: ChangeOrderStory): void {
  const owner: Actor = { id: document.header.creatorId, name: document.header.creatorName };
  adjust(document, owner);
  if (story !== 'draft' || document.show.random.chance(0.5)) extend(document, owner);
  if (story === 'discarded') return discard(document, owner);
  if (story === 'draft') return;
  submit(document, owner);
  if (story === 'halfway' || story === 'voided') approveUntil(document, 2);
  if (story === 'approved' || document.header.status === 'APPROVED') approveRest(document);
  else if (story === 'voided') voidChangeOrder(document);
  else if (story === 'revision') revise(document);
  else if (story === 'pulled') pull(document, owner);
}

function approveRest(document: DemoDocument): void {
  if (document.header.status !== 'APPROVED') approveAll(document);
  mirrorChangeOrder(document);
}
