import { Refusal } from '#domain/codes';
import { maxRates } from '#domain/currency/currency-request';
import type { RateChange, TaxChange } from '#domain/currency/currency-request';
import type { Currencies, RatesCheck } from '#domain/currency/currency-response';
import { parseRates, rateColumns } from '#domain/currency/rate-import';
import type { NamedTable } from '#domain/import/table';
import type { Write } from '#store/d1/open';
import { read, readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  deleteTaxTerms,
  insertCurrencyChanges,
  namedRatesQuery,
  readOtherBase,
  deleteRates,
  saveRates,
  saveTaxTerms,
} from '#store/show/currency/currency';
import type { CurrencyChangeRow } from '#store/show/currency/currency';
import { mergedSettings } from '#store/show/management/settings';
import { importTable } from '#verbs/imports/parse-import';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { fullName, todayOf } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { currenciesPlan, currencyCodes, viewCurrencies } from './view-currencies.ts';
import type { CurrenciesRows } from './view-currencies.ts';

const refuse = (message: string) => new Refusal('invalid_parameter', { message });

type Entry = Pick<CurrencyChangeRow, 'kind' | 'subject' | 'day' | 'before' | 'after'>;

/** Writes a change with its history, and returns what is then stored. */
async function save(
  context: RequestContext,
  writes: readonly Write[],
  entries: readonly Entry[],
  source = '',
): Promise<Currencies> {
  const { env, store, user, now } = context;
  const by = { byId: user.id, byName: fullName(user), at: now, source };
  const rows = entries.map((entry) => ({ id: context.newId(), ...entry, ...by }));
  const stored = await store.writeAndRead(
    [...writes, insertCurrencyChanges(store, rows)],
    currenciesPlan(context),
  );
  context.runAfterResponse(publishShowChange(env, store.showId));
  return viewCurrencies(context, stored);
}

/**
 * Sets the base currency, or none (CURR-01). Setting it to what it is changes nothing. Throws `FORBIDDEN`, and
 * `invalid_parameter` for a currency that no company has, or while documents have totals in another one.
 */
export async function setBaseCurrency(
  context: RequestContext,
  rows: CurrenciesRows,
  currency: string | null,
): Promise<Currencies> {
  requirePermission(context.permissions, 'Show');
  const { store, settings } = context;
  const before = settings.baseCurrency;
  if (before === currency) return viewCurrencies(context, rows);
  if (currency !== null) {
    if (!currencyCodes(rows).includes(currency)) throw refuse(`No company of this show uses ${currency}.`);
    const other = await readOtherBase(store, currency);
    if (other !== null)
      throw refuse(
        `Documents of this show have totals in ${other}. The base currency can only be ${other}, or none.`,
      );
  }
  const entry = { kind: 'BASE' as const, subject: '', day: null, before, after: currency };
  const after = { ...context, settings: { ...settings, baseCurrency: currency } };
  // Rates are worth so many of the base currency that they were stored for.
  const oldRates = before === null ? [] : deleteRates(store);
  return save(after, [mergedSettings(store, { baseCurrency: currency }), ...oldRates], [entry]);
}

/** Throws without a base currency, and for a currency that needs no rate, or has none. */
function requireRated({ settings }: RequestContext, rows: CurrenciesRows, currencies: readonly string[]) {
  if (settings.baseCurrency === null) throw refuse('Set the base currency first.');
  const known = currencyCodes(rows);
  for (const currency of new Set(currencies)) {
    if (currency === settings.baseCurrency) throw refuse(`${currency} is the base currency. Its rate is 1.`);
    if (!known.includes(currency)) throw refuse(`No company of this show uses ${currency}.`);
  }
}

/** What rates are compared with, in addition to what a change returns. */
export const rateChangePlan = (
  { store, now }: Pick<RequestContext, 'store' | 'now'>,
  rates: readonly RateChange[],
) => ({ ...currenciesPlan({ store, now }), named: namedRatesQuery(store, rates) });
type StoredRates = PlanRows<typeof rateChangePlan>['named'];

/** Stores rates with their history. What is stored already changes nothing, so a request can be repeated. */
async function storeRates(
  context: RequestContext,
  rows: CurrenciesRows,
  changed: ReturnType<typeof changedRates>,
  source = '',
): Promise<Currencies> {
  if (changed.length === 0) return viewCurrencies(context, rows);
  const entries = changed.map(({ currency, day, rate, before }): Entry => ({
    kind: 'RATE',
    subject: currency,
    day,
    before,
    after: rate,
  }));
  return save(context, saveRates(context.store, changed), entries, source);
}

/** The rates that are not stored yet, each with the one that it replaces. Of two for one day, the last counts. */
function changedRates<Rate extends RateChange>(rates: readonly Rate[], stored: StoredRates) {
  const keyOf = (currency: string, day: string | null) => `${currency} ${day ?? ''}`;
  const known = new Map(stored.map((row) => [keyOf(row.currencyCode, row.day), row.rate]));
  const wanted = new Map(rates.map((one) => [keyOf(one.currency, one.day), one]));
  return [...wanted]
    .map(([key, one]) => ({ ...one, before: known.get(key) ?? null }))
    .filter(({ rate, before }) => rate !== before);
}

