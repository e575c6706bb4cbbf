import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { textFile } from './support/files.ts';
import { approved, freshDescription, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('AT-21, DEC-53: a submitted file asks for a reason, and stays under Withdrawn files', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const quote = { attachmentId: await dana.api.upload('quote.txt', 'stored'), label: 'quote.txt' };
  const { id } = await submitted(dana, { attachments: [quote] });
  await page.goto(`/po/review/${id}/creator`);
  await page.getByRole('button', { name: 'Add or Remove' }).click();
  await page.getByRole('button', { name: 'Remove quote.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw quote.txt' });
  await expect(dialog.getByText('the approval restarts at step 1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong vendor');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Withdrawn files (1)').click();
  const withdrawn = page.getByRole('list', { name: 'Withdrawn files' });
  await expect(withdrawn.getByText('Wrong vendor')).toBeVisible();
  await expect(withdrawn.getByText(/^Withdrawn by Dana/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await withdrawn.getByRole('button', { name: 'quote.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('quote.txt');
});

test('AT-21, DEC-53: the form asks for the reason of a submitted file, too', async ({ as }) => {
  const dana = await as('dana');
  const { page, api } = dana;
  const quote = { attachmentId: await api.upload('quote.txt', 'stored'), label: 'quote.txt' };
  const { id } = await submitted(dana, { attachments: [quote] });
  await api.put(`/api/pos/${id}/pull-from-approval`);
  await page.goto(`/po/edit/${id}`);
  await page.getByRole('button', { name: 'Remove quote.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw quote.txt' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent by mistake');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review/);
  const { withdrawnAttachments } = await api.get<PurchaseOrder>(`/api/pos/${id}`);
  expect(withdrawnAttachments.map(({ label, reason }) => [label, reason])).toEqual([
    ['quote.txt', 'Sent by mistake'],
  ]);
});

test('AT-22, DEC-53: files of an approved order can only be added, and say so', async ({ as }) => {
  const [dana, marcus, priya] = [await as('dana'), await as('marcus'), await as('priya')];
  const { page } = dana;
  const quote = { attachmentId: await dana.api.upload('quote.txt', 'stored'), label: 'quote.txt' };
  const { id } = await approved(dana, [marcus, priya], { attachments: [quote] });
  await page.goto(`/po/review/${id}/creator`);
  await page.getByRole('button', { name: 'Add Files' }).click();
  await expect(page.getByRole('button', { name: 'Remove quote.txt' })).toHaveCount(0);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles([textFile('receipt.txt')]);
  await expect(page.getByText('Uploaded')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Added after approval')).toHaveCount(1);
});

test('VE-16, DEC-53: a tax form that was taken off the vendor stays in the review, and can be opened', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page, api } = dana;
  const w9 = { attachmentId: await api.upload('w9.txt', 'The form', 'vendor'), label: 'w9.txt' };
  const vendor = {
    isTemporary: true,
    name: freshDescription('Rope'),
    address: '4 Dock Road',
    attachments: [w9],
  };
  const { id } = await submitted(dana, { vendor, vendorAddress: null });
  await api.delete(`/files/vendor-attachment/${w9.attachmentId}?showId=nlite`);
  await page.goto(`/po/review/${id}/creator`);
  await page.getByText('Withdrawn tax forms (1)').click();
  const withdrawn = page.getByRole('list', { name: 'Withdrawn tax forms' });
  await expect(withdrawn.getByText(/^Withdrawn by Dana/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await withdrawn.getByRole('button', { name: 'w9.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('w9.txt');
});
