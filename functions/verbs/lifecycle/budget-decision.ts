import { Refusal } from '#domain/codes';
import { decideBudget } from '#domain/budget/decision';
import type { AffectedAccount, BudgetAnswer, BudgetDecision, DecisionAccount } from '#domain/budget/decision';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { inApproval } from '#domain/document';
import { can } from '#domain/identity/permissions';
import { fromCents } from '#domain/values/money';
import type { Write } from '#store/d1/open';
import type { SubjectRows } from '#store/show/documents/read-document';
import { guardBudgetAnswer } from '#store/show/budget/decision';
import type { RequestContext } from '#verbs/request/context';

type Viewer = Pick<RequestContext, 'permissions' | 'settings'>;
type InApproval = { document: Pick<SubjectRows['document'], 'status'> };

/** How much of the budget the show lets a user see (BUD-24). */
function scopeOf({ permissions, settings }: Viewer): 'FIGURES' | 'ANSWER' | 'NOTHING' {
  return can(permissions, 'Budget', 'READ') ? 'FIGURES' : settings.budgetOnDecision;
}

/** Whether the show lets a user see whether a document is over budget. */
export const seesBudgetAnswer = (viewer: Viewer): boolean => scopeOf(viewer) !== 'NOTHING';

/** The field `budget` of a document in approval, as far as this user may see it (BUD-23, BUD-24). */
export function budgetOnDecision(
  viewer: Viewer,
  { document }: InApproval,
  affected: readonly AffectedAccount[],
): { budget?: BudgetDecisionResponse } {
  const scope = scopeOf(viewer);
  if (scope === 'NOTHING' || !inApproval(document.status)) return {};
  const decision = decideBudget(affected);
  if (!decision) return {};
  return { budget: scope === 'FIGURES' ? figuresOf(decision) : { answer: decision.answer } };
}

function figuresOf({ answer, currency, accounts }: BudgetDecision): BudgetDecisionResponse {
  return { answer, currency, accounts: accounts.map(accountOf) };
}

const amountOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

function accountOf(row: DecisionAccount) {
  const { account, description, answer } = row;
  return {
    account,
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

const answerTexts = {
  WITHIN: 'within budget',
  OVER: 'over budget',
  NOT_BUDGETED: 'not budgeted',
} as const satisfies Record<BudgetAnswer, string>;

/**
 * Requires that the budget still gives the answer that the approver saw, and returns the statement that checks it again
 * inside the batch. Users who may not see an answer get none. Throws `WORKFLOW_CONFLICT` (BUD-25).
 */
export function requireSameAnswer(
  viewer: Viewer & Pick<RequestContext, 'store'>,
  { document }: { document: Pick<SubjectRows['document'], 'id' | 'status'> },
  affected: readonly AffectedAccount[] | null,
  seen: BudgetAnswer | null,
): Write[] {
  const isChecked = affected !== null && seen !== null && inApproval(document.status);
  if (!isChecked || scopeOf(viewer) === 'NOTHING') return [];
  const answer = decideBudget(affected)?.answer ?? null;
  if (answer === seen) return [guardBudgetAnswer(viewer.store, document.id, seen)];
  const now = answer === null ? 'no longer compared with a budget' : `now ${answerTexts[answer]}`;
  const message = `The budget has changed since you opened this document: it is ${now}. Look at the figures and decide again.`;
  throw new Refusal('WORKFLOW_CONFLICT', { message, body: { budgetAnswer: answer } });
}
