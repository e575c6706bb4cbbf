import { Refusal } from '#domain/codes';
import { inApproval, type StatusPair } from '#domain/document';
import { decide } from '#domain/lifecycle/decide';
import type { Change, DecideInput, Decision } from '#domain/lifecycle/change';
import type { Action } from '#domain/lifecycle/transition';
import type { Actor, Subject } from '#domain/lifecycle/subject';
import { permissionsOf, type Role } from '#domain/identity/permissions';
import { parseSettings, type Settings } from '#domain/settings';
import type { Instance, StepKind, StepStatus, Template } from '#domain/workflow/workflow';

/** Users and documents that the lifecycle tests share. */
export const at = '2026-03-02T17:00:00.000Z';

export function settings(change: Partial<Settings> = {}): Settings {
  return { ...parseSettings(null), ...change };
}

export function actor(userId: string, role: Role, change: Partial<Actor> = {}): Actor {
  return {
    userId,
    name: userId,
    role,
    permissions: permissionsOf({ role, voidPo: true, voidInvoice: true }),
    modules: { invoices: true, payments: true },
    departmentIds: [],
    specialApprover: false,
    sendUnapproved: false,
    isSystem: false,
    ...change,
  };
}

const camera = { departmentIds: ['camera'] };
export const owner = actor('owner', 'PO & Invoice Creator', camera);
export const admin = actor('admin', 'Show Admin');
/** Listed on step 1 only. */
export const deborah = actor('deborah', 'Approver', camera);
/** Listed on step 2 only. */
export const frank = actor('frank', 'Approver');
/** Listed on step 2 too. */
export const gina = actor('gina', 'Approver');
export const outsider = actor('outsider', 'Approver');
export const accounting = actor('accounting', 'EP Internal', { isSystem: true });

function approvers(...userIds: string[]): { userId: string; name: string; initials: string }[] {
  return userIds.map((userId) => ({ userId, name: userId, initials: userId.slice(0, 2) }));
}

/** A department step, a level up to 5,000.00 and one above it that these tests never need. */
export const template: Template = {
  id: 't1',
  version: 1,
  steps: [
    templateStep(1, 'DEPARTMENT', null, 'deborah'),
    templateStep(2, 'STANDARD', 500_000, 'frank', 'gina'),
    templateStep(3, 'STANDARD', null, 'admin'),
  ],
};

function templateStep(
  order: number,
  kind: StepKind,
  amountLimitCents: number | null,
  ...userIds: string[]
): Template['steps'][number] {
  return {
    order,
    name: `Level ${order}`,
    kind,
    amountLimitCents,
    approvalsNeeded: 1,
    approvers: approvers(...userIds),
  };
}

export const submission = {
  workflowId: 'w1',
  template,
  activeUserIds: ['deborah', 'frank', 'gina', 'admin', 'owner'],
  approverIds: ['deborah', 'frank', 'gina', 'admin'],
  departmentMemberIds: ['deborah', 'owner'],
};

/** The template's workflow with these statuses of its two required steps, with votes on APPROVED ones. */
export function workflow(first: StepStatus, second: StepStatus): Instance {
  const running = [first, second].findIndex((status) => status === 'PENDING');
  const closed = [first, second].some((status) => !['PENDING', 'APPROVED'].includes(status));
  const voters = ['deborah', 'frank'];
  return {
    id: 'w1',
    templateId: 't1',
    templateVersion: 1,
    finalOrder: 2,
    currentOrder: closed || running < 0 ? null : running + 1,
    steps: template.steps.map((step, index) => {
      const status = [first, second][index] ?? 'PENDING';
      const approvals = status === 'APPROVED' ? [{ userId: voters[index]!, at }] : [];
      return { ...step, id: `w1-${step.order}`, missing: [], status, approvals };
    }),
  };
}

