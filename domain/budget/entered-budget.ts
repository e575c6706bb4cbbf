import * as v from 'valibot';
import { codingInput, wireAmount } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { optionalId } from '#domain/values/schema-fields';
import { fromCents } from '#domain/values/money';
import { described } from '#domain/values/described';
import { budgetDecision } from './decision-response.ts';

const code = v.pipe(v.string(), v.maxLength(100));

export const maxEnteredLines = 2000;

/** The lines of a document that is being entered, as far as the budget needs them. */
export const enteredLines = v.object({
  docType: v.picklist(['PO', 'INVOICE']),
  docId: optionalId,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  lines: v.pipe(
    v.array(
      v.object({
        id: optionalId,
        account: v.pipe(v.string(), v.maxLength(100)),
        coding: codingInput,
        episode: v.nullish(code),
        amount: wireAmount,
        taxCode: optionalId,
        relievePoLineItemId: optionalId,
      }),
    ),
    v.maxLength(maxEnteredLines),
  ),
});
export type EnteredLines = v.InferOutput<typeof enteredLines>;
export type EnteredLine = EnteredLines['lines'][number];

/** A line of a form; an invalid amount counts as 0. */
export function enteredLine(
  line: Pick<LineDraft, 'id' | 'coding' | 'taxCode'> & {
    episode?: string | null;
    relievePoLineItemId?: string | null;
  },
  cents: number,
): EnteredLine {
  return {
    id: line.id,
    account: line.coding['ACCOUNT'] ?? '',
    coding: line.coding,
    episode: line.episode,
    amount: Number.isSafeInteger(cents) ? fromCents(cents) : 0,
    taxCode: line.taxCode,
    relievePoLineItemId: line.relievePoLineItemId ?? null,
  };
}

export const enteredBudget = v.object({
  budget: described(
    'Null if the show has no budget in this currency, or does not let this user see it.',
    v.nullable(budgetDecision),
  ),
});
export type EnteredBudget = v.InferOutput<typeof enteredBudget>;
