import * as v from 'valibot';
import { described } from '#domain/values/described';
import { importFault } from '#domain/import/import-response';
import { currencyChangeKinds } from './currency-request.ts';

const rateText = described('A decimal as text, such as 1.36.', v.string());
const percentText = described('Percent, a decimal as text.', v.string());

const currencyRate = v.object({
  currency: v.string(),
  day: described('The day from which the rate applies.', v.string()),
  rate: rateText,
});

/** Base currency, rates that apply now, and tax terms of a show. */
export const currencies = v.object({
  baseCurrency: described('Null in a show without a base currency.', v.nullable(v.string())),
  suggestion: described(
    'The base currency that all companies share, if they share one.',
    v.nullable(v.string()),
  ),
  currencies: v.array(
    v.object({
      currency: v.string(),
      day: described('The day from which the present rate applies.', v.nullable(v.string())),
      rate: described(
        'Units of the base currency for one unit; null without a rate.',
        v.nullable(v.string()),
      ),
      budgetedRate: described(
        'The rate with which the budget was made; null without one.',
        v.nullable(v.string()),
      ),
    }),
  ),
  taxes: v.array(
    v.object({
      projectCompanyExternalId: v.string(),
      companyName: v.string(),
      code: v.string(),
      description: v.string(),
      rate: v.nullable(percentText),
      recoverable: v.nullable(percentText),
    }),
  ),
});
export type Currencies = v.InferOutput<typeof currencies>;

export const datedRates = v.object({
  rates: v.array(currencyRate),
  hasMore: v.boolean(),
});
export type DatedRates = v.InferOutput<typeof datedRates>;

export const currencyHistory = v.object({
  changes: v.array(
    v.object({
      id: described('Send the last one as `before` to get the next page.', v.string()),
      kind: v.picklist(currencyChangeKinds),
      subject: described('The currency, or the tax code with its company.', v.string()),
      day: described('Of a rate: null for the budgeted rate.', v.nullable(v.string())),
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
      source: described('The name of an imported file, or empty.', v.string()),
      by: v.object({ userId: v.string(), name: v.string() }),
      at: v.string(),
    }),
  ),
  hasMore: v.boolean(),
});
export type CurrencyHistory = v.InferOutput<typeof currencyHistory>;

/** The result of a dry run. */
export const ratesCheck = v.object({
  rates: v.array(
    v.object({
      ...currencyRate.entries,
      day: described(
        'The day from which the rate applies; null for the budgeted rate.',
        v.nullable(v.string()),
      ),
      before: described('The rate that the import would replace.', v.nullable(v.string())),
    }),
  ),
  ready: described('The number of rates that would change. Send it as `count`.', v.number()),
  unchanged: v.number(),
  faults: described('Errors by row. A file with errors cannot be imported.', v.array(importFault)),
  ignored: described(
    'Headings of the file, or currencies of accounting that the companies do not have, that were ignored.',
    v.array(v.string()),
  ),
});
export type RatesCheck = v.InferOutput<typeof ratesCheck>;

/** The result of a dry run of the rates that accounting has. */
export const accountingRatesCheck = v.object({
  check: described('Null if accounting has no exchange rates of the show.', v.nullable(ratesCheck)),
});
export type AccountingRatesCheck = v.InferOutput<typeof accountingRatesCheck>;

/** A document's total in the base currency. */
export const baseTotal = v.object({
  currency: v.string(),
  total: v.number(),
  rate: described('Null where lines have different rates.', v.nullable(v.string())),
});
export type BaseTotal = v.InferOutput<typeof baseTotal>;
