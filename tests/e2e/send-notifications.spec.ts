import type { Page } from '@playwright/test';
import { mailTo } from './support/mailbox.ts';
import { bodyIn } from './support/orders.ts';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { numberOf } from './support/review.ts';

async function switchNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await settings.getByText('Email notifications').click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account settings saved.')).toBeVisible();
}

/** A purchase order that waits for the head of Construction. */
async function handedIn({ api }: Seat): Promise<PurchaseOrder> {
  const { id } = await api.post<PurchaseOrder>('/api/pos', await bodyIn(api, showId, 'Construction'));
  return api.put<PurchaseOrder>(`/api/pos/${id}/submit?r=0`);
}

test('EM-13: whoever switches e-mail notifications off gets none, and gets them again once they are on', async ({
  as,
  baseURL,
}) => {
  const [hannah, victor] = await Promise.all([as('hannah.moreau'), as('victor.salgado')]);
  const subjects = async () =>
    (await mailTo(baseURL, 'victor.salgado@backlot.example')).map((m) => m.subject);
  const { page } = victor;
  await page.goto('/approvals/purchase-orders');
  await switchNotifications(page);
  const silent = await handedIn(hannah);
  await expect(page.getByText(silent.description)).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await switchNotifications(page);
  const told = await handedIn(hannah);
  await expect
    .poll(async () => (await subjects()).join(), { timeout: 20_000 })
    .toContain(`PO #${numberOf(told)} is waiting for your approval`);
  expect((await subjects()).join()).not.toContain(`PO #${numberOf(silent)}`);
});
