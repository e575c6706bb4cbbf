/**
 * Raise it when documents count differently for budgets: the sweep then counts those of every show again, and Workers of
 * earlier releases leave these shows alone (BUD-94).
 */
export const countVersion = 1;

/** What identifies an amount that a line of a document counts, and the amount. */
interface MergeableCount {
  ownerId: string;
  documentId: string;
  lineId: string;
  account: string;
  codes: string;
  coding: string;
  currency: string;
  measure: string;
  cents: number;
  originalCurrency?: string;
  originalCents?: number;
}

/** The key by which counts are added up. */
export const countKey = (count: MergeableCount): string =>
  JSON.stringify([
    count.ownerId,
    count.documentId,
    count.lineId,
    count.account,
    count.codes,
    count.coding,
    count.currency,
    count.measure,
    count.originalCurrency ?? null,
  ]);

/**
 * Adds up the counts of the same owner, line, account, currencies and measure, without those that are zero. Amounts in the
 * currency of the document are added beside those in the base currency (BUD-91).
 */
export function mergeCounts<One extends MergeableCount>(counts: readonly One[]): One[] {
  const merged = new Map<string, One>();
  for (const count of counts) {
    const key = countKey(count);
    const { cents = 0, originalCents = 0 } = merged.get(key) ?? {};
    merged.set(key, {
      ...count,
      cents: cents + count.cents,
      ...(count.originalCents !== undefined && { originalCents: originalCents + count.originalCents }),
    });
  }
  return [...merged.values()].filter(({ cents, originalCents = 0 }) => cents !== 0 || originalCents !== 0);
}
