import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { drop, textFile } from './support/files.ts';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { settled } from './support/quiet.ts';

const files = (page: Page) => page.getByRole('list', { name: 'Files' });

async function choose(page: Page, ...chosen: ReturnType<typeof textFile>[]): Promise<void> {
  await page.locator('input[type=file]').last().setInputFiles(chosen);
}

/** Takes off a submitted file (AT-21). */
async function withdraw(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: `Withdraw ${label}` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong vendor');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
}

/** Holds calls back until the answer is called. */
async function hold(page: Page, url: string, method: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}

const labels = async ({ api }: Seat, id: string) =>
  (await api.get<PurchaseOrder>(`/api/pos/${id}`)).attachments.map(({ label }) => label).toSorted();

test('AT-04, AT-12, AT-13: files dropped on a form, on their way, there, being removed, and saved', async ({
  as,
}, info) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana);
  await page.goto(`/po/edit/${id}`);
  const paths = [info.outputPath('lamps.txt'), info.outputPath('gels.txt')];
  await Promise.all(paths.map((path) => writeFile(path, 'From the desktop')));
  const sendThem = await hold(page, '**/files/po/attachment*', 'POST');
  // The chart of accounts is the last that comes above the place for files, and pushes it down.
  await expect(page.getByRole('combobox', { name: 'Account' })).toBeVisible();
  await settled(page);
  await drop(page, page.getByText('Drop quotes, estimates or other files here'), paths);
  await expect(page.getByRole('progressbar', { name: 'Uploading lamps.txt' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Uploading gels.txt' })).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).first().focus();
  await expect(page.getByText('Files are still being uploaded.')).toBeVisible();
  sendThem();
  await expect(files(page).getByText('Uploaded')).toHaveCount(2);
  await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toHaveCount(0);

  const removeIt = await hold(page, '**/files/attachment/*', 'DELETE');
  await page.getByRole('button', { name: 'Remove gels.txt' }).click();
  await expect(files(page).getByText('Removing...')).toBeVisible();
  removeIt();
  await expect(files(page).getByText('gels.txt')).toHaveCount(0);

  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review/);
  expect(await labels(dana, id)).toEqual(['lamps.txt']);
});

test('AT-05, AT-06, AT-07, AT-08, AT-09: files that are refused, each in its own words', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/po/create');
  const most = 10_485_760;
  await choose(page, textFile('big.txt', most + 1), textFile('empty.txt', 0), textFile('just.txt', most));
  await expect(page.getByText("'big.txt' is too large (over 10 MB)")).toBeVisible();
  await expect(page.getByText("'empty.txt' is too small (file size cannot be zero)")).toBeVisible();
  await expect(files(page).getByText('Uploaded')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove big.txt' }).click();
  // The keyboard goes on from where the file was.
  await expect(page.getByRole('button', { name: 'Remove empty.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove just.txt' })).toBeFocused();

  await page.route('**/files/po/attachment*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await choose(page, textFile('broken.txt'));
  await expect(page.getByText("'broken.txt' could not be uploaded")).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.txt' }).click();

  await choose(page, ...Array.from({ length: 22 }, (_, index) => textFile(`page-${index + 1}.txt`)));
  await expect(files(page).getByText('Uploaded')).toHaveCount(20);
  await expect(files(page).getByText('page-19.txt')).toBeVisible();
  await expect(files(page).getByText('page-20.txt')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeDisabled();
});

test('AT-13, AT-14: on a locked document files are kept by Save alone, and failures are told', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const stored = { attachmentId: await dana.api.upload('stored.txt', 'stored'), label: 'stored.txt' };
  const { id } = await submitted(dana, { attachments: [stored] });
  await page.goto(`/po/review/${id}/creator`);
  const change = page.getByRole('button', { name: 'Add or Remove' });

  await change.click();
  await choose(page, textFile('dropped.txt'));
  await expect(files(page).getByText('Uploaded')).toBeVisible();
  await withdraw(page, 'stored.txt');
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await gone).status()).toBe(200);
  await expect(files(page).getByText('stored.txt')).toBeVisible();
  await expect(files(page).getByText('dropped.txt')).toHaveCount(0);
  expect(await labels(dana, id)).toEqual(['stored.txt']);

  await change.click();
  await choose(page, textFile('kept.txt'));
  await page.route('**/files/attachment/*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Remove kept.txt' }).click();
  await expect(page.getByText('Unable to delete attachment')).toBeVisible();
  await page.route('**/api/pos/attachments/*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Attachments could not be updated')).toBeVisible();
  await withdraw(page, 'stored.txt');
  expect(await labels(dana, id)).toEqual(['stored.txt']);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(change).toBeFocused();
  await expect(files(page).getByText('kept.txt')).toBeVisible();
  expect(await labels(dana, id)).toEqual(['kept.txt']);
});

test('AT-13: a submit leaves no file behind: it waits for one that is on its way, and takes along what is there', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana);
  await page.goto(`/po/review/${id}/creator`);
  await page.getByRole('button', { name: 'Add Files' }).click();
  const sendIt = await hold(page, '**/files/po/attachment*', 'POST');
  await choose(page, textFile('late.txt'));
  await expect(page.getByRole('progressbar', { name: 'Uploading late.txt' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit for Approval' });
  await submit.click();
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('Files are still being uploaded.'),
  ).toBeVisible();
  const standing = async () => (await dana.api.get<PurchaseOrder>(`/api/pos/${id}`)).submissionStatus;
  expect(await standing()).toBe('Draft');
  sendIt();
  await expect(files(page).getByText('Uploaded')).toBeVisible();
  await submit.click();
  await expect.poll(standing).not.toBe('Draft');
  expect(await labels(dana, id)).toEqual(['late.txt']);
});

test('DEC-04: an upload survives a session that was renewed in another tab', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  await page.goto('/po/create');
  await expect(page.getByText('Drop quotes, estimates or other files here')).toBeVisible();
  const renewed = await as('dana');
  await page.context().addCookies(await renewed.page.context().cookies());
  const refused = page.waitForResponse((answer) => answer.url().includes('/files/po/attachment'));
  await choose(page, textFile('late.txt'));
  expect((await refused).status()).toBe(403);
  await expect(files(page).getByText('Uploaded')).toBeVisible();
});
