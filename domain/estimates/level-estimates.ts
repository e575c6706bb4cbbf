import type { Estimates } from './estimate.ts';

/**
 * The estimates by the level at which their accounts count. A level with an estimate of its own has that one; else it
 * has those of the accounts that count at it, and the cost of those without one (EFC-07).
 */
export function estimatesByLevel(
  estimates: Estimates,
  levelOf: (account: string) => string,
  costOf: (account: string) => number,
) {
  const entered = [...estimates].flatMap(([account, { efcCents }]) =>
    efcCents === null ? [] : [{ account, efcCents }],
  );
  const byLevel = Map.groupBy(entered, ({ account }) => levelOf(account));
  const efcOfLevel = ({
    account,
    accounts,
  }: {
    account: string;
    accounts: readonly string[];
  }): number | null => {
    const ofLevel = new Map((byLevel.get(account) ?? []).map((one) => [one.account, one.efcCents]));
    if (ofLevel.size === 0 || ofLevel.has(account)) return ofLevel.get(account) ?? null;
    const costs = accounts.filter((one) => !ofLevel.has(one)).map(costOf);
    return [...ofLevel.values(), ...costs].reduce((sum, cents) => sum + cents, 0);
  };
  return { levels: [...byLevel.keys()], efcOfLevel };
}
