import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { accountingBudget, budget } from '../support/fixtures/budgets.ts';
import { person } from '../support/fixtures/people.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name of the budget' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the page and reads the budget of accounting. */
async function readBudget(
  found: ReturnType<typeof accountingBudget> | null,
  options: AppOptions = {},
): Promise<App> {
  const app = await openApp('/setup/budget/accounting', { as: 'sam', ...options });
  app.api.on('POST /api/budgets/accounting/check', { budget: found });
  app.api.on('GET /api/budgets', { budgets: [] });
  app.api.on('GET /api/budgets/:id', budget());
  await button(app.page, 'Read from SmartAccounting').click();
  await expect(button(app.page, 'Read Again')).toBeVisible();
  return app;
}

describe('the budget of accounting', () => {
  for (const width of [375, 1440])
    test(
      `BUD-45, BUD-47: it is compared before it is imported, at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page, api } = await readBudget(accountingBudget(), { width });
        await expect(page.getByText('Total in SmartAccounting').locator('..')).toContainText('$332,550.50');
        await expect(page.getByText('Difference', { exact: true }).locator('..')).toContainText('$4,000.00');
        const differences = page.getByRole('region', { name: 'Differences from 2 · Draft 3' });
        await expect(differences).toContainText('2310 · Set dressing labor');
        await expect(differences).toContainText('$120,000.00 → $128,400.00 (+$8,400.00)');
        await expect(differences).toContainText('none → $22,900.00');
        await expect(differences).toContainText('$7,000.00 → none (-$7,000.00)');
        await expect(button(page, 'Import 5 lines')).toBeDisabled();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
        api.on('POST /api/budgets/accounting/import', budget());
        await nameField(page).fill('Week 3');
        await page.getByRole('textbox', { name: 'Reason' }).fill('Weekly update');
        await button(page, 'Import 5 lines').click();
        await expect(page.getByText('Budget imported.')).toBeVisible();
        await expect(page).toHaveURL('/setup/budget?budget=nlite_b1');
        expect(api.calls('POST /api/budgets/accounting/import').at(-1)?.body).toEqual({
          name: 'Week 3',
          reason: 'Weekly update',
          digest: 'd'.repeat(64),
        });
      },
    );

  test('BUD-47: without differences, or without a budget to compare with', async () => {
    const { page, api } = await readBudget(accountingBudget({ differences: [] }));
    await expect(page.getByText('All amounts are the same.')).toBeVisible();
    api.on('POST /api/budgets/accounting/check', {
      budget: accountingBudget({ comparedWith: null, differences: [] }),
    });
    await button(page, 'Read Again').click();
    await expect(page.getByText('All amounts are the same.')).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Differences/ })).toHaveCount(0);
  });

  test('BUD-47: reading again takes the name in accounting, unless the user entered one', async () => {
    const { page, api } = await readBudget(accountingBudget());
    await expect(nameField(page)).toHaveValue('Working budget');
    const readAgain = async (name: string) => {
      api.on('POST /api/budgets/accounting/check', { budget: accountingBudget({ name }) });
      await button(page, 'Read Again').click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
    };
    await readAgain('Second budget');
    await expect(nameField(page)).toHaveValue('Second budget');
    await nameField(page).fill('Week 3');
    await readAgain('Third budget');
    await expect(nameField(page)).toHaveValue('Week 3');
    await nameField(page).fill('');
    await readAgain('Fourth budget');
    await expect(nameField(page)).toHaveValue('Fourth budget');
  });

  test('BUD-47: a system without a budget leads to the upload', async () => {
    const { page } = await readBudget(null);
    await expect(page.getByText('SmartAccounting has no budget of this show.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Upload Budget' }).click();
    await expect(page).toHaveURL('/setup/budget/upload');
  });

  test('BUD-47: errors of the budget prevent its import', async () => {
    const message = '“Catering”: Enter the account.';
    const faults = [
      { row: 4, column: 'Number', message },
      { row: null, column: null, message: 'The budget has more than 2,000 accounts.' },
    ];
    const { page } = await readBudget(accountingBudget({ faults }));
    await expect(page.getByRole('region', { name: 'What is wrong' }).getByRole('listitem')).toHaveText([
      `Row 4 · Number${message}`,
      'BudgetThe budget has more than 2,000 accounts.',
    ]);
    await expect(page.getByText('Correct the budget in SmartAccounting and read it again.')).toBeVisible();
    await expect(button(page, 'Import 5 lines')).toBeDisabled();
  });

  test('AC-04, BUD-47: a failure of accounting shows its sentence, and reading can be repeated', async () => {
    const { page, api } = await openApp('/setup/budget/accounting', { as: 'sam' });
    const message = 'The accounting system did not respond in time.';
    const mend = api.fail('POST /api/budgets/accounting/check', 'accounting_interface_error', { message });
    await button(page, 'Read from SmartAccounting').click();
    await expect(page.getByRole('alert')).toContainText(message);
    mend();
    api.on('POST /api/budgets/accounting/check', { budget: accountingBudget() });
    await button(page, 'Read from SmartAccounting').click();
    await expect(page.getByText('Total in SmartAccounting')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('BUD-47: a step that fails without a sentence of the server is named', async () => {
    const { page, api } = await readBudget(accountingBudget());
    await page.getByRole('textbox', { name: 'Reason' }).fill('Weekly update');
    api.disconnect('POST /api/budgets/accounting/import');
    await button(page, 'Import 5 lines').click();
    await expect(page.getByRole('alert')).toContainText('The budget could not be imported. Try again.');
    api.disconnect('POST /api/budgets/accounting/check');
    await button(page, 'Read Again').click();
    await expect(page.getByRole('alert')).toContainText(
      'The budget could not be read from SmartAccounting. Try again.',
    );
  });

  test('BUD-46, BUD-47: an import that is refused keeps what was entered', async () => {
    const { page, api } = await readBudget(accountingBudget());
    const message = 'The budget in accounting has changed in the meantime. Check it again.';
    api.fail('POST /api/budgets/accounting/import', 'WORKFLOW_CONFLICT', { message });
    await page.getByRole('textbox', { name: 'Reason' }).fill('Weekly update');
    await button(page, 'Import 5 lines').click();
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue('Weekly update');
  });

  test('BUD-16, BUD-47: only users with FULL Budget import it', async () => {
    const noBudgets: AppOptions['api'] = (fake) => {
      fake.on('GET /api/budgets', { budgets: [] });
    };
    const { page } = await openApp('/setup/budget', { as: 'sam', api: noBudgets });
    await page.getByRole('link', { name: 'From Accounting' }).click();
    await expect(page).toHaveURL('/setup/budget/accounting');
    const reader = person('sam', { permissions: { Budget: 'READ' } });
    const other = await openApp('/setup/budget/accounting', { as: reader, api: noBudgets });
    await expect(other.page).toHaveURL('/setup/budget');
  });
});
