import { Refusal } from '#domain/codes';
import { mayLimitBudget } from '#domain/budget/account-ranges';
import { changesBudgetAccounts, givenBudgetAccounts } from '#domain/management/user';
import type { UserChange } from '#domain/management/user';
import type { User } from '#domain/management/management-response';
import type { RequestContext } from '#verbs/request/context';

type Before = Pick<User, 'roleId' | 'budgetAccounts'>;

/**
 * Returns a change of a user, null before it for a new one, with the accounts of the budget that the new role comes
 * with. Throws `FORBIDDEN` when a user who does not see the whole budget chooses accounts (BUD-37).
 */
export function limitBudgetAccounts<Change extends UserChange>(
  context: Pick<RequestContext, 'membership' | 'permissions'>,
  before: Before | null,
  change: Change,
): Change {
  const isChanged = changesBudgetAccounts(before ?? { budgetAccounts: null }, change);
  if (isChanged && !mayLimitBudget(context)) throw new Refusal('FORBIDDEN');
  const given =
    change.roleId && givenBudgetAccounts(context.membership, before?.roleId ?? null, change.roleId);
  return given ? { ...change, budgetAccounts: [...given] } : change;
}
