import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../support/expect.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { searchedOrder, emptySearchResult } from '../support/fixtures/search.ts';
import { foxglove } from '../support/fixtures/vendors.ts';
import { openList } from '../support/pages/lists.ts';
import type { Page } from '../support/page.ts';

const route = 'GET /api/search';
async function openSearch(page: Page): Promise<Locator> {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('SH-01, SH-41: Ctrl-K finds a document by its description and opens it by keyboard', async () => {
  const order = draft({ description: 'Pots of pelargonium' });
  const { page, api } = await openList('/approvals', { orders: [order] });
  api.on(route, { ...emptySearchResult, documents: [searchedOrder(order, 'dana')] });
  const dialog = await openSearch(page);
  await expect(dialog.getByRole('option', { name: 'New Purchase Order' })).toBeVisible();
  // Management is only offered to users who may manage.
  await expect(dialog.getByRole('option', { name: /^Management/ })).toHaveCount(0);
  // New Invoice is only offered to users who may create invoices.
  await expect(dialog.getByRole('option', { name: 'Invoices', exact: true })).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'New Invoice' })).toHaveCount(0);
  await page.keyboard.type('pelargonium');
  const option = dialog.getByRole('option').filter({ hasText: 'Pots of pelargonium' });
  await expect(option).toHaveCount(1);
  await expect(option).toContainText('Draft');
  await expect(option).toContainText(`PO #${orderNumber(order)}`);
  // A slow machine may send a request for part of the text first.
  await expect.poll(() => api.calls(route).at(-1)?.query).toEqual({ showId: 'nlite', q: 'pelargonium' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  await expect(dialog).toBeHidden();
});

test('VIEW-72: a result found by a note shows it in one line, at every width', async () => {
  const [plain, noted] = [draft({ description: 'Pots' }), draft({ description: 'Seeds' })];
  const { page, api } = await openList('/approvals', { orders: [plain, noted] });
  const text = `Ask the gardener about ${'watering and '.repeat(7)}shade`;
  api.on(route, {
    ...emptySearchResult,
    documents: [
      searchedOrder(plain, 'dana'),
      { ...searchedOrder(noted, 'dana'), source: { kind: 'NOTE', text } },
      { ...searchedOrder(draft(), 'dana'), vendorName: '', source: { kind: 'FILE', text: 'garden.pdf' } },
    ],
  });
  const dialog = await openSearch(page);
  await page.keyboard.type('gardener');
  const options = dialog.getByRole('group', { name: 'Documents' }).getByRole('option');
  await expect(options).toHaveCount(3);
  await expect(options.nth(1)).toContainText(`note: ${text} · ${noted.vendor.name}`);
  // Without a vendor the detail has no separator.
  await expect(options.nth(2).getByText('file: garden.pdf', { exact: true })).toBeVisible();
  for (const [width, height] of [
    [375, 720],
    [900, 720],
    [1440, 900],
  ] as const) {
    page.setViewportSize({ width, height });
    const [first, second] = [await options.nth(0).boundingBox(), await options.nth(1).boundingBox()];
    expect(second?.height, `${width}`).toBe(first?.height);
  }
});

test('SH-01: Enter opens a result of the current text, even when its response is late', async () => {
  const [previous, current] = [
    draft({ description: 'calendula older' }),
    draft({ description: 'calendula new' }),
  ];
  const { page, api } = await openList('/approvals', { orders: [previous, current], clock: true });
  api.on(route, ({ query }) => ({
    ...emptySearchResult,
    documents: [searchedOrder(query['q'] === 'calendula older' ? previous : current, 'dana')],
  }));
  const dialog = await openSearch(page);
  await page.keyboard.type('calendula older');
  await expect(dialog.getByRole('option').filter({ hasText: 'calendula older' })).toContainText(
    `PO #${orderNumber(previous)}`,
  );
  const release = api.hold(route);
  for (let at = 0; at < 'older'.length; at += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('new');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => api.calls(route).at(-1)?.query['q']).toBe('calendula new');
  await page.waitForIdle();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/approvals');
  release();
  await expect(page).toHaveURL(`/po/review/${current.id}/creator`);
});

test('PE-09: a waiting order opens with the approver persona', async () => {
  const order = submittedOrder();
  const { page, api } = await openList('/approvals', { as: 'marcus', orders: [order] });
  api.on(route, { ...emptySearchResult, documents: [searchedOrder(order, 'marcus')] });
  const dialog = await openSearch(page);
  await page.keyboard.type(order.description);
  const option = dialog.getByRole('option').filter({ hasText: order.description });
  await expect(option).toContainText('Waiting for you');
  await option.click();
  await expect(page).toHaveURL(`/po/review/${order.id}/approver`);
});

test('PE-09, SH-01: the search opens areas of Management and the orders of a vendor', async () => {
  const { page, api } = await openList('/approvals', { as: 'sam' });
  api.on(route, emptySearchResult);
  const dialog = await openSearch(page);
  await page.keyboard.type('departm');
  await dialog.getByRole('option', { name: 'Management: Departments' }).click();
  await expect(page).toHaveURL(/^\/setup\/departments/);
  const { id, number, name } = foxglove.vendor;
  api.on(route, { ...emptySearchResult, vendors: [{ id: id ?? '', number, name }] });
  await openSearch(page);
  await page.keyboard.type('foxglo');
  await dialog.getByRole('group', { name: "A vendor's purchase orders" }).getByRole('option').click();
  await expect(page).toHaveURL(/^\/po\?.*vendor=/);
  await expect(page.getByRole('grid', { name: 'Applied filters' })).toContainText(name);
  await expect.poll(() => api.calls('POST /api/pos/filter').at(-1)?.body.vendorNumbers).toEqual([number]);
});

test('DEC-80, VIEW-75: a search without results suggests what to try, and Escape closes it and returns the focus', async () => {
  const { page, api } = await openList('/approvals', { as: 'priya' });
  api.on(route, emptySearchResult);
  const opener = page.getByRole('button', { name: 'Search', exact: true });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  await page.keyboard.type('qq');
  await expect(dialog).toContainText('lines, notes, file names and accounts');
  await page.keyboard.type('qqzzzz');
  await expect(dialog).toContainText(
    'Nothing found. Try part of a number, an amount, a vendor, a description, a line, a note, a file name or an account.',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  // One Escape closes it, with or without a selected option.
  for (const keys of [[], ['ArrowDown']]) {
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await expect(opener).toBeFocused();
});
