import { amountForLimitsCents } from '#domain/currency/costing';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import * as v from 'valibot';
import { bulkLimit } from '#domain/bulk-approval/bulk';
import type { BulkDocument, BulkPreview, PreviewRequest } from '#domain/bulk-approval/bulk-preview';
import { mayInclude, reasonsOf } from '#domain/bulk-approval/left-out';
import type { LeftOutReason } from '#domain/bulk-approval/left-out';
import { orderNumber } from '#domain/documents/document-number';
import { isAdmin } from '#domain/identity/permissions';
import { visibleNumber } from '#domain/identity/visibility';
import { isForbiddenSelfApproval } from '#domain/lifecycle/subject';
import { temporaryVendorRule } from '#domain/lifecycle/temporary-vendor-rule';
import { senders } from '#domain/lifecycle/transition';
import { invoiceFilters, purchaseOrderFilters } from '#domain/lists/list-filters';
import { paymentFilters } from '#domain/payments/payment-filters';
import { findPossibleSplit } from '#domain/purchase-orders/split-orders';
import { isOverRelief } from '#domain/relief/relief-limit';
import { fromCents } from '#domain/values/money';
import { revisionAuthors } from '#domain/workflow/self-approval';
import type { PlanRows } from '#store/d1/query';
import { selectedDocumentsQuery } from '#store/show/bulk/read-selection';
import type { BulkSelection, SelectedDocument, TypedFilters } from '#store/show/bulk/read-selection';
import { vendorChangeOfRows } from '#verbs/documents/view-parts';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { numberMilestone, visibilityOf } from '#verbs/request/context';
import { findDraftErrors } from './incomplete-drafts.ts';
import { findBudgetAnswers } from './budget-answers.ts';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';

/** The selection of a user: an approval reads their queue, other actions read what they see as a creator. */
export function selectionOf(
  member: Membership,
  selection: TypedFilters & Pick<BulkSelection, 'action' | 'ids' | 'limit'>,
): BulkSelection {
  const persona = selection.action === 'approve' ? 'APPROVER' : 'CREATOR';
  return {
    ...selection,
    userId: member.user.id,
    visibility: visibilityOf(member, selection.docType, persona),
    numberMilestone: member.membership.displayPoNumbers,
  };
}

/** Of explicit documents, the filters that the list showed do not matter. */
function filtersOf({ docType, filters, allSelected }: PreviewRequest): TypedFilters {
  const given = allSelected ? filters : null;
  const schemas = { PO: purchaseOrderFilters, INVOICE: invoiceFilters, PAYMENT: paymentFilters };
  return { docType, filters: given ?? v.parse(schemas[docType], {}) } as TypedFilters;
}

/** Reads the documents of a selection: one more than a run takes, to know whether there are more. */
export const previewPlan = (member: MembershipContext, request: PreviewRequest) => ({
  selected: selectedDocumentsQuery(
    member.store,
    selectionOf(member, {
      ...filtersOf(request),
      action: request.action,
      ids: request.allSelected ? null : request.items.map(({ id }) => id),
      limit: bulkLimit + 1,
    }),
  ),
});

/**
 * What a bulk run of a selection would include and leave out now (BULK-02, BULK-03, BULK-10). Changes nothing; the run
 * names the ids and content versions of this answer, so later changes are not part of it. Throws `FORBIDDEN` without
 * the module.
 */
export async function viewPreview(
  context: RequestContext,
  request: PreviewRequest,
  { selected }: PlanRows<typeof previewPlan>,
): Promise<BulkPreview> {
  const { docType, action } = request;
  requireModule(context, docType);
  const excluded = new Set(request.excludedIds);
  const shown = new Map(request.items.map((item) => [item.id, item.contentVersion]));
  const rows = selected.slice(0, bulkLimit).filter(({ document }) => !excluded.has(document.id));
  const found = new Set(rows.map(({ document }) => document.id));
  const draftErrors = action === 'submit' ? await findDraftErrors(context, docType, [...found]) : null;
  const answers = action === 'approve' ? await findBudgetAnswers(context, docType, [...found]) : null;
  const sorted = rows.map((row) => {
    const document = documentOf(context, row);
    const shownVersion = shown.get(document.id) ?? null;
    const isChanged = shownVersion !== null && shownVersion !== document.contentVersion;
    const error = draftErrors?.get(document.id);
    const budgetAnswer = answers?.get(document.id);
    const reasons = reasonsOf({
      ...(action === 'approve' && reasonsAgainst(context, row)),
      ...(action === 'submit' && { POSSIBLE_DUPLICATE: row.isSimilar, INCOMPLETE: error !== undefined }),
      FORBIDDEN: action === 'push' && !maySend(context, row),
      OVER_BUDGET: budgetAnswer === 'OVER',
      CHANGED: action !== 'push' && isChanged,
    });
    return {
      ...document,
      ...(budgetAnswer && { budgetAnswer }),
      reasons,
      mayInclude: mayInclude(reasons),
      ...(error && { error }),
    };
  });
  return {
    docType,
    documents: sorted
      .filter(({ reasons }) => reasons.length === 0)
      .map(({ reasons: _reasons, mayInclude: _mayInclude, error: _error, ...document }) => document),
    leftOut: sorted.filter(({ reasons }) => reasons.length > 0),
    missing: request.allSelected ? [] : [...shown.keys()].filter((id) => !found.has(id)),
    isPartial: selected.length > bulkLimit,
  };
}

