import { expect } from '../support/expect.ts';
import { test } from 'vitest';
import { budget, lockedBudget } from '../support/fixtures/budgets.ts';
import { openApp } from '../support/open-app.ts';

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

test('BUD-86: a budget leads to its files, working or locked', async () => {
  for (const shown of [budget(), lockedBudget()]) {
    const { page } = await openBudget(shown);
    for (const [name, format] of [
      ['Excel', 'xlsx'],
      ['CSV', 'csv'],
    ] as const) {
      const link = page.getByRole('link', { name });
      await expect(link).toHaveAttribute('href', new RegExp(`/api/budgets/[^/]+/file\\?.*format=${format}`));
      await expect(link).toHaveAttribute('download', '');
    }
  }
});

test('BUD-86: a budget without lines has no file', async () => {
  const { page } = await openBudget(budget({ lines: [] }));
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0);
});
