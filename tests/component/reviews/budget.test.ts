import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { setDressing } from '../support/fixtures/budgets.ts';
import type { DecidedAccount } from '../support/fixtures/budgets.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { barButton, openReview } from '../support/pages/reviews.ts';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';

const over: DecidedAccount = {
  ...setDressing,
  answer: 'OVER',
  thisDocument: 4_500.5,
  availableAfter: -500.5,
};
const transport: DecidedAccount = {
  ...setDressing,
  account: '3500',
  description: 'Transport',
  answer: 'NOT_BUDGETED',
  budget: null,
  availableAfter: null,
};

const waiting = (budget?: BudgetDecisionResponse) => submittedOrder({ ...(budget && { budget }) });
const figures = (answer: DecidedAccount['answer'], ...accounts: DecidedAccount[]) => ({
  answer,
  currency: 'USD',
  accounts,
});

describe('the budget in a review', () => {
  test('BUD-26: one line is enough when everything fits, and opens the figures', async () => {
    const { page } = await openReview(waiting(figures('WITHIN', setDressing)), 'approver');
    await expect(page.getByText('Within budget')).toBeVisible();
    await expect(page.getByText('2310 Set dressing labor: $3,000.00 available after.')).toBeVisible();
    await expect(page.getByText('Waiting from others')).toHaveCount(0);
    await page.getByRole('button', { name: 'Figures', exact: true }).click();
    const list = page.getByRole('list', { name: 'Budget' });
    for (const text of ['$15,000.00', '$4,000.00', '$5,000.00', '$2,000.00', '$1,000.00', '$3,000.00'])
      await expect(list).toContainText(text);
  });

  for (const width of [375, 1440])
    test(
      `BUD-26: over budget and not budgeted are written out at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openReview(waiting(figures('OVER', over, transport)), 'approver', { width });
        const list = page.getByRole('list', { name: 'Budget' });
        await expect(list.getByText('Over budget')).toBeVisible();
        await expect(list.getByText('-$500.50')).toBeVisible();
        await expect(list.getByText('Not budgeted')).toBeVisible();
        await expectAccessible(page);
      },
    );

  test('BUD-70: a review without other actuals says so', async () => {
    const heading = 'POs and invoices in this show only';
    const { page } = await openReview(waiting({ ...figures('OVER', over), heading }), 'approver');
    await expect(page.getByText(`${heading}.`)).toBeVisible();
  });

  test('BUD-38: a review with a part of the accounts says so', async () => {
    const { page } = await openReview(
      waiting({ ...figures('WITHIN', setDressing), isPartial: true }),
      'approver',
    );
    await expect(page.getByText('Without accounts that you may not see.')).toBeVisible();
  });

  test('BUD-24, BUD-26: without the figures there is only the answer, and without an answer nothing', async () => {
    const { page } = await openReview(waiting({ answer: 'OVER' }), 'approver');
    await expect(page.getByText('Over budget')).toBeVisible();
    await expect(page.getByText('Available after')).toHaveCount(0);
    const other = await openReview(waiting(), 'approver');
    await expect(other.page.getByRole('heading', { name: 'Budget', exact: true })).toHaveCount(0);
  });

  test('BUD-25, BUD-26: the vote names what was shown, and a refused one says why', async () => {
    const message = 'The budget has changed since you looked at this document: it is now over budget.';
    const { page, api } = await openReview(waiting(figures('WITHIN', setDressing)), 'approver');
    api.fail('POST /api/workflows/approval', 'WORKFLOW_CONFLICT', {
      message,
      body: { budgetAnswer: 'OVER' },
    });
    await barButton(page, 'Approve').click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    expect(api.calls('POST /api/workflows/approval').at(-1)?.body).toMatchObject({ budgetAnswer: 'WITHIN' });
  });

  test('BUD-31: the submit asks for the missing reason, keeps it after a failure and sends it', async () => {
    const po = draft();
    const { page, api } = await openReview(po, 'creator');
    api.fail('PUT /api/pos/:id/submit', 'budget_reason_missing');
    await barButton(page, 'Submit for Approval').click();
    const dialog = page.getByRole('dialog', { name: /Over Budget/ });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two more days');
    api.fail('PUT /api/pos/:id/submit', 'WORKFLOW_CONFLICT');
    await dialog.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Two more days');
    await expect
      .poll(() => api.calls('PUT /api/pos/:id/submit').map(({ query }) => query['budgetReason'] ?? null))
      .toEqual([null, 'Two more days']);
  });

  test('BUD-31: the review shows the reason, also without a figure of the budget', async () => {
    const po = submittedOrder();
    const workflow = po.workflow && { ...po.workflow, budgetReason: 'Two more days' };
    const { page } = await openReview({ ...po, workflow }, 'approver', { width: 375 });
    await expect(page.getByText('Reason over budget: Two more days')).toBeVisible();
    await expectAccessible(page);
  });
});
