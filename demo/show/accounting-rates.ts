import { day, dayOf } from '../clock.ts';
import type { Ledger } from './ledger.ts';
import type { Show } from './show.ts';

/** What accounting already has, and the show does not have yet. */
const newRates = { CAD: '0.7294', EUR: '1.0941', HUF: '0.002787' } as const;

/** Adds the exchange rates that accounting has of a show with a base currency. Nothing of them is drawn from the seed. */
export function addAccountingRates(ledger: Ledger, { plan, rates, anchor }: Show): void {
  const { license, settings } = plan;
  if (!settings.baseCurrency) return;
  ledger.add('rateTables', { license, baseCurrencyCode: settings.baseCurrency });
  const newest = Object.entries(newRates).map(([currencyCode, rate]) => ({
    currencyCode,
    day: dayOf(anchor - day),
    rate,
  }));
  const known = [...rates].flatMap(([currencyCode, dated]) =>
    dated.map((one) => ({ currencyCode, day: one.day, rate: one.rate })),
  );
  ledger.add('exchangeRates', ...[...known, ...newest].map((one) => ({ license, ...one })));
}
