import { Refusal } from '#domain/codes';
import { mayLimitBudget } from '#domain/budget/account-ranges';
import { changesBudgetAccess, comesWithBudget, givenBudgetAccounts } from '#domain/management/user';
import type { UserChange } from '#domain/management/user';
import type { User } from '#domain/management/management-response';
import { log } from '#edges/log';
import type { RequestContext } from '#verbs/request/context';

type Before = Pick<User, 'roleId' | 'readBudget' | 'budgetAccounts'>;

const newMember = { readBudget: false, budgetAccounts: null };

/**
 * Returns a change of a user, null before it for a new one, with the accounts of the budget that the new role comes
 * with. Throws `FORBIDDEN` when a user who does not see the whole budget chooses who sees it (BUD-37, BUD-50).
 */
export function limitBudgetAccounts<Change extends UserChange>(
  context: Pick<RequestContext, 'membership' | 'permissions'>,
  before: Before | null,
  change: Change,
): Change {
  if (changesBudgetAccess(before ?? newMember, change) && !mayLimitBudget(context))
    throw new Refusal('FORBIDDEN');
  const given = change.roleId && givenBudgetAccounts(context.membership, before, change.roleId);
  return given ? { ...change, budgetAccounts: [...given] } : change;
}

/** Logs who changed what a user sees of the budget, also by another role (BUD-50). */
export function logBudgetAccess(
  { user, show }: Pick<RequestContext, 'user' | 'show'>,
  before: Before | null,
  after: Pick<User, 'id' | 'roleId' | 'readBudget' | 'budgetAccounts'>,
): void {
  const { id, roleId: role, readBudget, budgetAccounts } = after;
  const sawByRole = before !== null && comesWithBudget(before.roleId);
  const isSame = sawByRole === comesWithBudget(role) && !changesBudgetAccess(before ?? newMember, after);
  if (isSame) return;
  const ranges = budgetAccounts?.length ?? null;
  log('info', 'budget access changed', { show: show.id, user: id, by: user.id, role, readBudget, ranges });
}
