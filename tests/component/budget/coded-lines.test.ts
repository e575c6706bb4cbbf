import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { budget, lockedBudget } from '../support/fixtures/budgets.ts';
import { pick } from '../support/pages/setup.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const openBudget = (shown: ReturnType<typeof budget>) =>
  openApp('/setup/budget', {
    as: 'sam',
    api: (fake) => {
      const { lines: _lines, totals: _totals, ...summary } = shown;
      fake.on('GET /api/budgets', { budgets: [summary] });
      fake.on('GET /api/budgets/:id', shown);
    },
  });

describe('lines of a budget below an account', () => {
  test('BUD-61: an account gets a line for an episode, which the budget shows with its codes', async () => {
    const { page, api } = await openBudget(budget());
    const [line] = budget().lines;
    const lines = line ? [line, { ...line, codes: { EPISODE: '103' } }] : [];
    api.on('PUT /api/budgets/:id/amounts', budget({ revision: 2, lines }));
    await button(page, 'Add Line').click();
    await pick(page, 'Account', '2310');
    const hint = page.getByText('Choose a code for a line below this account.');
    const taken = page.getByText('The budget has this line already.');
    await expect(hint).toBeVisible();
    await expect(taken).toHaveCount(0);
    await button(page, 'Save').click();
    await expect(taken).toBeVisible();
    await expect(hint).toHaveCount(0);
    await pick(page, 'Episode', '103');
    await expect(taken).toHaveCount(0);
    await expect(hint).toHaveCount(0);
    expect(api.calls('PUT /api/budgets/:id/amounts')).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Budget' }).fill('500');
    api.on('GET /api/budgets/:id', budget({ revision: 2, lines }));
    await button(page, 'Save').click();
    await expect(page.getByText('Line added.')).toBeVisible();
    expect(api.calls('PUT /api/budgets/:id/amounts').at(-1)?.body).toMatchObject({
      account: '2310',
      codes: { EPISODE: '103' },
      amount: 500,
    });
    await expect(page.getByRole('row', { name: /2310 .*Episode 103/ })).toBeVisible();
  });

  test('BUD-61: a transfer moves budget between two episodes of an account', async () => {
    const [line] = lockedBudget().lines;
    const episode = (code: string) => (line ? [{ ...line, codes: { EPISODE: code } }] : []);
    const { page, api } = await openBudget(lockedBudget({ lines: [...episode('101'), ...episode('102')] }));
    api.on('POST /api/budgets/:id/transfers', lockedBudget({ revision: 5 }));
    await button(page, 'Transfer').click();
    await pick(page, 'From', 'Episode 101');
    await pick(page, 'To', 'Episode 102');
    await page.getByRole('textbox', { name: 'Amount' }).fill('3,000');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Moved to 102');
    await button(page, 'Save').click();
    await expect(page.getByText('Transfer saved.')).toBeVisible();
    expect(api.calls('POST /api/budgets/:id/transfers').at(-1)?.body).toMatchObject({
      from: '2310',
      fromCodes: { EPISODE: '101' },
      to: '2310',
      toCodes: { EPISODE: '102' },
    });
  });

  test('BUD-09, BUD-61: an approved overage raises a line', async () => {
    const { page, api } = await openBudget(lockedBudget());
    api.on('POST /api/budgets/:id/overages', lockedBudget({ revision: 5 }));
    await button(page, 'Approved Overage').click();
    await pick(page, 'Account', '2400');
    await page.getByRole('textbox', { name: 'Amount' }).fill('2000');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Approved by the studio');
    await button(page, 'Save').click();
    await expect(page.getByText('Approved overage saved.')).toBeVisible();
    expect(api.calls('POST /api/budgets/:id/overages').at(-1)?.body).toMatchObject({
      account: '2400',
      codes: {},
      amount: 2_000,
    });
  });
});
