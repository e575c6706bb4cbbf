import { Refusal } from '#domain/codes';
import { templateTypeOf } from '#domain/document';
import type { DocType } from '#domain/document';
import { hasCreatePermission } from '#domain/identity/permissions';
import { hasOpenChangeOrder, selfApproverIds } from '#domain/lifecycle/subject';
import type { Subject } from '#domain/lifecycle/subject';
import { temporaryVendorRule } from '#domain/lifecycle/temporary-vendor-rule';
import { forecastRoute, forecastStandIns, stepReason } from '#domain/workflow/approval-route';
import type { CoveredDocument } from '#domain/cover/cover';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { stepKey } from '#domain/workflow/usual-durations';
import { repeatedApprovers } from '#domain/workflow/one-vote';
import { forbidsSelfApproval } from '#domain/workflow/self-approval';
import { showMembersQuery } from '#store/directory/users';
import type { Rows } from '#store/d1/query';
import { defaultTemplateQuery, paymentTemplateQuery } from '#store/show/approval/read-default-template';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { reliefDrawsQuery } from '#store/show/relief/relief-draws';
import { approvedStepsQuery } from '#store/show/purchase-orders/read-approved-steps';
import { departmentQuery, documentDepartmentQuery } from '#store/show/management/read-show-context';
import { requireModule, requireVisible } from '#verbs/lifecycle/reachable-document';
import { subjectOf } from '#verbs/lifecycle/subject';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import { forecastCosts, forecastPlan, noCosts, versionsInBase } from '#verbs/lifecycle/costing';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { workflowPlanInput } from './plan-workflow.ts';
import { overrunsAtSubmit } from './submit-overruns.ts';

/** What has been entered; a null value is that of the stored document. */
export interface RouteRequest {
  docType: DocType;
  /** Null for a document that is not stored yet. */
  docId: string | null;
  totalCents: number | null;
  /** That of the amounts; it matters in a show with a base currency. */
  currency: string | null;
  departmentId: string | null;
  vendorIsTemporary: boolean | null;
  /** The chosen approval flow of a payment. */
  workflowTemplateSlug: string | null;
}

export const approvalRoutePlan = (
  { store, directory, now }: Pick<MembershipContext, 'store' | 'directory' | 'now'>,
  { docType, docId, currency, departmentId, workflowTemplateSlug }: RouteRequest,
) => ({
  ...forecastPlan({ store, now }, docId, currency),
  subject: docId === null ? null : subjectQuery(store, docId),
  department:
    departmentId !== null
      ? departmentQuery(store, departmentId)
      : docId === null
        ? null
        : documentDepartmentQuery(store, docId),
  template:
    docType === 'PAYMENT'
      ? paymentTemplateQuery(store, docId ?? '', workflowTemplateSlug)
      : defaultTemplateQuery(store, templateTypeOf[docType]),
  people: showMembersQuery(directory),
  versions: docId !== null && docType === 'PO' ? approvedStepsQuery(store, docId) : null,
  affected: docId !== null && docType !== 'PAYMENT' ? affectedAccountsQuery(store, docId) : null,
  draws: docId !== null && docType === 'INVOICE' ? reliefDrawsQuery(store, docId, 'COUNTING') : null,
});

/**
 * Returns the approval steps that a document will take if this user submits it now, with the values that have been
 * entered so far (ROUTE-01). Throws `NOT_FOUND` for a document that the user cannot see, `FORBIDDEN` without one for a
 * user who may not create this type, `invalid_parameter` for an approval flow that may not be chosen.
 */
