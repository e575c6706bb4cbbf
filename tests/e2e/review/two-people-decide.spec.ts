import type { Page } from '@playwright/test';
import { pdfBytes } from '../support/data/files.ts';
import { createSubmittedOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { waitForActions, button, openReview } from '../support/pages/review.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const question = (page: Page) => page.getByRole('alertdialog', { name: /has changed$/ });
const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'The page shows the current version.' });
const stored = ({ api }: Pick<Session, 'api'>, { id }: PurchaseOrder) =>
  api.get<PurchaseOrder>(`/api/pos/${id}`);

/** Replaces the attachments by a file that the approver has not seen. */
async function addFile({ api }: Pick<Session, 'api'>, { id }: PurchaseOrder): Promise<void> {
  const label = 'other quote.pdf';
  const attachmentId = await api.upload(label, await pdfBytes(['Another quote']));
  await api.post(`/api/pos/attachments/${id}`, { attachments: [{ attachmentId, label }] });
}

test('DEC-30: an approver sees a change made during the review and confirms the decision', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const order = await createSubmittedOrder(dana);
  await openReview(page, order, 'approver');
  await waitForActions(page);
  await addFile(dana, order);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'other quote.pdf' })).toBeVisible();
  await button(page, 'Approve').click();
  await expect(question(page)).toContainText('Dana');
  await expect(question(page)).toContainText('nothing has been done yet');
  expect((await stored(marcus, order)).status).toBe('SUBMITTED_FOR_APPROVAL');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(notice(page)).toHaveCount(0);
  await button(page, 'Approve').click();
  await expect.poll(async () => (await stored(marcus, order)).status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
});
