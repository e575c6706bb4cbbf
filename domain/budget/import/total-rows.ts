import { lineCodeTypes, noCodes, parseCodes } from '#domain/budget/line-codes';
import type { LineCodes } from '#domain/budget/line-codes';
import type { AncestorsOf } from '#domain/budget/nearest-line';
import { sumOf } from './account-rows.ts';
import type { FileRow } from './file-row.ts';

/**
 * Separates the rows that only add up others: of accounts to which other rows roll up, and of all fringes or contingency. Reports those
 * whose amount is another.
 */
export function withoutSubtotals(
  rows: readonly FileRow[],
  { ancestorsOf }: { ancestorsOf: AncestorsOf },
  reportError: (row: number, column: string, message: string) => void,
) {
  const above = new Map(
    [...new Set(rows.map(({ account }) => account))].map((code) => [code, ancestorsOf(code)]),
  );
  const parents = new Set([...above.values()].flat());
  const isAbove = ({ account, isLine }: FileRow) => !isLine && parents.has(account);
  const leaves = rows.filter((row) => !isAbove(row));
  const counted = withoutTotals(leaves);
  const isCounted = new Set(counted);
  const subtotals = leaves.filter((row) => !isCounted.has(row));
  for (const row of rows.filter(isAbove)) {
    const below = leaves.filter(({ account }) => above.get(account)?.includes(row.account));
    const same = row.codes === noCodes ? below : below.filter((one) => hasCodesOf(one, row));
    if (sumOf(withoutTotals(same)) === row.cents) subtotals.push(row);
    else
      reportError(
        row.row,
        'amount',
        `Account ${row.account} contains ${below[0]?.account ?? 'others'}, which is in the file too, but is not the sum of its accounts${row.codes === noCodes ? '' : ' with the same codes'}.`,
      );
  }
  return { counted, subtotals };
}

const hasCodesOf = (row: FileRow, other: FileRow) => includes(parseCodes(row.codes), parseCodes(other.codes));

const includes = (codes: LineCodes, others: LineCodes) =>
  lineCodeTypes.every((type) => others[type] === undefined || codes[type] === others[type]);

/** Leaves out the rows that add up others among these: of the codes of an account, and of all fringes or contingency. */
function withoutTotals(rows: readonly FileRow[]): FileRow[] {
  const ofCodes = new Set([...Map.groupBy(rows, ({ account }) => account).values()].flatMap(totalsOfCodes));
  const others = rows.filter((row) => !ofCodes.has(row));
  const ofKinds = new Set(
    (['FRINGES', 'CONTINGENCY'] as const).map((kind) =>
      totalAmong(others.filter((row) => row.kind === kind)),
    ),
  );
  return others.filter((row) => !ofKinds.has(row));
}

/** Returns the row that adds up the other fringes, or the other contingency; null without one. */
function totalAmong(rows: readonly FileRow[]): FileRow | null {
  const isTotal = (row: FileRow) => {
    const others = rows.filter((one) => one !== row);
    return (
      !row.isLine && /\btotal\b/i.test(row.description) && others.length > 0 && sumOf(others) === row.cents
    );
  };
  return rows.findLast(isTotal) ?? null;
}

/**
 * Returns the rows of an account that add up those with finer codes: of the whole account, of an episode with sets
 * (BUD-62). Finest first, so that a row adds up lines and no totals.
 */
function totalsOfCodes(rows: readonly FileRow[]): FileRow[] {
  const times = Map.groupBy(rows, ({ codes }) => codes);
  const coded = rows.map((row) => ({ row, codes: parseCodes(row.codes) }));
  const fineness = ({ codes }: (typeof coded)[number]) => Object.keys(codes).length;
  const totals = new Set<FileRow>();
  for (const { row, codes } of coded.toSorted((one, other) => fineness(other) - fineness(one))) {
    const finer = coded
      .filter((one) => one.row.codes !== row.codes && !totals.has(one.row) && includes(one.codes, codes))
      .map((one) => one.row);
    const mayBeTotal = !row.isLine && row.series !== 'AMORT' && times.get(row.codes)?.length === 1;
    if (mayBeTotal && finer.length > 0 && sumOf(finer) === row.cents) totals.add(row);
  }
  return [...totals];
}
