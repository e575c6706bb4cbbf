import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { costReport } from '../support/fixtures/cost-reports.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { emptySearchResult } from '../support/fixtures/search.ts';
import { foxglove } from '../support/fixtures/vendors.ts';
import { orderNumber } from '#domain/documents/document-number';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { openList } from '../support/pages/lists.ts';
import { goToReview, openReview } from '../support/pages/reviews.ts';

const route = 'GET /api/search';

async function openSearch(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('CMD-01, CMD-07: the search acts on the page behind it and shows the keys', async () => {
  const { page } = await openReview(submittedOrder(), 'approver');
  const dialog = await openSearch(page);
  const revise = dialog.getByRole('option', { name: /^Revise/ });
  await expect(revise).toContainText('R');
  await expect(dialog.getByRole('option', { name: /^Approve/ }).first()).toBeVisible();
  await expect(dialog.getByRole('option', { name: /^Submit for Approval/ })).toHaveCount(0);
  await expectAccessible(page);
  // The arrow keys bring every entry into view.
  const entries = dialog.getByRole('option').all();
  for (let at = 0; at < entries.length; at += 1) await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('option').last()).toBeInViewport();
  await revise.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog')).toContainText('Request Revision');
});

test('CMD-02: C opens the form of the list, and does nothing in a text', async () => {
  const { page } = await openApp('/invoice', { as: 'elena' });
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  const search = page.getByRole('searchbox').first();
  await search.click();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/invoice?number=c');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/invoice/create');
});

test('CMD-03: a new order for a vendor starts with its address', async () => {
  const { page, api } = await openList('/approvals', { as: 'dana' });
  const { id, number, name } = foxglove.vendor;
  api.on(route, { ...emptySearchResult, vendors: [{ id: id ?? '', number, name }] });
  const dialog = await openSearch(page);
  await page.keyboard.type('foxglo');
  await dialog.getByRole('group', { name: 'New purchase order for' }).getByRole('option').click();
  await expect(page).toHaveURL('/po/create');
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue(name);
  await expect(page.getByText('3559 San Fernando Rd').first()).toBeVisible();
});

test('CMD-04: the orders that wait with a person are listed', async () => {
  const { page, api } = await openList('/approvals', { as: 'sam' });
  const priya = person('priya');
  api.on(route, { ...emptySearchResult, people: [{ id: priya.id, name: priya.name }] });
  const dialog = await openSearch(page);
  await page.keyboard.type('priya');
  await dialog.getByRole('group', { name: 'Purchase orders waiting with' }).getByRole('option').click();
  await expect.poll(() => api.calls('POST /api/pos/filter').at(-1)?.body.waitingWith).toEqual([priya.id]);
});

test('CMD-05: documents opened before are offered until something is typed', async () => {
  const [first, second] = [draft(), draft()];
  const { page } = await openReview(first, 'creator', { orders: [first, second] });
  await goToReview(page, second, 'creator');
  const dialog = await openSearch(page);
  const recent = dialog.getByRole('group', { name: 'Opened last' }).getByRole('option');
  await expect(recent).toHaveCount(2);
  await expect(recent.first()).toContainText(orderNumber(second));
  await recent.last().click();
  await expect(page.getByRole('heading', { level: 1, name: orderNumber(first) })).toBeVisible();
  await openSearch(page);
  await page.keyboard.type('x');
  await expect(recent).toHaveCount(0);
});

test('CMD-06: approvers set their cover from the search', async () => {
  const { page, api } = await openList('/approvals', { as: 'marcus' });
  api.on(route, emptySearchResult);
  const dialog = await openSearch(page);
  await page.keyboard.type('cover');
  await dialog.getByRole('option', { name: /^Set Cover/ }).click();
  await expect(page.getByRole('dialog', { name: 'Set Cover' })).toBeVisible();
});

test('CMD-06: users who do not approve are not offered a cover', async () => {
  const { page } = await openList('/approvals', { as: 'dana' });
  const dialog = await openSearch(page);
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expect(dialog.getByRole('option', { name: /^Set Cover/ })).toHaveCount(0);
});

test('CMD-08: pages within Management are found by what is done there', async () => {
  const { page, api } = await openList('/approvals', { as: 'sam' });
  api.on(route, emptySearchResult);
  api.on('GET /api/cost-reports', { reports: [] });
  api.on('GET /api/cost-reports/current', costReport());
  const dialog = await openSearch(page);
  await expect(dialog.getByRole('option', { name: 'Management: Budget' })).toBeVisible();
  await expect(dialog.getByRole('option', { name: /Cost Report/ })).toHaveCount(0);
  await page.keyboard.type('exchange rate');
  await expect(dialog.getByRole('option', { name: /Settings: Currencies/ })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('close period');
  await expect(dialog.getByRole('option', { name: /Settings: Periods/ })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('cost report');
  await dialog.getByRole('option', { name: /Budget: Cost Report/ }).click();
  await expect(page).toHaveURL(/\/setup\/budget\/report$/);
});

test('CMD-08: pages of an area that the user may not read are not offered', async () => {
  const { page, api } = await openList('/approvals', { as: 'dana' });
  api.on(route, emptySearchResult);
  const dialog = await openSearch(page);
  await page.keyboard.type('periods');
  await expect(dialog.getByText(/Nothing found/)).toBeVisible();
  await expect(dialog.getByRole('option', { name: /Periods/ })).toHaveCount(0);
});
