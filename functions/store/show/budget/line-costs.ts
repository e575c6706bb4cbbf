import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { currenciesWithoutMinorUnit } from '#domain/currency/minor-unit';

/**
 * What lines cost, in SQL that equals `lineConversion` and `convertCents` to the cent. SQLite has 64-bit integers, so that
 * a rate and a factor are split into limbs of six decimals: two hold the ten decimals of a rate, and the twelve of a
 * factor.
 */

/** The currency in which a document counts; `costing` and `currency` are columns (BUD-40). */
export const currencyOf = (costing: string, currency: string): SQL =>
  sql.raw(`coalesce(${costing} ->> 'base', ${costing} ->> 'currency', ${currency})`);

const termsOf = (costing: string, lineNumber: string) =>
  `coalesce((SELECT part.value FROM json_each(${costing}, '$.earlier') part
    WHERE ${lineNumber} <= part.value ->> 'lines' ORDER BY part.key LIMIT 1), ${costing})`;

/** The rate of a line; NULL where amounts count as entered. */
export const rateOf = (costing: string, lineNumber: string): SQL =>
  sql.raw(`CASE WHEN ${costing} ->> 'rate' IS NULL THEN NULL WHEN ${costing} ->> 'base' IS NULL THEN '1'
    ELSE ${termsOf(costing, lineNumber)} ->> 'rate' END`);

/** The percentage of tax that is part of the cost of a line. */
export const taxOf = (costing: string, lineNumber: string, taxCode: string): SQL =>
  sql.raw(`coalesce((SELECT tax.value FROM json_each(${termsOf(costing, lineNumber)}, '$.taxes') tax
    WHERE tax.key = ${taxCode}), '0')`);

/** The first digits after the point of a decimal. */
const decimals = (text: string, count: number) =>
  `substr(substr(${text}, instr(${text} || '.', '.') + 1) || '${'0'.repeat(count)}', 1, ${count})`;

const digits = (text: string, from: number) => `CAST(substr(${text}, ${from}, 6) AS INTEGER)`;

const currencies = [...currenciesWithoutMinorUnit].map((code) => `'${code}'`).join(', ');

/** The currency of a document that is converted to another one; NULL for others (BUD-91). */
export const originalOf = (costing: string): SQL =>
  sql.raw(`iif(${costing} ->> 'base' <> ${costing} ->> 'currency', ${costing} ->> 'currency', NULL)`);

/**
 * CTEs that turn `part`, signed amounts of lines with `sign`, `cents`, `currency`, `rate`, `tax` and `original`, into
 * `cost`, with the columns `keys` of `part`, the converted `cents`, and `original_cents` in the currency `original`, if any.
 */
export function costsOfParts(keys: string): SQL {
  return sql.raw(`decimal AS MATERIALIZED (
      SELECT ${keys}, sign * iif(cents < 0, -1, 1) AS sign, abs(cents) AS cents,
        iif(rate IS NOT NULL AND counted_in IN (${currencies}), 100, 1) AS unit, coalesce(rate, '1') AS rate,
        ${decimals("coalesce(rate, '1')", 12)} AS rate_decimals, is_original,
        (100 + CAST(tax AS INTEGER)) || ${decimals('tax', 10)} AS factor
      FROM (SELECT ${keys}, sign, cents, tax, iif(is_original, '1', rate) AS rate,
          iif(is_original, original, currency) AS counted_in, is_original
        FROM part CROSS JOIN (SELECT value AS is_original FROM json_each('[0,1]'))
        WHERE cents <> 0 AND (NOT is_original OR original IS NOT NULL))),
    scaled AS MATERIALIZED (
      SELECT ${keys}, is_original, sign, unit, CAST(rate AS INTEGER) AS r0, ${digits('rate_decimals', 1)} AS r1,
        ${digits('rate_decimals', 7)} AS r2, cents * CAST(substr(factor, 1, 1) AS INTEGER) AS whole,
        cents * ${digits('factor', 2)} + cents * ${digits('factor', 8)} / 1000000 AS fraction,
        cents * ${digits('factor', 8)} % 1000000 AS c2
      FROM decimal),
    taxed AS MATERIALIZED (
      SELECT ${keys}, is_original, sign, unit, r0, r1, r2, whole + fraction / 1000000 AS c0, fraction % 1000000 AS c1, c2 FROM scaled),
    converted AS (
      SELECT ${keys}, is_original, sign * ((c0 * r0 + (c0 * r1 + c1 * r0 + (c0 * r2 + c1 * r1 + c2 * r0
          + (c1 * r2 + c2 * r1 + c2 * r2 / 1000000) / 1000000) / 1000000
          + iif(unit = 1, 500000, 0)) / 1000000 + unit / 2) / unit * unit) AS cents
      FROM taxed),
    cost AS (
      SELECT ${keys}, iif(is_original, 0, cents) AS cents, iif(is_original, cents, 0) AS original_cents FROM converted)`);
}
