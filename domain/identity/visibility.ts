import { orderNumber } from '#domain/documents/document-number';
import type { DocType, Milestone, Persona } from '#domain/document';

/** Which POs and which invoices a user sees as a creator (PE-17). Payments have no scope (DEC-13). */
export const visibilityScopes = ['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL'] as const;
export type VisibilityScope = (typeof visibilityScopes)[number];

export interface Viewer {
  userId: string;
  departmentIds: readonly string[];
  purchaseOrderVisibility: VisibilityScope;
  invoiceVisibility: VisibilityScope;
}

/**
 * A filter that the store translates to SQL (DEC-13). OWN: created by the user, or the user's change order.
 * DEPARTMENTS: OWN, and everything in the user's departments, which the caller looks up. WORKFLOW: the user is listed
 * on any step of the current or last workflow, or decided in it under a cover (COV-25).
 */
export type Visibility =
  | { kind: 'ALL' }
  | { kind: 'OWN'; userId: string }
  | { kind: 'DEPARTMENTS'; userId: string }
  | { kind: 'WORKFLOW'; userId: string };

/** The documents that lists and GET by id return for this persona. */
export function visibilityFor(
  viewer: Omit<Viewer, 'departmentIds'>,
  docType: DocType,
  persona: Persona,
): Visibility {
  const { userId } = viewer;
  if (persona === 'APPROVER') return { kind: 'WORKFLOW', userId };
  if (docType === 'PAYMENT') return { kind: 'ALL' };
  const scope = docType === 'PO' ? viewer.purchaseOrderVisibility : viewer.invoiceVisibility;
  if (scope === 'ALL') return { kind: 'ALL' };
  return { kind: scope === 'CREATED_BY_THIS_USER' ? 'OWN' : 'DEPARTMENTS', userId };
}

interface VisibilityFacts {
  creatorId: string;
  ownerId: string;
  departmentId: string | null;
  /** Who is listed on any step of the current or last workflow, or decided in it under a cover (COV-25). */
  workflowUserIds: readonly string[];
}

/** `departmentIds` are those in which the user is an active member. */
export function maySee(
  document: VisibilityFacts,
  visibility: Visibility,
  departmentIds: readonly string[],
): boolean {
  if (visibility.kind === 'ALL') return true;
  const { userId } = visibility;
  if (visibility.kind === 'WORKFLOW') return document.workflowUserIds.includes(userId);
  if (document.creatorId === userId || document.ownerId === userId) return true;
  return (
    visibility.kind === 'DEPARTMENTS' &&
    document.departmentId !== null &&
    departmentIds.includes(document.departmentId)
  );
}

/**
 * "Anyone who may see it" of DEC-13, for either persona: notes, PDFs and actions check this. It also decides GET with
 * the persona APPROVER by a user who is not on the workflow (DEC-14).
 */
export function mayReach(document: VisibilityFacts, viewer: Viewer, docType: DocType): boolean {
  return (['CREATOR', 'APPROVER'] as const).some((persona) =>
    maySee(document, visibilityFor(viewer, docType, persona), viewer.departmentIds),
  );
}

/**
 * Returns the PO number for this user: `NA` until the PO has reached the milestone of the user's toggle (null: the
 * show's setting). Full approval satisfies every choice (DEC-17).
 */
export function visibleNumber(
  number: string,
  reachedMilestones: readonly Milestone[],
  displayPoNumbers: Milestone,
): string {
  if (number === '') return 'NA';
  return reachedMilestones.includes('FULL_APPROVAL') || reachedMilestones.includes(displayPoNumbers)
    ? number
    : 'NA';
}

/** Returns the number with its prefix for a user who may see PO numbers from this milestone on (DEC-17). */
export function numberFor(
  document: { type: DocType; number: string; milestones: readonly Milestone[]; prefix: string },
  milestone: Milestone,
): string {
  const { type, number, milestones, prefix } = document;
  if (type !== 'PO') return number;
  return orderNumber({ prefix, poNumber: visibleNumber(number, milestones, milestone) });
}
