import type { Locator, Page } from '@playwright/test';
import type { PurchaseOrderList } from '../../domain/purchase-order.ts';
import { openList } from './support/lists.ts';
import { chartIsHere, lineTable } from './support/line-table.ts';
import { expect, test } from './support/product.ts';
import { openReview } from './support/review.ts';

const wide = { viewport: { width: 1440, height: 900 } };

const lists = [
  { docType: 'PO', path: '/po', resource: 'pos', rows: 'poS', attachments: 'Attachments' },
  { docType: 'INVOICE', path: '/invoice', resource: 'invoices', rows: 'invoices', attachments: 'Attachment' },
  { docType: 'PAYMENT', path: '/payment', resource: 'payments', rows: 'payments', attachments: 'Attachment' },
] as const;

/** Each row of the list comes with the largest amount that there can be. */
async function withLargestAmounts(page: Page, { resource, rows }: (typeof lists)[number]): Promise<void> {
  await page.route(`**/api/${resource}/filter?*`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, { totalCost: number }[]>;
    const largest = body[rows]?.map((row) => ({ ...row, currency: 'CAD', totalCost: -9_999_999_999.99 }));
    await route.fulfill({ response: answer, json: { ...body, [rows]: largest } });
  });
}

/** Whether all of the text is inside its cell, which would cut it. */
const fits = (cell: Locator) =>
  cell.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const room = box.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return text.width > 0 && text.width <= room;
  });

for (const list of lists) {
  test(`LS-03, LS-46: at 1440 px the largest amount and the head of the attachments fit: ${list.docType}`, async ({
    as,
  }) => {
    const { page } = await as('theodore', { ...wide, show: 'nlite' });
    await withLargestAmounts(page, list);
    await openList(page, `${list.path}?status=all`, list.docType);
    const grid = page.getByRole('grid');
    const amount = grid.getByText('-CA$9,999,999,999.99').first();
    await expect(amount).toBeVisible();
    expect(await fits(amount.locator('xpath=ancestor::td'))).toBe(true);
    const head = grid.getByRole('columnheader', { name: list.attachments, exact: true });
    await expect(head).toHaveText(list.attachments);
    expect(await fits(head)).toBe(true);
  });
}

test('LI-01, UX-10: at 1440 px the highest cost of a line stands apart on the review, and fits in the form', async ({
  as,
}) => {
  const show = 'tidewater';
  const { page, api } = await as('theodore', { ...wide, show });
  const path = `/api/pos/filter/?showId=${show}&persona=CREATOR&page=1&count=1&sort=TOTAL,DESC`;
  const { poS } = await api.post<PurchaseOrderList>(path, {});
  const [order] = poS;
  if (order?.totalCost !== 9_999_999_999.99) throw new Error('The demo has no order with the highest total');
  await openReview(page, order, 'creator');
  const cells = page.getByRole('table', { name: 'Line items' }).locator('tbody td');
  const [quantity, cost] = [
    cells.filter({ hasText: /^1$/ }).last(),
    cells.filter({ hasText: /^\$9/ }).first(),
  ];
  const box = (cell: Locator) =>
    cell.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    });
  expect((await box(cost)).left - (await box(quantity)).right).toBeGreaterThan(8);

  await page.goto(`/po/edit/${order.id}`);
  await chartIsHere(page);
  const lines = lineTable(page);
  for (const name of ['unitCost', 'totalCost']) {
    const cell = lines.cell(1, name);
    await expect(cell).toHaveText('$9,999,999,999.99');
    expect([name, await fits(cell.getByText('9,999,999,999.99').locator('xpath=../..'))]).toEqual([
      name,
      true,
    ]);
  }
});
