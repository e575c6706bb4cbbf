import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { waiting } from '../support/fixtures/waiting.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { reviewPath } from '../support/pages/reviews.ts';

const phone = { width: 375, height: 812 };

test('WAIT-05: rows, cards and the review say with whom a document waits', async () => {
  const order = submittedOrder({ waiting });
  const text = 'With Priya Raman, 3 working days; usually 2';
  const { page } = await openList('/approvals', { as: 'marcus', orders: [order], ...phone });
  await expect(rowOf(page, order)).toContainText(text);
  for (const width of [900, 1440]) {
    page.setViewportSize({ width, height: 900 });
    await expect(rowOf(page, order)).toContainText('3 working days; usually 2');
    await expect(rowOf(page, order).getByText('Foxglove Sign Company').first()).toBeVisible();
  }
  await page.goto(`/po/review/${order.id}`);
  await expect(page.getByRole('banner').or(page.getByRole('main')).last()).toContainText(
    /With Priya Raman since .*\(3 working days; usually 2\)/,
  );
});

test('WAIT-05: a row that waits for nobody says so in the color of a warning', async () => {
  const order = submittedOrder({ waiting: { ...waiting, with: [] } });
  const { page } = await openList('/po', { as: 'dana', orders: [order], width: 1440, height: 900 });
  const nobody = rowOf(page, order).getByText('Nobody', { exact: true });
  const colorOf = (element: Element) => getComputedStyle(element).color;
  await expect(nobody).toBeVisible();
  expect(await nobody.evaluate(colorOf)).not.toBe(await rowOf(page, order).evaluate(colorOf));
});

test('WAIT-09: the queue opens oldest first, and the chosen order is remembered', async () => {
  const order = submittedOrder({ waiting });
  const { page, api } = await openList('/approvals', {
    as: 'marcus',
    orders: [order],
    width: 1440,
    height: 900,
  });
  const sort = () => api.calls('POST /api/pos/filter').at(-1)?.query['sort'];
  await expect(rowOf(page, order)).toBeVisible();
  expect(sort()).toBe('WAITING_SINCE,ASC');
  const total = page.getByRole('columnheader', { name: 'Total' });
  for (const direction of ['ascending', 'descending']) {
    await total.click();
    await expect(total).toHaveAttribute('aria-sort', direction);
  }
  await expect.poll(sort).toBe('TOTAL,DESC');
  await page.goto('/po');
  await expect(rowOf(page, order)).toBeVisible();
  expect(sort()).toBe('PO_NUMBER,DESC');
  await page.goto('/approvals');
  await expect(rowOf(page, order)).toBeVisible();
  expect(sort()).toBe('TOTAL,DESC');
});

const others = [
  ['an invoice', '/approvals/invoices', submittedInvoice({ waiting }), 'invoices'],
  ['a payment', '/approvals/payments', submittedPayment({ waiting }), 'payments'],
] as const;

test.each(others)(
  'WAIT-05: rows, cards and the review of %s say with whom it waits',
  async (_name, queue, document, list) => {
    const { page } = await openList(queue, { as: 'marcus', [list]: [document], ...phone });
    const text = 'With Priya Raman, 3 working days; usually 2';
    await expect(rowOf(page, document)).toContainText(text);
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
    for (const width of [900, 1440]) {
      page.setViewportSize({ width, height: 900 });
      await expect(rowOf(page, document)).toContainText('3 working days; usually 2');
    }
    page.setViewportSize(phone);
    await page.goto(reviewPath(document, 'approver'));
    await expect(
      page.getByText(/^With Priya Raman since .*\(3 working days; usually 2\)/).first(),
    ).toBeVisible();
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  },
);
