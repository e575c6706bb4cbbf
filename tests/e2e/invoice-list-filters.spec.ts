import { readFile } from 'node:fs/promises';
import { permissionMatrix } from '../../domain/permissions.ts';
import { draftInvoice, submittedInvoice } from './support/invoices.ts';
import { listCalls, openFilters, openList, rowOf, takeFilter, withoutNews } from './support/lists.ts';
import { askingForRights, believing } from './support/permissions.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import { holdTime } from './support/quiet.ts';

test('LS-26, LS-30, LS-36, LS-37: what invoices can be narrowed by', async ({ as, apiOf }) => {
  const [elena, sam] = await Promise.all([apiOf('elena'), as('sam')]);
  const [invoice, other] = await Promise.all([
    draftInvoice(elena, { date: '2026-02-10' }),
    draftInvoice(elena, { date: '2026-02-11' }),
  ]);
  const { page } = sam;
  const calls = listCalls(page, 'INVOICE');
  await openList(page, '/invoice', 'INVOICE');
  const panel = await openFilters(page);
  // What is a purchase order's own is not asked of an invoice.
  await expect(panel.getByText('Change Orders')).toHaveCount(0);
  await expect(panel.getByText('Failed to send to Accounting')).toHaveCount(0);
  await panel.getByRole('textbox', { name: 'From' }).fill('02/10/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('02/10/2026');
  const people = page.waitForRequest('**/api/departments/users/list');
  await takeFilter(page, 'Departments', 'Accoun', 'Accounting');
  expect((await people).postDataJSON()).toEqual({ departmentIds: [invoice.department?.id], showId });
  await takeFilter(page, 'Created By', 'Elena', 'Elena Fischer');
  await takeFilter(page, 'Vendor', 'Foxglove', 'Foxglove Sign Company');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(rowOf(page, invoice)).toBeVisible();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('4');
  await page.getByRole('searchbox', { name: 'Search by invoice number' }).fill(invoice.number);
  await expect.poll(() => calls.at(-1)?.filters.numbers).toEqual([invoice.number]);
  expect(calls.at(-1)?.filters).toEqual({
    showId,
    numbers: [invoice.number],
    statuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'],
    dateRange: { startDate: '2026-02-10', endDate: '2026-02-10' },
    departmentIds: [invoice.department?.id],
    creatorIds: [elena.api.userId],
    vendorNumbers: [expect.stringMatching(/./)],
    vendorData: [{ number: expect.stringMatching(/./), name: 'Foxglove Sign Company' }],
  });
  // One of them is taken away by itself.
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await chips.getByRole('row', { name: 'By Elena Fischer' }).getByRole('button').click();
  await expect.poll(() => calls.at(-1)?.filters.creatorIds).toEqual([]);
  await expect(rowOf(page, invoice)).toBeVisible();
});

test('LS-26, LS-30: vendors that are read slowly are all chosen, and one that was taken away meanwhile stays away', async ({
  as,
}) => {
  const { page } = await as('sam');
  const held = new Map<string, PromiseWithResolvers<void>>();
  await page.route(/\/api\/vendors\/?\?/, (route) => {
    const match = (name: string) => ({ id: name, name, isTemporary: false, tempVendorId: null });
    return route.fulfill({ json: ['Grove', 'Grange', 'Gravel'].map(match) });
  });
  await page.route(/\/api\/vendors\/\w+\/?\?/, async (route) => {
    const [, name = ''] = /\/vendors\/(\w+)/.exec(route.request().url()) ?? [];
    const one = Promise.withResolvers<void>();
    held.set(name, one);
    await one.promise;
    await route.fulfill({ json: { id: name, name, number: `N-${name}` } });
  });
  await openList(page, '/invoice?vendor=N-Gravel~Gravel', 'INVOICE');
  const panel = await openFilters(page);
  const chips = panel.getByRole('grid', { name: 'Vendor, chosen' }).getByRole('row');
  await expect(chips).toHaveText(['Gravel']);
  for (const name of ['Grove', 'Grange']) {
    await takeFilter(page, 'Vendor', 'gr', name);
    await expect.poll(() => held.has(name)).toBe(true);
  }
  await chips.first().getByRole('button').click();
  await expect(chips).toHaveCount(0);
  held.get('Grange')?.resolve();
  await expect(chips).toHaveText(['Grange']);
  held.get('Grove')?.resolve();
  await expect(chips).toHaveText(['Grange', 'Grove']);
  // What is chosen is not offered again.
  await panel.getByRole('combobox', { name: 'Vendor' }).pressSequentially('gr');
  await expect(page.getByRole('option')).toHaveText(['Gravel']);
});

test('LS-32, LS-33, LS-34, DEC-18: the search of invoices takes 30 of any characters, and waits', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'harbour9' });
  const calls = listCalls(page, 'INVOICE');
  await withoutNews(page);
  await page.clock.install();
  await openList(page, '/invoice?status=all', 'INVOICE');
  await expect(page.getByRole('grid', { name: 'Invoices' }).getByRole('row').nth(5)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search by invoice number' });
  const asked = (number: string) => calls.filter(({ filters }) => filters.numbers?.join() === number).length;
  const passes = await holdTime(page);
  await search.pressSequentially('aB-0 7/é');
  await expect(search).toHaveValue('aB-0 7/é');
  await passes(490);
  await expect(page).not.toHaveURL(/number=/);
  await passes(10);
  await expect(page).toHaveURL(/number=/);
  // It stands there from the moment on at which the list begins to wait before it asks.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await passes(240);
  expect(asked('aB-0 7/é')).toBe(0);
  await passes(10);
  await expect.poll(() => asked('aB-0 7/é')).toBe(1);
  await search.fill('x'.repeat(31));
  await expect(search).toHaveValue('x'.repeat(30));
});

