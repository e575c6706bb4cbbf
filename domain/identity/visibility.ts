import type { DocType, Milestone, Persona } from '#domain/document';

/** PE-17: which POs and which invoices a user sees as a creator. Payments have no scope (DEC-13). */
export const visibilityScopes = ['CREATED_BY_THIS_USER', 'IN_THIS_USERS_DEPARTMENT', 'ALL'] as const;
export type VisibilityScope = (typeof visibilityScopes)[number];

export interface Viewer {
  userId: string;
  departmentIds: readonly string[];
  purchaseOrderVisibility: VisibilityScope;
  invoiceVisibility: VisibilityScope;
}

/**
 * DEC-13, described and not yet SQL. OWN: created by the user, or a change order of the user's. DEPARTMENTS: OWN, and
 * everything in the user's departments, which whoever applies it looks up. WORKFLOW: the user is listed on any step of
 * the present or last workflow.
 */
export type Visibility =
  | { kind: 'ALL' }
  | { kind: 'OWN'; userId: string }
  | { kind: 'DEPARTMENTS'; userId: string }
  | { kind: 'WORKFLOW'; userId: string };

/** What lists of this persona show, and what GET by id answers to it. */
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
  /** Everyone listed on any step of the present or last workflow. */
  workflowUserIds: readonly string[];
}

/** `departmentIds`: those that the user is an active member of. */
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
 * "Anyone who may see it" of DEC-13, whatever the persona: notes, PDFs and actions ask this. It also answers GET with
 * the persona APPROVER by someone who is not on the workflow (DEC-14).
 */
export function mayReach(document: VisibilityFacts, viewer: Viewer, docType: DocType): boolean {
  return (['CREATOR', 'APPROVER'] as const).some((persona) =>
    maySee(document, visibilityFor(viewer, docType, persona), viewer.departmentIds),
  );
}

/**
 * DEC-17: the PO number as this user may read it: `NA` until the PO has reached the milestone of the user's toggle
 * (null: the show's setting). Full approval satisfies every choice.
 */
export function visibleNumber(
  number: string,
  reached: readonly Milestone[],
  displayPoNumbers: Milestone,
): string {
  if (number === '') return 'NA';
  return reached.includes('FULL_APPROVAL') || reached.includes(displayPoNumbers) ? number : 'NA';
}
