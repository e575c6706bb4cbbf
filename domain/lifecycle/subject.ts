import type { DocType, Milestone, Status, SubmissionStatus } from '#domain/document';
import type { Modules, Permissions, Role } from '#domain/identity/permissions';
import { isAdmin, isApprover, hasCreatePermission } from '#domain/identity/permissions';
import { coveredActions, coversOneOf, standInsOf } from '#domain/cover/cover';
import type { RunningCover, StandIn } from '#domain/cover/cover';
import { forbidsSelfApproval, type SelfApprovalSettings } from '#domain/workflow/self-approval';
import {
  currentApprovers,
  currentStep,
  hasApproved,
  listedOn,
  type Instance,
  type InstanceStep,
} from '#domain/workflow/workflow';
import { stepApprovedLast } from '#domain/workflow/take-back';

/** What the lifecycle rules need to know about a document; the store and the web build it from their own data. */
export interface Subject {
  docType: DocType;
  id: string;
  /** Seq of the newest event; 0 for a document that is not stored yet, whose statuses are then ignored. */
  version: number;
  /** Increases with each change of the canonical content and with nothing else (DEC-30). */
  contentVersion: number;
  status: Status;
  submissionStatus: SubmissionStatus;
  revision: number;
  /** True when the history contains SUBMITTED since the last CHANGE ORDER, or since the beginning (DEC-19). */
  submittedBefore: boolean;
  totalCents: number;
  creatorId: string;
  /** The creator; while a change order is open, its requester (Part 2, legend). */
  ownerId: string;
  /** The user who submitted a payment (DEC-28). */
  submitterId: string | null;
  /** Users who saved or submitted the current revision (DEC-97, `revisionAuthors`). */
  revisionAuthorIds: readonly string[];
  departmentId: string | null;
  archived: boolean;
  milestones: readonly Milestone[];
  changeOrder: ChangeOrderFacts;
  vendorIsTemporary: boolean;
  vendorActive: boolean;
  /** Fully relieved (DEC-39). */
  isRelieved: boolean;
  /** True when any submitted or approved invoice line counts against it (DEC-25, row 16). */
  hasRelief: boolean;
  foundInAccounting: boolean;
  /** The current workflow, or the last one when it is closed or complete; null when never submitted, or pulled. */
  instance: Instance | null;
  /** Users who wrote in the document at any time, also as approvers; absent: nobody but the authors (COV-03). */
  writerIds?: readonly string[];
  /** The covers of the show that run now (COV-02). */
  covers?: readonly RunningCover[];
  /** Whether its approvers were nudged today, in the show's time zone; absent: no (NUDGE-02). */
  isNudgedToday?: boolean;
}

interface ChangeOrderFacts {
  /** 0 means none. */
  current: number;
  newest: number;
  /** Number of the last change order that was fully approved, 0 if none (DEC-26). */
  lastApproved: number;
  /** Lines up to this number are locked while a change order is open (CO-06). */
  originalLineCount: number;
  lineCount: number;
  /** How many of the locked lines the open change order lowers (CHANGE-05). */
  reducedLineCount?: number;
}

/** The acting user. `isSystem` is the accounting adapter, which alone imports and cancels payments (DEC-28). */
export interface Actor {
  userId: string;
  name: string;
  role: Role;
  permissions: Permissions;
  modules: Modules;
  /** Departments in which the user is an active member. */
  departmentIds: readonly string[];
  specialApprover: boolean;
  /** The user's own part of sendUnapprovedPurchaseOrders (DEC-63). */
  sendUnapproved: boolean;
  isSystem: boolean;
}

/** A requested change order that is neither approved nor void (DEC-26). */
export function hasOpenChangeOrder(subject: Pick<Subject, 'changeOrder' | 'status'>): boolean {
  return subject.changeOrder.current > 0 && subject.status !== 'APPROVED' && subject.status !== 'VOID';
}

/** Returns the number of the open change order, 0 without one. */
export function openChangeOrder(subject: Pick<Subject, 'changeOrder' | 'status'>): number {
  return hasOpenChangeOrder(subject) ? subject.changeOrder.current : 0;
}

/** The actor's relation to the document, as the transition table names it. */
export type Relation =
  | 'CREATOR'
  | 'OWNER'
  | 'ADMIN'
  | 'SUBMITTER'
  | 'CURRENT_APPROVER'
  | 'APPROVED_IT'
  | 'APPROVED_LAST'
  | 'ON_WORKFLOW'
  | 'ANYONE'
  | 'SYSTEM';

type RelationCheck = (subject: Subject, actor: Actor) => boolean;

function onWorkflow(subject: Subject, actor: Actor): boolean {
  return subject.instance?.steps.some((step) => listedOn(step, actor.userId)) ?? false;
}

/** Whether the user may approve a step that lists them (DEC-21). */
function mayApprove(step: InstanceStep | null, { departmentId }: Subject, actor: Actor): boolean {
  if (!isApprover(actor.role)) return false;
  if (step?.kind !== 'DEPARTMENT') return true;
  return departmentId !== null && actor.departmentIds.includes(departmentId);
}

