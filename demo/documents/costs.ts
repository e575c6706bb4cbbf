import { baseTotalCents, costingAtSubmit } from '#domain/currency/costing';
import { rateOn, unitRate } from '#domain/currency/exchange-rate';
import type { Json } from '#domain/history/history';
import { dateInZone } from '#domain/values/days';
import { instant } from '../clock.ts';
import type { DemoDocument } from './document-builder.ts';

/** Stores the rate of the day and the total in the base currency (CURR-10). Returns them as the event has them. */
export function costAtSubmit(document: DemoDocument): Record<string, Json> {
  const { show, header, purchaseOrder } = document;
  const { baseCurrency: base, timeZone } = show.settings;
  if (base === null) return {};
  const currency = header.currencyCode;
  const day = dateInZone(instant(document.at), timeZone);
  const rate = currency === base ? unitRate : rateOn(show.rates.get(currency) ?? [], day);
  if (rate === null) throw new Error(`${show.plan.id} has no rate of ${currency} on ${day}`);
  const locked = header.currentChangeOrder > 0 ? (purchaseOrder?.lockedLineCount ?? 0) : 0;
  header.costing = costingAtSubmit(header.costing, { currency, base, rate, taxes: {} }, locked);
  convertTotal(document);
  return { exchangeRate: rate, baseCurrency: base, baseTotalCents: header.baseTotalCents };
}

/** Converts the total after a save, at the rates of the submit (CURR-15). */
export function convertTotal({ header, lines }: DemoDocument): void {
  header.baseTotalCents = baseTotalCents(header.costing, header.totalCents, lines);
}
