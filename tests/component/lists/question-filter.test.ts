import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { AppOptions } from '../support/open-app.ts';

type Route = 'POST /api/pos/filter' | 'POST /api/invoices/filter' | 'POST /api/payments/filter';

const lists: [string, Route, AppOptions][] = [
  ['/po', 'POST /api/pos/filter', { orders: [submittedOrder()] }],
  ['/invoice', 'POST /api/invoices/filter', { invoices: [submittedInvoice()] }],
  ['/payment', 'POST /api/payments/filter', { payments: [submittedPayment()] }],
  ['/approvals/purchase-orders', 'POST /api/pos/filter', { orders: [submittedOrder()] }],
];

test.each(lists)('ASK-07: %s filters by open questions', async (path, route, documents) => {
  const { page, api } = await openList(path, { as: 'sam', ...documents, width: 1440 });
  const body = () => api.calls(route).at(-1)?.body as { openQuestion?: string } | undefined;
  expect(body()).not.toHaveProperty('openQuestion');
  for (const [option, chip, value, query] of [
    ['Any open question', 'Open question', 'ANY', 'any'],
    ['Questions to me', 'Question to me', 'TO_ME', 'me'],
  ] as const) {
    await page.getByRole('button', { name: /^Filters/ }).click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    await panel.getByRole('button', { name: /Questions/ }).click();
    await page.getByRole('option', { name: option }).click();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => body()?.openQuestion).toBe(value);
    await expect(page).toHaveURL(new RegExp(`question=${query}`));
    await expect(
      page.getByRole('grid', { name: 'Applied filters' }).getByRole('row', { name: chip }),
    ).toBeVisible();
  }
});
