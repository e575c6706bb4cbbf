import { toCents } from '#domain/values/money';
import type { BulkDocument } from './bulk-preview.ts';

export interface CurrencySummary {
  currency: string;
  count: number;
  cents: number;
  largest: BulkDocument;
}

/** What the dialog shows of the documents of a run (BULK-02). */
export interface BulkSummary {
  count: number;
  /** The currency with most documents first. */
  sums: CurrencySummary[];
  /** One total for each base currency, and for each currency of documents without a total in one (CURR-30). */
  limits: { currency: string; cents: number }[];
  /** Some documents are in another currency than the one that limits compare. */
  isConverted: boolean;
  onBehalfOf: { userId: string; name: string; count: number }[];
}

const limitOf = ({ baseTotal, currency, totalCost }: BulkDocument) => ({
  currency: baseTotal?.currency ?? currency,
  cents: toCents(baseTotal?.total ?? totalCost),
});

const sizeOf = ({ totalCost }: BulkDocument) => Math.abs(totalCost);

function sumUp(currency: string, documents: readonly BulkDocument[], first: BulkDocument): CurrencySummary {
  return {
    currency,
    count: documents.length,
    cents: documents.reduce((sum, { totalCost }) => sum + toCents(totalCost), 0),
    largest: documents.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best), first),
  };
}

export function summaryOf(documents: readonly BulkDocument[]): BulkSummary {
  const byCurrency = Map.groupBy(documents, ({ currency }) => currency);
  const byAbsent = Map.groupBy(
    documents.flatMap(({ onBehalfOf }) => onBehalfOf ?? []),
    ({ userId }) => userId,
  );
  return {
    count: documents.length,
    sums: [...byCurrency]
      .flatMap(([currency, own]) => (own[0] ? sumUp(currency, own, own[0]) : []))
      .toSorted((a, b) => b.count - a.count || a.currency.localeCompare(b.currency)),
    limits: [...Map.groupBy(documents.map(limitOf), ({ currency }) => currency)].map(([currency, own]) => ({
      currency,
      cents: own.reduce((sum, { cents }) => sum + cents, 0),
    })),
    isConverted: documents.some(({ baseTotal, currency }) => baseTotal && baseTotal.currency !== currency),
    onBehalfOf: [...byAbsent].flatMap(([userId, all]) =>
      all[0] ? [{ userId, name: all[0].name, count: all.length }] : [],
    ),
  };
}

/**
 * Whether the totals must be confirmed once more: those of one currency, or in the base currency, are above the show's
 * amount (BULK-04).
 */
export function mustConfirmTotals({ limits }: BulkSummary, confirmAbove: number | null): boolean {
  return confirmAbove !== null && limits.some(({ cents }) => Math.abs(cents) > toCents(confirmAbove));
}
