import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openList, rowOf } from './support/lists.ts';
import { submitted } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';

const logPath = '**/api/reports/download/po-log/**';

async function chooseFormat(page: Page, format: 'CSV' | 'Excel'): Promise<void> {
  await page.getByRole('button', { name: 'Export PO Log' }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

test('RP-01: Export PO Log downloads the log, as CSV and as an Excel file', async ({ as }) => {
  const dana = await as('dana');
  const order = await submitted(dana);
  const { page } = dana;
  await openList(page, '/po');
  let asked = page.waitForRequest(logPath);
  let download = page.waitForEvent('download');
  await chooseFormat(page, 'CSV');
  const { pathname, searchParams } = new URL((await asked).url());
  expect(pathname).toBe(`/api/reports/download/po-log/${showId}`);
  expect(searchParams.get('format')).toBe('csv');
  expect(searchParams.get('timeZone')).toBe(
    await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const csv = await download;
  expect(csv.suggestedFilename()).toMatch(/^PO_Log_northern-lights_\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(page.getByText(`${csv.suggestedFilename()} successfully downloaded.`)).toBeVisible();
  expect(await readFile(await csv.path(), 'utf8')).toContain(order.description);

  asked = page.waitForRequest(logPath);
  download = page.waitForEvent('download');
  await chooseFormat(page, 'Excel');
  expect(new URL((await asked).url()).searchParams.get('format')).toBe('xlsx');
  const book = await download;
  expect(book.suggestedFilename()).toMatch(/\.xlsx$/);
  // A ZIP, as every such file is.
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');
});

test('DEC-81, PD-01: while a log is made nothing else is exported, elsewhere either; it can be cancelled', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await submitted(dana);
  const { page } = dana;
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  await page.route(logPath, async (route) => {
    await end;
    await route.fulfill({ body: 'PO number\n', headers: { 'content-type': 'text/csv' } });
  });
  await openList(page, '/po');
  const exportLog = page.getByRole('button', { name: 'Export PO Log' });
  const running = page.getByRole('region', { name: 'Export' });
  await chooseFormat(page, 'CSV');
  await expect(running).toContainText('Exporting the PO log as CSV');
  await expect(running).toContainText('0 KB received');
  await expect(exportLog).toBeFocused();
  await expect(running.getByRole('progressbar')).toBeVisible();
  await expect(exportLog).toHaveAttribute('aria-disabled', 'true');
  await running.getByRole('button', { name: 'Cancel' }).click();
  await expect(running).toHaveCount(0);
  await expect(exportLog).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Unable to generate report.')).toHaveCount(0);

  // It goes on while the user walks away, and so does the lock.
  await chooseFormat(page, 'CSV');
  await expect(running).toBeVisible();
  await rowOf(page, order).click();
  const exportPdf = page.getByRole('button', { name: 'Export PDF' });
  await expect(exportPdf).toHaveAttribute('aria-disabled', 'true');
  const download = page.waitForEvent('download');
  letEnd();
  expect((await download).suggestedFilename()).toMatch(/^PO_Log_northern-lights_.*\.csv$/);
  await expect(page.getByText('successfully downloaded.')).toBeVisible();
  await expect(exportPdf).not.toHaveAttribute('aria-disabled', 'true');
});

test('RP-04: a log that cannot be made says so', async ({ as }) => {
  const { page } = await as('dana');
  await page.route(logPath, (route) => route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }));
  await openList(page, '/po');
  await chooseFormat(page, 'Excel');
  await expect(page.getByRole('alert').filter({ hasText: 'Unable to generate report.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Export' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export PO Log' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
