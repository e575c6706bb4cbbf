import { fromCents, toCents } from '#domain/values/money';
import { groupSimilar } from '#domain/invoices/similar-invoice';
import type { SimilarInvoice, SimilarRequest } from '#domain/invoices/similar-invoice';
import { readSimilarInvoices, readSimilarToTyped } from '#store/show/invoices/read-similar-invoices';
import type { SimilarRows, TypedInvoice } from '#store/show/invoices/read-similar-invoices';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { sightsOf } from '#verbs/request/context';
import type { Seat, ShowContext } from '#verbs/request/context';

/** The invoices that a stored one may repeat (IN-31). */
export async function similarToStored(context: ShowContext, id: string): Promise<SimilarInvoice[]> {
  const { store } = context;
  return grouped(await store.foreseen.ask(readSimilarInvoices, store, id, sightsOf(context, 'INVOICE')));
}

/** The invoices that one may repeat as far as it has been typed (API-123). Throws `FORBIDDEN` without the module. */
export async function similarToTyped(
  context: ShowContext,
  request: SimilarRequest,
): Promise<SimilarInvoice[]> {
  mustHaveModule(context, 'INVOICE');
  const { store } = context;
  const sights = sightsOf(context, 'INVOICE');
  return grouped(await store.foreseen.ask(readSimilarToTyped, store, typed(request), sights));
}

/** Starts that read together with the permission check. */
export function prefetchSimilar(seat: Seat, request: SimilarRequest): void {
  seat.store.foreseen.begin(readSimilarToTyped, seat.store, typed(request), sightsOf(seat, 'INVOICE'));
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

function grouped(rows: SimilarRows): SimilarInvoice[] {
  return groupSimilar(
    rows.map(({ match, isVisible, totalCents, ...facts }) => ({
      match,
      isVisible,
      id: facts.id,
      facts: { ...facts, totalCost: fromCents(totalCents) },
    })),
  );
}
