import { fromCents, toCents } from '#domain/values/money';
import { groupSimilar } from '#domain/invoices/similar-invoice';
import type { SimilarRequest } from '#domain/invoices/similar-invoice';
import type { PlanRows } from '#store/d1/query';
import { similarToTypedQuery } from '#store/show/invoices/read-similar-invoices';
import type { SimilarRows, TypedInvoice } from '#store/show/invoices/read-similar-invoices';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { SimilarInvoice } from '#domain/invoices/invoice-response';

/** Reads the invoices that a partly typed invoice may duplicate (API-123). */
export const similarToTypedPlan = (member: MembershipContext, request: SimilarRequest) => ({
  similar: similarToTypedQuery(member.store, typed(request), visibilitiesOf(member, 'INVOICE')),
});

/** The invoices that a partly typed one may duplicate. Throws `FORBIDDEN` without the module. */
export function similarToTyped(
  context: RequestContext,
  { similar }: PlanRows<typeof similarToTypedPlan>,
): SimilarInvoice[] {
  requireModule(context, 'INVOICE');
  return similarInvoicesOf(similar);
}

function typed(request: SimilarRequest): TypedInvoice {
  const { amount } = request;
  return {
    id: request.id ?? '',
    number: request.number ?? '',
    vendorId: request.vendorId ?? '',
    temporaryVendorId: request.tempVendorId ?? '',
    totalCents: amount === null ? null : toCents(amount),
    currency: request.currency ?? '',
    day: request.date ?? '',
    fileIds: request.attachmentIds ?? [],
  };
}

/** The invoices that an invoice may duplicate, each once with all its matches (IN-31). */
export function similarInvoicesOf(rows: SimilarRows): SimilarInvoice[] {
  return groupSimilar(
    rows.map(({ match, isVisible, totalCents, ...facts }) => ({
      match,
      isVisible,
      id: facts.id,
      facts: { ...facts, totalCost: fromCents(totalCents) },
    })),
  );
}
