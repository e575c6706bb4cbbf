import { BooksRefusal } from './env.ts';

interface RateRow {
  currency_code: string;
  day: string;
  rate: string;
}

/** Returns the exchange rates of a license by currency and day. Throws 404 when the license has none. */
export async function readRates(db: D1Database, license: string) {
  const row = await db
    .prepare('SELECT base_currency_code FROM rate_tables WHERE license = ?')
    .bind(license)
    .first<{ base_currency_code: string }>();
  if (row === null) throw new BooksRefusal(404, 'This license has no exchange rates.');
  const { results } = await db
    .prepare(
      'SELECT currency_code, day, rate FROM exchange_rates WHERE license = ? ORDER BY currency_code, day',
    )
    .bind(license)
    .all<RateRow>();
  return {
    baseCurrencyCode: row.base_currency_code,
    rates: results.map(({ currency_code: currencyCode, day, rate }) => ({ currencyCode, day, rate })),
  };
}
