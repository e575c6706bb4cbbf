import * as v from 'valibot';
import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { described } from '#domain/values/described';
import { trimmedText } from '#domain/values/schema-fields';

/** A range of account codes, including both. Codes are compared as text, and `to` includes the codes that begin with it. */
export interface AccountRange {
  from: string;
  to: string;
}

/** The accounts whose figures a user may see; null for all (BUD-36). */
export type VisibleAccounts = readonly AccountRange[] | null;

export const maxAccountRanges = 20;
export const maxRangeCode = 50;

const code = v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(maxRangeCode));

/** Returns whether no code can be between both ends. */
export const isEmptyRange = ({ from, to }: AccountRange): boolean => from.slice(0, to.length) > to;

export const accountRanges = v.pipe(
  v.array(
    v.pipe(
      v.object({ from: code, to: code }),
      v.check((range) => !isEmptyRange(range), 'The last account comes before the first.'),
    ),
  ),
  v.minLength(1),
  v.maxLength(maxAccountRanges),
);

export function isAccountVisible(visible: VisibleAccounts, account: string): boolean {
  return (
    visible === null || visible.some(({ from, to }) => account >= from && account.slice(0, to.length) <= to)
  );
}

/** Only users with FULL `Budget`, who see all accounts, choose the accounts of others. */
export function mayLimitBudget({ permissions }: { permissions: Permissions }): boolean {
  return can(permissions, 'Budget', 'FULL');
}

/** What is said of figures of a part of the accounts. */
export const partialHeading = 'Only the accounts that you may see; totals are of these';

/** The field of responses with sums. */
export const partialField = {
  isPartial: v.optional(
    described(
      'Only for a user who sees a part of the accounts: the others are left out, also of sums.',
      v.boolean(),
    ),
  ),
};
