import { test } from 'vitest';
import type { ChosenColumn } from '#domain/lists/list-columns';
import { paymentTypes } from '#domain/payments/payment';
import { expect } from '../support/expect.ts';
import { invoice, submittedInvoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import type { PersonName } from '../support/fixtures/people.ts';
import type { Route } from '../support/api/routes.ts';
import type { App, AppOptions } from '../support/open-app.ts';

interface Kind {
  ids: string;
  noun: string;
  path: string;
  as: PersonName;
  world: Pick<AppOptions, 'orders' | 'invoices' | 'payments'>;
  route: Route;
  /** The sort field of each column; null if it cannot be sorted. */
  sorts: Record<string, string | null>;
  after?: (app: App) => Promise<void>;
}

const order = draft();
const paid = paymentTypes.map((paymentType) => payment({ paymentType }));

for (const { ids, noun, path, as, world, route, sorts, after } of [
  {
    ids: 'LS-03, LS-04, LS-44',
    noun: 'Purchase orders',
    path: '/po',
    as: 'dana',
    world: { orders: [order] },
    route: 'POST /api/pos/filter',
    sorts: {
      'PO #': 'PO_NUMBER',
      Date: 'DATE',
      Vendor: 'VENDOR_NAME',
      Department: 'DEPARTMENT',
      Description: 'DESCRIPTION',
      'Created By': 'CREATED_BY',
      Total: 'TOTAL',
      Status: 'STATUS',
      Waiting: 'WAITING_SINCE',
      Attachments: null,
    },
  },
  {
    ids: 'SH-54, SH-56, LS-08, LS-09',
    noun: 'Invoices',
    path: '/invoice',
    as: 'elena',
    world: { invoices: [invoice()] },
    route: 'POST /api/invoices/filter',
    sorts: {
      'Invoice#': 'NUMBER',
      Date: 'DATE',
      Vendor: 'VENDOR_NAME',
      Department: 'DEPARTMENT',
      Description: 'DESCRIPTION',
      'Created By': 'CREATED_BY',
      Total: 'TOTAL',
      Status: 'STATUS',
      Waiting: 'WAITING_SINCE',
      Attachment: null,
    },
    async after({ page }: App) {
      await page.getByRole('link', { name: 'Create New' }).click();
      await expect(page).toHaveURL('/invoice/create');
    },
  },
  {
    ids: 'SH-62, SH-63, LS-05, PA-06, PA-07, DEC-78, DEC-79',
    noun: 'Payments',
    path: '/payment',
    as: 'sam',
    world: { payments: paid },
    route: 'POST /api/payments/filter',
    sorts: {
      'Payment #': 'PAYMENT_NUMBER',
      Date: 'DATE',
      'Vendor Name': 'VENDOR_NAME',
      'Payment Type': 'PAYMENT_TYPE',
      'Bank Name': 'BANK_NAME',
      Total: 'TOTAL',
      Status: 'STATUS',
      Waiting: 'WAITING_SINCE',
      Attachment: null,
    },
    async after({ page }: App) {
      // Payments come from accounting.
      await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
      for (const each of paid)
        await expect(rowOf(page, each).getByText(each.paymentType, { exact: true })).toBeVisible();
      const [first = payment()] = paid;
      await rowOf(page, first).getByText(first.vendorName).click();
      await expect(page).toHaveURL(`/payment/review/${first.id}?referrer=listing`);
    },
  },
] as Kind[])
  test(`${ids}: each column of ${noun} except the attachments sorts in both directions`, async () => {
    const app = await openList(`${path}?status=all`, { as, ...structuredClone(world) });
    const { page, api } = app;
    const sort = () => api.calls(route).at(-1)?.query['sort'];
    await expect(page).toHaveTitle(`${noun === 'Purchase orders' ? 'Purchase Orders' : noun} · Backlot`);
    const heads = page.getByRole('grid', { name: noun }).getByRole('columnheader');
    await expect(heads).toHaveText(Object.keys(sorts));
    const types = Object.values(sorts).filter((type) => type !== null);
    expect(api.calls(route)[0]?.query).toMatchObject({
      page: '1',
      count: '50',
      persona: 'CREATOR',
      sort: `${types[0]},DESC`,
    });
    await expect(heads.first()).toHaveAttribute('aria-sort', 'descending');
    await expect(heads.last()).not.toHaveAttribute('aria-sort', /./);
    for (const [at, type] of types.entries()) {
      await heads.nth(at).click();
      await expect.poll(sort).toBe(`${type},ASC`);
      await expect(heads.nth(at)).toHaveAttribute('aria-sort', 'ascending');
    }
    const last = heads.nth(types.length - 1);
    await last.click();
    await expect.poll(sort).toBe(`${types.at(-1)},DESC`);
    await expect(last).toHaveAttribute('aria-sort', 'descending');
    await after?.(app);
  });

test('VIEW-07: where the list has no room for all columns, the due date takes the place of the date', async () => {
  const { page } = await openList('/invoice?dueFrom=2026-11-16&dueTo=2026-11-22', {
    as: 'elena',
    invoices: [submittedInvoice()],
    width: 900,
  });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(header('Due Date')).toBeVisible();
  await expect(header('Date')).toHaveCount(0);
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(900);
  page.setViewportSize({ width: 1440, height: 900 });
  await expect(header('Date')).toBeVisible();
  await expect(header('Due Date')).toBeVisible();
});

test('VIEW-07: a change of another column does not choose the column that a filter adds', async () => {
  const route = 'PUT /api/list-settings/:list';
  const { page, api } = await openList('/invoice?dueFrom=2026-11-16&dueTo=2026-11-22', {
    as: 'elena',
    invoices: [submittedInvoice()],
  });
  await expect(page.getByRole('columnheader', { name: 'Due Date' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Date', exact: true }).evaluate((element) => element.focus());
  await page.keyboard.press('Shift+ArrowRight');
  const stored = () => {
    const { columns } = (api.calls(route).at(-1)?.body ?? { columns: [] }) as { columns: ChosenColumn[] };
    return new Map(columns.map(({ id, width }) => [id, width]));
  };
  await expect.poll(() => stored().get('DATE')).toBeGreaterThan(0);
  expect([...stored().keys()]).not.toContain('DUE_DATE');
  await expect(page.getByRole('columnheader', { name: 'Due Date' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Due Date' }).evaluate((element) => element.focus());
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => stored().get('DUE_DATE')).toBeGreaterThan(0);
});
