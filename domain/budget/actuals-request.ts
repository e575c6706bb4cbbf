import * as v from 'valibot';
import { importCount } from '#domain/import/import';
import { isDay } from '#domain/values/days';
import { id, optionalId } from '#domain/values/schema-fields';
import { budgetCurrency, budgetLimits, budgetReason } from './budget-request.ts';

/** The company whose accounting has the actuals, by default the only one, and their currency. */
export const actualsFile = v.object({ company: optionalId, currency: budgetCurrency });

/** The count and the total that the dry run showed. */
export const announcedImport = v.object({
  count: importCount,
  total: v.pipe(v.string(), v.regex(/^-?\d{1,15}(\.\d{1,2})?$/), v.transform(Number)),
});

const offset = v.optional(v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,6})$/), v.transform(Number)), '0');

/** The rows of an import, or those that count for an account as of a day. */
export const actualRowsQuery = v.object({
  importId: v.optional(id),
  account: v.optional(v.pipe(v.string(), v.maxLength(budgetLimits.account))),
  day: v.optional(v.pipe(v.string(), v.check(isDay, 'This is not a day.'))),
  offset,
});

export const importsQuery = v.object({
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number)), '9999999'),
});

export const actualsReversal = v.object({ reason: budgetReason });
