import * as v from 'valibot';
import { isDay } from '#domain/values/days';
import { parseRate } from './exchange-rate.ts';
import { parsePercent } from './tax-terms.ts';

export const currencyChangeKinds = ['BASE', 'RATE', 'TAX'] as const;

/** Maximum rates of one request, and of an import. */
export const maxRates = 2000;

export const currencyCode = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'Write an ISO 4217 code such as USD.'));
const day = v.pipe(v.string(), v.check(isDay, 'Write a day as 2018-03-30.'));

/** A decimal as text: a JSON number would lose digits. */
const decimal = (parse: (text: string) => string | null, message: string) =>
  v.pipe(
    v.string(),
    v.maxLength(30),
    v.check((text) => parse(text) !== null, message),
    v.transform((text) => parse(text) ?? text),
  );
const rate = decimal(parseRate, 'Write a rate above zero with at most ten decimals, such as 1.36.');
const percent = decimal(parsePercent, 'Write a percentage from 0 to 100 with at most four decimals.');

export const baseCurrencyChange = v.object({ currency: v.nullable(currencyCode) });

/** Rates to store; null deletes the rate of that day. A rate without a day is the budgeted one (BUD-90). */
export const rateChanges = v.object({
  rates: v.pipe(
    v.array(v.object({ currency: currencyCode, day: v.nullable(day), rate: v.nullable(rate) })),
    v.minLength(1, 'Enter at least one rate.'),
    v.maxLength(maxRates),
  ),
});
export type RateChange = v.InferOutput<typeof rateChanges>['rates'][number];

/** `ready` of the dry run of the rates that accounting has. */
export const accountingRatesImport = v.object({
  count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxRates)),
});

/** The terms of a tax code; null deletes them. */
export const taxChange = v.object({
  projectCompanyExternalId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  terms: v.nullable(v.object({ rate: percent, recoverable: percent })),
});
export type TaxChange = v.InferOutput<typeof taxChange>;
