import type { Locator, Page } from '@playwright/test';
import type { PaymentFilterBody } from '../../domain/list-filters.ts';
import type { PaymentFilterSetup } from '../../domain/payment.ts';
import { cashier, importedPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';
import { holdTime } from './support/quiet.ts';

async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByRole('combobox', { name: 'Bank Name' })).toBeVisible();
  return panel;
}

/** Takes an option of one of the boxes that one types into. */
async function take(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).pressSequentially(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** What the list asks the server for, from now on. */
function bodies(page: Page): PaymentFilterBody[] {
  const seen: PaymentFilterBody[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/payments/filter'))
      seen.push(request.postDataJSON() as PaymentFilterBody);
  });
  return seen;
}

function rowsOf(page: Page, prefix: string): Locator {
  return page.getByRole('grid', { name: 'Payments' }).getByRole('row').filter({ hasText: prefix });
}

test('LS-27, LS-28, LS-29, LS-30, PA-14: every field of the filters, their count, chips and address', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, 'nlite');
  const payeeName = `Ostrich & Sons ${Date.now().toString(36)}`;
  const wanted = { payeeName, paymentType: 'EPAYNF', createdAt: '2026-03-09T18:00:00.000Z' } as const;
  const { prefix, payments } = await importedPayments(place, {
    ...wanted,
    count: 2,
    cents: (n) => 123_456 + n,
  });
  const [cheap] = payments;
  if (!cheap) throw new Error('There are no payments');
  const setup = await place.api.get<PaymentFilterSetup>('/api/payments/search/setup?showId=nlite');
  expect(Object.keys(setup).toSorted()).toEqual([
    'BANK_NAME',
    'CURRENCY',
    'PAYEE_NAME',
    'PAYMENT_TYPE',
    'VENDOR_NAME',
  ]);
  const { page } = await as('sam');
  const seen = bodies(page);
  await page.goto(`/payment?number=${prefix}`);
  await expect(rowsOf(page, prefix)).toHaveCount(2);
  const fields = async (panel: Locator) => {
    await panel.getByRole('textbox', { name: 'From' }).fill('03/09/2026');
    await panel.getByRole('textbox', { name: 'To' }).fill('03/09/2026');
    await take(page, 'Vendor Name', cheap.vendorName.slice(0, 6), cheap.vendorName);
    await take(page, 'Payee Name', 'ostrich', payeeName);
    await take(page, 'Bank Name', cheap.bankName.slice(0, 5), cheap.bankName);
    await take(page, 'Payment Type', 'EPAYNF', 'EPAYNF');
    await take(page, 'Currency', 'USD', 'USD');
  };
  const amount = async (panel: Locator, operator: string, typed: string) => {
    await panel.getByRole('button', { name: 'Amount Is' }).click();
    await page.getByRole('option', { name: operator }).click();
    await panel.getByRole('textbox', { name: 'Amount' }).fill(typed);
    await panel.getByRole('textbox', { name: 'Amount' }).blur();
  };
  let panel = await openFilters(page);
  await fields(panel);
  // The options are what the payments of the show have.
  await panel.getByRole('combobox', { name: 'Currency' }).pressSequentially('C');
  await expect(page.getByRole('option')).toHaveText(setup.CURRENCY.filter((one) => one.startsWith('C')));
  await page.keyboard.press('Escape');
  // Two decimals and no third, separators, and the currency before it.
  const total = panel.getByRole('textbox', { name: 'Amount' });
  await amount(panel, 'Equal to', '$1,234.567');
  await expect(total).toHaveValue('1,234.56');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  expect(seen.some((body) => body.amountFilter || body.bankNames?.length)).toBe(false);

  panel = await openFilters(page);
  await fields(panel);
  await amount(panel, 'Equal to', 'USD 1,234.56');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(rowsOf(page, prefix)).toHaveCount(1);
  await expect(rowsOf(page, prefix)).toContainText(cheap.number);
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('7');
  expect(seen.at(-1)).toEqual({
    statuses: ['DRAFT'],
    paymentNumbers: [prefix],
    dateRange: { startDate: '2026-03-09', endDate: '2026-03-09' },
    vendorNames: [cheap.vendorName],
    payeeNames: [payeeName],
    bankNames: [cheap.bankName],
    paymentTypes: ['EPAYNF'],
    currencies: ['USD'],
    amountFilter: { operator: 'EQUAL_TO', totalAmount: 1234.56 },
  });

  // The address has all of it; a chip takes one away.
  await page.reload();
  await expect(rowsOf(page, prefix)).toHaveCount(1);
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByRole('row')).toHaveCount(7);
  await chips.getByRole('row', { name: 'Equal to $1,234.56' }).getByRole('button').click();
  await expect(rowsOf(page, prefix)).toHaveCount(2);

  const counts: Record<string, number> = {};
  for (const operator of ['Greater than', 'Less than']) {
    panel = await openFilters(page);
    await amount(panel, operator, '1234.57');
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect(chips.getByRole('row', { name: `${operator} $1,234.57` })).toBeVisible();
    await expect(rowsOf(page, prefix)).toHaveCount(operator === 'Less than' ? 1 : 0);
    counts[seen.at(-1)?.amountFilter?.operator ?? ''] = await rowsOf(page, prefix).count();
  }
  expect(counts).toEqual({ GREATER_THAN: 0, LESS_THAN: 1 });

  panel = await openFilters(page);
  await panel.getByRole('button', { name: 'Clear Filters' }).click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/payment\\?number=${prefix}$`));
});

test('LS-31: the days of payments are in order, or one of them is missing', async ({ as }) => {
  const { page } = await as('sam');
  await page.goto('/payment');
  const panel = await openFilters(page);
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

test('LS-42: the same text typed once more takes the next name that fits', async ({ as }) => {
  const { page } = await as('sam');
  await page.route(/\/api\/payments\/search\/vendor-name/, (route) =>
    route.fulfill({ json: ['Grange', 'Grove'] }),
  );
  await page.goto('/payment');
  const panel = await openFilters(page);
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

test('LS-42, LS-43, PA-13: names are looked for from two characters on, after half a second; what fails says so', async ({
  as,
}) => {
  const { page } = await as('sam');
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const [, type] = /^\/api\/payments\/search\/(.*-name)\/?$/.exec(url.pathname) ?? [];
    if (type) asked.push(`${type} ${url.searchParams.get('search')}`);
  });
  await page.clock.install();
  await page.goto('/payment');
  await openFilters(page);
  const passes = await holdTime(page);
  const names = [
    ['Vendor Name', 'vendor-name', 'Unable to retrieve vendor list'],
    ['Payee Name', 'payee-name', 'Unable to retrieve payee list'],
  ] as const;
  for (const [label, type, failure] of names) {
    const box = page.getByRole('combobox', { name: label });
    asked.length = 0;
    await box.pressSequentially('a');
    await passes(2000);
    expect(asked).toEqual([]);
    await box.pressSequentially('n');
    await passes(490);
    expect(asked).toEqual([]);
    await passes(10);
    await expect.poll(() => asked).toEqual([`${type} an`]);
    await expect(page.getByRole('option').first()).toBeVisible();

    await page.route(`**/api/payments/search/${type}*`, (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
    );
    await box.pressSequentially('d');
    await passes(500);
    await expect(page.getByText(failure).first()).toBeVisible();
    // The list is empty but for the line that says why.
    await expect(page.getByRole('option')).toHaveText([failure]);
    await page.unroute(`**/api/payments/search/${type}*`);
    await page.keyboard.press('Backspace');
    await passes(500);
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.getByText(failure)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await passes(500);
  }
});

test('LS-41: fields that could not be loaded say so, and can be asked for again', async ({ as }) => {
  const { page } = await as('sam');
  await page.route('**/api/payments/search/setup*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
  );
  await page.goto('/payment');
  const panel = await openFilters(page);
  const alert = panel.getByRole('alert').filter({ hasText: 'Unable to load payment filter fields.' });
  await expect(alert).toBeVisible();
  await page.unroute('**/api/payments/search/setup*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await panel.getByRole('combobox', { name: 'Currency' }).click();
  await expect(page.getByRole('option', { name: 'USD' })).toBeVisible();
});
