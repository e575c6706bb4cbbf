import type { LineKey } from './line-codes.ts';
import { measuresByAccount } from './measures.ts';
import type { Count, Measures } from './measures.ts';

/** What counts for an account with codes below it: a part of what counts for the account. */
export interface CodedMeasures extends LineKey {
  measures: Measures;
}

/** Adds up counts with codes below their account, by account and codes, in the currency of the budget. */
export function measuresByCodes(
  counts: readonly Pick<Count, 'account' | 'codes' | 'currency' | 'measure' | 'cents'>[],
  currency: string,
): CodedMeasures[] {
  const byKey = Map.groupBy(counts, ({ account, codes }) => JSON.stringify([account, codes]));
  return [...byKey.values()].flatMap((ofKey) => {
    const [first] = ofKey;
    const measures = first && measuresByAccount(ofKey, currency).accounts.get(first.account);
    return measures ? [{ account: first.account, codes: first.codes, measures }] : [];
  });
}
