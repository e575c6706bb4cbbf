import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import {
  approveOrderAsHead,
  draft,
  sentBackOrder,
  submittedOrder,
} from '../support/fixtures/purchase-orders.ts';
import { foxglove } from '../support/fixtures/vendors.ts';
import { openList, rowOf } from '../support/pages/lists.ts';

const phone = { width: 375, height: 812 };

test('LS-14, UX-09: the queue counts waiting orders, and other lists mark each with Your turn, at every screen size', async () => {
  const order = submittedOrder();
  const { page, world, channel } = await openList('/approvals', { as: 'marcus', orders: [order], ...phone });
  const turn = rowOf(page, order).getByText('Your turn').filter({ visible: true });
  const atEachSize = async (expectations: () => Promise<void>) => {
    for (const size of [{ width: 1440, height: 900 }, { width: 900, height: 900 }, phone]) {
      page.setViewportSize(size);
      await expectations();
    }
  };
  await atEachSize(async () => {
    await expect(page.getByRole('main')).toContainText('1 waiting for you');
    await expect(rowOf(page, order)).toBeVisible();
    await expect(turn).toHaveCount(0);
  });
  await page.goto('/po');
  await atEachSize(async () => {
    await expect(turn).toHaveCount(1);
    // The status stays next to the mark (DEC-15).
    await expect(rowOf(page, order)).toContainText('Submitted for approval');
  });
  const decided = approveOrderAsHead(order);
  world.orders = [decided];
  await channel.whenOpen();
  channel.push('document_changed', { docType: 'PO', ...decided });
  await atEachSize(async () => {
    await expect(turn).toHaveCount(0);
    await expect(rowOf(page, order)).toContainText('Submitted for approval');
  });
});

test('DEC-14: the empty queue offers New Purchase Order to a user who is no approver', async () => {
  const { page } = await openList('/approvals', phone);
  await page.getByRole('main').getByRole('link', { name: 'New Purchase Order' }).click();
  await expect(page).toHaveURL('/po/create');
});

test('DEC-14, PE-05: the queue lists sent-back orders of a user who is no approver', async () => {
  const order = sentBackOrder();
  const { page } = await openList('/approvals', { orders: [order], ...phone });
  await page
    .getByRole('region', { name: /^Your documents/ })
    .getByRole('link', { name: new RegExp(order.poNumber) })
    .click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
});

test('PE-05: the empty queue does not offer New Purchase Order to an approver', async () => {
  const { page } = await openList('/approvals?number=9999999999', { as: 'priya' });
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Purchase Order' })).toHaveCount(0);
});

test('CMD-09: a list that the search by number leaves empty searches everything for the text', async () => {
  const { page, api } = await openList('/invoice?number=Foxglove', { as: 'elena' });
  const { id, number, name } = foxglove.vendor;
  api.on('GET /api/search', { documents: [], vendors: [{ id: id ?? '', number, name }], people: [] });
  await page.getByRole('button', { name: 'Search everything for “Foxglove”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('searchbox')).toHaveValue('Foxglove');
  await expect(dialog.getByRole('option', { name: /Foxglove Sign Company/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('LS-32, DEC-18: letters typed into the number search show a reason and can be searched everywhere', async () => {
  const { page, api } = await openList('/po', { orders: [draft()] });
  const { id, number, name } = foxglove.vendor;
  api.on('GET /api/search', { documents: [], vendors: [{ id: id ?? '', number, name }], people: [] });
  const box = page.getByRole('searchbox', { name: 'Search by PO number' });
  const reason = page.getByText('Searches only digits.');
  await box.pressSequentially('Foxglove');
  await expect(reason).toBeVisible();
  await expect(box).toHaveValue('');
  await page.getByRole('button', { name: 'Search everything for “Foxglove”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('searchbox')).toHaveValue('Foxglove');
  await expect(dialog.getByRole('option', { name: /Foxglove Sign Company/ }).last()).toBeVisible();
  expect(api.calls('GET /api/search').at(-1)?.query['q']).toBe('Foxglove');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(box).toBeFocused();
  await expect(reason).toHaveCount(0);
  await box.pressSequentially('12Fox');
  await expect(box).toHaveValue('12');
  await expect(reason).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toHaveValue('12Fox');
  await page.keyboard.press('Escape');
  await box.fill('');
  await box.pressSequentially('12345678901');
  await expect(box).toHaveValue('1234567890');
  await expect(reason).toHaveCount(0);
});
