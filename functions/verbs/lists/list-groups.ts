import { maxGroups } from '#domain/lists/list-columns';
import type { ListGroups } from '#domain/lists/list-group';
import { fromCents } from '#domain/values/money';
import type { GroupRow } from '#store/show/lists/list-groups';

/**
 * The groups of a list in the order of their rows, those without a value last; a group has a sum for each currency
 * (VIEW-21).
 */
export function groupsOf(rows: readonly GroupRow[]): ListGroups {
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const all = [...byKey].map(([key, own]) => {
    const sums = own.toSorted((a, b) => b.count - a.count);
    return {
      key,
      name: own.find(({ name }) => name !== '')?.name ?? '',
      count: own.reduce((total, { count }) => total + count, 0),
      sums: sums.map(({ currency, cents }) => ({ currency, totalCost: fromCents(cents) })),
    };
  });
  // The last group of a full answer may lack a currency.
  const cutKey = rows.length < maxGroups * 2 ? undefined : rows.at(-1)?.key;
  const whole = all.filter(({ key }) => key !== cutKey);
  const groups = [...whole.filter(({ key }) => key !== ''), ...whole.filter(({ key }) => key === '')];
  return {
    groups: groups.slice(0, maxGroups),
    isComplete: cutKey === undefined && groups.length <= maxGroups,
  };
}
