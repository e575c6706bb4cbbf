import { Refusal } from '#domain/codes';
import { figuresHeading } from '#domain/budget/actuals';
import { answerNames } from '#domain/budget/budget-answers';
import { budgetVisibility, visibleAnswer, visibleFigures } from '#domain/budget/decision';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import type { AffectedAccount, BudgetVisibility, DecisionAccount } from '#domain/budget/decision';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { noCodes, parseCodes } from '#domain/budget/line-codes';
import { inApproval } from '#domain/document';
import { fromCents } from '#domain/values/money';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { guardBudgetAnswer } from '#store/show/budget/decision';
import type { RequestContext } from '#verbs/request/context';

type Viewer = Pick<RequestContext, 'permissions' | 'settings'> & {
  membership: Pick<RequestContext['membership'], 'budgetAccounts'>;
};
type InApproval = { document: Pick<SubjectRows['document'], 'status'> };

/** How much of the budget of documents a user may see (BUD-24, BUD-38). */
export const budgetVisibilityOf = ({ permissions, settings, membership }: Viewer): BudgetVisibility =>
  budgetVisibility({
    permissions,
    budgetAccounts: membership.budgetAccounts,
    budgetOnDecision: settings.budgetOnDecision,
  });

/** Whether a user may see whether a document is over budget in any of its accounts. */
export const seesBudgetAnswer = (viewer: Viewer): boolean => budgetVisibilityOf(viewer).answer === null;

/** The field `budget` of a document in approval, as far as this user may see it (BUD-23, BUD-24). */
export function budgetOnDecision(
  viewer: Viewer,
  { document }: InApproval,
  affected: readonly AffectedAccount[],
): { budget?: BudgetDecisionResponse } {
  return inApproval(document.status) ? visibleBudget(viewer, affected) : {};
}

/** The budget of the affected accounts, as far as this user may see it (BUD-24, BUD-38). */
export function visibleBudget(
  viewer: Viewer,
  affected: readonly AffectedAccount[],
): { budget?: BudgetDecisionResponse } {
  const visibility = budgetVisibilityOf(viewer);
  const answer = visibleAnswer(affected, visibility);
  if (answer === null) return {};
  const { accounts, isPartial } = visibleFigures(affected, visibility);
  const [first] = affected;
  if (accounts.length === 0 || !first) return { budget: { answer } };
  const heading = figuresHeading(first.hasActuals);
  return {
    budget: {
      answer,
      currency: first.currency,
      accounts: accounts.map(accountOf),
      ...(heading && { heading }),
      ...(isPartial && { isPartial }),
    },
  };
}

const amountOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

function accountOf(row: DecisionAccount) {
  const { account, codes, description, answer } = row;
  return {
    account,
    ...(codes !== noCodes && { codes: parseCodes(codes) }),
    description,
    answer,
    budget: amountOrNull(row.budgetCents),
    actual: fromCents(row.actualCents),
    committed: fromCents(row.committedCents),
    waitingOthers: fromCents(row.waitingOthersCents),
    thisDocument: fromCents(row.thisCents),
    availableAfter: amountOrNull(row.availableAfterCents),
  };
}

type Voter = Viewer & Pick<RequestContext, 'store'>;
type Voted = { document: Pick<SubjectRows['document'], 'id' | 'status'> };

/**
 * The statement that fails the batch of a vote when the budget no longer gives the answer that the approver saw. None for
 * users who may not see an answer (BUD-25).
 */
export function guardSameAnswer(viewer: Voter, { document }: Voted, seen: BudgetAnswer | null): Write[] {
  const { answer } = budgetVisibilityOf(viewer);
  const isChecked = seen !== null && inApproval(document.status) && answer?.length !== 0;
  return isChecked ? [guardBudgetAnswer(viewer.store, document.id, seen, answer)] : [];
}

/**
 * Requires that the budget still gives the answer that the approver saw, and returns the statement that checks it again
 * inside the batch. Throws `WORKFLOW_CONFLICT` (BUD-25).
 */
export function requireSameAnswer(
  viewer: Voter,
  voted: Voted,
  affected: readonly AffectedAccount[] | null,
  seen: BudgetAnswer | null,
): Write[] {
  const guards = guardSameAnswer(viewer, voted, seen);
  if (guards.length === 0 || affected === null) return [];
  const answer = visibleAnswer(affected, budgetVisibilityOf(viewer));
  if (answer === seen) return guards;
  const now =
    answer === null ? 'no longer compared with a budget' : `now ${answerNames[answer].toLowerCase()}`;
  const message = `The budget has changed since you looked at this document: it is ${now}. Look at it and decide again.`;
  throw new Refusal('WORKFLOW_CONFLICT', { message, body: { budgetAnswer: answer } });
}
