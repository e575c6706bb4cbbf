import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { textResponse } from '../support/fixtures/files.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';
import { savedFiles } from '../support/api/saved-files.ts';

const route = 'GET /api/reports/download/po-log/:showId';
const fileName = 'PO_Log_northern-lights_2026-11-20.csv';

const log = (name: string) =>
  new Response('PO number\n', { headers: { 'content-disposition': `attachment; filename="${name}"` } });

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export PO Log' });
const progress = (page: Page) => page.getByRole('region', { name: 'Export' });

async function chooseFormat(page: Page, format: 'CSV' | 'Excel'): Promise<void> {
  await exportButton(page).click();
  await page.getByRole('menuitem', { name: format, exact: true }).click();
}

test('RP-01, RP-04: Export PO Log saves the log as CSV or Excel in the time zone of the user', async () => {
  const { page, api } = await openList('/po', { orders: [submittedOrder()] });
  const files = savedFiles(page);
  const excelName = 'PO_Log_northern-lights_2026-11-20.xlsx';
  for (const [choice, format, name] of [
    ['CSV', 'csv', fileName],
    ['Excel', 'xlsx', excelName],
  ] as const) {
    api.on(route, () => log(name));
    await chooseFormat(page, choice);
    await expect(page.getByText(`${name} successfully downloaded.`)).toBeVisible();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(api.calls(route).at(-1)).toMatchObject({
      params: { showId: 'nlite' },
      query: { format, timeZone },
    });
    expect(await files.at(-1)?.content.text()).toBe('PO number\n');
  }
  expect(files.map(({ name }) => name)).toEqual([fileName, excelName]);
  api.fail(route, 'invalid_parameter');
  await chooseFormat(page, 'Excel');
  await expect(page.getByRole('alert').filter({ hasText: 'Unable to generate report.' })).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await expect(exportButton(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('DEC-81, PD-01: a running log export can be cancelled and blocks other exports, also on a document', async () => {
  const order = submittedOrder();
  const { page, api } = await openList('/po', { orders: [order] });
  api.on(route, () => log(fileName));
  let release = api.hold(route);
  const files = savedFiles(page);
  await chooseFormat(page, 'CSV');
  const running = progress(page);
  await expect(running).toContainText('Exporting the PO log as CSV');
  await expect(running).toContainText('0 KB received');
  await expect(exportButton(page)).toBeFocused();
  await expect(running.getByRole('progressbar')).toBeVisible();
  await expect(exportButton(page)).toHaveAttribute('aria-disabled', 'true');
  await running.getByRole('button', { name: 'Cancel' }).click();
  await expect(running).toHaveCount(0);
  await expect(exportButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  release();
  await page.waitForIdle();
  await expect(page.getByText('Unable to generate report.')).toHaveCount(0);
  expect(files).toEqual([]);
  release = api.hold(route);
  await chooseFormat(page, 'CSV');
  await expect(progress(page)).toBeVisible();
  await rowOf(page, order).click();
  const exportPdf = page.getByRole('button', { name: 'Export PDF' });
  await expect(exportPdf).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(page.getByText('successfully downloaded.')).toBeVisible();
  await expect(exportPdf).not.toHaveAttribute('aria-disabled', 'true');
  expect(files.map(({ name }) => name)).toEqual([fileName]);
});

test('VIEW-50: an export that is chosen before the view has loaded runs when it has', async () => {
  const idle: (() => void)[] = [];
  const { page, api } = await openList('/invoice', {
    as: 'elena',
    invoices: [submittedInvoice()],
    prepare: (window) => {
      window.requestIdleCallback = (run) =>
        idle.push(() => run({ didTimeout: true, timeRemaining: () => 0 }));
    },
  });
  api.on('POST /api/reports/lists/invoices', () => textResponse('Invoice#'));
  await page.getByRole('button', { name: 'Export Invoice Log' }).click();
  await page.getByRole('menuitem', { name: 'This List as CSV' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View', exact: true })).toHaveCount(0);
  for (const run of idle) run();
  await expect.poll(() => api.calls('POST /api/reports/lists/invoices').length).toBe(1);
});