export function viewApprovalRoute(
  context: RequestContext,
  request: RouteRequest,
  rows: Rows<ReturnType<typeof approvalRoutePlan>>,
): ApprovalRoute {
  const { docType, docId } = request;
  const subject = requireEntering(context, request, rows);
  const { template, department, people } = rows;
  if (!template && request.workflowTemplateSlug !== null)
    throw new Refusal('invalid_parameter', { message: 'workflowTemplateSlug is not valid.' });
  const entered = request.totalCents ?? rows.subject?.document.totalCents ?? 0;
  const costs = forecastCosts(context, rows, { totalCents: entered, currency: request.currency });
  const totalCents = costs?.baseTotalCents ?? entered;
  const overruns = rows.subject
    ? overrunsAtSubmit(rows.subject, {
        affected: rows.affected ?? [],
        lines: rows.costLines ?? [],
        costing: costs?.costing ?? null,
        draws: rows.draws,
      })
    : [];
  const facts = { overruns };
  const { submission } = workflowPlanInput(context, people, department?.memberIds ?? [], template, facts);
  if (!submission) throw new Error('A plan always has its submission');
  const forecast = forecastRoute(submission.template, {
    ...submission,
    id: submission.workflowId,
    totalCents,
    approvedVersions:
      subject && hasOpenChangeOrder(subject) ? versionsInBase(costs ?? noCosts, rows.versions ?? []) : [],
    selfIds: forbidsSelfApproval(context.settings, totalCents) ? selfIds(context, subject) : [],
    oneVotePerFlow: context.settings.oneVotePerFlow,
  });
  const standIns = forecastStandIns(
    forecast,
    submittedDocument(context, request, subject, totalCents),
    context.covers,
  );
  const temporary = request.vendorIsTemporary ?? subject?.vendorIsTemporary ?? false;
  const attachmentCount = docId === null ? null : (rows.subject?.document.attachmentCount ?? 0);
  return {
    ...(costs && baseTotalOf(costs)),
    workflow: template && { slug: template.slug, name: template.name },
    departmentName: department?.name ?? null,
    missing: [
      ...(docType === 'INVOICE' && attachmentCount === 0 ? (['ATTACHMENT'] as const) : []),
      ...(costs === null ? (['EXCHANGE_RATE'] as const) : []),
      ...(docType !== 'PAYMENT' && !department?.isActive ? (['DEPARTMENT'] as const) : []),
      ...(template?.requiresBudgetReason && overruns.length > 0 ? (['BUDGET_REASON'] as const) : []),
    ],
    refusal: forecast.refusal,
    repeatedApprovers: context.settings.oneVotePerFlow ? [...repeatedApprovers(forecast.steps)] : [],
    steps: forecast.steps.map((step, index) => ({
      ...(forecast.reasons[index] ?? stepReason(step, forecast.steps)),
      order: step.order,
      name: step.name,
      kind: step.kind,
      approvalsNeeded: step.approvalsNeeded,
      approvers: [
        ...step.approvers,
        ...(standIns[index] ?? []).map(({ userId, name, initials, onBehalfOf }) => ({
          userId,
          name,
          initials,
          onBehalfOf,
        })),
      ],
      missingApprovers: [...step.missing],
      usualDays: template ? (context.usualDurations[stepKey(template.id, step.name)] ?? null) : null,
      isFinal: step.order === forecast.finalOrder,
      needsPermanentVendor: !temporaryVendorRule(docType, {
        temporary,
        replacePoTempVendors: context.settings.replacePoTempVendors,
        finalStep: step.order === forecast.finalOrder,
      }).approve,
    })),
  };
}

/**
 * Returns the stored document that is being entered, null for a new one. Throws `NOT_FOUND` for one that the user cannot
 * see, `FORBIDDEN` for a new one of a type that the user may not create.
 */
export function requireEntering(
  context: RequestContext,
  { docType, docId }: Pick<RouteRequest, 'docType' | 'docId'>,
  { subject }: { subject: SubjectRows | null },
): Subject | null {
  if (docId !== null) return subjectOf(requireVisible(context, docType, subject));
  requireModule(context, docType);
  if (!hasCreatePermission(context.permissions, docType)) throw new Refusal('FORBIDDEN');
  return null;
}

/** The users whose own document it is once this user has submitted it (DEC-97). */
function selfIds({ user }: RequestContext, subject: Subject | null): readonly string[] {
  return subject === null ? [user.id] : [...selfApproverIds({ ...subject, submitterId: user.id }), user.id];
}

/** The document as this user's submit would leave it, for those who cover its approvers (ROUTE-07). */
function submittedDocument(
  { user }: RequestContext,
  { docType, departmentId }: RouteRequest,
  subject: Subject | null,
  totalCents: number,
): CoveredDocument {
  return {
    docType,
    totalCents,
    departmentId: departmentId ?? subject?.departmentId ?? null,
    creatorId: subject?.creatorId ?? user.id,
    ownerId: subject?.ownerId ?? user.id,
    submitterId: user.id,
    revisionAuthorIds: subject?.revisionAuthorIds ?? [],
    writerIds: subject?.writerIds ?? [],
  };
}
