import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approvedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';

test('UX-12: no list, form or review contains the words fee or rate', async () => {
  const order = approvedOrder();
  const { page } = await openList('/po?status=approved', { as: 'sam', orders: [order] });
  const labels = page
    .locator('main')
    .locator('th, dt, h1, h2, h3, button, legend, label:not([aria-hidden] *)');
  const expectPlainNames = () =>
    expect(labels.allTextContents().filter((text) => /\b(fees?|rates?)\b/i.test(text))).toEqual([]);
  await expect(rowOf(page, order)).toContainText('Approved');
  expectPlainNames();
  await rowOf(page, order).click();
  await expect(page.getByRole('button', { name: 'Export PDF' })).toBeVisible();
  expectPlainNames();
  await page.goto('/po/create');
  await expect(page.getByRole('button', { name: 'Save & Review' })).toBeVisible();
  expectPlainNames();
});