/** Stores typed rates (CURR-05). Throws `FORBIDDEN`, `invalid_parameter`. */
export function changeRates(
  context: RequestContext,
  rows: PlanRows<typeof rateChangePlan>,
  rates: readonly RateChange[],
): Promise<Currencies> {
  requirePermission(context.permissions, 'Show');
  requireRated(
    context,
    rows,
    rates.map(({ currency }) => currency),
  );
  return storeRates(context, rows, changedRates(rates, rows.named));
}

export interface RateFile {
  bytes: Uint8Array;
  fileName: string;
}

/** The rates of a table, compared with what is stored. Throws `invalid_parameter` without a base currency. */
export async function compareRates(context: RequestContext, rows: CurrenciesRows, table: NamedTable) {
  const { settings, user } = context;
  if (settings.baseCurrency === null) throw refuse('Set the base currency first.');
  const known = currencyCodes(rows).filter((code) => code !== settings.baseCurrency);
  const parsed = parseRates(table, known, { dateFormat: user.dateFormat, today: todayOf(context) });
  if (parsed.rates.length > maxRates) throw refuse(`At most ${maxRates} rates are imported at once.`);
  const stored = await read(namedRatesQuery(context.store, parsed.rates));
  return { ...parsed, ignored: table.ignored, changed: changedRates(parsed.rates, stored) };
}
type ComparedRates = Awaited<ReturnType<typeof compareRates>>;

export const ratesCheckOf = ({ rates, changed, faults, ignored }: ComparedRates): RatesCheck => ({
  rates: changed,
  ready: changed.length,
  unchanged: rates.length - changed.length,
  faults,
  ignored,
});

/**
 * Stores the rates that a dry run has shown; `source` is where they are from. Throws `invalid_parameter` for errors, and
 * `WORKFLOW_CONFLICT` when more or fewer rates would change than announced.
 */
export function storeCheckedRates(
  context: RequestContext,
  rows: CurrenciesRows,
  { changed, faults }: ComparedRates,
  { count, source }: { count: number; source: string },
): Promise<Currencies> {
  const [fault] = faults;
  if (fault) throw refuse(`${fault.row === null ? '' : `Row ${fault.row}: `}${fault.message}`);
  if (changed.length > 0 && changed.length !== count) {
    const message = 'What these rates would change is no longer the same. Check them again.';
    throw new Refusal('WORKFLOW_CONFLICT', { message });
  }
  return storeRates(context, rows, changed, source);
}

/**
 * What importing this file would change, without changing anything (CURR-07). Throws `FORBIDDEN`, `file_too_large`, and
 * `invalid_parameter` for a file that is not a spreadsheet.
 */
export async function checkRates(
  context: RequestContext,
  rows: CurrenciesRows,
  file: RateFile,
): Promise<RatesCheck> {
  requirePermission(context.permissions, 'Show');
  return ratesCheckOf(await compareRates(context, rows, await importTable(file, rateColumns)));
}

/**
 * Imports rates (CURR-07). A file that is already imported changes nothing. Throws as the dry run does,
 * `invalid_parameter` for a file with errors, and `WORKFLOW_CONFLICT` when more or fewer rates would change than announced.
 */
export async function importRates(
  context: RequestContext,
  rows: CurrenciesRows,
  file: RateFile,
  count: number,
): Promise<Currencies> {
  requirePermission(context.permissions, 'Show');
  const compared = await compareRates(context, rows, await importTable(file, rateColumns));
  return storeCheckedRates(context, rows, compared, { count, source: file.fileName });
}

/** Sets or deletes the terms of a tax code (CURR-20). Throws `FORBIDDEN`, `NOT_FOUND` for an unknown code. */
export async function changeTaxTerms(
  context: RequestContext,
  rows: CurrenciesRows,
  { projectCompanyExternalId, code, terms }: TaxChange,
): Promise<Currencies> {
  requirePermission(context.permissions, 'Show');
  const tax = viewCurrencies(context, rows).taxes.find(
    (one) => one.projectCompanyExternalId === projectCompanyExternalId && one.code === code,
  );
  if (!tax) throw new Refusal('NOT_FOUND');
  const { store } = context;
  const textOf = (rate: string | null, recoverable: string | null) =>
    rate === null || recoverable === null ? null : `${rate} %, ${recoverable} % recoverable`;
  const before = textOf(tax.rate, tax.recoverable);
  const after = terms && textOf(terms.rate, terms.recoverable);
  if (before === after) return viewCurrencies(context, rows);
  const key = { projectCompanyExternalId, code };
  const write = terms
    ? saveTaxTerms(store, { showId: store.showId, ...key, ...terms })
    : deleteTaxTerms(store, key);
  const subject = `${code} (${tax.companyName})`;
  return save(context, [write], [{ kind: 'TAX', subject, day: null, before, after }]);
}

/** Reads what a file is compared with, after the permission was checked. */
export const readCurrencies = (context: RequestContext) => readInOneTrip(currenciesPlan(context));
