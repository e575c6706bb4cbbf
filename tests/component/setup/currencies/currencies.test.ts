import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../../support/accessibility.ts';
import { expect } from '../../support/expect.ts';
import { currencies } from '../../support/fixtures/currencies.ts';
import type { Currencies } from '../../support/fixtures/currencies.ts';
import { person } from '../../support/fixtures/people.ts';
import { openApp } from '../../support/open-app.ts';
import type { App, AppOptions } from '../../support/open-app.ts';
import type { Page } from '../../support/page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(field) }).click();
  await page.getByRole('option', { name: new RegExp(option) }).click();
}

const openCurrencies = (stored: Currencies = currencies(), options: AppOptions = {}): Promise<App> =>
  openApp('/setup/settings/currencies', {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/currencies', stored);
    },
  });

describe('the currencies of a show', () => {
  for (const width of [375, 1440])
    test(
      `CURR-09: rates and tax codes are accessible at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openCurrencies(currencies(), { width });
        await expect(page.getByText('1 USD = 1.36 CAD')).toBeVisible();
        await expect(page.getByText('No rate yet. Documents in EUR cannot be submitted.')).toBeVisible();
        await expect(page.getByText('13 %, 100 % recoverable')).toBeVisible();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );

  test('CURR-01: a change of the base currency is confirmed', async () => {
    const { page, api } = await openCurrencies(currencies({ baseCurrency: null }));
    await expect(page.getByText('Exchange rates')).toHaveCount(0);
    api.on('PUT /api/currencies/base', currencies());
    await choose(page, 'Base currency', 'CAD');
    await expect(page.getByText('Documents in approval keep their limits.')).toBeVisible();
    await button(page, 'Change').click();
    await expect(page.getByText('Base currency saved.')).toBeVisible();
    expect(api.calls('PUT /api/currencies/base').at(-1)?.body).toEqual({ currency: 'CAD' });
    await expect(page.getByText('1 USD = 1.36 CAD')).toBeVisible();
  });

  test('CURR-05: a rate is added as exact text, and a refusal stays in the dialog', async () => {
    const { page, api } = await openCurrencies();
    api.on('POST /api/currencies/rates', currencies());
    await button(page, 'Add Rate').click();
    await choose(page, '^.*Currency', 'USD');
    await page.getByRole('textbox', { name: 'Rate' }).fill('1,4');
    await button(page, 'Save').click();
    await expect(page.getByText('Enter a rate above zero with at most ten decimals.')).toBeVisible();
    expect(api.calls('POST /api/currencies/rates')).toHaveLength(0);
    await page.getByRole('textbox', { name: 'Rate' }).fill('1.3800');
    await button(page, 'Save').click();
    await expect(page.getByText('Rate saved.')).toBeVisible();
    expect(api.calls('POST /api/currencies/rates').at(-1)?.body).toEqual({
      rates: [{ currency: 'USD', day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), rate: '1.38' }],
    });
  });

  test('BUD-90: a budgeted rate is entered without a day, shown beside the present rate, and deleted', async () => {
    const withRate = currencies();
    withRate.currencies = withRate.currencies.map((one) =>
      one.currency === 'USD' ? { ...one, budgetedRate: '1.3' } : one,
    );
    const { page, api } = await openCurrencies();
    api.on('POST /api/currencies/rates', withRate);
    await button(page, 'Add Rate').click();
    await choose(page, '^.*Currency', 'USD');
    await page.getByText('Budgeted rate', { exact: true }).click();
    await expect(page.getByText('From day')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Rate' }).fill('1.30');
    await expectAccessible(page);
    await button(page, 'Save').click();
    await expect(page.getByText('Budgeted rate 1.3', { exact: true })).toBeVisible();
    const sent = () => api.calls('POST /api/currencies/rates').at(-1)?.body;
    expect(sent()).toEqual({ rates: [{ currency: 'USD', day: null, rate: '1.3' }] });
    api.on('GET /api/currencies/rates', { rates: [], hasMore: false });
    api.on('POST /api/currencies/rates', currencies());
    await button(page, 'Rates of USD').click();
    await expect(page.getByText('1.3 CAD')).toBeVisible();
    await button(page, 'Delete the budgeted rate').click();
    await expect(page.getByText('1.3 CAD')).toHaveCount(0);
    expect(sent()).toEqual({ rates: [{ currency: 'USD', day: null, rate: null }] });
  });

  test('CURR-20: a tax code gets a rate and a recoverable share', async () => {
    const { page, api } = await openCurrencies();
    api.on('PUT /api/currencies/taxes', currencies());
    await page.getByRole('button', { name: /^Edit PST/ }).click();
    await page.getByRole('textbox', { name: 'Rate in percent' }).fill('7');
    await page.getByRole('textbox', { name: 'Recoverable in percent' }).fill('0');
    await button(page, 'Save').click();
    await expect(page.getByText('Tax code saved.')).toBeVisible();
    expect(api.calls('PUT /api/currencies/taxes').at(-1)?.body).toEqual({
      projectCompanyExternalId: 'pc1',
      code: 'PST',
      terms: { rate: '7', recoverable: '0' },
    });
  });

  test('CURR-08: the history names user, day and both rates', async () => {
    const { page, api } = await openCurrencies();
    api.on('GET /api/currencies/changes', {
      changes: [
        {
          id: '2',
          kind: 'RATE',
          subject: 'USD',
          day: '2026-11-02',
          before: '1.35',
          after: '1.36',
          source: 'rates.csv',
          by: { userId: 'sam', name: 'Sam Delgado' },
          at: '2026-11-22T09:00:00.000Z',
        },
      ],
      hasMore: false,
    });
    await button(page, 'History').click();
    await expect(page.getByText('1.35 → 1.36')).toBeVisible();
    await expect(page.getByText('Sam Delgado').first()).toBeVisible();
  });

  test('CURR-06: without FULL Show nothing can be changed', async () => {
    const reader = person('sam', { permissions: { Show: 'READ' } });
    const { page } = await openCurrencies(currencies(), { as: reader });
    await expect(page.getByText('1 USD = 1.36 CAD')).toBeVisible();
    for (const name of ['Add Rate', 'Upload Rates', 'Get Rates from Accounting'])
      await expect(button(page, name)).toHaveCount(0);
  });
});
