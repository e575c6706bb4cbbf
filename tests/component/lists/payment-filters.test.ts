import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expect } from '../support/expect.ts';
import { payment, paymentRow } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { openFilters, openList, rowOf, rowsIn, takeFilter } from '../support/pages/lists.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const list = 'POST /api/payments/filter';
const names = 'GET /api/payments/search/:type';
const [vendorName, payeeName] = ['Foxglove Sign Company', 'Ostrich & Sons'];

/** Opens the filters panel and waits for its options. */
async function openPanel(page: Page): Promise<Locator> {
  const panel = await openFilters(page);
  await expect(panel.getByRole('combobox', { name: 'Bank Name' })).toBeVisible();
  return panel;
}

async function fillFields(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('textbox', { name: 'From' }).fill('03/09/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('03/09/2026');
  await takeFilter(page, 'Vendor Name', 'foxglo', vendorName);
  await takeFilter(page, 'Payee Name', 'ostrich', payeeName);
  await takeFilter(page, 'Bank Name', 'Union', 'Union Pacific Trust USD 4410');
  await takeFilter(page, 'Payment Type', 'EPAYNF', 'EPAYNF');
  await takeFilter(page, 'Currency', 'USD', 'USD');
}

async function fillAmount(page: Page, panel: Locator, operator: string, typed: string): Promise<void> {
  await panel.getByRole('button', { name: 'Amount Is' }).click();
  await page.getByRole('option', { name: operator }).click();
  await panel.getByRole('textbox', { name: 'Amount' }).fill(typed);
  await panel.getByRole('textbox', { name: 'Amount' }).blur();
}

/** Opens a list of two payments; an amount filter of $1,234.56 matches the first. */
async function openPayments(): Promise<App & { cheap: ReturnType<typeof payment> }> {
  const [cheap, other] = [payment({ totalCost: 1234.56 }), payment({ totalCost: 1234.57 })];
  const app = await openList('/payment', { as: 'sam', payments: [cheap, other] });
  app.api.on(names, ({ params: { type } }) => [type === 'vendor-name' ? vendorName : payeeName]);
  app.api.on(list, ({ body }) => {
    const rows = body.amountFilter ? [cheap] : [cheap, other];
    return { payments: rows.map((row) => paymentRow(row, person('sam'))), total: rows.length };
  });
  return { ...app, cheap };
}

test('LS-27, LS-28, LS-29, LS-30, PA-14: payment filters apply with Apply, stay in the address, and are discarded with Cancel', async () => {
  const { page, api, cheap } = await openPayments();
  let panel = await openPanel(page);
  await takeFilter(page, 'Payee Name', 'ostrich', payeeName);
  await takeFilter(page, 'Bank Name', 'Union', 'Union Pacific Trust USD 4410');
  await takeFilter(page, 'Currency', 'USD', 'USD');
  // The options are the currencies of the show's payments.
  await panel.getByRole('combobox', { name: 'Currency' }).pressSequentially('C');
  await expect(page.getByRole('option')).toHaveText(['CAD']);
  await page.keyboard.press('Escape');
  // The field accepts two decimals, separators and a leading currency.
  await fillAmount(page, panel, 'Equal to', '$1,234.567');
  await expect(panel.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.56');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  for (const { body } of api.calls(list))
    expect(body).toMatchObject({ amountFilter: null, bankNames: [], payeeNames: [] });
  panel = await openPanel(page);
  const rows = rowsIn(page, 'Payments');
  await fillFields(page, panel);
  await fillAmount(page, panel, 'Equal to', 'USD 1,234.56');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rowOf(page, cheap)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('7');
  expect(api.calls(list).at(-1)?.body).toEqual({
    statuses: ['DRAFT'],
    paymentNumbers: [],
    dateRange: { startDate: '2026-03-09', endDate: '2026-03-09' },
    vendorNames: [vendorName],
    payeeNames: [payeeName],
    bankNames: ['Union Pacific Trust USD 4410'],
    paymentTypes: ['EPAYNF'],
    currencies: ['USD'],
    amountFilter: { operator: 'EQUAL_TO', totalAmount: 1234.56 },
    isWaiting: null,
    waitingSince: null,
    waitingWith: [],
  });
  await page.reload();
  await expect(rows).toHaveCount(1);
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByRole('row')).toHaveCount(7);
  await chips.getByRole('row', { name: 'Equal to $1,234.56' }).getByRole('button').click();
  await expect(rows).toHaveCount(2);

  panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Clear Filters' }).click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL('/payment');
});

test('LS-28: the amount filter supports Greater than and Less than', async () => {
  const { page, api } = await openPayments();
  await openPanel(page);
  await takeFilter(page, 'Currency', 'USD', 'USD');
  for (const [words, operator] of [
    ['Greater than', 'GREATER_THAN'],
    ['Less than', 'LESS_THAN'],
  ] as const) {
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await fillAmount(page, panel, words, '1234.57');
    await panel.getByRole('button', { name: 'Apply' }).click();
    const chips = page.getByRole('grid', { name: 'Applied filters' });
    await expect(chips.getByRole('row', { name: `${words} $1,234.57` })).toBeVisible();
    await expect
      .poll(() => api.calls(list).at(-1)?.body.amountFilter)
      .toEqual({ operator, totalAmount: 1234.57 });
    await openPanel(page);
  }
});

test('LS-42: typing the same text again selects the next matching name', async () => {
  const { page, api } = await openList('/payment', { as: 'sam', payments: [payment()] });
  api.on(names, ['Grange', 'Grove']);
  const panel = await openPanel(page);
  const box = panel.getByRole('combobox', { name: 'Vendor Name' });
  const chips = panel.getByRole('grid', { name: 'Vendor Name, chosen' }).getByRole('row');
  await box.pressSequentially('gr');
  await expect(page.getByRole('option')).toHaveText(['Grange', 'Grove']);
  await box.press('Enter');
  await expect(chips).toHaveText(['Grange']);
  await box.pressSequentially('gr');
  await box.press('Enter');
  await expect(chips).toHaveText(['Grange', 'Grove']);
  await box.pressSequentially('gr');
  await expect(page.getByText('Nothing found.')).toBeVisible();
});

test('LS-42, LS-43, PA-13: names are searched from two characters on, half a second after the last key, and a failure shows an error', async () => {
  const { page, api } = await openList('/payment', { as: 'sam', payments: [payment()], clock: true });
  const panel = await openPanel(page);
  const option = page.getByRole('option');
  page.clock.pause();
  for (const [label, type, failure] of [
    ['Vendor Name', 'vendor-name', 'Unable to retrieve vendor list'],
    ['Payee Name', 'payee-name', 'Unable to retrieve payee list'],
  ] as const) {
    api.on(names, ['Andromeda Lighting']);
    const previousCount = api.calls(names).length;
    const searches = () => {
      const calls = api.calls(names).slice(previousCount);
      return calls.map(({ params, query }) => `${params['type']} ${query['search']}`);
    };
    const box = panel.getByRole('combobox', { name: label });
    await box.pressSequentially('a');
    await page.clock.runFor(2000);
    expect(searches()).toEqual([]);
    await box.pressSequentially('n');
    await page.clock.runFor(490);
    expect(searches()).toEqual([]);
    await page.clock.runFor(10);
    await expect.poll(searches).toEqual([`${type} an`]);
    await expect(option).toHaveText(['Andromeda Lighting']);
    const mend = api.fail(names, 'invalid_parameter');
    await box.pressSequentially('d');
    await page.clock.runFor(500);
    // The list shows only the error.
    await expect(option).toHaveText([failure]);
    mend();
    await page.keyboard.press('Backspace');
    await page.clock.runFor(500);
    await expect(option).toHaveText(['Andromeda Lighting']);
    await expect(page.getByText(failure)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(option).toHaveCount(0);
  }
});

test('LS-31, LS-41: payment filters that fail to load can be retried, and days must be in order', async () => {
  const { page, api } = await openList('/payment', { as: 'sam', payments: [payment()] });
  const mend = api.fail('GET /api/payments/search/setup', 'invalid_parameter');
  const panel = await openFilters(page);
  const alert = panel.getByRole('alert').filter({ hasText: 'Unable to load payment filter fields.' });
  await expect(alert).toBeVisible();
  mend();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await panel.getByRole('combobox', { name: 'Currency' }).click();
  await expect(page.getByRole('option', { name: 'USD' })).toBeVisible();
  await page.keyboard.press('Escape');
  const [from, to] = [
    panel.getByRole('textbox', { name: 'From' }),
    panel.getByRole('textbox', { name: 'To' }),
  ];
  await from.fill('03/02/2026');
  await to.fill('03/01/2026');
  await to.blur();
  await expect(panel.getByText('Invalid date range', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await from.fill('');
  await from.blur();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?to=2026-03-01$/);
});

test('LS-28, AC-09: the amount filter shows an error when companies fail to load, until a currency is selected', async () => {
  const { page, api } = await openPayments();
  api.fail('GET /api/companies', 'invalid_parameter');
  const panel = await openPanel(page);
  await expect(panel.getByText('Unable to Load Company Information.')).toBeVisible();
  await takeFilter(page, 'Currency', 'USD', 'USD');
  await expect(panel.getByText('Unable to Load Company Information.')).toBeHidden();
});