test('PE-18: whose scope of invoices is his own finds himself as their creator, fixed', async ({ as }) => {
  const { page, api } = await as('elena');
  await askingForRights(page);
  await page.route('**/api/users/config*', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({ response, json: { ...config, invoiceVisibility: 'CREATED_BY_THIS_USER' } });
  });
  const calls = { invoices: listCalls(page, 'INVOICE'), orders: listCalls(page) };
  await openList(page, '/invoice?creator=user-sam-delgado', 'INVOICE');
  const creator = (await openFilters(page)).getByRole('button', { name: 'Created By' });
  await expect(creator).toHaveText('Me');
  await expect(creator).toBeDisabled();
  expect(calls.invoices[0]?.filters.creatorIds).toEqual([api.userId]);
  // Of purchase orders she sees all.
  await openList(page, '/po');
  expect(calls.orders[0]?.filters.creatorIds).toEqual([]);
});

const failing = [
  { path: '/invoice', noun: 'invoices', name: 'Invoices' },
  { path: '/payment', noun: 'payments', name: 'Payments' },
] as const;

test('LS-38, LS-40: invoice and payment lists that fail say so, or lose the filters they failed for', async ({
  as,
}) => {
  const { page } = await as('theodore', { show: 'harbour9' });
  // News would have the list ask again by itself.
  await withoutNews(page);
  for (const { path, noun, name } of failing) {
    const filter = `**/api/${noun}/filter*`;
    await page.route(filter, (route) => route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }));
    await page.goto(`${path}?status=all&from=2026-01-01`);
    const reset = page.getByText('Error fetching data. Filters have been reset', { exact: true });
    await expect(reset).toBeVisible();
    await expect(page).toHaveURL(`${path}?status=all`);

    await page.goto(`${path}?status=all`);
    const words = `Error loading ${noun}. Please refresh and try again.`;
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect(page.getByText('None to display')).toHaveCount(0);
    await expect(reset).toHaveCount(0);
    await page.unroute(filter);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid', { name }).getByRole('row').nth(3)).toBeVisible();
  }
});

test('SH-56: Create New of invoices is for those with FULL CreateInvoices', async ({ as }) => {
  const [elena, sam] = await Promise.all([as('elena'), as('sam')]);
  await openList(elena.page, '/invoice', 'INVOICE');
  await elena.page.getByRole('link', { name: 'Create New' }).click();
  await expect(elena.page).toHaveURL('/invoice/create');

  // A PO creator only reads invoices.
  const permissions = permissionMatrix['PO Creator'];
  await believing(sam, { role: 'PO Creator', permissions, invoices: true, payments: true });
  await openList(sam.page, '/invoice', 'INVOICE');
  await expect(sam.page.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(sam.page.getByRole('link', { name: 'Create New' })).toHaveCount(0);
  await openList(sam.page, '/po');
  await expect(sam.page.getByRole('link', { name: 'Create New' })).toBeVisible();
});

test('RP-02, DEC-68, DEC-81: Export Invoice Log downloads the log of invoices', async ({ as }) => {
  const elena = await as('elena');
  const invoice = await submittedInvoice(elena);
  const { page } = elena;
  const logPath = `/api/reports/download/invoice-log/${showId}`;
  await openList(page, '/invoice', 'INVOICE');
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  await page.route(`**${logPath}*`, async (route) => {
    await end;
    await route.continue();
  });
  const asked = page.waitForRequest(`**${logPath}*`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Invoice Log' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('format')).toBe('csv');
  expect(searchParams.get('timeZone')).toBe(
    await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  await expect(page.getByRole('region', { name: 'Export' })).toContainText(
    'Exporting the Invoice log as CSV',
  );
  // Nor is the other log made meanwhile, whose list says what is under way.
  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  await expect(page.getByRole('button', { name: 'Export PO Log' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('region', { name: 'Export' })).toContainText('Exporting the Invoice log');
  letEnd();
  const csv = await download;
  expect(csv.suggestedFilename()).toMatch(/^Invoice_Log_northern-lights_\d{4}-\d{2}-\d{2}\.csv$/);
  await expect(page.getByText(`${csv.suggestedFilename()} successfully downloaded.`)).toBeVisible();
  expect(await readFile(await csv.path(), 'utf8')).toContain(invoice.number);
});
