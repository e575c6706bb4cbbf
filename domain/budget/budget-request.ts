import * as v from 'valibot';
import { fromCents, maximumCents } from '#domain/values/money';
import { nullableText, trimmedText } from '#domain/values/schema-fields';
import { lineKinds, maxBudgetLines } from './budget.ts';

/** Maximum characters. */
export const budgetLimits = { name: 100, account: 50, code: 50, description: 200, reason: 500 } as const;

const typed = (maximum: number) =>
  v.pipe(v.string(), v.maxLength(maximum), trimmedText, v.minLength(1, 'This is empty.'));
export const budgetAmountField = v.pipe(
  v.number(),
  v.minValue(-fromCents(maximumCents), 'This is too large.'),
  v.maxValue(fromCents(maximumCents), 'This is too large.'),
);
export const budgetAccount = typed(budgetLimits.account);
export const budgetReason = typed(budgetLimits.reason);
/** The revision that the user saw. */
export const budgetRevision = v.pipe(v.number(), v.integer(), v.minValue(1));
const kind = v.picklist(lineKinds);
const code = v.optional(v.pipe(v.string(), v.maxLength(budgetLimits.code), trimmedText));
/** Codes below an account. */
export const lineCodesOf = { SET: code, EPISODE: code, LOCATION: code, FREE_FIELD: code };
/** None by default, and an empty one is none (BUD-61). */
export const lineCodesField = v.optional(v.strictObject(lineCodesOf), {});

/** The base currency of the show's companies by default. */
export const budgetCurrency = v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), null);
export const budgetName = typed(budgetLimits.name);

/** A new budget, typed by hand. */
export const newBudget = v.object({
  name: budgetName,
  currency: budgetCurrency,
  lines: v.optional(
    v.pipe(
      v.array(
        v.object({
          account: budgetAccount,
          codes: lineCodesField,
          description: v.optional(nullableText(budgetLimits.description), null),
          kind: v.optional(kind, 'ACCOUNT'),
          amount: budgetAmountField,
        }),
      ),
      v.maxLength(maxBudgetLines),
    ),
    [],
  ),
});
export type NewBudget = v.InferOutput<typeof newBudget>;

export const budgetAmount = v.object({
  revision: budgetRevision,
  account: budgetAccount,
  codes: lineCodesField,
  amount: budgetAmountField,
  description: v.optional(nullableText(budgetLimits.description), null),
  kind: v.nullish(kind, null),
});

export const budgetLock = v.object({ revision: budgetRevision });

export const budgetTransfer = v.object({
  revision: budgetRevision,
  from: budgetAccount,
  fromCodes: lineCodesField,
  to: budgetAccount,
  toCodes: lineCodesField,
  amount: budgetAmountField,
  reason: budgetReason,
});

export const budgetOverage = v.object({
  revision: budgetRevision,
  account: budgetAccount,
  codes: lineCodesField,
  amount: budgetAmountField,
  reason: budgetReason,
});
