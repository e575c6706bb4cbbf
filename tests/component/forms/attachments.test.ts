import { test } from 'vitest';
import type { AttachmentDraft } from '#domain/documents/attachment-draft';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { stubUploads, chooseFiles, textFile } from '../support/files.ts';
import { attachment } from '../support/fixtures/files.ts';
import { approvedOrder, draft, submitOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openStoredOrder, openNewOrder, saveAndReview } from '../support/pages/forms.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import type { Attachment } from '#domain/documents/document-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const upload = 'POST /files/:owner/attachment';
const remove = 'DELETE /files/attachment/:id';
const saveFilesRoute = 'POST /api/pos/attachments/:id';
const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const labels = (all: readonly { label?: string | null | undefined }[] = []) => all.map(({ label }) => label);

/** Stubs uploads, and saves of an order's files, which store the named uploads. */
function stubFiles(api: FakeApi, world: App['world']): void {
  stubUploads(api);
  api.on(saveFilesRoute, ({ params, body }) => {
    const previous = world.orders.find(({ id }) => id === params['id']) ?? draft();
    const attachments = (body.attachments as AttachmentDraft[])
      .filter(({ shouldDelete }) => !shouldDelete)
      .map(({ attachmentId, label }): Attachment => {
        const previousFile = previous.attachments.find((one) => one.attachmentId === attachmentId);
        const isLate = previous.status === 'APPROVED';
        return (
          previousFile ?? attachment(label, { attachmentId, ...(isLate && { addedAfterApproval: true }) })
        );
      });
    const withdrawnFiles = previous.attachments
      .filter((one) => !attachments.includes(one))
      .map(({ attachmentId, label, created }) => ({
        attachmentId,
        label,
        created,
        withdrawnBy: { id: world.person.id, name: world.person.name },
        withdrawnAt: '2026-11-20T17:00:00.000Z',
        reason: body.attachments?.find((one) => one.attachmentId === attachmentId)?.reason ?? '',
        replacedBy: null,
        isErased: false,
      }));
    const saved: PurchaseOrder = {
      ...previous,
      version: previous.version + 1,
      contentVersion: previous.contentVersion + 1,
      attachments,
      attachmentCount: attachments.length,
      withdrawnAttachments: [...withdrawnFiles, ...previous.withdrawnAttachments],
    };
    world.orders = [saved];
    return { attachments, contentVersion: saved.contentVersion };
  });
}

function openReview(order: PurchaseOrder): Promise<App> {
  return openApp(`/po/review/${order.id}/creator`, { orders: [order], api: stubFiles });
}

