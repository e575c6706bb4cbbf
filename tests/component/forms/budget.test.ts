import { describe, test } from 'vitest';
import type { EnteredBudget } from '#domain/budget/entered-budget';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { setDressing } from '../support/fixtures/budgets.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, line } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import { typeLine } from '../support/pages/forms.ts';

const entered = 'POST /api/budgets/entered';
const within: EnteredBudget = {
  budget: {
    answer: 'WITHIN',
    currency: 'USD',
    accounts: [setDressing],
  },
};
const over: EnteredBudget = { budget: { answer: 'OVER' } };

const order = draft({ lineItems: [line({ unitCost: 1_000, coding: { ACCOUNT: '2310' } })] });
const openForm = (as: ReturnType<typeof person>, answer: EnteredBudget, width = 1440) =>
  openApp(`/po/edit/${order.id}`, {
    as,
    width,
    orders: [order],
    api: (fake) => void fake.on(entered, answer),
  });
const reader = person('dana', { permissions: { Budget: 'READ' } });

describe('the budget in the form', () => {
  for (const width of [375, 1440])
    test(
      `BUD-33: the form shows the budget of its accounts at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page, api } = await openForm(reader, within, width);
        await expect(page.getByText('2310 Set dressing labor: $3,000.00 available after.')).toBeVisible();
        const [call] = api.calls(entered);
        expect(call?.body).toMatchObject({ docType: 'PO', docId: order.id, currency: 'USD' });
        await expectAccessible(page);
      },
    );

  test('BUD-33: a changed amount is compared again, and over budget is written out', async () => {
    const { page, api } = await openForm(reader, within);
    await expect(page.getByText('Within budget')).toBeVisible();
    api.on(entered, over);
    await typeLine(page, 1, { 'Unit Cost': '30000' });
    await expect(page.getByText('Over budget')).toBeVisible();
    expect(api.calls(entered)).toHaveLength(2);
  });

  test('BUD-34: the form counts the lines with an amount that have no account and are not compared', async () => {
    const [coded] = order.lineItems;
    const uncoded = (description: string, unitCost: number) => line({ description, unitCost, coding: {} });
    const stored = draft({
      lineItems: [coded!, uncoded('Hire', 40), uncoded('Free', 0), uncoded('Fuel', 5)],
    });
    const { page, api } = await openApp(`/po/edit/${stored.id}`, {
      as: reader,
      orders: [stored],
      api: (fake) => void fake.on(entered, within),
    });
    await expect(page.getByText('Within budget')).toBeVisible();
    await expect(page.getByText('2 lines without an account are not compared.')).toBeVisible();
    expect(api.calls(entered)[0]?.body.lines).toHaveLength(1);
    await typeLine(page, 4, { 'Unit Cost': '0' });
    await expect(page.getByText('1 line without an account is not compared.')).toBeVisible();
    await typeLine(page, 2, { 'Unit Cost': '0' });
    await expect(page.getByText(/without an account/)).toHaveCount(0);
  });

  test('BUD-33, BUD-34: users to whom the show tells nothing cause no request', async () => {
    const { page, api } = await openForm(person('dana'), within);
    await expect(page.getByRole('heading', { name: 'Approval Steps' })).toBeVisible();
    await page.waitForIdle();
    expect(api.calls(entered)).toHaveLength(0);
  });
});
