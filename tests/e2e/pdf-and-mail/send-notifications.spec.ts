import type { Page } from '@playwright/test';
import { mailTo } from '../support/environment/mailbox.ts';
import { bodyIn, submitted } from '../support/data/orders.ts';
import type { PurchaseOrder } from '../../../domain/purchase-orders/purchase-order.ts';
import { showId } from '../support/environment/person.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { numberOf } from '../support/pages/review.ts';

async function switchNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await settings.getByText('Email notifications').click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account settings saved.')).toBeVisible();
}

/** A purchase order that waits for the head of Construction. */
async function handedIn({ api }: Session): Promise<PurchaseOrder> {
  const { id } = await api.post<PurchaseOrder>('/api/pos', await bodyIn(api, showId, 'Construction'));
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

test('EM-13: whoever switches e-mail notifications off gets none, and gets them again once they are on', async ({
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
  const silent = await handedIn(hannah);
  await expect(page.getByText(silent.description)).toBeVisible();
  // Errands are run in turn: once a later one arrived at somebody else, the silent one has been decided.
  const later = await submitted(dana);
  await expect.poll(() => subjectsTo('marcus')).toContain(waits(later));
  await page.reload();
  await switchNotifications(page);
  const told = await handedIn(hannah);
  await expect.poll(() => subjectsTo('victor.salgado')).toContain(waits(told));
  expect(await subjectsTo('victor.salgado')).not.toContain(`PO #${numberOf(silent)}`);
});
