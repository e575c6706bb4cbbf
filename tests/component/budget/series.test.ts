import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { budget, lockedBudget } from '../support/fixtures/budgets.ts';
import { chartOfAccounts } from '../support/fixtures/chart-of-accounts.ts';
import { pick } from '../support/pages/setup.ts';
import { openApp } from '../support/open-app.ts';
import type { AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const save = 'PUT /api/budgets/:id/series';

function openBudget(shown: ReturnType<typeof budget>, options: AppOptions = {}) {
  return openApp('/setup/budget', {
    as: 'sam',
    ...options,
    api: (fake, world) => {
      const { lines: _lines, totals: _totals, ...summary } = shown;
      fake.on('GET /api/budgets', { budgets: [summary] });
      fake.on('GET /api/budgets/:id', shown);
      options.api?.(fake, world);
    },
  });
}

const [line] = budget().lines;
const seriesLines = line
  ? [
      { ...line, codes: { EPISODE: '101' }, series: 'PATTERN' as const, original: 500, final: 500 },
      { ...line, series: 'AMORT' as const, original: 200, final: 200 },
    ]
  : [];

test('BUD-82, BUD-83: pattern and amort of an account are shown before they are saved, then in the totals', async () => {
  const { page, api } = await openBudget(budget());
  api.on(save, budget({ revision: 2, lines: seriesLines }));
  await button(page, 'Pattern and Amort').click();
  const dialog = page.getByRole('dialog', { name: 'Pattern and Amort' });
  await pick(page, 'Account', '2310');
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('50,000');
  await dialog.getByRole('group').getByText('Episode 102', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Amort' }).fill('10000');
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('listitem')).toHaveText([
    'Episode 101$50,000.00',
    'Episode 103$50,000.00',
    'Account 2310$128,400.00 → $10,000.00',
  ]);
  await expect(result).toContainText('Budget of 2310$110,000.00');
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(page.getByText('Pattern and amort saved.')).toBeVisible();
  expect(api.calls(save).at(-1)?.body).toEqual({
    revision: 1,
    account: '2310',
    episodes: ['101', '103'],
    pattern: 50_000,
    amort: 10_000,
    amortPlace: 'ACCOUNT',
  });
  const totals = page.locator('dl').first();
  await expect(totals).toContainText('Pattern$500.00');
  await expect(totals).toContainText('Amort$200.00');
  await expect(page.getByRole('row', { name: /2310 Episode 101/ })).toContainText('Pattern');
});

test('BUD-81, BUD-83: amounts that the budget cannot have are refused in the dialog', async () => {
  const { page, api } = await openBudget(budget());
  await button(page, 'Pattern and Amort').click();
  await button(page, 'Save').click();
  await expect(page.getByText('Choose an account.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Enter a pattern or an amort.');
  await pick(page, 'Account', '2310');
  await page.getByRole('textbox', { name: 'Pattern' }).fill('50');
  await page.getByRole('textbox', { name: 'Amort' }).fill('10');
  await page.getByRole('button', { name: /Amort Goes To$/ }).click();
  await page.getByRole('option', { name: 'Equal parts for the episodes' }).click();
  await button(page, 'Save').click();
  await expect(page.getByRole('alert')).toContainText('An episode cannot have both');
  expect(api.calls(save)).toHaveLength(0);
});

test('BUD-83: a locked budget and a show without episodes have no pattern', async () => {
  const locked = await openBudget(lockedBudget());
  await expect(button(locked.page, 'Transfer')).toBeVisible();
  await expect(button(locked.page, 'Pattern and Amort')).toHaveCount(0);
  const chart = chartOfAccounts.filter(({ config_type: type }) => type !== 'EPISODE');
  const { page } = await openBudget(budget(), {
    api: (fake) => void fake.on('GET /api/coa/:license', [...chart]),
  });
  await expect(button(page, 'Add Line')).toBeVisible();
  await expect(button(page, 'Pattern and Amort')).toHaveCount(0);
});
