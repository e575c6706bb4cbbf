import * as v from 'valibot';
import { list, optionalId, text } from '#domain/values/schema-fields';
import { wireAmount } from '#domain/documents/line';

/** In what two invoices are alike (DEC-37): a number that compares as equal, vendor, amount and date, or a file. */
export const similarities = ['NUMBER', 'AMOUNT', 'FILE'] as const;
export type Similarity = (typeof similarities)[number];

/** How many days the dates of two invoices of the same amount may be apart. */
export const sameAmountDays = 30;

/** IN-31: another invoice that this one may repeat; without its facts for those who may not see it. */
export interface SimilarInvoice {
  matches: Similarity[];
  invoice: {
    id: string;
    number: string;
    vendorName: string;
    /** A business day. */
    date: string;
    totalCost: number;
    currency: string;
  } | null;
}

/** API-123: the invoice as far as it has been typed. `id` null: it has not been saved yet. */
export const similarRequest = v.object({
  showId: v.nullish(v.pipe(v.string(), v.maxLength(12)), null),
  id: optionalId,
  number: text(200),
  vendorId: optionalId,
  tempVendorId: optionalId,
  amount: v.optional(wireAmount, null),
  currency: text(3),
  date: text(10),
  attachmentIds: list(v.pipe(v.string(), v.maxLength(100)), 20),
});
export type SimilarRequest = v.InferOutput<typeof similarRequest>;
export type SimilarBody = v.InferInput<typeof similarRequest>;

interface Found {
  match: Similarity;
  id: string;
  isVisible: boolean;
  facts: NonNullable<SimilarInvoice['invoice']>;
}

/** One entry for each visible invoice, and one for all that are hidden: their number is nobody's to know. */
export function groupSimilar(found: readonly Found[]): SimilarInvoice[] {
  const groups = Map.groupBy(found, ({ id, isVisible }) => (isVisible ? id : ''));
  return [...groups.values()].map((group) => {
    const [first] = group;
    const matches = similarities.filter((match) => group.some((one) => one.match === match));
    return { matches, invoice: first?.isVisible ? first.facts : null };
  });
}
