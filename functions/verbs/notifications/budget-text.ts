import type { BudgetAnswer } from '#domain/budget/decision';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { formatMoney, toCents } from '#domain/values/money';
import type { EmailList } from '#edges/mail/message-content';

const answers = {
  WITHIN: 'Within budget',
  OVER: 'Over budget',
  NOT_BUDGETED: 'Not budgeted',
} as const satisfies Record<BudgetAnswer, string>;

/** Whether the document is within budget; '' when the recipient sees nothing of it. */
export function budgetText(budget: BudgetDecisionResponse | null): string {
  if (!budget) return '';
  const partial = budget.isPartial ? ' (without accounts that you may not see)' : '';
  return `${answers[budget.answer]}${partial}`;
}

/** The figures of each account, as the review shows them (BUD-35). */
export function budgetList(budget: BudgetDecisionResponse | null): EmailList[] {
  const { accounts = [], currency = '' } = budget ?? {};
  const money = (amount: number) => formatMoney(toCents(amount), currency);
  const rows = accounts.map((row) => ({
    title: [row.account || 'No account', row.description].filter(Boolean).join(' '),
    detail: [
      answers[row.answer],
      row.budget === null ? '' : `budget ${money(row.budget)}`,
      `actual ${money(row.actual)}`,
      `committed ${money(row.committed)}`,
      `waiting from others ${money(row.waitingOthers)}`,
      `this document ${money(row.thisDocument)}`,
    ]
      .filter(Boolean)
      .join(', '),
    amount: row.availableAfter === null ? '' : money(row.availableAfter),
    href: null,
  }));
  const shown = rows.slice(0, maxAccounts);
  const left = rows.length - shown.length;
  return rows.length === 0
    ? []
    : [
        {
          title: 'Budget, and what is available after',
          rows: shown,
          more: left > 0 ? `and ${left} more accounts` : '',
        },
      ];
}

/** Further accounts are shown by the review. */
const maxAccounts = 12;
