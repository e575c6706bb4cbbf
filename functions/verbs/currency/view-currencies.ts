import { commonBaseCurrency } from '#domain/budget/budget';
import type { Currencies, CurrencyHistory, DatedRates } from '#domain/currency/currency-response';
import { dateInZone } from '#domain/values/days';
import type { PlanRows } from '#store/d1/query';
import { currencyChangesQuery, currencyTermsQuery, ratesQuery } from '#store/show/currency/currency';
import { companiesQuery } from '#store/show/vendors/read-reference-data';
import { companyOf } from '#verbs/reference-data/view-companies';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

/** Rates and changes on one page. */
const pageSize = 100;
const firstPage = '~';

type Stored = Pick<MembershipContext, 'store' | 'now'>;

export const currenciesPlan = ({ store, now }: Stored) => ({
  companies: companiesQuery(store),
  // Today of the zones that are furthest ahead: a rate of tomorrow may show some hours early.
  terms: currencyTermsQuery(store, dateInZone(now, 'Pacific/Kiritimati')),
});
export type CurrenciesRows = PlanRows<typeof currenciesPlan>;

/** The ISO codes of the companies' currencies. */
export function currencyCodes({ companies }: Pick<CurrenciesRows, 'companies'>): string[] {
  const codes = companies.flatMap(({ currencies }) =>
    currencies.map(({ isoCurrencyCode }) => isoCurrencyCode.toUpperCase()),
  );
  return [...new Set(codes)].toSorted();
}

/** The base currency, the present rates and the tax terms of the show (CURR-01, CURR-05, CURR-20). Throws `FORBIDDEN`. */
export function viewCurrencies({ permissions, settings }: RequestContext, rows: CurrenciesRows): Currencies {
  requirePermission(permissions, 'Show', 'READ');
  const { companies, terms } = rows;
  return {
    baseCurrency: settings.baseCurrency,
    suggestion: commonBaseCurrency(companies.map(companyOf)),
    currencies: currencyCodes(rows).map((currency) => {
      const rate = terms.rates.find(({ currencyCode }) => currencyCode === currency);
      const budgeted = terms.ofBudget.find(({ currencyCode }) => currencyCode === currency);
      return {
        currency,
        day: rate?.day ?? null,
        rate: rate?.rate ?? null,
        budgetedRate: budgeted?.rate ?? null,
      };
    }),
    taxes: companies.flatMap(({ projectCompanyExternalId, name, taxCodes }) =>
      taxCodes.map(({ code, description }) => {
        const known = terms.taxes.find(
          (row) => row.projectCompanyExternalId === projectCompanyExternalId && row.code === code,
        );
        return {
          projectCompanyExternalId,
          companyName: name,
          code,
          description,
          rate: known?.rate ?? null,
          recoverable: known?.recoverable ?? null,
        };
      }),
    ),
  };
}

export const ratesPlan = ({ store }: Pick<Stored, 'store'>, currency: string, before: string | null) => ({
  rates: ratesQuery(store, currency, before ?? firstPage, pageSize + 1),
});

/** The rates of a currency, the newest day first (CURR-05). Throws `FORBIDDEN`. */
export function listRates(
  { permissions }: RequestContext,
  { rates }: PlanRows<typeof ratesPlan>,
): DatedRates {
  requirePermission(permissions, 'Show', 'READ');
  return {
    rates: rates
      .slice(0, pageSize)
      .map(({ currencyCode, day, rate }) => ({ currency: currencyCode, day, rate })),
    hasMore: rates.length > pageSize,
  };
}

export const currencyHistoryPlan = ({ store }: Pick<Stored, 'store'>, before: string | null) => ({
  changes: currencyChangesQuery(store, before ?? firstPage, pageSize + 1),
});

/** The changes of base currency, rates and tax terms, the newest first (CURR-08). Throws `FORBIDDEN`. */
export function listCurrencyChanges(
  { permissions }: RequestContext,
  { changes }: PlanRows<typeof currencyHistoryPlan>,
): CurrencyHistory {
  requirePermission(permissions, 'Show', 'READ');
  return {
    changes: changes
      .slice(0, pageSize)
      .map(({ id, kind, subject, day, before, after, source, byId, byName, at }) => ({
        id,
        kind,
        subject,
        day,
        before,
        after,
        source,
        by: { userId: byId, name: byName },
        at,
      })),
    hasMore: changes.length > pageSize,
  };
}
