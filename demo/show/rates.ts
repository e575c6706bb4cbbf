import type { DatedRate } from '#domain/currency/exchange-rate';
import { idIn } from '#domain/values/ids';
import { budgetedRates, currencyChanges, exchangeRates } from '#store/show/tables/currency-tables';
import { day, dayOf, instant, uuidAt } from '../clock.ts';
import { randomFrom } from '../random.ts';
import type { Draft } from './show.ts';

/** The rates of each currency, the oldest first. */
export type Rates = ReadonlyMap<string, readonly DatedRate[]>;

/** What one unit is in US dollars, every second week. */
const ratesInUsd = {
  CAD: '0.7305 0.7288 0.7261 0.7274 0.7312 0.7296 0.7249 0.7233 0.7258 0.7281',
  EUR: '1.0842 1.0871 1.0905 1.0888 1.0934 1.0967 1.0951 1.0918 1.0896 1.0923',
  HUF: '0.002742 0.002751 0.002769 0.002758 0.002784 0.002801 0.002793 0.002776 0.002765 0.002779',
} as const;
const interval = 14 * day;
/** The rounded rates with which the budget was made. */
const budgetedRatesInUsd = { CAD: '0.74', EUR: '1.08', HUF: '0.0028' } as const;

/**
 * Adds the rates of a show with a base currency, from before its first document on, and their history. Its ids are not
 * drawn from the seed, so that the documents stay as they are.
 */
export function addRates(show: Draft): Rates {
  const { plan, rows, members, openedAt } = show;
  const { baseCurrency } = plan.settings;
  if (!baseCurrency) return new Map();
  const accountant = members.find(({ membership }) => membership.role === 'Show Admin')?.person;
  const random = randomFrom(`${plan.id}/rates`);
  const change = (at: number) => ({
    showId: plan.id,
    id: idIn(plan.id, uuidAt(random, at)),
    byId: accountant?.id ?? '',
    byName: accountant?.name ?? '',
    at: instant(at),
  });
  const firstAt = openedAt - interval / 2;
  rows.add(currencyChanges, { ...change(firstAt), kind: 'BASE', subject: '', after: baseCurrency });
  const rates = Object.entries(ratesInUsd).flatMap(([currencyCode, values]) =>
    values.split(' ').map((rate, n) => ({ currencyCode, rate, at: firstAt + n * interval })),
  );
  for (const { currencyCode, rate, at } of rates) {
    const of = { day: dayOf(at), after: rate };
    rows.add(exchangeRates, { showId: plan.id, currencyCode, day: of.day, rate });
    rows.add(currencyChanges, { ...change(at), kind: 'RATE', subject: currencyCode, ...of });
  }
  for (const [currencyCode, rate] of Object.entries(budgetedRatesInUsd)) {
    rows.add(budgetedRates, { showId: plan.id, currencyCode, rate });
    rows.add(currencyChanges, { ...change(firstAt), kind: 'RATE', subject: currencyCode, after: rate });
  }
  return Map.groupBy(
    rates.map(({ at, ...one }) => ({ ...one, day: dayOf(at) })),
    ({ currencyCode }) => currencyCode,
  );
}
