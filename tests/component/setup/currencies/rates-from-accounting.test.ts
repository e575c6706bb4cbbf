import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../../support/accessibility.ts';
import { expect } from '../../support/expect.ts';
import { currencies } from '../../support/fixtures/currencies.ts';
import { openApp } from '../../support/open-app.ts';
import type { App } from '../../support/open-app.ts';

const checkRoute = 'POST /api/currencies/rates/accounting/check';
const importRoute = 'POST /api/currencies/rates/accounting/import';
const check = {
  rates: [{ currency: 'USD', day: '2026-11-15', rate: '1.38', before: '1.36' }],
  ready: 1,
  unchanged: 2,
  faults: [],
  ignored: ['NOK'],
};

async function openDialog(width = 1440): Promise<App> {
  const app = await openApp('/setup/settings/currencies', {
    as: 'sam',
    width,
    api: (fake) => {
      fake.on('GET /api/currencies', currencies());
    },
  });
  await app.page.getByRole('button', { name: 'Get Rates from Accounting' }).click();
  return app;
}
const readButton = { name: /^Read from / };

describe('the rates of accounting', () => {
  for (const width of [375, 1440])
    test(
      `CURR-24: the dry run is shown before the import at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page, api } = await openDialog(width);
        api.on(checkRoute, { check });
        api.on(importRoute, currencies());
        await page.getByRole('button', readButton).click();
        await expect(page.getByText('1.38 instead of 1.36')).toBeVisible();
        await expect(page.getByText('2 rates are stored already.')).toBeVisible();
        await expect(page.getByText('Currencies ignored: NOK.')).toBeVisible();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
        expect(api.calls(importRoute)).toHaveLength(0);
        await page.getByRole('button', { name: 'Import 1 rate' }).click();
        await expect(page.getByText('Rates imported.')).toBeVisible();
        expect(api.calls(importRoute).at(-1)?.body).toEqual({ count: 1 });
      },
    );

  test('CURR-24: without rates in accounting, the dialog names how they are added instead', async () => {
    const { page, api } = await openDialog();
    api.on(checkRoute, { check: null });
    await page.getByRole('button', readButton).click();
    await expect(
      page.getByText(/has no exchange rates of this show\. Upload them from a file/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  });

  test('CURR-24: a failure shows the sentence of accounting, and reading can be repeated', async () => {
    const { page, api } = await openDialog();
    api.fail(checkRoute, 'accounting_interface_error', { message: 'The ledger is closed.' });
    await page.getByRole('button', readButton).click();
    await expect(page.getByText('The ledger is closed.')).toBeVisible();
    api.on(checkRoute, { check });
    await page.getByRole('button', readButton).click();
    await expect(page.getByText('1.38 instead of 1.36')).toBeVisible();
  });

  test('CURR-24: rates with errors are not imported', async () => {
    const { page, api } = await openDialog();
    api.on(checkRoute, {
      check: {
        ...check,
        faults: [{ row: 2, column: 'Rate', message: 'This is not a rate. Write it as 1.36.' }],
      },
    });
    await page.getByRole('button', readButton).click();
    await expect(page.getByText('Row 2 · Rate: This is not a rate. Write it as 1.36.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import 1 rate' })).toBeDisabled();
  });
});
