import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approvedInvoice } from '../support/fixtures/invoices.ts';
import { periods } from '../support/fixtures/periods.ts';
import { approvedOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import type { AppOptions } from '../support/open-app.ts';
import { openList } from '../support/pages/lists.ts';
import { openReview } from '../support/pages/reviews.ts';

const withPeriods: AppOptions = {
  show: show('nlite', { settings: { accountingPeriods: true } }),
  api: (fake) => void fake.on('GET /api/periods', periods()),
};

describe('lists', () => {
  test('PERIOD-10: a list filters by period, and shows it as a column', async () => {
    const options: AppOptions = { ...withPeriods, as: 'sam', orders: [approvedOrder()], width: 1440 };
    const { page, api } = await openList('/po?status=all', options);
    const calls = () => api.calls('POST /api/pos/filter').at(-1);
    expect(calls()?.body).not.toHaveProperty('accountingPeriods');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await panel.getByRole('combobox', { name: 'Period' }).fill('Week 2');
    await page.getByRole('option', { name: 'Week 2' }).click();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => calls()?.body).toMatchObject({ accountingPeriods: ['Week 2'] });
    await expect(
      page.getByRole('grid', { name: 'Applied filters' }).getByRole('row', { name: 'Week 2' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog', { name: 'View' }).getByText('Period', { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Period', exact: true })).toBeVisible();
    await expect.poll(() => calls()?.query['columns']).toBe('PERIOD');
  });

  test('PERIOD-10: a show without periods has neither column nor filter', async () => {
    const { page } = await openList('/po?status=all', { as: 'sam', orders: [approvedOrder()], width: 1440 });
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await expect(panel.getByRole('button', { name: /Questions/ })).toBeVisible();
    await expect(panel.getByRole('combobox', { name: 'Period' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    const view = page.getByRole('dialog', { name: 'View' });
    await expect(view.getByText('Last Change', { exact: true })).toBeVisible();
    await expect(view.getByText('Period', { exact: true })).toHaveCount(0);
  });
});

describe('reviews', () => {
  test('PERIOD-10: a review shows the period of the document', async () => {
    const order = await openReview(approvedOrder({ accountingPeriod: 'Week 2' }), 'creator', withPeriods);
    await expect(order.page.getByRole('article')).toContainText('PeriodWeek 2');
    const invoice = await openReview(approvedInvoice({ accountingPeriod: 'Week 3' }), 'creator', withPeriods);
    await expect(invoice.page.getByRole('article')).toContainText('PeriodWeek 3');
  });

  test('PERIOD-07: a refused approval says who can open a period', async () => {
    const { page, api } = await openReview(submittedOrder(), 'approver', withPeriods);
    const message = 'No accounting period is open for 2026-11-10 or later. Ask Sam Delgado to open one.';
    api.fail('POST /api/workflows/approval', 'no_open_period', { message });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText(message)).toBeVisible();
  });
});
