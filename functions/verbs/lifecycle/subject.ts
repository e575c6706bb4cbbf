import { amountForLimitsCents } from '#domain/currency/costing';
import { standInsOf } from '#domain/cover/cover';
import type { StandIn } from '#domain/cover/cover';
import type { Actor, Subject } from '#domain/lifecycle/subject';
import { revisionAuthors, writersOf } from '#domain/workflow/self-approval';
import { overBudgetOf } from '#domain/budget/over-budget';
import { isNudgedOn, remindersOf } from '#domain/workflow/step-reminders';
import type { Instance } from '#domain/workflow/workflow';
import type { SubjectRows, WorkflowRows } from '#store/show/documents/read-document';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { permissionMatrix } from '#domain/identity/permissions';

/** A document's own copy of its workflow for the rules; null when it was never submitted or was pulled back. */
export function instanceOf(
  { workflow, steps, approvers, approvals }: WorkflowRows,
  { sendBacks }: Pick<SubjectRows['document'], 'sendBacks'> = { sendBacks: null },
): Instance | null {
  if (!workflow) return null;
  return {
    id: workflow.id,
    templateId: workflow.templateId,
    templateVersion: workflow.templateVersion,
    finalOrder: workflow.finalOrder,
    currentOrder: workflow.currentOrder,
    ...(sendBacks && { sendBacks }),
    ...(workflow.changeOrder && { change: workflow.changeOrder }),
    ...(workflow.budgetReason && { budgetReason: workflow.budgetReason }),
    ...(workflow.oneVotePerFlow && { oneVotePerFlow: true }),
    steps: steps.map((step) => ({
      id: step.id,
      order: step.stepOrder,
      name: step.name,
      kind: step.kind,
      amountLimitCents: step.amountLimitCents,
      approvalsNeeded: step.approvalsNeeded,
      status: step.status,
      missing: step.missing,
      mayApproveOverRelief: step.mayApproveOverRelief,
      overBudget: overBudgetOf(step),
      ...remindersOf(step),
      approvers: approvers
        .filter((row) => row.stepId === step.id)
        .map(({ userId, name, initials }) => ({ userId, name, initials })),
      approvals: approvals
        .filter((row) => row.stepId === step.id)
        .map(({ userId, at, contentVersion, eventSeq, castBy, keptSeq }) => ({
          userId,
          at,
          contentVersion,
          version: eventSeq,
          ...(castBy && { castBy }),
          ...(keptSeq !== null && { isKept: true }),
        })),
    })),
  };
}

/** The covers that run now; the time only decides about a nudge. */
type SubjectContext = Pick<RequestContext, 'covers'> & Partial<Pick<RequestContext, 'now' | 'settings'>>;

/** The facts that the lifecycle decides by, from the stored rows. */
export function subjectOf(rows: SubjectRows, { covers, now, settings }: SubjectContext = noCovers): Subject {
  const { document, purchaseOrder } = rows;
  return {
    docType: document.type,
    id: document.id,
    version: document.version,
    contentVersion: document.contentVersion,
    status: document.status,
    submissionStatus: document.submissionStatus,
    revision: document.revision,
    submittedBefore: rows.submittedBefore,
    // Limits compare the base currency (CURR-30).
    totalCents: amountForLimitsCents(document),
    creatorId: document.creatorId,
    ownerId: document.ownerId,
    submitterId: document.submitterId,
    revisionAuthorIds: revisionAuthors(rows.authorEvents),
    departmentId: document.departmentId,
    archived: document.archivedAt !== null,
    milestones: document.milestones,
    changeOrder: {
      current: document.currentChangeOrder,
      newest: document.newestChangeOrder,
      lastApproved: rows.lastApprovedChangeOrder,
      originalLineCount: purchaseOrder?.lockedLineCount ?? 0,
      lineCount: rows.lineCount,
      reducedLineCount: rows.reducedLineCount,
    },
    vendorIsTemporary: document.temporaryVendorId !== null,
    vendorActive: rows.vendorActive,
    isRelieved: document.isRelieved,
    hasRelief: rows.hasRelief,
    foundInAccounting: document.foundInAccounting,
    instance: instanceOf(rows, document),
    writerIds: writersOf(rows.authorEvents),
    covers,
    isNudgedToday: now && settings ? isNudgedOn(document.nudgedAt, now, settings.timeZone) : false,
  };
}

/** Who may decide a document's current step on behalf of absent approvers now (COV-02). */
export function standInsOfRows(
  { covers }: Pick<RequestContext, 'covers'>,
  { document, authorEvents }: Pick<SubjectRows, 'document' | 'authorEvents'>,
  instance: Instance | null,
): readonly StandIn[] {
  const revisionAuthorIds = revisionAuthors(authorEvents);
  const writerIds = writersOf(authorEvents);
  const facts = { ...document, totalCents: amountForLimitsCents(document), docType: document.type };
  return standInsOf({ ...facts, revisionAuthorIds, writerIds }, instance, covers);
}

/** For actions that no cover includes. */
const noCovers = { covers: [] };

export function actorOf(context: RequestContext): Actor {
  const { user, membership } = context;
  return {
    userId: user.id,
    name: fullName(user),
    role: membership.role,
    permissions: context.permissions,
    modules: context.modules,
    departmentIds: context.departmentIds,
    specialApprover: membership.specialApprover,
    sendUnapproved: membership.sendUnapprovedPurchaseOrders,
    isSystem: false,
  };
}

/** The application itself, which reminds and escalates (NUDGE-05). */
export const applicationActor = (): Actor => ({ ...accountingActor, name: 'Backlot' });

/** Accounting itself, which alone imports and cancels payments (DEC-28 rows 1 and 6). */
export const accountingActor: Actor = {
  userId: 'system',
  name: 'Accounting',
  role: 'EP Internal',
  permissions: permissionMatrix['EP Internal'],
  modules: { invoices: true, payments: true },
  departmentIds: [],
  specialApprover: false,
  sendUnapproved: false,
  isSystem: true,
};
