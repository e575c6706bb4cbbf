/** Currencies without a smaller unit (ISO 4217). Amounts are stored in hundredths whatever the currency is. */
export const currenciesWithoutMinorUnit: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
);

/** The smallest amount of a currency in hundredths: 1, or 100 where it has no smaller unit (CURR-03). */
export function minorUnit(currency: string): 1 | 100 {
  return currenciesWithoutMinorUnit.has(currency) ? 100 : 1;
}
