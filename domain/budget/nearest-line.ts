import { codesRank, noCodes, parseCodes } from './line-codes.ts';
import type { LineKey } from './line-codes.ts';

/** Returns the account codes from an account upwards. */
export type AncestorsOf = (account: string) => readonly string[];

/**
 * Returns a function that finds the nearest line of a budget for an account with codes: of the account itself, else of the
 * nearest header account above; of several lines the one with the finest codes. Null when nothing is budgeted (BUD-64).
 */
export function nearestLineOf<Line extends LineKey>(
  lines: readonly Line[],
  ancestorsOf: AncestorsOf,
): (key: LineKey) => Line | null {
  const parsed = lines.map((line) => ({ line, codes: Object.entries(parseCodes(line.codes)) }));
  const byAccount = new Map(
    [...Map.groupBy(parsed, ({ line }) => line.account)].map(([account, ofAccount]) => [
      account,
      ofAccount.toSorted((a, b) => rankOf(b.line) - rankOf(a.line)),
    ]),
  );
  return ({ account, codes }) => {
    const own: Record<string, string | undefined> = codes === noCodes ? {} : parseCodes(codes);
    for (const one of [account, ...ancestorsOf(account)]) {
      const found = byAccount
        .get(one)
        ?.find((line) => line.codes.every(([type, code]) => own[type] === code));
      if (found) return found.line;
    }
    return null;
  };
}

const rankOf = ({ codes }: LineKey) => codesRank(parseCodes(codes));