/** Withdraws a submitted file (AT-21). */
async function withdraw(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${label}` }).click();
  const dialog = page.getByRole('dialog', { name: `Withdraw ${label}` });
  await expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
}

test('AT-04: a phone, on which nothing can be dropped, is asked to add files', async () => {
  const { page } = await openNewOrder({ width: 375, height: 812 });
  const dropText = page.getByText('Drop quotes, estimates or other files here');
  await expect(page.getByText('Add quotes, estimates or other files')).toBeVisible();
  await expect(dropText).toBeHidden();
  page.setViewportSize({ width: 1440, height: 900 });
  await expect(dropText).toBeVisible();
});

test('AT-12, AT-13: files of a form show the state of upload and removal, and are saved with the form', async () => {
  const { page, api } = await openStoredOrder(draft(), { api: stubUploads });
  let release = api.hold(upload);
  await chooseFiles(page, [textFile('lamps.txt'), textFile('gels.txt')]);
  await expect(page.getByRole('progressbar', { name: 'Uploading lamps.txt' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Uploading gels.txt' })).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).first().focus();
  await expect(page.getByText('Files are still being uploaded.')).toBeVisible();
  release();
  await expect(files(page).getByText('Uploaded', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toHaveCount(0);

  release = api.hold(remove);
  await page.getByRole('button', { name: 'Remove gels.txt' }).click();
  await expect(files(page).getByText('Removing...')).toBeVisible();
  release();
  await expect(files(page).getByText('gels.txt')).toHaveCount(0);
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/po\/review/);
  expect(api.calls('PUT /api/pos/:id').map(({ body }) => labels(body.attachments ?? []))).toEqual([
    ['lamps.txt'],
  ]);
});

test('AT-12: a file whose upload is cancelled is not added', async () => {
  const { page, api } = await openStoredOrder(draft(), { api: stubUploads });
  const release = api.hold(upload);
  await chooseFiles(page, [textFile('lamps.txt'), textFile('gels.txt')]);
  await page.getByRole('button', { name: 'Stop uploading lamps.txt' }).click();
  release();
  await expect(files(page).getByText('Uploaded', { exact: true })).toHaveCount(1);
  await page.waitForIdle();
  await expect(files(page).getByText('lamps.txt')).toHaveCount(0);
});

test('AT-05, AT-06, AT-07, AT-08, AT-09: files that are too large, empty or rejected by the server are errors, and only the first twenty files are added', async () => {
  const { page, api } = await openNewOrder({ api: stubUploads });
  const most = 10_485_760;
  await chooseFiles(page, [
    textFile('big.txt', most + 1),
    textFile('empty.txt', 0),
    textFile('just.txt', most),
  ]);
  await expect(page.getByText("'big.txt' is too large (over 10 MB)")).toBeVisible();
  await expect(page.getByText("'empty.txt' is too small (file size cannot be zero)")).toBeVisible();
  await expect(files(page).getByText('Uploaded', { exact: true })).toHaveCount(1);
  expect(api.calls(upload)).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove big.txt' }).click();
  // The focus moves to the next file.
  await expect(page.getByRole('button', { name: 'Remove empty.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove just.txt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(files(page).getByText('just.txt')).toHaveCount(0);
  const restoreUpload = api.fail(upload, 'INTERNAL_ERROR');
  await chooseFiles(page, [textFile('broken.txt')]);
  await expect(page.getByText("'broken.txt' could not be uploaded")).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.txt' }).click();
  restoreUpload();
  await chooseFiles(page, [textFile('whole.txt')]);
  await expect(files(page).getByText('Uploaded', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove whole.txt' }).click();
  await expect(files(page).getByText('whole.txt')).toHaveCount(0);
  await chooseFiles(
    page,
    Array.from({ length: 22 }, (_, at) => textFile(`page-${at + 1}.txt`)),
  );
  await expect(files(page).getByText('Uploaded', { exact: true })).toHaveCount(20);
  await expect(files(page).getByText('page-20.txt')).toBeVisible();
  await expect(files(page).getByText('page-21.txt')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeDisabled();
});

test('AT-13, AT-14, AT-21, DEC-53: file changes on a locked document are discarded by Cancel and stored by Save, which lists withdrawn files apart', async () => {
  const order = submittedOrder({ attachments: [attachment('stored.txt', { wasSubmitted: true })] });
  const { page, api } = await openReview(order);
  const change = page.getByRole('button', { name: 'Add or Remove' });
  await change.click();
  await chooseFiles(page, [textFile('dropped.txt')]);
  await expect(files(page).getByText('Uploaded', { exact: true })).toBeVisible();
  await withdraw(page, 'stored.txt', 'Wrong vendor');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(files(page).getByText('stored.txt')).toBeVisible();
  await expect(files(page).getByText('dropped.txt')).toHaveCount(0);
  await expect.poll(() => api.calls(remove).map(({ params }) => params['id'])).toEqual(['upload-1']);
  expect(api.calls(saveFilesRoute)).toEqual([]);
  await change.click();
  await chooseFiles(page, [textFile('kept.txt')]);
  await expect(files(page).getByText('Uploaded', { exact: true })).toBeVisible();
  const restoreRemoval = api.fail(remove, 'INTERNAL_ERROR');
  await page.getByRole('button', { name: 'Remove kept.txt' }).click();
  await expect(page.getByText('Unable to delete attachment')).toBeVisible();
  restoreRemoval();
  const restoreSave = api.fail(saveFilesRoute, 'INTERNAL_ERROR');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Attachments could not be updated')).toBeVisible();
  restoreSave();
  await page.getByRole('button', { name: 'Remove stored.txt' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Withdraw stored.txt' }).getByText('the approval restarts at step 1'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await withdraw(page, 'stored.txt', 'Wrong vendor');
  expect(api.calls(saveFilesRoute)).toHaveLength(1);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(change).toBeFocused();
  await expect(files(page).getByText('kept.txt')).toBeVisible();
  const [, saved] = api.calls(saveFilesRoute);
  expect(saved?.body.attachments).toMatchObject([
    { label: 'stored.txt', shouldDelete: true, reason: 'Wrong vendor' },
    { label: 'kept.txt', shouldDelete: false },
  ]);
  await page.getByText('Withdrawn files (1)').click();
  const withdrawn = page.getByRole('list', { name: 'Withdrawn files' });
  await expect(withdrawn.getByText('Wrong vendor')).toBeVisible();
  await expect(withdrawn.getByText(/^Withdrawn by Dana/)).toBeVisible();
});

test('AT-13: a submit is refused during an upload, and includes the uploaded file afterwards', async () => {
  const { page, api, world } = await openReview(draft());
  api.on('PUT /api/pos/:id/submit', () => {
    world.orders = world.orders.map(submitOrder);
    return world.orders[0] ?? draft();
  });
  await page.getByRole('button', { name: 'Add Files' }).click();
  const release = api.hold(upload);
  await chooseFiles(page, [textFile('late.txt')]);
  await expect(page.getByRole('progressbar', { name: 'Uploading late.txt' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Submit for Approval' });
  await send.click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Files are still being uploaded.')).toBeVisible();
  expect(api.calls('PUT /api/pos/:id/submit')).toEqual([]);
  release();
  await expect(files(page).getByText('Uploaded', { exact: true })).toBeVisible();
  await send.click();
  await expect.poll(() => api.calls('PUT /api/pos/:id/submit').length).toBe(1);
  expect(api.calls(saveFilesRoute).map(({ body }) => labels(body.attachments ?? []))).toEqual([['late.txt']]);
});

test('AT-21, DEC-53: the form requires a reason to withdraw a submitted file', async () => {
  const order = draft({ attachments: [attachment('quote.txt', { wasSubmitted: true })] });
  const { page, api } = await openStoredOrder(order);
  await withdraw(page, 'quote.txt', 'Sent by mistake');
  await saveAndReview(page);
  await expect(page).toHaveURL(/^\/po\/review/);
  expect(api.calls('PUT /api/pos/:id').map(({ body }) => body.attachments)).toMatchObject([
    [{ label: 'quote.txt', shouldDelete: true, reason: 'Sent by mistake' }],
  ]);
});

test('AT-22, DEC-53: an approved order accepts additional files only, and marks them', async () => {
  const order = approvedOrder({ attachments: [attachment('quote.txt', { wasSubmitted: true })] });
  const { page } = await openReview(order);
  await page.getByRole('button', { name: 'Add Files' }).click();
  await expect(page.getByRole('button', { name: 'Remove quote.txt' })).toHaveCount(0);
  await chooseFiles(page, [textFile('receipt.txt')]);
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Added after approval')).toHaveCount(1);
});
