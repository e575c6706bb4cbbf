import useSWR from 'swr';
import type {
  AccountingRatesCheck,
  Currencies,
  CurrencyHistory,
  DatedRates,
  RatesCheck,
} from '#domain/currency/currency-response';
import type { TaxTerms } from '#domain/currency/tax-terms';
import { api, ask, mustSucceed, send } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { usePagesBefore } from '../use-pages-before.ts';

const currencyApi = api.api.currencies;

export type TaxCode = Currencies['taxes'][number];

/** Base currency, present rates and tax terms of the open show. */
export function useCurrencies() {
  const { show } = useSession();
  return useSWR(keys.managed(show.id, 'currencies'), () =>
    ask(currencyApi.$get({ query: { showId: show.id } })),
  );
}

/** The dated rates of a currency, the newest day first, in pages. */
export const useRates = (currency: string) =>
  usePagesBefore<DatedRates>(
    ['currencies', 'rates', currency],
    ({ rates }) => rates.at(-1)?.day,
    (query) => ask(currencyApi.rates.$get({ query: { ...query, currency } })),
  );

/** The changes of base currency, rates and tax terms, the newest first, in pages. */
export const useCurrencyHistory = () =>
  usePagesBefore<CurrencyHistory>(
    ['currencies', 'changes'],
    ({ changes }) => changes.at(-1)?.id,
    (query) => ask(currencyApi.changes.$get({ query })),
  );

/** A change of one kind. Rates and percentages are decimals as text. */
export type CurrencyEdit =
  | { kind: 'base'; currency: string | null }
  | { kind: 'rates'; rates: { currency: string; day: string | null; rate: string | null }[] }
  | { kind: 'tax'; tax: Pick<TaxCode, 'projectCompanyExternalId' | 'code'>; terms: TaxTerms | null };

/** Saves a change. Throws `ApiError`. */
export function saveCurrencies(showId: string, edit: CurrencyEdit): Promise<Currencies> {
  const query = { showId };
  if (edit.kind === 'base') return ask(currencyApi.base.$put({ query, json: { currency: edit.currency } }));
  if (edit.kind === 'rates') return ask(currencyApi.rates.$post({ query, json: { rates: edit.rates } }));
  const { projectCompanyExternalId, code } = edit.tax;
  return ask(currencyApi.taxes.$put({ query, json: { projectCompanyExternalId, code, terms: edit.terms } }));
}

async function post(path: string, query: Record<string, string>, file: File): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  const address = `/api/currencies/rates/${path}?${new URLSearchParams(query)}`;
  return mustSucceed(await send(address, { method: 'POST', body }));
}

/** Returns what the import would change. Throws `ApiError`. */
export async function checkRates(showId: string, file: File): Promise<RatesCheck> {
  return (await post('check', { showId }, file)).json();
}

/** Imports the rates that the dry run showed. Throws `ApiError`. */
export async function importRates(showId: string, file: File, { ready }: RatesCheck): Promise<Currencies> {
  return (await post('import', { showId, count: String(ready) }, file)).json();
}

const accountingApi = currencyApi.rates.accounting;

/** Returns what importing the rates of accounting would change. Throws `ApiError`. */
export const checkAccountingRates = (showId: string): Promise<AccountingRatesCheck> =>
  ask(accountingApi.check.$post({ query: { showId } }));

/** Imports the rates that the dry run showed. Throws `ApiError`. */
export const importAccountingRates = (showId: string, { ready }: RatesCheck): Promise<Currencies> =>
  ask(accountingApi.import.$post({ query: { showId }, json: { count: ready } }));
