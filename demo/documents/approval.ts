import {
  approved,
  deniedInvoice,
  deniedPayment,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import { closeWorkflow, currentApprovers, planWorkflow } from '#domain/workflow/workflow';
import { castVote, milestonesOf, statusInApproval } from '#domain/workflow/vote';
import type { Instance } from '#domain/workflow/workflow';
import { amountForLimitsCents } from '#domain/currency/costing';
import { pushAfterApproval } from './accounting.ts';
import { costAtSubmit } from './costs.ts';
import { forbidsSelfApproval } from '#domain/workflow/self-approval';
import { instant } from '../clock.ts';
import { actorOf, become, isType, note, addMilestones, record, wait } from './document-builder.ts';
import type { Actor, DemoDocument } from './document-builder.ts';
import { sampleNotes } from './sample-notes.ts';
import type { Member } from '../show/show.ts';
import { snapshotOf } from './snapshot.ts';

/** Copies the workflow and activates its first step (DEC-24). */
export function submit(document: DemoDocument, submitter: Actor): void {
  const { show, header } = document;
  wait(document);
  const costs = costAtSubmit(document);
  const totalCents = amountForLimitsCents(header);
  const instance = planWorkflow(document.flow, {
    id: show.newId(document.at),
    totalCents,
    departmentMemberIds: show.departments.find(({ id }) => id === header.departmentId)?.memberIds ?? [],
    activeUserIds: show.activeUserIds,
    approverIds: show.approvers.map(({ person }) => person.id),
    selfIds: forbidsSelfApproval(show.settings, totalCents)
      ? [...new Set([header.type === 'PAYMENT' ? submitter.id : header.ownerId, submitter.id])]
      : [],
  });
  if (typeof instance === 'string')
    throw new Error(`${show.plan.id}: a demo document can't be submitted: ${instance}`);
  const round = header.currentChangeOrder;
  const again = document.events.some(
    ({ action, payload }) => action === 'submit' && payload['changeOrder'] === round,
  );
  if (again) header.revision += 1;
  for (const earlier of document.workflows) earlier.isLatest = false;
  document.workflows.push({ instance, createdAt: instant(document.at), isLatest: true });
  header.submitterId = submitter.id;
  become(document, submitted);
  addMilestones(document, 'SUBMITTED_FOR_APPROVAL');
  storeInstance(document, instance);
  mirrorChangeOrder(document);
  record(document, 'submit', submitter, 'SUBMITTED', { changeOrder: round, ...costs });
}

function storeInstance(document: DemoDocument, instance: Instance): void {
  document.instance = instance;
  const newest = document.workflows.at(-1);
  if (newest) newest.instance = instance;
  document.header.workflowId = instance.id;
  const step = instance.steps.find(({ order }) => order === instance.currentOrder);
  const stepId = step?.id ?? null;
  if (stepId !== document.header.currentStepId) document.waitingSince = document.at;
  document.header.currentStepId = stepId;
}

/** Copies the purchase order's status to the change order of its round (DEC-26). */
export function mirrorChangeOrder(document: DemoDocument): void {
  const open = document.changeOrders.find(({ number }) => number === document.header.currentChangeOrder);
  if (open) open.status = document.header.status;
}

export function waitingMembers(document: DemoDocument): Member[] {
  const ids = currentApprovers(document.instance);
  return document.show.approvers.filter(({ person }) => ids.includes(person.id));
}

interface Choice {
  /** Prefer a special approver. */
  special?: boolean;
}

/** Approves as one current approver. Returns true when that was the last approval (DEC-23). */
export function approve(document: DemoDocument, choice: Choice = {}): boolean {
  const { header, show } = document;
  const waiting = waitingMembers(document);
  const preferred = waiting.filter(({ membership }) => membership.special === (choice.special ?? false));
  const member = show.random.pick(preferred.length > 0 ? preferred : waiting);
  wait(document);
  const actor = actorOf(member);
  const at = instant(document.at);
  const stepId = header.currentStepId ?? '';
  const counted = document.instance && castVote(document.instance, actor.id, at);
  if (!counted) throw new Error('A demo approval was refused');
  const isPo = isType(document, 'PO');
  if (counted.finalComplete) become(document, approved);
  else if (isPo) header.status = statusInApproval(header.status, counted, member.membership.special);
  addMilestones(document, ...milestonesOf(counted, member.membership.special));
  storeInstance(document, counted.instance);
  mirrorChangeOrder(document);
  const { seq } = record(document, 'approve', actor, 'APPROVED', { stepId });
  document.votes.push({ stepId, userId: actor.id, at, seq, droppedAt: null });
  if (!counted.finalComplete) return false;
  finish(document, actor);
  return true;
}

/** Completes the approval (DEC-32). */
function finish(document: DemoDocument, approver: Actor): void {
  const { header } = document;
  if (document.purchaseOrder) {
    header.ownerId = header.creatorId;
    document.purchaseOrder.lockedLineCount = 0;
    document.versions.push({
      createdAt: header.updatedAt,
      totalCents: header.totalCents,
      snapshot: snapshotOf(header, document.purchaseOrder, document.lines),
    });
  }
  if (header.temporaryVendorId === null) pushAfterApproval(document, approver);
}

export function approveAll(document: DemoDocument): void {
  while (!approve(document));
}

/** Approves until the given step is active, or the final one if that is earlier. */
export function approveUntil(document: DemoDocument, order: number): void {
  const target = Math.min(order, document.instance?.finalOrder ?? order);
  while ((document.instance?.currentOrder ?? target) < target) approve(document);
}

function close(document: DemoDocument, status: 'REVISION' | 'VOID' | 'DENIED'): void {
  if (document.instance?.currentOrder != null)
    storeInstance(document, closeWorkflow(document.instance, status));
}

export function revise(document: DemoDocument): void {
  const actor = actorOf(document.show.random.pick(waitingMembers(document)));
  wait(document);
  become(document, needsRevision);
  close(document, 'REVISION');
  mirrorChangeOrder(document);
  record(document, 'revise', actor, 'NEEDS REVISION');
  note(document, actor, document.show.random.pick(sampleNotes.revision), 'REVISION');
}

export function deny(document: DemoDocument): void {
  const actor = actorOf(document.show.random.pick(waitingMembers(document)));
  wait(document);
  become(document, isType(document, 'PAYMENT') ? deniedPayment : deniedInvoice);
  close(document, 'DENIED');
  record(document, 'deny', actor, 'DENIED');
  note(document, actor, document.show.random.pick(sampleNotes.denied), 'DENIED');
  archive(document);
}

/** Row 8, 12 or 16 of DEC-25, row 7 of DEC-27. */
export function voidDocument(document: DemoDocument, actor: Actor): void {
  wait(document);
  become(document, voided);
  close(document, 'VOID');
  record(document, 'void', actor, 'VOID');
  note(
    document,
    actor,
    isType(document, 'PO')
      ? document.show.random.pick(sampleNotes.voided)
      : 'Duplicate of an earlier invoice.',
    'VOID',
  );
  archive(document);
}

/** Stores the approved version (DEC-31). */
function archive(document: DemoDocument): void {
  if (document.show.settings.archiveVoidedItems && document.header.currentChangeOrder === 0)
    document.header.archivedAt = instant(document.at);
}

/** Row 10 of DEC-25: removes the workflow and its approvals. */
export function pull(document: DemoDocument, actor: Actor): void {
  wait(document);
  const at = instant(document.at);
  const pulled = new Set(document.instance?.steps.map(({ id }) => id));
  for (const cast of document.votes) if (pulled.has(cast.stepId)) cast.droppedAt = at;
  if (document.instance) storeInstance(document, { ...document.instance, currentOrder: null });
  for (const earlier of document.workflows) earlier.isLatest = false;
  document.instance = null;
  document.header.workflowId = null;
  become(document, draft);
  mirrorChangeOrder(document);
  record(document, 'pull', actor);
}
