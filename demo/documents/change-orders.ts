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
import { actorOf, become, note, record, wait } from './document-builder.ts';
import type { Actor, Life } from './document-builder.ts';
import { extraLine, totalOf } from './lines.ts';
import { remarks } from './sample-notes.ts';
import { restore } from './snapshot.ts';

/** DEC-26 "request": the requester becomes the owner, the lines there are now are locked. */
function adjust(life: Life, requester: Actor): void {
  const { header, show, purchaseOrder } = life;
  if (!purchaseOrder) throw new Error('Only a purchase order has change orders');
  wait(life);
  header.newestChangeOrder += 1;
  header.currentChangeOrder = header.newestChangeOrder;
  header.ownerId = requester.id;
  header.revision = 0;
  purchaseOrder.lockedLineCount = life.lines.length;
  become(life, draft);
  life.changeOrders.push({
    showId: show.plan.id,
    documentId: header.id,
    number: header.newestChangeOrder,
    status: 'DRAFT',
    requestedBy: requester.id,
    requestedAt: instant(life.at),
  });
  record(life, 'adjust', requester, 'CHANGE ORDER', { changeOrder: header.newestChangeOrder });
  note(life, requester, show.random.pick(remarks.adjustment), 'ADJUSTMENT');
}

/** The change order's own lines; its owner saves them. */
function extend(life: Life, owner: Actor): void {
  wait(life);
  life.lines.push(extraLine(life));
  if (life.show.random.chance(0.3)) life.lines.push(extraLine(life));
  life.header.totalCents = totalOf(life.lines);
  record(life, 'save', owner);
}

function lastApproved(life: Life): number {
  return Math.max(
    0,
    ...life.changeOrders.filter(({ status }) => status === 'APPROVED').map(({ number }) => number),
  );
}

/** Rows 9 and 15 of DEC-25: back to the last fully approved values. */
function voidChangeOrder(life: Life): void {
  const approver = waitingMembers(life)[0];
  const actor: Actor = approver
    ? actorOf(approver)
    : { id: life.header.ownerId, name: life.header.creatorName };
  wait(life);
  if (life.instance && life.instance.currentOrder !== null) {
    life.instance = closeWorkflow(life.instance, 'VOID');
    const newest = life.workflows.at(-1);
    if (newest) newest.instance = life.instance;
    life.header.currentStepId = null;
  }
  note(life, actor, life.show.random.pick(remarks.voided), 'VOID');
  const entry = life.changeOrders.find(({ number }) => number === life.header.currentChangeOrder);
  if (entry) entry.status = 'VOID';
  restore(life);
  leave(life);
  record(life, 'void', actor, 'VOID', { changeOrder: life.header.newestChangeOrder });
}

/** Row 14: only the change order's new lines go, and its entry. */
function discard(life: Life, owner: Actor): void {
  wait(life);
  life.lines = life.lines.slice(0, life.purchaseOrder?.lockedLineCount ?? life.lines.length);
  life.header.totalCents = totalOf(life.lines);
  life.changeOrders.pop();
  life.header.newestChangeOrder -= 1;
  if (life.purchaseOrder) life.purchaseOrder.lockedLineCount = 0;
  leave(life);
  record(life, 'discard', owner);
}

function leave(life: Life): void {
  life.header.currentChangeOrder = lastApproved(life);
  life.header.ownerId = life.header.creatorId;
  become(life, approved);
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

/** One change order of an approved purchase order, as far as the story goes. */
export function changeOrder(life: Life, story: ChangeOrderStory): void {
  const owner: Actor = { id: life.header.creatorId, name: life.header.creatorName };
  adjust(life, owner);
  if (story !== 'draft' || life.show.random.chance(0.5)) extend(life, owner);
  if (story === 'discarded') return discard(life, owner);
  if (story === 'draft') return;
  submit(life, owner);
  if (story === 'halfway' || story === 'voided') approveUntil(life, 2);
  if (story === 'approved' || life.header.status === 'APPROVED') approveRest(life);
  else if (story === 'voided') voidChangeOrder(life);
  else if (story === 'revision') revise(life);
  else if (story === 'pulled') pull(life, owner);
}

function approveRest(life: Life): void {
  if (life.header.status !== 'APPROVED') approveAll(life);
  mirrorChangeOrder(life);
}
