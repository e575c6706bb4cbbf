import type { Persona } from '#domain/document';
import type { FetchedColumn, Grouping } from '#domain/lists/list-columns';
import type { Page, Sort } from '#domain/lists/lists';
import { fromCents } from '#domain/values/money';
import { nameSearch } from '#domain/payments/payment';
import type { NameSearch } from '#domain/payments/payment';
import type { PaymentFilters } from '#domain/payments/payment-filters';
import type { PlanRows } from '#store/d1/query';
import {
  paymentFilterSetupQuery,
  paymentNamesQuery,
  paymentGroupsQuery,
  paymentPageQuery,
  paymentSumsQuery,
} from '#store/show/payments/list-payments';
import { groupsOf } from '#verbs/lists/list-groups';
import { extraOf } from '#verbs/lists/extra-columns';
import { baseTotalOf } from '#verbs/lifecycle/base-total';
import { waitingOf } from '#verbs/documents/waiting-view';
import { visibilityOf } from '#verbs/request/context';
import type { Membership, MembershipContext, RequestContext } from '#verbs/request/context';
import { queueTotals, toListTotals } from '#domain/lists/queue-totals';
import type { ListGroups } from '#domain/lists/list-group';
import type { ListTotals } from '#domain/lists/list-response';
import type { PaymentList, PaymentSummary } from '#domain/payments/payment-response';

type ListedPayment = Pick<PlanRows<typeof paymentListPlan>['page']['rows'][number], 'document' | 'payment'>;

interface Selection {
  persona: Persona;
  filters: PaymentFilters;
}

interface Request extends Selection {
  sort: Sort<'PAYMENT'>;
  page: Page;
  columns: readonly FetchedColumn[];
}

/** The list request with the user and the user's visibility. */
function listRequestOf<ListRequest extends Selection>(member: Membership, request: ListRequest) {
  return { ...request, userId: member.user.id, visibility: visibilityOf(member, 'PAYMENT', request.persona) };
}

export const paymentListPlan = (member: MembershipContext, request: Request) => ({
  page: paymentPageQuery(member.store, listRequestOf(member, request)),
});

/** A page of the payments this user may see in this persona (API-88). */
export function listPayments(
  context: RequestContext,
  { page: { rows, total, sums } }: PlanRows<typeof paymentListPlan>,
): PaymentList {
  const payments = rows.map(({ key: _key, queueState, waitingWith, openQuestion, extra, ...row }) => ({
    ...summaryOf(row),
    ...queueState,
    ...(openQuestion && { openQuestion }),
    waiting: waitingOf(context, row.document, waitingWith),
    ...extraOf(extra),
  }));
  return { total, ...queueTotals(sums, context.settings.baseCurrency), payments };
}

export const paymentSumsPlan = (member: MembershipContext, selection: Selection) => ({
  sums: paymentSumsQuery(member.store, listRequestOf(member, selection)),
});

/** The totals of all payments of a list, loaded or not (LS-46). */
export function sumPayments(context: RequestContext, { sums }: PlanRows<typeof paymentSumsPlan>): ListTotals {
  return toListTotals(sums, context.settings.baseCurrency);
}

export const paymentGroupsPlan = (member: MembershipContext, selection: Selection, by: Grouping) => ({
  groups: paymentGroupsQuery(member.store, listRequestOf(member, selection), by),
});

/** The groups of a list of payments with their totals, loaded or not (VIEW-21). */
export function groupPayments({ groups }: PlanRows<typeof paymentGroupsPlan>): ListGroups {
  return groupsOf(groups);
}

/** The values of each field that a filter offers. */
export const paymentFilterSetupPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  setup: paymentFilterSetupQuery(store),
});

/** Names that contain the text; null when the search does not include the type, or the text is too short. */
export const paymentNamesPlan = (
  { store }: Pick<MembershipContext, 'store'>,
  type: NameSearch | undefined,
  search: string,
) => {
  const isLong = search.length >= nameSearch.minimumLength;
  return {
    names: type && isLong ? paymentNamesQuery(store, type, search, nameSearch.maximumRows) : null,
  };
};

export function summaryOf({ document, payment }: ListedPayment): PaymentSummary {
  return {
    id: document.id,
    showId: document.showId,
    version: document.version,
    contentVersion: document.contentVersion,
    number: document.number,
    created: document.createdAt,
    vendorName: document.vendorName,
    payeeName: payment.payeeName,
    paymentType: payment.paymentType,
    bankName: payment.bankName,
    totalCost: fromCents(document.totalCents),
    currency: document.currencyCode,
    ...baseTotalOf(document),
    status: document.status,
    submissionStatus: document.submissionStatus,
    attachmentCount: document.attachmentCount,
    workflowStepId: document.currentStepId,
  };
}
