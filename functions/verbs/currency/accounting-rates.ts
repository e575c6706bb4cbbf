import { Refusal } from '#domain/codes';
import { systemNames } from '#domain/accounting-systems';
import type { AccountingRatesCheck, Currencies } from '#domain/currency/currency-response';
import { rateColumns } from '#domain/currency/rate-import';
import { namedTable } from '#domain/import/table';
import { accountingFor } from '#edges/accounting/open';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { compareRates, ratesCheckOf, storeCheckedRates } from './change-currencies.ts';
import { currencyCodes } from './view-currencies.ts';
import type { CurrenciesRows } from './view-currencies.ts';

/**
 * The rates of accounting, compared with what is stored; null if it has none. Rates of currencies that no company of the
 * show has are left out. Throws `invalid_parameter` for rates in another base currency.
 */
async function readRates(context: RequestContext, rows: CurrenciesRows) {
  const { env, show, settings } = context;
  const { baseCurrency } = settings;
  const found = await accountingFor(env, show).findRates();
  if (!found) return null;
  if (baseCurrency !== null && found.baseCurrencyCode !== baseCurrency) {
    const message = `${systemNames[show.accountingSystem]} has rates in ${found.baseCurrencyCode}. The base currency of this show is ${baseCurrency}.`;
    throw new Refusal('invalid_parameter', { message });
  }
  const known = currencyCodes(rows);
  const isKnown = (code: string) => code !== baseCurrency && known.includes(code);
  const table = namedTable(
    [
      { number: 0, cells: rateColumns.map(({ heading }) => heading) },
      ...found.rates.flatMap(({ currencyCode, day, rate }, n) =>
        isKnown(currencyCode) ? [{ number: n + 1, cells: [currencyCode, day, rate] }] : [],
      ),
    ],
    rateColumns,
  );
  const others = found.rates.map((one) => one.currencyCode).filter((code) => !known.includes(code));
  return compareRates(context, rows, { ...table, ignored: [...new Set(others)].toSorted() });
}

/**
 * What importing the rates of accounting would change, without changing anything (CURR-22). Throws `FORBIDDEN`,
 * `accounting_interface_error`, and `invalid_parameter` without a base currency or for rates in another one.
 */
export async function checkAccountingRates(
  context: RequestContext,
  rows: CurrenciesRows,
): Promise<AccountingRatesCheck> {
  requirePermission(context.permissions, 'Show');
  const compared = await readRates(context, rows);
  return { check: compared && ratesCheckOf(compared) };
}

/**
 * Imports the rates of accounting (CURR-23). What is stored already changes nothing. Throws as the dry run does, `NOT_FOUND`
 * if accounting has none, and as an import of a file does for errors and another number of changes.
 */
export async function importAccountingRates(
  context: RequestContext,
  rows: CurrenciesRows,
  count: number,
): Promise<Currencies> {
  requirePermission(context.permissions, 'Show');
  const compared = await readRates(context, rows);
  if (!compared) throw new Refusal('NOT_FOUND');
  const source = systemNames[context.show.accountingSystem];
  return storeCheckedRates(context, rows, compared, { count, source });
}
