import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';
import { isAccountVisible } from './account-ranges.ts';
import type { VisibleAccounts } from './account-ranges.ts';
import type { BudgetAnswer, budgetOnDecisionModes } from './budget-answers.ts';
import type { LineKey } from './line-codes.ts';
import { actualToDate, availability } from './measures.ts';
import type { Spending } from './measures.ts';

/** A level that a document affects: the nearest line of the budget, or an account without one, with what counts there. */
export interface AffectedAccount extends Spending {
  account: string;
  /** The codes of this level below its account; `noCodes` for the whole account. */
  levelCodes: string;
  /** The accounts and codes of the document's lines that count here. */
  keys: readonly LineKey[];
  /** With the codes of the level in words. */
  description: string;
  currency: string;
  /** The final budget; null when the account is not budgeted. */
  finalCents: number | null;
  /** The part of `waitingCents` that this document adds. */
  ownCents: number;
  /** Whether an import of other actuals counts in the show. */
  hasActuals: boolean;
}

/** The figures of an account on a decision: budget less all others is available after (BUD-23). */
export interface DecisionAccount {
  account: string;
  /** The codes of the level; `noCodes` for the whole account. */
  codes: string;
  description: string;
  answer: BudgetAnswer;
  budgetCents: number | null;
  actualCents: number;
  committedCents: number;
  waitingOthersCents: number;
  thisCents: number;
  availableAfterCents: number | null;
}

export interface BudgetDecision {
  answer: BudgetAnswer;
  currency: string;
  accounts: DecisionAccount[];
}

function accountOf(affected: AffectedAccount): DecisionAccount {
  const {
    account,
    levelCodes: codes,
    description,
    finalCents,
    ownCents,
    waitingCents,
    committedCents,
  } = affected;
  const after = finalCents === null ? null : availability(finalCents, affected).afterWaitingCents;
  return {
    account,
    codes,
    description,
    answer: after === null ? 'NOT_BUDGETED' : after < 0 ? 'OVER' : 'WITHIN',
    budgetCents: finalCents,
    actualCents: actualToDate(affected),
    committedCents,
    waitingOthersCents: waitingCents - ownCents,
    thisCents: ownCents,
    availableAfterCents: after,
  };
}

/** Returns the figures of a decision; null when no budget applies. Over counts more than not budgeted (BUD-23). */
export function decideBudget(affected: readonly AffectedAccount[]): BudgetDecision | null {
  const [first] = affected;
  if (!first) return null;
  const accounts = affected.map(accountOf);
  const answers = new Set(accounts.map(({ answer }) => answer));
  const answer = answers.has('OVER') ? 'OVER' : answers.has('NOT_BUDGETED') ? 'NOT_BUDGETED' : 'WITHIN';
  return { answer, currency: first.currency, accounts };
}

/** What a user may see of the budget of a document. No ranges: nothing. */
export interface BudgetVisibility {
  figures: VisibleAccounts;
  /** The accounts that the answer compares. */
  answer: VisibleAccounts;
}

/** Figures need READ `Budget`; the show may give everybody the answer for all accounts (BUD-24, BUD-38). */
export function budgetVisibility(user: {
  permissions: Permissions;
  budgetAccounts: VisibleAccounts;
  budgetOnDecision: (typeof budgetOnDecisionModes)[number];
}): BudgetVisibility {
  const figures = can(user.permissions, 'Budget', 'READ') ? user.budgetAccounts : [];
  return { figures, answer: user.budgetOnDecision === 'ANSWER' ? null : figures };
}

/** The answer for the accounts that it may compare; null when no budget applies to them. */
export function visibleAnswer(
  affected: readonly AffectedAccount[],
  { answer }: BudgetVisibility,
): BudgetAnswer | null {
  return decideBudget(affected.filter(({ account }) => isAccountVisible(answer, account)))?.answer ?? null;
}

/** The figures of a decision that a user may see; `isPartial` when accounts are left out (BUD-38). */
export function visibleFigures(
  affected: readonly AffectedAccount[],
  { figures }: BudgetVisibility,
): { accounts: DecisionAccount[]; isPartial: boolean } {
  const visible = affected.filter(({ account }) => isAccountVisible(figures, account));
  return { accounts: visible.map(accountOf), isPartial: visible.length < affected.length };
}
