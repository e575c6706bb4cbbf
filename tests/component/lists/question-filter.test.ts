import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { submittedInvoice } from '../support/fixtures/invoices.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { AppOptions } from '../support/open-app.ts';

const lists = [
  ['/po', 'pos', { orders: [submittedOrder()] }],
  ['/invoice', 'invoices', { invoices: [submittedInvoice()] }],
  ['/payment', 'payments', { payments: [submittedPayment()] }],
  ['/approvals/purchase-orders', 'pos', { orders: [submittedOrder()] }],
] as const;

test.each(lists)('ASK-07: %s filters by open questions', async (path, route, documents) => {
  const { page, api } = await openList(path, { as: 'sam', ...documents, width: 1440 } as AppOptions);
  const body = () => api.calls(`POST /api/${route}/filter`).at(-1)?.body;
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