const noChangeOrder = { current: 0, newest: 0, lastApproved: 0, originalLineCount: 0, lineCount: 2 };
export const openChangeOrder = { current: 1, newest: 1, lastApproved: 0, originalLineCount: 2, lineCount: 3 };

/** A draft PO of 1,200.00 in the camera department. */
export function subject(change: Partial<Subject> = {}): Subject {
  return {
    docType: 'PO',
    id: 'abcd_1',
    version: 3,
    contentVersion: 1,
    status: 'DRAFT',
    submissionStatus: 'Draft',
    revision: 0,
    submittedBefore: false,
    totalCents: 120_000,
    creatorId: 'owner',
    ownerId: 'owner',
    submitterId: null,
    revisionAuthorIds: ['owner'],
    departmentId: 'camera',
    archived: false,
    milestones: ['SAVED_AS_DRAFT'],
    changeOrder: noChangeOrder,
    vendorIsTemporary: false,
    vendorActive: true,
    isRelieved: false,
    hasRelief: false,
    foundInAccounting: true,
    instance: null,
    ...change,
  };
}

/** The document in a state with the matching workflow: in approval, its second and final step is current. */
export function inState(pair: StatusPair, change: Partial<Subject> = {}): Subject {
  const submittedBefore = change.submittedBefore ?? pair.submissionStatus !== 'Draft';
  return subject({ ...pair, submittedBefore, instance: workflowOf(pair), ...change });
}

function workflowOf(pair: StatusPair): Instance | null {
  if (inApproval(pair.status)) return workflow('APPROVED', 'PENDING');
  if (pair.submissionStatus === 'Draft') return null;
  if (pair.submissionStatus === 'Approved' || pair.submissionStatus === 'Canceled') {
    return workflow('APPROVED', 'APPROVED');
  }
  if (pair.submissionStatus === 'Needs revision') return workflow('APPROVED', 'REVISION');
  return workflow('APPROVED', pair.submissionStatus === 'Void' ? 'VOID' : 'DENIED');
}

/** Calls `decide` with default input: a reason, a template, an unchanged total. */
export function when(
  given: Subject,
  action: Action,
  who: Actor,
  input: Partial<DecideInput> = {},
  rules: Settings = settings(),
): Decision {
  return decide(given, action, who, rules, {
    at,
    reason: 'because',
    submission,
    newTotalCents: given.totalCents,
    escalation: { backup: null, people: submission, admins: [] },
    ...input,
  });
}

/** The same for an action that must change the document. */
export function changed(...given: Parameters<typeof when>): Change {
  const decision = when(...given);
  if (decision.kind !== 'CHANGE') throw new Error(decision.kind);
  return decision;
}

/** The document after the change, as the verb's batch writes it. */
export function after(given: Subject, change: Change): Subject {
  const { workflow: flow, changeOrder: order } = change;
  const approvedNow = change.to.status === 'APPROVED' && order.entry.kind === 'SET';
  const dropped = change.content === 'RESTORE';
  return {
    ...given,
    ...change.to,
    version: given.version + 1,
    revision: change.revision ?? 0,
    submittedBefore: change.action === 'submit' || (change.action !== 'adjust' && given.submittedBefore),
    ownerId: change.ownerId,
    submitterId: change.submitterId,
    archived: given.archived || change.archive,
    milestones: change.milestones,
    instance: flow.kind === 'KEEP' ? given.instance : flow.kind === 'REMOVE' ? null : flow.instance,
    changeOrder: {
      current: order.current,
      newest: order.newest,
      originalLineCount: order.originalLineCount,
      lastApproved:
        approvedNow && order.entry.kind === 'SET' && order.entry.status === 'APPROVED'
          ? order.entry.number
          : given.changeOrder.lastApproved,
      lineCount: dropped ? given.changeOrder.originalLineCount : given.changeOrder.lineCount,
    },
  };
}

/** Returns the code of the refusal, or null without one. */
export function refused(act: () => unknown): { code: string; errors: readonly string[] | undefined } | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, errors: error.detail.errors };
  }
}
