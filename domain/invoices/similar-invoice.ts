import * as v from 'valibot';
import { list, optionalId, text } from '#domain/values/schema-fields';
import { wireAmount } from '#domain/documents/line';
import type { SimilarInvoice } from './invoice-response.ts';

/** What two invoices have in common: an equal normalized number; vendor, amount and date; or a file (DEC-37). */
export const similarities = ['NUMBER', 'AMOUNT', 'FILE'] as const;
export type Similarity = (typeof similarities)[number];

/** Maximum days between the dates of two invoices of the same amount. */
export const sameAmountDays = 30;

/** The invoice as typed so far; `id` is null until it is saved (API-123). */
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

interface SimilarMatch {
  match: Similarity;
  id: string;
  isVisible: boolean;
  facts: NonNullable<SimilarInvoice['invoice']>;
}

/** Returns one entry per visible invoice and one for all hidden ones, so that their number is not revealed. */
export function groupSimilar(similar: readonly SimilarMatch[]): SimilarInvoice[] {
  const groups = Map.groupBy(similar, ({ id, isVisible }) => (isVisible ? id : ''));
  return [...groups.values()].map((group) => {
    const [first] = group;
    const matches = similarities.filter((match) => group.some((one) => one.match === match));
    return { matches, invoice: first?.isVisible ? first.facts : null };
  });
}
