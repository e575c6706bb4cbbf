import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/lists.ts';

for (const { path, route, search, longest } of [
  { path: '/po', route: 'POST /api/pos/filter', search: 'Search by PO number', longest: 10 },
  { path: '/invoice', route: 'POST /api/invoices/filter', search: 'Search by invoice number', longest: 30 },
  { path: '/payment', route: 'POST /api/payments/filter', search: 'Search by payment number', longest: 20 },
] as const)
  test(`UX-13, DEC-18, DEC-47: on a phone ${path} reads 20 a page and looks for ${longest} characters at most`, async () => {
    const { page, api } = await openList(`${path}?status=all`, {
      as: 'sam',
      orders: [draft()],
      invoices: [invoice()],
      payments: [payment()],
      width: 375,
      height: 812,
    });
    expect(api.calls(route)[0]?.query).toMatchObject({ page: '1', count: '20' });
    const box = page.getByRole('searchbox', { name: search });
    await box.fill('7'.repeat(longest + 5));
    await expect(box).toHaveValue('7'.repeat(longest));
  });
