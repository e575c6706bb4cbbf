import { formatMoney, toCents } from '#domain/values/money';
import { answerNames } from './budget-answers.ts';
import type { BudgetAnswer } from './budget-answers.ts';
import type { BudgetDecisionResponse } from './decision-response.ts';

/** Further accounts are shown by the review. */
const maxAccounts = 12;

/** Whether the document is within budget; '' when the user sees nothing of it. */
export function budgetText(budget: BudgetDecisionResponse | null): string {
  if (!budget) return '';
  const partial = budget.isPartial ? ' (without accounts that you may not see)' : '';
  return `${answerNames[budget.answer]}${partial}`;
}

interface BudgetRow {
  title: string;
  answer: BudgetAnswer;
  /** The figures, without the answer. */
  detail: string;
  /** What is available after, or ''. */
  amount: string;
}

/** The figures of the first accounts, as the review shows them; null without any. */
export function budgetRows(
  budget: BudgetDecisionResponse | null,
): { title: string; rows: BudgetRow[]; more: string } | null {
  const { accounts = [], currency = '', heading } = budget ?? {};
  if (accounts.length === 0) return null;
  const money = (amount: number) => formatMoney(toCents(amount), currency);
  const rows = accounts.slice(0, maxAccounts).map((row) => ({
    title: [row.account || 'No account', row.description].filter(Boolean).join(' '),
    answer: row.answer,
    detail: [
      row.budget === null ? '' : `budget ${money(row.budget)}`,
      `actual ${money(row.actual)}`,
      `committed ${money(row.committed)}`,
      `waiting from others ${money(row.waitingOthers)}`,
      `this document ${money(row.thisDocument)}`,
    ]
      .filter(Boolean)
      .join(', '),
    amount: row.availableAfter === null ? '' : money(row.availableAfter),
  }));
  const left = accounts.length - rows.length;
  return {
    title: `Budget, and what is available after${heading ? ` (${heading})` : ''}`,
    rows,
    more: left > 0 ? `and ${left} more accounts` : '',
  };
}
