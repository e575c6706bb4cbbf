import {
  approved,
  deniedInvoice,
  deniedPayment,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import {
  closeWorkflow,
  currentApprovers,
  milestonesOf,
  planWorkflow,
  statusInApproval,
  vote,
} from '#domain/workflow/workflow';
import type { Instance } from '#domain/workflow/workflow';
import { pushAfterApproval } from './accounting.ts';
import { forbidsSelfApproval } from '#domain/workflow/self-approval';
import { instant } from '../clock.ts';
import { actorOf, become, isType, note, reach, record, wait } from './document-builder.ts';
import type { Actor, Life } from './document-builder.ts';
import { remarks } from './sample-notes.ts';
import type { Member } from '../show/show.ts';
import { snapshotOf } from './snapshot.ts';

/** DEC-24: takes the copy of the flow and lets its first step wait. */
export function submit(life: Life, submitter: Actor): void {
  const { show, header } = life;
  wait(life);
  const instance = planWorkflow(life.flow, {
    id: show.newId(life.at),
    totalCents: header.totalCents,
    departmentMemberIds: show.departments.find(({ id }) => id === header.departmentId)?.memberIds ?? [],
    activeUserIds: show.activeUserIds,
    approverIds: show.approvers.map(({ person }) => person.id),
    selfIds: forbidsSelfApproval(show.settings, header.totalCents)
      ? [...new Set([header.type === 'PAYMENT' ? submitter.id : header.ownerId, submitter.id])]
      : [],
  });
  if (typeof instance === 'string')
    throw new Error(`${show.plan.id}: a demo document can't be submitted: ${instance}`);
  const round = header.currentChangeOrder;
  const again = life.events.some(
    ({ action, payload }) => action === 'submit' && payload['changeOrder'] === round,
  );
  if (again) header.revision += 1;
  for (const earlier of life.workflows) earlier.isLatest = false;
  life.workflows.push({ instance, createdAt: instant(life.at), isLatest: true });
  header.submitterId = submitter.id;
  become(life, submitted);
  reach(life, 'SUBMITTED_FOR_APPROVAL');
  keep(life, instance);
  mirrorChangeOrder(life);
  record(life, 'submit', submitter, 'SUBMITTED', { changeOrder: round });
}

function keep(life: Life, instance: Instance): void {
  life.instance = instance;
  const newest = life.workflows.at(-1);
  if (newest) newest.instance = instance;
  life.header.workflowId = instance.id;
  const step = instance.steps.find(({ order }) => order === instance.currentOrder);
  const stepId = step?.id ?? null;
  if (stepId !== life.header.currentStepId) life.waitingSince = life.at;
  life.header.currentStepId = stepId;
}

/** DEC-26: a change order's entry mirrors the purchase order's status of its round. */
export function mirrorChangeOrder(life: Life): void {
  const open = life.changeOrders.find(({ number }) => number === life.header.currentChangeOrder);
  if (open) open.status = life.header.status;
}

export function waitingMembers(life: Life): Member[] {
  const ids = currentApprovers(life.instance);
  return life.show.approvers.filter(({ person }) => ids.includes(person.id));
}

interface Choice {
  /** Prefer somebody with the special-approver toggle. */
  special?: boolean;
}

/** DEC-23: one current approver approves; true when that was the document's last approval. */
export function approve(life: Life, choice: Choice = {}): boolean {
  const { header, show } = life;
  const waiting = waitingMembers(life);
  const preferred = waiting.filter(({ membership }) => membership.special === (choice.special ?? false));
  const member = show.random.pick(preferred.length > 0 ? preferred : waiting);
  wait(life);
  const actor = actorOf(member);
  const at = instant(life.at);
  const stepId = header.currentStepId ?? '';
  const counted = life.instance && vote(life.instance, actor.id, at);
  if (!counted) throw new Error('A demo approval was refused');
  const isPo = isType(life, 'PO');
  if (counted.finalComplete) become(life, approved);
  else if (isPo) header.status = statusInApproval(header.status, counted, member.membership.special);
  reach(life, ...milestonesOf(counted, member.membership.special));
  keep(life, counted.instance);
  mirrorChangeOrder(life);
  const { seq } = record(life, 'approve', actor, 'APPROVED', { stepId });
  life.votes.push({ stepId, userId: actor.id, at, seq, droppedAt: null });
  if (!counted.finalComplete) return false;
  finish(life, actor);
  return true;
}

/** DEC-32 */
function finish(life: Life, approver: Actor): void {
  const { header } = life;
  if (life.purchaseOrder) {
    header.ownerId = header.creatorId;
    life.purchaseOrder.lockedLineCount = 0;
    life.versions.push({
      createdAt: header.updatedAt,
      totalCents: header.totalCents,
      snapshot: snapshotOf(header, life.purchaseOrder, life.lines),
    });
  }
  if (header.temporaryVendorId === null) pushAfterApproval(life, approver);
}

export function approveAll(life: Life): void {
  while (!approve(life));
}

/** Approves until the given step waits, or the final one where that comes first. */
export function approveUntil(life: Life, order: number): void {
  const target = Math.min(order, life.instance?.finalOrder ?? order);
  while ((life.instance?.currentOrder ?? target) < target) approve(life);
}

function close(life: Life, status: 'REVISION' | 'VOID' | 'DENIED'): void {
  if (life.instance?.currentOrder != null) keep(life, closeWorkflow(life.instance, status));
}

export function revise(life: Life): void {
  const actor = actorOf(life.show.random.pick(waitingMembers(life)));
  wait(life);
  become(life, needsRevision);
  close(life, 'REVISION');
  mirrorChangeOrder(life);
  record(life, 'revise', actor, 'NEEDS REVISION');
  note(life, actor, life.show.random.pick(remarks.revision), 'REVISION');
}

export function deny(life: Life): void {
  const actor = actorOf(life.show.random.pick(waitingMembers(life)));
  wait(life);
  become(life, isType(life, 'PAYMENT') ? deniedPayment : deniedInvoice);
  close(life, 'DENIED');
  record(life, 'deny', actor, 'DENIED');
  note(life, actor, life.show.random.pick(remarks.denied), 'DENIED');
  archive(life);
}

/** Row 8, 12 or 16 of DEC-25, row 7 of DEC-27. */
export function voidDocument(life: Life, actor: Actor): void {
  wait(life);
  become(life, voided);
  close(life, 'VOID');
  record(life, 'void', actor, 'VOID');
  note(
    life,
    actor,
    isType(life, 'PO') ? life.show.random.pick(remarks.voided) : 'Duplicate of an earlier invoice.',
    'VOID',
  );
  archive(life);
}

/** DEC-31 */
function archive(life: Life): void {
  if (life.show.settings.archiveVoidedItems && life.header.currentChangeOrder === 0)
    life.header.archivedAt = instant(life.at);
}

/** Row 10 of DEC-25: the workflow is gone and its approvals are dropped. */
export function pull(life: Life, actor: Actor): void {
  wait(life);
  const at = instant(life.at);
  const pulled = new Set(life.instance?.steps.map(({ id }) => id));
  for (const cast of life.votes) if (pulled.has(cast.stepId)) cast.droppedAt = at;
  if (life.instance) keep(life, { ...life.instance, currentOrder: null });
  for (const earlier of life.workflows) earlier.isLatest = false;
  life.instance = null;
  life.header.workflowId = null;
  become(life, draft);
  mirrorChangeOrder(life);
  record(life, 'pull', actor);
}
