import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { budget } from '../support/fixtures/budgets.ts';
import { openApp } from '../support/open-app.ts';

const { lines } = budget();
const accounts = lines.filter(({ kind }) => kind === 'ACCOUNT');
const others = lines.filter(({ kind }) => kind !== 'ACCOUNT');
const many = [
  ...accounts,
  ...Array.from({ length: 250 }, (_, n) => ({
    ...accounts[0]!,
    account: String(5000 + n),
    description: `Account number ${n}`,
    original: 10,
    final: 10,
  })),
  { ...accounts[0]!, account: '9000', codes: { EPISODE: '103' }, description: 'Titles' },
  ...others,
];

function openBudget(shown: ReturnType<typeof budget>) {
  return openApp('/setup/budget', {
    as: 'sam',
    api: (fake) => {
      const { lines: _lines, totals: _totals, ...summary } = shown;
      fake.on('GET /api/budgets', { budgets: [summary] });
      fake.on('GET /api/budgets/:id', shown);
    },
  });
}

test('BUD-87: lines of a long budget are found by account, description, codes and kind', async () => {
  const { page } = await openBudget(budget({ lines: many }));
  const search = page.getByRole('searchbox', { name: 'Search account or description' });
  const rows = page.getByRole('grid', { name: 'Budget' }).getByRole('row');
  const total = page.locator('dl').first();
  const before = await total.textContent();
  for (const [text, found] of [
    ['5249', /5249.*Account number 249/],
    [' PICTURE vehicles', /2400.*Props rentals/],
    ['episode 103', /9000.*Titles/],
    ['fringes', /Total Fringes/],
  ] as const) {
    await search.fill(text);
    await expect(page.getByText('1 of 256 lines')).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toHaveText(found);
  }
  await expect(total).toHaveText(before ?? '');
  await expectAccessible(page);
  await rows.nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Line' });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Total Fringes');
});

test('BUD-87: a search without a result is named, and cleared by its button', async () => {
  const { page } = await openBudget(budget({ lines: many }));
  const search = page.getByRole('searchbox', { name: 'Search account or description' });
  await search.fill(' drone ');
  await expect(page.getByText('No line matches “drone”.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('row', { name: /2310/ })).toBeVisible();
});

test('BUD-87: a short budget has no search', async () => {
  const { page } = await openBudget(budget());
  await expect(page.getByRole('row', { name: /2310/ })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search account or description' })).toHaveCount(0);
});
