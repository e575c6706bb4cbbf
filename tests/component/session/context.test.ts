import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { orderApprovedByHead } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import { rowOf } from '../support/pages/lists.ts';

test('SE-02, SE-03: the session has user, show, persona and CSRF token, and shows the next item for approval by default', async () => {
  const order = orderApprovedByHead();
  const { page, api } = await openApp('/approvals', { as: 'priya', orders: [order] });
  await expect(page.getByRole('button', { name: 'Account of Priya Raman' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show:/ })).toContainText('Northern Lights');
  await expect.poll(() => api.calls('POST /api/pos/filter').length).toBeGreaterThan(0);
  const [list] = api.calls('POST /api/pos/filter');
  expect(list?.query).toMatchObject({ showId: 'nlite', persona: 'APPROVER' });
  // The first requests are sent before the application runs; later ones are its own.
  const previousCount = api.calls('POST /api/pos/filter').length;
  page.focusWindow();
  await expect.poll(() => api.calls('POST /api/pos/filter').length).toBeGreaterThan(previousCount);
  const calls = [...api.calls('POST /api/pos/filter'), ...api.calls('GET /api/users/meta')];
  expect(new Set(calls.map(({ headers }) => headers.get('x-csrf-token')))).toEqual(new Set(['csrf-token']));
  await rowOf(page, order).click();
  const option = page.getByRole('checkbox', { name: 'Display Next Item Needing Approval' });
  await expect(option).toBeChecked();
  expect(localStorage.getItem('showNextApprovalItem')).not.toBe('false');
});

test('SE-03: links without a permission of the session are hidden', async () => {
  const { page } = await openApp('/po', {
    as: person('priya', {
      role: 'Invoice Creator',
      permissions: { CreatePurchaseOrders: 'READ', CreateInvoices: 'READ' },
      invoiceModuleVisible: false,
      paymentModuleVisible: false,
    }),
  });
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }),
  ).toHaveCount(0);
});
