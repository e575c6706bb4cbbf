import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { budget, budgetCheck, lockedBudget } from '../support/fixtures/budgets.ts';
import type { BudgetCheck } from '../support/fixtures/budgets.ts';
import { person } from '../support/fixtures/people.ts';
import { pick } from '../support/pages/setup.ts';
import { show } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

type Budget = ReturnType<typeof budget>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const at = '2026-11-22T09:00:00.000Z';
const by = { userId: 'sam', name: 'Sam Delgado' };

async function openBudget(all: readonly Budget[], options: AppOptions = {}): Promise<App> {
  return openApp('/setup/budget', {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/budgets', {
        budgets: all.map(({ lines: _lines, totals: _totals, ...summary }) => summary),
      });
      fake.on('GET /api/budgets/:id', ({ params }) => all.find(({ id }) => id === params['id']) ?? budget());
    },
  });
}

describe('the budget of a show', () => {
  test('BUD-07, BUD-11, BUD-17: a locked budget shows transfers, overages and totals without contingency', async () => {
    const { page } = await openBudget([lockedBudget()]);
    const row = page.getByRole('row', { name: /2310/ });
    for (const text of ['$128,400.00', '$3,000.00', '$2,000.00', '$133,400.00'])
      await expect(row).toContainText(text);
    await expect(page.getByText('Without contingency').locator('..')).toContainText('$283,550.50');
    await expect(button(page, 'Lock')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('BUD-17: at 900 px the description of a locked budget has room beside the amounts', async () => {
    const { page } = await openBudget([lockedBudget()], { width: 900 });
    const heading = page.getByRole('columnheader', { name: 'Description' });
    await expect(page.getByText('Set dressing labor').first()).toBeVisible();
    expect((await heading.boundingBox()).width).toBeGreaterThan(200);
  });

  test.each([375, 1440])('BUD-17: the budget is accessible at %i px', async (width) => {
    const { page } = await openBudget([budget()], { width });
    await expect(page.getByText('Set dressing labor').first()).toBeVisible();
    await expectAccessible(page);
    if (width < 640) expectTouchTargets(page);
  });

  test.each(['sam', 'dana'] as const)(
    'BUD-16, BUD-17, BUD-50: %s with READ sees it and changes nothing',
    async (name) => {
      const reader = person(name, { permissions: { Budget: 'READ' } });
      const { page } = await openBudget([budget()], { as: reader });
      await expect(page.getByText('Set dressing labor').first()).toBeVisible();
      for (const label of ['Add Line', 'Lock', 'New Budget'])
        await expect(button(page, label)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Upload Budget' })).toHaveCount(0);
      await expect(button(page, 'History')).toBeVisible();
    },
  );

  test('BUD-16: without the permission there is no Budget in Management', async () => {
    const { page } = await openBudget([], { as: 'marcus' });
    await expect(page).toHaveURL('/approvals');
  });

  test('BUD-17: a failed list shows an error', async () => {
    const { page, api } = await openBudget([]);
    api.fail('GET /api/budgets', 'INTERNAL_ERROR');
    await page.goto('/setup/budget');
    await expect(page.getByText('Error loading budgets.')).toBeVisible();
  });

  test('BUD-08: an amount of a working budget is changed in its row', async () => {
    const { page, api } = await openBudget([budget()]);
    api.on('PUT /api/budgets/:id/amounts', budget({ revision: 2 }));
    await page.getByRole('row', { name: /2310/ }).click();
    await page.getByRole('textbox', { name: 'Budget' }).fill('130,000');
    await button(page, 'Save').click();
    await expect(page.getByText('Line saved.')).toBeVisible();
    expect(api.calls('PUT /api/budgets/:id/amounts').at(-1)?.body).toEqual({
      revision: 1,
      account: '2310',
      codes: {},
      amount: 130_000,
      description: 'Set dressing labor',
      kind: 'ACCOUNT',
    });
  });

  test('BUD-08, BUD-17: a line is added, and an account that the budget has is refused', async () => {
    const { page, api } = await openBudget([budget()]);
    api.on('PUT /api/budgets/:id/amounts', budget({ revision: 2 }));
    await button(page, 'Add Line').click();
    await pick(page, 'Account', '2310');
    await page.getByRole('textbox', { name: 'Budget' }).fill('500');
    await button(page, 'Save').click();
    await expect(page.getByText('The budget has this line already.')).toBeVisible();
    expect(api.calls('PUT /api/budgets/:id/amounts')).toEqual([]);
    await pick(page, 'Account', '2304');
    await button(page, 'Save').click();
    await expect(page.getByText('Line added.')).toBeVisible();
    expect(api.calls('PUT /api/budgets/:id/amounts').at(-1)?.body).toMatchObject({
      account: '2304',
      amount: 500,
    });
  });

  test('BUD-08: locking asks first', async () => {
    const { page, api } = await openBudget([budget()]);
    api.on('POST /api/budgets/:id/lock', lockedBudget());
    await button(page, 'Lock').click();
    const question = page.getByRole('alertdialog', { name: 'Lock this budget?' });
    await expect(question).toContainText('“Locked script budget” with $328,550.50');
    await question.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('Budget locked.')).toBeVisible();
    await expect(button(page, 'Transfer')).toBeVisible();
  });

  test('BUD-09, BUD-17: a transfer needs accounts, amount and reason, and keeps them when it is refused', async () => {
    const { page, api } = await openBudget([lockedBudget()]);
    await button(page, 'Transfer').click();
    await button(page, 'Save').click();
    await expect(page.getByText('Enter the reason.')).toBeVisible();
    await expectAccessible(page);
    await pick(page, 'From', 'Contingency');
    await expect(page.getByText('$47,000.00 final budget.')).toBeVisible();
    await pick(page, 'To', '2320');
    await page.getByRole('textbox', { name: 'Amount' }).fill('3,000');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Rain days');
    const message = 'Contingency 10% does not have that much budget left.';
    const mend = api.fail('POST /api/budgets/:id/transfers', 'invalid_parameter', { message });
    await button(page, 'Save').click();
    await expect(page.getByRole('alert')).toContainText(message);
    mend();
    api.on('POST /api/budgets/:id/transfers', lockedBudget({ revision: 5 }));
    await button(page, 'Save').click();
    await expect(page.getByText('Transfer saved.')).toBeVisible();
    expect(api.calls('POST /api/budgets/:id/transfers').at(-1)?.body).toEqual({
      revision: 4,
      from: 'CONTINGENCY',
      fromCodes: {},
      to: '2320',
      toCodes: {},
      amount: 3_000,
      reason: 'Rain days',
    });
  });

  test('BUD-10, BUD-17: after a change by another user the dialog keeps what was entered', async () => {
    const { page, api } = await openBudget([budget()]);
    const message = 'The budget has changed in the meantime. Load it again.';
    api.fail('PUT /api/budgets/:id/amounts', 'WORKFLOW_CONFLICT', { message });
    await page.getByRole('row', { name: /2310/ }).click();
    await page.getByRole('textbox', { name: 'Budget' }).fill('1');
    api.on('GET /api/budgets/:id', budget({ revision: 2 }));
    await button(page, 'Save').click();
    await expect(page.getByRole('alert')).toContainText('The budget has changed in the meantime.');
    api.on('PUT /api/budgets/:id/amounts', budget({ revision: 3 }));
    await button(page, 'Save').click();
    await expect(page.getByText('Line saved.')).toBeVisible();
    expect(api.calls('PUT /api/budgets/:id/amounts').at(-1)?.body).toMatchObject({ revision: 2, amount: 1 });
  });

  test('BUD-10, BUD-17: the history shows user, reason and the final budget after each change', async () => {
    const { page, api } = await openBudget([lockedBudget()]);
    api.on('GET /api/budgets/:id/changes', {
      changes: [
        {
          revision: 4,
          kind: 'TRANSFER' as const,
          reason: 'Rain days',
          by,
          at,
          lines: [
            { account: 'CONTINGENCY', codes: {}, amount: -3_000, final: 47_000 },
            { account: '2310', codes: {}, amount: 3_000, final: 131_400 },
          ],
        },
        { revision: 1, kind: 'CREATED' as const, reason: 'budget.xlsx', by, at, lines: [] },
      ],
      hasMore: false,
    });
    await button(page, 'History').click();
    const entry = page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first();
    for (const text of [
      'Transfer',
      'Contingency 10%',
      'Rain days',
      'Sam Delgado',
      '$131,400.00',
      '-$3,000.00',
    ])
      await expect(entry).toContainText(text);
    await expectAccessible(page);
  });

  test('BUD-07, BUD-08: another budget is chosen, and says that it does not count', async () => {
    const second = budget({ id: 'nlite_b2', number: 2, name: 'Reshoot', isCounting: false });
    const { page } = await openBudget([second, lockedBudget()]);
    await expect(page.getByText('Locked by Sam Delgado')).toBeVisible();
    await page.getByRole('button', { name: /Shown budget/ }).click();
    await page.getByRole('option', { name: /Reshoot/ }).click();
    await expect(page.getByText('Another budget counts.')).toBeVisible();
    await expect(page).toHaveURL('/setup/budget?budget=nlite_b2');
  });

  test('BUD-06, BUD-07: a show without a budget offers to upload or enter one', async () => {
    const { page, api } = await openBudget([]);
    await expect(page.getByText('No budget yet.')).toBeVisible();
    api.on('POST /api/budgets', budget({ lines: [] }));
    await button(page, 'New Budget').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Draft 1');
    await button(page, 'Save').click();
    await expect(page.getByText('Budget created.')).toBeVisible();
    expect(api.calls('POST /api/budgets').at(-1)?.body).toEqual({ name: 'Draft 1', currency: 'USD' });
  });
});

test('CURR-18: a budget of a show with a base currency offers no other currency', async () => {
  const { page, api } = await openBudget([], { show: show('nlite', { settings: { baseCurrency: 'CAD' } }) });
  api.on('POST /api/budgets', budget({ lines: [] }));
  await button(page, 'New Budget').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Draft 1');
  await button(page, 'Save').click();
  await expect(page.getByText('Budget created.')).toBeVisible();
  expect(api.calls('POST /api/budgets').at(-1)?.body).toEqual({ name: 'Draft 1', currency: 'CAD' });
});

describe('the upload of a budget', () => {
  async function upload(check: BudgetCheck, options: AppOptions = {}): Promise<App> {
    const app = await openBudget([], options);
    app.api.on('POST /api/budgets/check', check);
    await app.page.goto('/setup/budget/upload');
    const file = new File(['Account,Budget'], 'Locked budget.csv', { type: 'text/csv' });
    await app.page.locator('input[type=file]').upload(file);
    await expect(app.page.getByText('Total of the file')).toBeVisible();
    return app;
  }

  test('BUD-18, BUD-44: the file may be the XML of Movie Magic Budgeting', async () => {
    const { page } = await openBudget([]);
    await expect(page.getByText('tab-delimited text or Movie Magic Budgeting XML')).toBeVisible();
    await page.getByRole('link', { name: 'Upload Budget' }).click();
    await expect(page.locator('input[type=file]')).toHaveAttribute('accept', /\.xml/);
  });

  test('BUD-12, BUD-13, BUD-15, BUD-18: the dry run shows totals, difference and unknown accounts before the import', async () => {
    const { page, api } = await upload(budgetCheck());
    await expect(page.getByText('Difference').locator('..')).toContainText('$4,000.00');
    await expect(page.getByText('Fringes', { exact: true }).first().locator('..')).toContainText(
      '$22,900.00',
    );
    const unknown = page.getByRole('region', { name: 'Accounts that are not in the chart of accounts' });
    await expect(unknown).toContainText('2450 · Drone unit');
    await expectAccessible(page);
    api.on('POST /api/budgets/import', budget());
    await page.getByRole('textbox', { name: 'Name of the budget' }).fill('Draft 4');
    await button(page, 'Import 5 lines').click();
    await expect(page.getByText('Budget imported.')).toBeVisible();
    await expect(page).toHaveURL('/setup/budget?budget=nlite_b1');
    expect(api.calls('POST /api/budgets/import').at(-1)?.query).toMatchObject({
      name: 'Draft 4',
      count: '5',
      total: '328550.5',
      currency: 'USD',
    });
  });

  test('BUD-12, BUD-18: a file with errors lists them and cannot be imported', async () => {
    const message = '“a lot” is not an amount. Write it as $1,200.00.';
    const faults = [{ row: 2, column: 'Budget', message }];
    const { page, api } = await upload(budgetCheck({ faults }), { width: 375 });
    await expect(page.getByRole('region', { name: 'What is wrong' })).toContainText(message);
    await expect(button(page, 'Import 5 lines')).toBeDisabled();
    await expect(page.getByText('Correct the file and choose it again.')).toBeVisible();
    expect(api.calls('POST /api/budgets/import')).toEqual([]);
    await expectAccessible(page);
    expectTouchTargets(page);
  });

  test('BUD-18: a file that cannot be read shows why', async () => {
    const { page, api } = await openBudget([]);
    const message = 'This is not a spreadsheet.';
    api.fail('POST /api/budgets/check', 'invalid_parameter', { message });
    await page.goto('/setup/budget/upload');
    await page.locator('input[type=file]').upload(new File(['x'], 'x.csv', { type: 'text/csv' }));
    await expect(page.getByRole('alert')).toContainText(message);
  });
});
