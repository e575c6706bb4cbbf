import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { costReport } from '../support/fixtures/cost-reports.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';

const route = 'POST /api/cost-reports/estimates';

/** A report with other actuals: 2310 is estimated, and 2400 costs more than its estimate. */
function estimatedReport() {
  const report = costReport({ hasActuals: true, heading: '' });
  const estimates = [
    { efc: 100_000, etc: 28_749.5, overUnder: 28_400 },
    { efc: 41_500, etc: -500, overUnder: -500 },
    {},
  ];
  const rows = report.rows.map((row, index) => ({ ...row, ...estimates[index], estimateRevision: 1 }));
  return { ...report, rows };
}

async function openEstimates(options: AppOptions = {}, path = 'estimates'): Promise<App> {
  const app = await openApp(`/setup/budget/${path}`, {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/cost-reports', { reports: [] });
      fake.on('GET /api/cost-reports/current', estimatedReport());
      fake.on(route, { day: '2026-11-28', estimates: [{ account: '2310', revision: 2, efc: 90_000 }] });
    },
  });
  return app;
}

const box = (page: App['page'], name: string) => page.getByRole('textbox', { name });

describe('estimates', () => {
  test('EFC-03: the other figure follows what is typed, and Save asks for the reason', async () => {
    const { page, api } = await openEstimates();
    await box(page, 'EFC of 2310 Set dressing labor').fill('90000');
    const row = page.getByRole('row', { name: /2310/ });
    await expect(row).toContainText('$18,749.50');
    await expect(row).toContainText('+$38,400.00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save Estimates' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('Enter the reason.');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Second unit');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('1 estimate saved.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cost Report' })).toBeVisible();
    expect(api.calls(route).at(-1)?.body).toEqual({
      day: '2026-11-28',
      reason: 'Second unit',
      estimates: [{ account: '2310', revision: 1, efc: 90_000 }],
    });
  });

  test('EFC-03: Enter and the arrow keys go down the column, Tab too', async () => {
    const { page } = await openEstimates();
    const [first, second, third] = [
      box(page, 'EFC of 2310 Set dressing labor'),
      box(page, 'EFC of 2400 Props rentals'),
      box(page, 'EFC of 3500 Couriers'),
    ];
    await first.click();
    await page.keyboard.press('Enter');
    await expect(second).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(third).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(second).toBeFocused();
    await page.keyboard.press('Shift+Enter');
    await expect(first).toBeFocused();
  });

  test('EFC-03: ETC is entered instead, an empty box removes the estimate, and words are not saved', async () => {
    const { page, api } = await openEstimates();
    await page.getByRole('button', { name: 'EFC Enter' }).click();
    await page.getByRole('option', { name: 'ETC' }).click();
    await box(page, 'ETC of 2400 Props rentals').fill('1000');
    await expect(page.getByRole('row', { name: /2400/ })).toContainText('$43,000.00');
    await box(page, 'ETC of 2310 Set dressing labor').fill('');
    await box(page, 'ETC of 3500 Couriers').fill('lots');
    await page.keyboard.press('Tab');
    await expect(page.getByText('“lots” is not an amount')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save 2 Estimates' });
    await expect(save).toBeDisabled();
    await box(page, 'ETC of 3500 Couriers').fill('');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Save Estimates' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrap');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => api.calls(route).length).toBe(1);
    expect(api.calls(route).at(-1)?.body).toMatchObject({
      estimates: [
        { account: '2310', revision: 1, efc: null },
        { account: '2400', revision: 1, etc: 1_000 },
      ],
    });
  });

  test('EFC-04: a change by another user is refused once, and the boxes keep what was typed', async () => {
    const { page, api } = await openEstimates();
    await box(page, 'EFC of 2310 Set dressing labor').fill('90000');
    const report = estimatedReport();
    const changed = report.rows.map((row) => ({ ...row, estimateRevision: 2 }));
    api.on('GET /api/cost-reports/current', { ...report, rows: changed });
    api.fail(route, 'WORKFLOW_CONFLICT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save Estimates' });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrap');
    const before = api.calls('GET /api/cost-reports/current').length;
    await save.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect.poll(() => api.calls('GET /api/cost-reports/current').length).toBeGreaterThan(before);
    await save.click();
    await expect.poll(() => api.calls(route).length).toBe(2);
    const revisions = api.calls(route).map(({ body }) => body.estimates.map(({ revision }) => revision));
    expect(revisions).toEqual([[1], [2]]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(box(page, 'EFC of 2310 Set dressing labor')).toHaveValue('90,000.00');
  });

  test('EFC-03: a text that is no amount does not block the other column', async () => {
    const { page } = await openEstimates();
    await box(page, 'EFC of 2400 Props rentals').fill('43000');
    await box(page, 'EFC of 3500 Couriers').fill('lots');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'EFC Enter' }).click();
    await page.getByRole('option', { name: 'ETC' }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  });

  test('EFC-03: the totals follow on a phone and on a desk', async () => {
    const { page } = await openEstimates({ width: 1440 });
    const total = page.getByRole('row', { name: /^Total/ });
    const sum = await total.textContent();
    await box(page, 'EFC of 2310 Set dressing labor').fill('90000');
    await expect(total).not.toHaveText(sum);
    page.setViewportSize({ width: 375, height: 812 });
    const item = page.getByRole('list', { name: 'Estimates' }).getByRole('listitem').last();
    for (const name of ['Total Cost', 'EFC', 'ETC', 'Budget', '(Over)/Under'])
      await expect(item).toContainText(name);
  });

  test('EFC-03: leaving with unsaved estimates needs a confirmation', async () => {
    const { page } = await openEstimates();
    await box(page, 'EFC of 2310 Set dressing labor').fill('1');
    await page.getByRole('link', { name: 'Budget' }).first().click();
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
      'Your changes have not been saved.',
    );
  });

  test('EFC-03: without other actuals the page offers no estimates', async () => {
    const { page, api } = await openEstimates();
    api.on('GET /api/cost-reports/current', costReport());
    await page.reload();
    await expect(page.getByText('An estimate needs a budget and all costs')).toBeVisible();
  });

  for (const width of [375, 1440])
    test(
      `EFC-03: the boxes are accessible at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openEstimates({ width });
        await expect(box(page, 'EFC of 2310 Set dressing labor')).toBeVisible();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );
});

describe('the cost report with estimates', () => {
  test('EFC-05: accounts above their EFC are counted, marked and shown alone', async () => {
    const { page } = await openEstimates({}, 'report');
    await expect(page.getByRole('row', { name: /2400/ })).toContainText('Above EFC');
    await expect(page.getByText('1 account costs more than estimated: ETC is below zero.')).toBeVisible();
    await page.getByRole('link', { name: 'Review' }).click();
    await expect(page.getByRole('row', { name: /2310/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all accounts' }).click();
    await expect(page.getByRole('row', { name: /2310/ })).toBeVisible();
    await page.getByRole('link', { name: 'Edit Estimates' }).click();
    await expect(page.getByRole('heading', { name: 'Estimates' })).toBeVisible();
  });

  test('EFC-06: the documents of a row end with the history of its estimate', async () => {
    const { page, api } = await openEstimates({}, 'report');
    api.on('GET /api/cost-reports/current/documents', {
      documents: [],
      hidden: { count: 0, actual: 0, paid: 0, committed: 0, accrued: 0 },
      hasMore: false,
    });
    api.on('GET /api/budgets/actuals/rows', { rows: [], hasMore: false });
    api.on('GET /api/cost-reports/estimates', {
      currency: 'USD',
      changes: [
        {
          revision: 2,
          efc: 100_000,
          day: '2026-11-20',
          reason: 'Second unit',
          by: { userId: 'sam', name: 'Sam Delgado' },
          at: '2026-11-20T17:00:00.000Z',
        },
      ],
      hasMore: false,
    });
    await page.getByRole('row', { name: /2310/ }).click();
    const history = page.getByRole('dialog').getByRole('region', { name: 'Estimates' });
    for (const text of ['$100,000.00', 'Second unit', 'Sam Delgado'])
      await expect(history).toContainText(text);
  });
});
