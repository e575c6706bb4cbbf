import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { drop, textFile } from '../support/data/files.ts';
import { createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { waitUntilIdle } from '../support/browser/wait-for-idle.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const files = (page: Page) => page.getByRole('list', { name: 'Files' });

async function choose(page: Page, ...chosen: ReturnType<typeof textFile>[]): Promise<void> {
  await page.locator('input[type=file]').last().setInputFiles(chosen);
}

/** Holds requests until the returned function is called. */
async function holdRequests(page: Page, url: string, method: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}

const labels = async ({ api }: Session, id: string) =>
  (await api.get<PurchaseOrder>(`/api/pos/${id}`)).attachments.map(({ label }) => label).toSorted();

test('AT-04, AT-12, AT-13: files dropped on a form are uploaded, can be removed, and are saved', async ({
  as,
}, info) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await createDraftOrder(dana);
  await page.goto(`/po/edit/${id}`);
  const paths = [info.outputPath('lamps.txt'), info.outputPath('gels.txt')];
  await Promise.all(paths.map((path) => writeFile(path, 'From the desktop')));
  const releaseUploads = await holdRequests(page, '**/files/po/attachment*', 'POST');
  // The chart of accounts is the last content to load above the drop target, and moves it down.
  await expect(page.getByRole('combobox', { name: 'Account' })).toBeVisible();
  await waitUntilIdle(page);
  await drop(page, page.getByText('Drop quotes, estimates or other files here'), paths);
  await expect(page.getByRole('progressbar', { name: 'Uploading lamps.txt' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Uploading gels.txt' })).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).first().focus();
  await expect(page.getByText('Files are still being uploaded.')).toBeVisible();
  releaseUploads();
  await expect(files(page).getByText('Uploaded')).toHaveCount(2);
  await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toHaveCount(0);

  const releaseRemoval = await holdRequests(page, '**/files/attachment/*', 'DELETE');
  await page.getByRole('button', { name: 'Remove gels.txt' }).click();
  await expect(files(page).getByText('Removing...')).toBeVisible();
  releaseRemoval();
  await expect(files(page).getByText('gels.txt')).toHaveCount(0);

  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review/);
  expect(await labels(dana, id)).toEqual(['lamps.txt']);
});

test('DEC-04: an upload succeeds after the session was renewed in another tab', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  await page.goto('/po/create');
  await expect(page.getByText('Drop quotes, estimates or other files here')).toBeVisible();
  const renewed = await as('dana');
  await page.context().addCookies(await renewed.page.context().cookies());
  const refused = page.waitForResponse((response) => response.url().includes('/files/po/attachment'));
  await choose(page, textFile('late.txt'));
  expect((await refused).status()).toBe(403);
  await expect(files(page).getByText('Uploaded')).toBeVisible();
});
