import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { budgetMeasures, countedOrder, lockedBudget } from '../support/fixtures/budgets.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';

async function openCosts(
  own: Parameters<typeof budgetMeasures>[0] = {},
  options: AppOptions = {},
): Promise<App> {
  const { lines: _lines, totals: _totals, ...summary } = lockedBudget();
  const app = await openApp('/setup/budget', {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/budgets', { budgets: [summary] });
      fake.on('GET /api/budgets/:id', lockedBudget());
      fake.on('GET /api/budgets/measures', budgetMeasures(own));
    },
  });
  await app.page.getByRole('button', { name: 'Costs', exact: true }).click();
  await expect(app.page.getByText('POs and invoices in this show only.')).toBeVisible();
  return app;
}

describe('the costs of a budget', () => {
  test('BUD-27: rows show what counts and what is left, and mark over budget and not budgeted in words', async () => {
    const { page } = await openCosts();
    const labor = page.getByRole('row', { name: /2310/ });
    for (const text of ['$128,400.00', '$40,000.00', '$31,250.50', '$2,000.00', '$57,149.50', '$55,149.50'])
      await expect(labor).toContainText(text);
    await expect(page.getByRole('row', { name: /2400/ })).toContainText('Over budget');
    await expect(page.getByRole('row', { name: /3500/ })).toContainText('Not budgeted');
    await expect(page.getByText('Documents in CAD are not included.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'By Header Account' })).toContainText('2300');
    await page.getByRole('button', { name: 'Amounts', exact: true }).click();
    await expect(page.getByText('Without contingency')).toBeVisible();
  });

  test('BUD-87: the costs of a long budget have the search too', async () => {
    const { lines, ...measures } = budgetMeasures();
    const many = Array.from({ length: 30 }, (_, n) => ({
      ...lines[0]!,
      account: String(5000 + n),
      description: `Account number ${n}`,
    }));
    const { page } = await openCosts({ ...measures, lines: [...lines, ...many] });
    await page.getByRole('searchbox', { name: 'Search account or description' }).fill('number 29');
    const rows = page.getByRole('grid', { name: 'Costs' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('5029');
  });

  test('BUD-27: a narrow window names the account below its code', async () => {
    const { page } = await openCosts({}, { width: 900, height: 800 });
    const labor = page.getByRole('grid', { name: 'Costs' }).getByRole('row', { name: /2310/ });
    await expect(labor).toContainText('Set dressing labor');
    const { x, width } = await labor.getByText('$55,149.50').boundingBox();
    expect(x + width).toBeLessThanOrEqual(900);
    await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0);
  });

  test('BUD-20, BUD-27: figures that are not complete yet say so', async () => {
    const { page } = await openCosts({ isComplete: false });
    await expect(page.getByText('Documents from before the upgrade are still being counted.')).toBeVisible();
  });

  test('BUD-41, BUD-27: the exchange difference is shown in the totals and for each document', async () => {
    const { totals, ...measures } = budgetMeasures();
    const { page, api } = await openCosts({ ...measures, totals: { ...totals, exchangeDifference: 160 } });
    await expect(page.getByText('Actual contains an exchange difference of USD 160.00.')).toBeVisible();
    const figures = { actual: 5_600, paid: 0, committed: 0, inProgress: 0, waiting: 0, overRelief: 0 };
    api.on('GET /api/budgets/measures/documents', {
      documents: [],
      hidden: { count: 1, ...figures, exchangeDifference: 160 },
      hasMore: false,
    });
    await page.getByRole('row', { name: /2310/ }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'Actual $5,600.00of which exchange difference $160.00',
    );
  });

  test('BUD-75: what is paid is below the actual amount, in the totals, the row and its documents', async () => {
    const { page, api } = await openCosts();
    await expect(page.getByText('paid $25,000.00')).toHaveCount(2);
    const figures = { actual: 5_600, committed: 0, inProgress: 0, waiting: 0, overRelief: 0 };
    api.on('GET /api/budgets/measures/documents', {
      documents: [],
      hidden: { count: 1, ...figures, paid: 400, exchangeDifference: 0 },
      hasMore: false,
    });
    await page.getByRole('row', { name: /2310/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Actual $5,600.00of which paid $400.00');
  });

  test('BUD-22, BUD-27: a row opens the documents of its account', async () => {
    const { page, api } = await openCosts();
    const figures = {
      actual: 0,
      paid: 0,
      committed: 31_250.5,
      inProgress: 1_000,
      waiting: 0,
      overRelief: 0,
      exchangeDifference: 0,
    };
    api.on('GET /api/budgets/measures/documents', {
      documents: [
        {
          ...countedOrder,
          ...figures,
        },
      ],
      hidden: { count: 2, ...figures, committed: 12, inProgress: 0 },
      hasMore: false,
    });
    await page.getByRole('row', { name: /2310/ }).click();
    const dialog = page.getByRole('dialog', { name: '2310 Set dressing labor' });
    await expect(dialog.getByRole('link', { name: 'PO 00042' })).toBeVisible();
    await expect(dialog).toContainText('$31,250.50');
    await expect(dialog).toContainText('2 documents that you may not see');
    await expectAccessible(page);
  });

  for (const width of [375, 1440])
    test(
      `BUD-27: the costs are accessible at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openCosts({}, { width });
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );
});
