import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { department } from '../support/fixtures/departments.ts';
import { invoice, invoiceRow, submittedInvoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { foxglove } from '../support/fixtures/vendors.ts';
import { openFilters, openList, rowOf, takeFilter } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import { savedFiles } from '../support/api/saved-files.ts';

const list = 'POST /api/invoices/filter';

test('LS-16, LS-26, LS-30, LS-36, LS-37: invoices show their creators and are filtered by day, department, creator, vendor and number', async () => {
  const [matching, other] = [invoice(), invoice()];
  const { page, api } = await openList('/invoice', { as: 'sam', invoices: [matching, other] });
  api.on(list, ({ body }) => {
    const rows = body.vendorNumbers?.length ? [matching] : [matching, other];
    return { invoices: rows.map((row) => invoiceRow(row, person('sam'))), total: rows.length };
  });
  const accounting = department('Accounting');
  const { number: vendorNumber, name: vendorName } = foxglove.vendor;
  await expect(rowOf(page, matching).getByText('Elena Fischer', { exact: true })).toBeVisible();
  const panel = await openFilters(page);
  // This filter exists only for purchase orders.
  await expect(panel.getByText('Change Orders')).toHaveCount(0);
  await panel.getByRole('textbox', { name: 'From' }).fill('02/10/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('02/10/2026');
  await takeFilter(page, 'Departments', 'Accoun', 'Accounting');
  await expect
    .poll(() => api.calls('POST /api/departments/users/list').at(-1)?.body)
    .toEqual({ departmentIds: [accounting.id], showId: 'nlite' });
  await takeFilter(page, 'Created By', 'Elena', 'Elena Fischer');
  await takeFilter(page, 'Vendor', 'Foxglove', vendorName);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(rowOf(page, matching)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('4');
  await page.getByRole('searchbox', { name: 'Search by invoice number' }).fill(matching.number);
  await expect.poll(() => api.calls(list).at(-1)?.body.numbers).toEqual([matching.number]);
  expect(api.calls(list).at(-1)?.body).toEqual({
    showId: 'nlite',
    numbers: [matching.number],
    statuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'],
    dateRange: { startDate: '2026-02-10', endDate: '2026-02-10' },
    departmentIds: [accounting.id],
    creatorIds: [person('elena').id],
    vendorNumbers: [vendorNumber],
    isWaiting: null,
    waitingSince: null,
    waitingWith: [],
  });
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await chips.getByRole('row', { name: 'By Elena Fischer' }).getByRole('button').click();
  await expect.poll(() => api.calls(list).at(-1)?.body.creatorIds).toEqual([]);
  await expect(rowOf(page, matching)).toBeVisible();
});

test('LS-26, LS-30: vendors that load slowly are all selected, and a removed one stays removed', async () => {
  const { page, api } = await openList('/invoice?vendor=N-Gravel~Gravel', { as: 'sam' });
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const names = ['Grove', 'Grange', 'Gravel'];
  api.on(
    'GET /api/vendors',
    names.map((name) => ({ id: name, name, isTemporary: false, tempVendorId: null })),
  );
  api.on('GET /api/vendors/:id', async ({ params: { id = '' } }) => {
    const gate = Promise.withResolvers<void>();
    gates.set(id, gate);
    await gate.promise;
    return { ...foxglove.vendor, id, name: id, number: `N-${id}` };
  });
  const panel = await openFilters(page);
  const chips = panel.getByRole('grid', { name: 'Vendor, chosen' }).getByRole('row');
  await expect(chips).toHaveText(['Gravel']);
  for (const name of ['Grove', 'Grange']) {
    await takeFilter(page, 'Vendor', 'gr', name);
    await expect.poll(() => gates.has(name)).toBe(true);
  }
  await chips.first().getByRole('button').click();
  await expect(chips).toHaveCount(0);
  gates.get('Grange')?.resolve();
  await expect(chips).toHaveText(['Grange']);
  gates.get('Grove')?.resolve();
  await expect(chips).toHaveText(['Grange', 'Grove']);
  // Selected vendors are not offered again.
  await panel.getByRole('combobox', { name: 'Vendor' }).pressSequentially('gr');
  await expect(page.getByRole('option')).toHaveText(['Gravel']);
});

test('LS-32, LS-33, LS-34, DEC-18: the invoice search accepts 30 characters and requests the list 750 ms after the last key', async () => {
  const { page, api } = await openList('/invoice?status=all', {
    as: 'elena',
    invoices: [invoice()],
    clock: true,
  });
  const search = page.getByRole('searchbox', { name: 'Search by invoice number' });
  const requestCount = () => api.calls(list).filter(({ body }) => body.numbers?.join() === 'aB-0 7/é').length;
  page.clock.pause();
  await search.pressSequentially('aB-0 7/é');
  await expect(search).toHaveValue('aB-0 7/é');
  await page.clock.runFor(490);
  await expect(page).not.toHaveURL(/number=/);
  await page.clock.runFor(10);
  await expect(page).toHaveURL(/number=/);
  // It is shown as soon as a request is pending, before it is sent.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.clock.runFor(240);
  expect(requestCount()).toBe(0);
  await page.clock.runFor(10);
  await expect.poll(requestCount).toBe(1);
  await search.fill('x'.repeat(31));
  await expect(search).toHaveValue('x'.repeat(30));
});

test('PE-18: the creator filter is fixed for a user who sees only their own invoices, independently of orders', async () => {
  const { page, api } = await openList('/invoice?creator=user-sam-delgado', {
    as: person('elena', { visibility: 'ALL', invoiceVisibility: 'CREATED_BY_THIS_USER' }),
    invoices: [invoice()],
    orders: [draft()],
  });
  const creator = (await openFilters(page)).getByRole('button', { name: 'Created By' });
  await expect(creator).toHaveText('Me');
  await expect(creator).toBeDisabled();
  expect(api.calls(list)[0]?.body.creatorIds).toEqual([person('elena').id]);
  await page.goto('/po');
  await expect.poll(() => api.calls('POST /api/pos/filter').at(-1)?.body.creatorIds).toEqual([]);
});

for (const { path, noun, route } of [
  { path: '/invoice', noun: 'invoices', route: list },
  { path: '/payment', noun: 'payments', route: 'POST /api/payments/filter' },
] as const) {
  test(`LS-38, LS-40: a list of ${noun} that fails shows an error, can be retried and resets its filters`, async () => {
    let mend: () => void = () => undefined;
    const { page, api } = await openApp(`${path}?status=all`, {
      as: 'sam',
      invoices: [invoice()],
      payments: [payment()],
      api: (fake) => {
        mend = fake.fail(route, 'invalid_parameter');
      },
    });
    const words = `Error loading ${noun}. Please refresh and try again.`;
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByText('None to display')).toHaveCount(0);
    await expect(page.getByText('Error fetching data. Filters have been reset')).toHaveCount(0);
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid').getByRole('rowheader')).toHaveCount(1);
    api.fail(route, 'invalid_parameter');
    await page.goto(`${path}?status=all&from=2026-01-01`);
    const reset = page.getByText('Error fetching data. Filters have been reset', { exact: true });
    await expect(reset).toBeVisible();
    await expect(page).toHaveURL(`${path}?status=all`);
  });
}

test('SH-56: Create New is hidden on invoices for a PO creator, who may only read them', async () => {
  const { page } = await openList('/invoice', { invoices: [invoice()] });
  await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await page.goto('/po');
  await expect(page.getByRole('link', { name: 'Create New' })).toBeVisible();
});

test('RP-02, DEC-68, DEC-81: Export Invoice Log saves the log of invoices and blocks other exports meanwhile', async () => {
  const route = 'GET /api/reports/download/invoice-log/:showId';
  const fileName = 'Invoice_Log_northern-lights_2026-11-20.csv';
  const { page, api } = await openList('/invoice', { as: 'elena', invoices: [submittedInvoice()] });
  const headers = { 'content-disposition': `attachment; filename="${fileName}"` };
  api.on(route, () => new Response('Invoice number\n', { headers }));
  const release = api.hold(route);
  const files = savedFiles(page);
  await page.getByRole('button', { name: 'Export Invoice Log' }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const progress = page.getByRole('region', { name: 'Export' });
  await expect(progress).toContainText('Exporting the invoice log as CSV');
  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  await expect(page.getByRole('button', { name: 'Export PO Log' })).toHaveAttribute('aria-disabled', 'true');
  await expect(progress).toContainText('Exporting the invoice log');
  release();
  await expect(page.getByText(`${fileName} successfully downloaded.`)).toBeVisible();
  const [call] = api.calls(route);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(call?.params).toEqual({ showId: 'nlite' });
  expect(call?.query).toEqual({ format: 'csv', timeZone });
  expect(files.map(({ name }) => name)).toEqual([fileName]);
});