/** Listed on the current step, and still allowed to approve it. */
function isCurrentApprover(subject: Subject, actor: Actor): boolean {
  const isListed = currentApprovers(subject.instance).includes(actor.userId);
  return isListed && mayApprove(currentStep(subject.instance), subject, actor);
}

/**
 * The document's newest event is this user's approval, so nobody has acted since (RUN-06). The sender of a vote on behalf
 * of another needs no place in the department of the step.
 */
function approvedLast(subject: Subject, actor: Actor): boolean {
  const step = stepApprovedLast(subject.instance, subject.version, actor.userId);
  if (step === null) return false;
  const isOwn = step.approvals.some(
    ({ userId, version }) => userId === actor.userId && version === subject.version,
  );
  return isOwn ? mayApprove(step, subject, actor) : isApprover(actor.role);
}

/** Returns who may decide the current step on behalf of absent approvers (COV-02). */
export function standIns(subject: Subject): readonly StandIn[] {
  return standInsOf(subject, subject.instance, subject.covers ?? []);
}

/**
 * Returns with whom a document waits: the approvers of the step who have not voted, and who decides on behalf of them
 * now (COV-02).
 */
export function waitingPeople(
  subject: Subject,
  instance = subject.instance,
): readonly { userId: string; name: string }[] {
  const openIds = currentApprovers(instance);
  const approvers = currentStep(instance)?.approvers ?? [];
  const covering = standInsOf(subject, instance, subject.covers ?? []);
  return [
    ...approvers.filter(({ userId }) => openIds.includes(userId)),
    ...covering.map(({ userId, name, onBehalfOf }) => ({ userId, name: `${name} for ${onBehalfOf.name}` })),
  ];
}

/**
 * Returns the approver for whom the actor decides, or null. An approver's own vote comes first: nobody has two votes of
 * a step (COV-04).
 */
export function standInFor(subject: Subject, action: string, actor: Actor): StandIn | null {
  if (!coveredActions.includes(action) || !isApprover(actor.role) || actor.isSystem) return null;
  return standIns(subject).find(({ userId }) => userId === actor.userId) ?? null;
}

/** True when the actor covers an approver of the document, whatever its state (COV-05). */
export function coversApprover(subject: Subject, actor: Actor): boolean {
  const approverIds = (subject.instance?.steps ?? []).flatMap(({ approvers }) =>
    approvers.map(({ userId }) => userId),
  );
  return coversOneOf(subject.covers ?? [], subject.docType, actor.userId, approverIds);
}

const relations: Record<Relation, RelationCheck> = {
  CREATOR: (subject, actor) => hasCreatePermission(actor.permissions, subject.docType),
  OWNER: (subject, actor) => subject.ownerId === actor.userId,
  ADMIN: (subject, actor) => isAdmin(actor.permissions, subject.docType),
  SUBMITTER: (subject, actor) => subject.submitterId === actor.userId,
  CURRENT_APPROVER: isCurrentApprover,
  APPROVED_IT: (subject, actor) =>
    subject.instance?.steps.some((step) => hasApproved(step, actor.userId)) ?? false,
  APPROVED_LAST: approvedLast,
  ON_WORKFLOW: onWorkflow,
  ANYONE: () => true,
  SYSTEM: () => true,
};

/** Users never have SYSTEM, and the system has no other relation. */
export function hasRelation(relation: Relation, subject: Subject, actor: Actor): boolean {
  return actor.isSystem === (relation === 'SYSTEM') && relations[relation](subject, actor);
}

/**
 * True when the actor could have the relation in another state of the document. It separates insiders who are too late
 * (409) from outsiders, who must learn nothing about the state (403, DEC-98). The creator is the owner again once
 * another user's change order ends. After a pull there is no workflow to be listed on, so the approver flag decides.
 */
export function couldHaveRelation(relation: Relation, subject: Subject, actor: Actor): boolean {
  if (relation === 'OWNER' && !actor.isSystem && subject.creatorId === actor.userId) return true;
  if (relation !== 'CURRENT_APPROVER' && relation !== 'APPROVED_IT' && relation !== 'APPROVED_LAST')
    return hasRelation(relation, subject, actor);
  if (actor.isSystem) return false;
  return subject.instance === null ? isApprover(actor.role) : onWorkflow(subject, actor);
}

/**
 * Returns the user who is notified about the document, and whose approval is a self-approval: the owner, or a payment's
 * submitter (DEC-58).
 */
export function responsibleUser(subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId'>): string {
  return subject.docType === 'PAYMENT' ? (subject.submitterId ?? subject.ownerId) : subject.ownerId;
}

/** Returns the users whose approval would be a self-approval, whether or not the show forbids it (DEC-97). */
export function selfApproverIds(
  subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds'>,
): readonly string[] {
  return [...new Set([responsibleUser(subject), ...subject.revisionAuthorIds])];
}

/** True when this user must not approve the document because it is their own (DEC-97). */
export function isForbiddenSelfApproval(
  subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds' | 'totalCents'>,
  userId: string,
  settings: SelfApprovalSettings,
): boolean {
  return forbidsSelfApproval(settings, subject.totalCents) && selfApproverIds(subject).includes(userId);
}
