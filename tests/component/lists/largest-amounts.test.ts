import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { line, draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';

const largest = { totalCost: -9_999_999_999.99, currency: 'CAD' };

/** Returns the bounding box of the text of a cell. */
function textBox(element: HTMLElement): DOMRect {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** Returns whether the text fits into its cell, which truncates longer text. */
const fits = (cell: Locator) =>
  cell.evaluate((element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    const { width } = textBox(element);
    return width > 0 && width <= element.getBoundingClientRect().width - padding;
  });

for (const { path, attachments, world } of [
  { path: '/po', attachments: 'Attachments', world: { orders: [draft(largest)] } },
  { path: '/invoice', attachments: 'Attachment', world: { invoices: [invoice(largest)] } },
  { path: '/payment', attachments: 'Attachment', world: { payments: [payment(largest)] } },
])
  test(`LS-03, LS-46: the largest amount and the attachments heading fit in ${path} at 1440 px`, async () => {
    const { page } = await openList(`${path}?status=all`, { as: 'sam', width: 1440, ...world });
    const grid = page.getByRole('grid');
    const amount = grid.getByText('-CA$9,999,999,999.99').first();
    await expect(amount).toBeVisible();
    expect(await fits(amount.locator('xpath=ancestor::td'))).toBe(true);
    const head = grid.getByRole('columnheader', { name: attachments, exact: true });
    await expect(head).toHaveText(attachments);
    expect(await fits(head)).toBe(true);
  });

const highest = { quantity: 1, unitCost: 9_999_999_999.99 };

test('LI-01, UX-10: the review separates the highest cost of a line from its quantity at 1440 px', async () => {
  const order = submittedOrder({ lineItems: [line(highest)] });
  const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order], width: 1440 });
  const cells = page.getByRole('table', { name: 'Line items' }).locator('tbody td');
  const quantity = await cells.filter({ hasText: /^1$/ }).last().evaluate(textBox);
  const cost = await cells.filter({ hasText: /^\$9/ }).first().evaluate(textBox);
  expect(cost.left - quantity.right).toBeGreaterThan(8);
});

test('LI-01, UX-10: the highest cost of a line fits in the form at 1440 px', async () => {
  const order = draft({ lineItems: [line(highest)] });
  const { page } = await openApp(`/po/edit/${order.id}`, { orders: [order], width: 1440 });
  // Wait for the columns of the codes, which take up space.
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
  for (const name of ['unitCost', 'totalCost']) {
    const cell = page.locator(`tr[data-row="0"] [data-cell="${name}"]`);
    await expect(cell).toHaveText('$9,999,999,999.99');
    expect(await fits(cell.getByText('9,999,999,999.99').locator('xpath=../..')), name).toBe(true);
  }
});

test('DEC-80, LS-46: title, tools and actions share a row at 1440 px, however long the totals are', async () => {
  const orders = ['USD', 'CAD', 'EUR', 'GBP', 'HUF'].map((currency) => draft({ ...largest, currency }));
  const { page } = await openList('/po?status=all', { orders, width: 1440 });
  await expect(page.getByText(/^5 purchase orders/)).toBeVisible();
  const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect());
  const title = await boxOf(page.getByRole('heading', { name: 'Purchase Orders', level: 1 }));
  const filters = await boxOf(page.getByRole('button', { name: 'Filters' }));
  const create = await boxOf(page.getByRole('link', { name: 'Create New' }));
  expect(filters.left).toBeGreaterThan(title.right);
  expect(create.left).toBeGreaterThan(filters.right);
});

test('DEC-80, LS-46: the tools keep their place when a search finds nothing', async () => {
  const orders = ['USD', 'CAD', 'EUR', 'GBP', 'HUF'].map((currency) => draft({ ...largest, currency }));
  const { page } = await openList('/po?status=all', { orders, width: 1440 });
  const totals = page.getByText(/^5 purchase orders/);
  await expect(totals).toBeVisible();
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  const { y } = await filters.boundingBox();
  await page.getByRole('searchbox', { name: 'Search by PO number' }).fill('9999999');
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeVisible();
  await expect(totals).not.toBeVisible();
  expect((await filters.boundingBox()).y).toBe(y);
});
