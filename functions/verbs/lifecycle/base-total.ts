import { shownRate } from '#domain/currency/costing';
import type { BaseTotal } from '#domain/currency/currency-response';
import { fromCents } from '#domain/values/money';
import type { DocumentRow } from '#store/show/documents/read-document';

/** The total in the base currency as it was submitted; empty for a document without one (CURR-33). */
export function baseTotalOf({ costing, baseTotalCents }: Pick<DocumentRow, 'costing' | 'baseTotalCents'>): {
  baseTotal?: BaseTotal;
} {
  if (!costing || costing.base === null || baseTotalCents === null) return {};
  return {
    baseTotal: { currency: costing.base, total: fromCents(baseTotalCents), rate: shownRate(costing) },
  };
}
