import { Refusal } from '#domain/codes';
import { isAccountVisible } from '#domain/budget/account-ranges';
import { isGuarantor } from '#domain/identity/permissions';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';

/** What a user sees of budgets and costs. Every verb that returns figures leaves out the other accounts (BUD-36). */
export interface BudgetReader {
  sees: (account: string) => boolean;
  /** The user does not see all accounts, so that sums are of a part. */
  isPartial: boolean;
  /** The mark of responses with such sums. */
  partial: { isPartial?: boolean };
}

type Reader = Pick<RequestContext, 'permissions' | 'membership'>;

/** Throws `FORBIDDEN` without READ `Budget`. */
export function requireBudgetReader({ permissions, membership }: Reader): BudgetReader {
  requirePermission(permissions, 'Budget', 'READ');
  return budgetReaderOf(membership);
}

/** Who sees issued reports: guarantors, too (BUD-88). Throws `FORBIDDEN`. */
export function requireReportReader(reader: Reader): BudgetReader {
  return isGuarantor(reader.membership) ? budgetReaderOf(reader.membership) : requireBudgetReader(reader);
}

function budgetReaderOf({ budgetAccounts }: Reader['membership']): BudgetReader {
  const isPartial = budgetAccounts !== null;
  return {
    sees: (account) => isAccountVisible(budgetAccounts, account),
    isPartial,
    partial: isPartial ? { isPartial } : {},
  };
}

/** Throws `FORBIDDEN` for an account that the user does not see, and for a code of another type (BUD-36). */
export function requireVisibleCode(reader: BudgetReader, by: string, code: string): void {
  requireDimension(reader, by);
  if (by === 'ACCOUNT' && !reader.sees(code)) throw new Refusal('FORBIDDEN');
}

/** Costs by another type of code contain all accounts. Throws `FORBIDDEN` for a user who sees a part of them. */
export function requireDimension({ isPartial }: BudgetReader, by: string): void {
  if (isPartial && by !== 'ACCOUNT') throw new Refusal('FORBIDDEN');
}
