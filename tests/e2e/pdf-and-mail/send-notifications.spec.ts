import type { Page } from '@playwright/test';
import { mailTo, uniqueMailAddress, waitForMail } from '../support/environment/mailbox.ts';
import { orderBodyIn, createSubmittedOrder } from '../support/data/orders.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { numberOf } from '../support/pages/review.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

async function switchNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await settings.getByText('Email notifications').click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account settings saved.')).toBeVisible();
}

/** Submits a purchase order that waits for the head of Construction. */
async function submitToConstruction({ api }: Session): Promise<PurchaseOrder> {
  const { id } = await api.post<PurchaseOrder>('/api/pos', await orderBodyIn(api, showId, 'Construction'));
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

test('EM-13: a user gets e-mail notifications only while they are switched on', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const [hannah, victor, dana] = await Promise.all([
    as('hannah.moreau'),
    as('victor.salgado'),
    apiOf('dana'),
  ]);
  const subjectsTo = async (name: string) =>
    (await mailTo(baseURL, `${name}@backlot.example`)).map((mail) => mail.subject).join();
  const waits = (order: PurchaseOrder) => `PO #${numberOf(order)} is waiting for your approval`;
  const { page } = victor;
  await page.goto('/approvals/purchase-orders');
  await switchNotifications(page);
  const silent = await submitToConstruction(hannah);
  await expect(page.getByText(silent.description)).toBeVisible();
  // Jobs run in order: a document mailed later proves that the job of the silent order is done.
  const [later, address] = [await createSubmittedOrder(dana), uniqueMailAddress()];
  await dana.api.post(`/api/reports/email-pdf/?showId=${later.showId}`, {
    recipients: [address],
    ccRecipients: [],
    bccRecipients: [],
    pdfData: { docId: later.id, docType: 'PO', showId: later.showId, userId: 'dana', persona: 'CREATOR' },
    docNumber: numberOf(later),
    emailNote: '',
  });
  await waitForMail(baseURL, address);
  await page.reload();
  await switchNotifications(page);
  const notified = await submitToConstruction(hannah);
  await expect.poll(() => subjectsTo('victor.salgado')).toContain(waits(notified));
  expect(await subjectsTo('victor.salgado')).not.toContain(`PO #${numberOf(silent)}`);
});
