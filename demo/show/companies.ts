import {
  companies,
  companyAddresses,
  companyCurrencies,
  companyTaxCodes,
} from '#store/show/tables/reference-tables';
import { locations } from './locations.ts';
import type { AnyCurrency, Currency } from './show-plans.ts';
import type { Draft } from './show.ts';

export interface CompanyCurrency {
  externalId: string;
  isoCurrencyCode: AnyCurrency;
  referenceCode: string;
}

export interface Company {
  projectCompanyExternalId: string;
  companyExternalId: string;
  name: string;
  address: string;
  /** The base currency first. */
  currencies: CompanyCurrency[];
  taxCodes: readonly string[];
}

const symbols: Readonly<Record<AnyCurrency, string>> = {
  USD: '$',
  CAD: 'CA$',
  GBP: '£',
  EUR: '€',
  HUF: 'Ft',
};

const taxCodes: Readonly<Record<Currency, readonly (readonly [string, string])[]>> = {
  USD: [
    ['1099-N', 'Nonemployee compensation'],
    ['1099-R', 'Rents'],
    ['EXEMPT', 'Exempt from sales tax'],
    ['USE', 'Use tax accrued'],
  ],
  CAD: [
    ['GST', 'Goods and services tax'],
    ['HST', 'Harmonized sales tax'],
    ['PST', 'Provincial sales tax'],
  ],
  GBP: [
    ['VAT20', 'Standard rate VAT'],
    ['VAT5', 'Reduced rate VAT'],
    ['VAT0', 'Zero-rated'],
  ],
  EUR: [
    ['IVA22', 'IVA ordinaria'],
    ['IVA10', 'IVA ridotta'],
    ['ART8', 'Non imponibile art. 8'],
  ],
};

/** Adds the production company and its second unit, which has no tax information (LI-31, LI-35, DEC-60). */
export function addCompanies(show: Draft): Company[] {
  const short = show.plan.name.replace(/^The /, '');
  const { currencies, furtherCurrencies = [] } = show.plan;
  return [
    addCompany(
      show,
      1,
      `${short} Productions LLC`,
      [...currencies, ...furtherCurrencies],
      taxCodes[show.baseCurrency],
    ),
    addCompany(show, 2, `${short} Second Unit Inc.`, [show.baseCurrency], []),
  ];
}

function addCompany(
  show: Draft,
  index: number,
  name: string,
  currencies: readonly AnyCurrency[],
  codes: readonly (readonly [string, string])[],
): Company {
  const { plan, rows } = show;
  const key = { showId: plan.id, projectCompanyExternalId: `PC-${plan.license}-${index}` };
  const company = { ...key, companyExternalId: `C-${plan.license}-${index}`, name };
  rows.add(companies, { ...company, hasTaxInfo: codes.length > 0 });
  const [city, state, postalCode] = locations[show.baseCurrency].cities[index - 1] ?? ['', '', ''];
  const addressLine1 = `${index * 400} ${locations[show.baseCurrency].streets[index] ?? ''}`;
  rows.add(companyAddresses, { ...key, position: 1, addressLine1, city, state, postalCode, isDefault: true });
  if (index === 1)
    rows.add(companyAddresses, {
      ...key,
      position: 2,
      addressLine1: 'Stage 4, Production Office',
      city,
      state,
      postalCode,
    });
  const made = currencies.map((code): CompanyCurrency => ({
    externalId: `CUR-${code}-${index}`,
    isoCurrencyCode: code,
    referenceCode: code,
  }));
  rows.add(
    companyCurrencies,
    ...made.map((currency, at) => ({
      ...key,
      ...currency,
      symbol: symbols[currency.isoCurrencyCode],
      isBase: at === 0,
    })),
  );
  if (codes.length > 0)
    rows.add(companyTaxCodes, ...codes.map(([code, description]) => ({ ...key, code, description })));
  return {
    ...company,
    address: `${addressLine1}, ${city}, ${state} ${postalCode}`,
    currencies: made,
    taxCodes: codes.map(([code]) => code),
  };
}