/** Whether the user may send a document to accounting again (BULK-07). */
function maySend(
  { user, permissions }: RequestContext,
  { document, isOnWorkflow }: SelectedDocument,
): boolean {
  const is: Record<(typeof senders)[number], boolean> = {
    OWNER: document.ownerId === user.id,
    ADMIN: isAdmin(permissions, document.type),
    ON_WORKFLOW: isOnWorkflow,
  };
  return senders.some((relation) => is[relation]);
}

function documentOf(context: RequestContext, row: SelectedDocument): BulkDocument {
  const { document, prefix, payeeName, onBehalfOf } = row;
  const { id, type, number, milestones, contentVersion, currency } = document;
  const poNumber = visibleNumber(number, milestones, numberMilestone(context));
  return {
    id,
    workflowStepId: document.currentStepId ?? '',
    contentVersion,
    number: type === 'PO' ? orderNumber({ prefix: prefix ?? '', poNumber }) : number,
    name: payeeName ?? document.vendorName,
    totalCost: fromCents(document.totalCents),
    currency,
    ...baseTotalOf(document),
    onBehalfOf,
  };
}

/** What holds against approving a document of the queue in bulk (BULK-03). */
export function reasonsAgainst(
  context: RequestContext,
  row: SelectedDocument,
): Record<Exclude<LeftOutReason, 'FORBIDDEN' | 'CHANGED' | 'INCOMPLETE' | 'OVER_BUDGET'>, boolean> {
  const { document, copy, draws, limits, totalsAround, onBehalfOf, authorEvents } = row;
  const { settings, user } = context;
  const { type } = document;
  const totalCents = amountForLimitsCents(document);
  const subject = {
    ...document,
    totalCents,
    docType: type,
    revisionAuthorIds: revisionAuthors(authorEvents),
  };
  const voters = [user.id, ...(onBehalfOf ? [onBehalfOf.userId] : [])];
  const steps = limits.map((amountLimitCents) => ({ kind: 'STANDARD' as const, amountLimitCents }));
  const around = totalsAround.map((cents) => ({ totalCents: cents }));
  const { vendor } = copy ?? {};
  const hasTemporaryVendor = document.temporaryVendorId !== null;
  const { approve: acceptsVendor } = temporaryVendorRule(type, {
    temporary: hasTemporaryVendor,
    replacePoTempVendors: settings.replacePoTempVendors,
    finalStep: row.isAtFinalStep,
  });
  return {
    OWN_DOCUMENT: voters.some((id) => isForbiddenSelfApproval(subject, id, settings)),
    POSSIBLE_DUPLICATE: row.isSimilar,
    POSSIBLE_SPLIT:
      settings.splitOrderWarning && findPossibleSplit({ steps }, { totalCents }, around) !== null,
    CHANGED_PAYEE:
      row.hadOtherPayee ||
      (copy !== null && vendor !== undefined && vendor !== null
        ? vendorChangeOfRows({ document, references: row }, { ...copy, vendor }) !== null
        : false),
    OVER_RELIEF: isOverRelief(draws, settings),
    TEMPORARY_VENDOR: hasTemporaryVendor && acceptsVendor,
    NEEDS_PERMANENT_VENDOR: !acceptsVendor,
    MISSING_ATTACHMENT: type === 'INVOICE' && document.attachmentCount === 0,
    OPEN_QUESTION: row.openQuestion !== null,
    NO_OPEN_PERIOD: row.lacksPeriod,
  };
}
