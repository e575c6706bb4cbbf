import type { DocType, Milestone, Status, SubmissionStatus } from '#domain/document';
import type { Modules, Permissions, Role } from '#domain/identity/permissions';
import { isAdmin, isApprover, holdsCreate } from '#domain/identity/permissions';
import { forbidsSelfApproval, type SelfApprovalSettings } from '#domain/workflow/self-approval';
import {
  currentApprovers,
  currentStep,
  hasApproved,
  listedOn,
  type Instance,
} from '#domain/workflow/workflow';

/** What the rules of the lifecycle need to know of a document; the store and the web fill it from what they hold. */
export interface Subject {
  docType: DocType;
  id: string;
  /** Seq of the newest event; 0 for a document that is not yet stored (its statuses are then not looked at). */
  version: number;
  /** Rises with each change of the canonical content, and with nothing else (DEC-30). */
  contentVersion: number;
  status: Status;
  submissionStatus: SubmissionStatus;
  revision: number;
  /** Whether SUBMITTED stands in the history since the last CHANGE ORDER, or since the beginning (DEC-19). */
  submittedBefore: boolean;
  totalCents: number;
  creatorId: string;
  /** The creator; while a change order is open, who requested it (Part 2, legend). */
  ownerId: string;
  /** Payments: who submitted it (DEC-28). */
  submitterId: string | null;
  /** Who saved or submitted the current revision (DEC-97, `revisionAuthors`). */
  revisionAuthorIds: readonly string[];
  departmentId: string | null;
  archived: boolean;
  milestones: readonly Milestone[];
  changeOrder: ChangeOrderFacts;
  vendorIsTemporary: boolean;
  vendorActive: boolean;
  /** Fully relieved (DEC-39). */
  isRelieved: boolean;
  /** Any submitted or approved invoice line counts against it (DEC-25, row 16). */
  hasRelief: boolean;
  foundInAccounting: boolean;
  /** The present workflow, or the last one when it is closed or complete; null: never submitted, or pulled. */
  instance: Instance | null;
}

interface ChangeOrderFacts {
  /** 0: none. */
  current: number;
  newest: number;
  /** Number of the last change order that was fully approved, 0 if none (DEC-26). */
  lastApproved: number;
  /** Lines up to here are locked while a change order is open (CO-06). */
  originalLineCount: number;
  lineCount: number;
}

/** Who acts. `isSystem` is the accounting adapter, which alone imports and cancels payments (DEC-28). */
export interface Actor {
  userId: string;
  name: string;
  role: Role;
  permissions: Permissions;
  modules: Modules;
  /** Departments the user is an active member of. */
  departmentIds: readonly string[];
  specialApprover: boolean;
  /** The user's own half of sendUnapprovedPurchaseOrders (DEC-63). */
  sendUnapproved: boolean;
  isSystem: boolean;
}

/** DEC-26: a requested change order that is neither approved nor void. */
export function hasOpenChangeOrder(subject: Pick<Subject, 'changeOrder' | 'status'>): boolean {
  return subject.changeOrder.current > 0 && subject.status !== 'APPROVED' && subject.status !== 'VOID';
}

/** The number of the open change order, 0 without one. */
export function openChangeOrder(subject: Pick<Subject, 'changeOrder' | 'status'>): number {
  return hasOpenChangeOrder(subject) ? subject.changeOrder.current : 0;
}

/** How the actor stands to the document; the transition table names these. */
export type Relation =
  | 'CREATOR'
  | 'OWNER'
  | 'ADMIN'
  | 'SUBMITTER'
  | 'CURRENT_APPROVER'
  | 'APPROVED_IT'
  | 'ON_WORKFLOW'
  | 'ANYONE'
  | 'SYSTEM';

type Holds = (subject: Subject, actor: Actor) => boolean;

function onWorkflow(subject: Subject, actor: Actor): boolean {
  return subject.instance?.steps.some((step) => listedOn(step, actor.userId)) ?? false;
}

/** DEC-21: listed on the current step, and still somebody who may approve it. */
function isCurrentApprover(subject: Subject, actor: Actor): boolean {
  if (!isApprover(actor.role) || !currentApprovers(subject.instance).includes(actor.userId)) return false;
  if (currentStep(subject.instance)?.kind !== 'DEPARTMENT') return true;
  return subject.departmentId !== null && actor.departmentIds.includes(subject.departmentId);
}

const relations: Record<Relation, Holds> = {
  CREATOR: (subject, actor) => holdsCreate(actor.permissions, subject.docType),
  OWNER: (subject, actor) => subject.ownerId === actor.userId,
  ADMIN: (subject, actor) => isAdmin(actor.permissions, subject.docType),
  SUBMITTER: (subject, actor) => subject.submitterId === actor.userId,
  CURRENT_APPROVER: isCurrentApprover,
  APPROVED_IT: (subject, actor) =>
    subject.instance?.steps.some((step) => hasApproved(step, actor.userId)) ?? false,
  ON_WORKFLOW: onWorkflow,
  ANYONE: () => true,
  SYSTEM: () => true,
};

/** People never hold SYSTEM, and the system holds nothing else. */
export function holds(relation: Relation, subject: Subject, actor: Actor): boolean {
  return actor.isSystem === (relation === 'SYSTEM') && relations[relation](subject, actor);
}

/**
 * Whether the actor could hold the relation in another state of the document. It parts an insider who comes too late
 * (409) from an outsider, who learns nothing of the state (403, DEC-98). The creator is the owner again once another's
 * change order ends. After a pull no workflow is left to be listed on; then the approver flag stands for it.
 */
export function couldHold(relation: Relation, subject: Subject, actor: Actor): boolean {
  if (relation === 'OWNER' && !actor.isSystem && subject.creatorId === actor.userId) return true;
  if (relation !== 'CURRENT_APPROVER' && relation !== 'APPROVED_IT') return holds(relation, subject, actor);
  if (actor.isSystem) return false;
  return subject.instance === null ? isApprover(actor.role) : onWorkflow(subject, actor);
}

/** Whose document it is for notices and self-approval: the owner's; of a payment, the submitter's (DEC-58). */
export function responsible(subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId'>): string {
  return subject.docType === 'PAYMENT' ? (subject.submitterId ?? subject.ownerId) : subject.ownerId;
}

/** Whose approval of the document would be a self-approval, whether or not the show forbids it (DEC-97). */
export function selfApproverIds(
  subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds'>,
): readonly string[] {
  return [...new Set([responsible(subject), ...subject.revisionAuthorIds])];
}

/** DEC-97: whether this user must not approve the document because it is their own. */
export function isForbiddenSelfApproval(
  subject: Pick<Subject, 'docType' | 'ownerId' | 'submitterId' | 'revisionAuthorIds' | 'totalCents'>,
  userId: string,
  settings: SelfApprovalSettings,
): boolean {
  return forbidsSelfApproval(settings, subject.totalCents) && selfApproverIds(subject).includes(userId);
}
