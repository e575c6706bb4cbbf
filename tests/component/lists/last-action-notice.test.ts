import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice, submittedInvoice } from '../support/fixtures/invoices.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

async function saveAsDraft(page: Page): Promise<void> {
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save...' }).click();
  await page.getByRole('menuitem', { name: 'Save as Draft' }).click();
}

test('PO-13, ER-10: a notice above the list shows the saved draft, and its banner opens it', async () => {
  const order = draft();
  const name = `PO #${order.prefix}-${order.poNumber}`;
  const { page, api } = await openApp(`/po/edit/${order.id}`, { orders: [order], clock: true });
  api.on('PUT /api/pos/:id', { ...order, version: 2 });
  await expect(page.getByRole('heading', { name: /^Edit Purchase Order/ })).toBeVisible();
  await saveAsDraft(page);
  const banner = page.getByRole('status').filter({ hasText: `${name} saved.` });
  await expect(banner).toBeVisible();
  page.clock.pause();
  // The list that opens below must not move the banner from under the mouse.
  await page.waitForIdle();
  // A hovered banner stays.
  await banner.hover();
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL('/po');
  await expect(page.getByText('Last worked on:')).toContainText(name);
  await banner.getByRole('link', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
});

test('PO-13: the notice above the list opens the saved invoice', async () => {
  const saved = invoice();
  const { page, api } = await openApp(`/invoice/edit/${saved.id}`, { as: 'elena', invoices: [saved] });
  api.on('PUT /api/invoices/:id', { ...saved, version: 2 });
  await expect(page.getByRole('heading', { name: /^Edit Invoice/ })).toBeVisible();
  await saveAsDraft(page);
  await expect(page).toHaveURL('/invoice');
  await page.getByRole('link', { name: `Invoice #${saved.number}`, exact: true }).click();
  await expect(page).toHaveURL(`/invoice/review/${saved.id}/creator`);
});

test('PO-14, IN-21: the notice above the list shows the submitted invoice until its link is used', async () => {
  const saved = invoice();
  const { page, api, world } = await openApp(`/invoice/review/${saved.id}/creator`, {
    as: 'elena',
    invoices: [saved],
  });
  api.on('PUT /api/invoices/:id/submit', () => {
    world.invoices = [submittedInvoice(saved)];
    return world.invoices[0] ?? saved;
  });
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page).toHaveURL('/invoice');
  const last = page.getByText('Last worked on:');
  await expect(last).toContainText(`Invoice #${saved.number}`);
  await last.getByRole('link').click();
  await expect(page).toHaveURL(`/invoice/review/${saved.id}/creator`);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/invoice');
  await expect(last).toHaveCount(0);
});
