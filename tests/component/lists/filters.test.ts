import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { department, departments } from '../support/fixtures/departments.ts';
import { member, person } from '../support/fixtures/people.ts';
import { changeOrderDraft, draft, rowOf as listRow } from '../support/fixtures/purchase-orders.ts';
import { foxglove } from '../support/fixtures/vendors.ts';
import { openFilters, openList, rowOf, takeFilter } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';

const list = 'POST /api/pos/filter';
const failedReset = 'Error fetching data. Filters have been reset';
const failedList = 'Error loading purchase orders. Please refresh and try again.';
const unfiltered = { dateRange: null, departmentIds: [], creatorIds: [], vendorNumbers: [] };

/** Fills the filters of day, department, creator and vendor. */
async function fillFilters({ page }: App) {
  const panel = await openFilters(page);
  await panel.getByRole('textbox', { name: 'From' }).fill('02/10/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('02/10/2026');
  await takeFilter(page, 'Departments', 'Set De', 'Set Decoration');
  await takeFilter(page, 'Created By', 'Dana', 'Dana Whitlock');
  await takeFilter(page, 'Vendor', 'Foxglove', foxglove.vendor.name);
  return panel;
}

test('CO-14, LS-25, LS-30, LS-37: filters apply with Apply, are discarded with Cancel, and can be cleared', async () => {
  const [changed, other] = [changeOrderDraft(), draft()];
  const app = await openList('/po', { as: 'sam', orders: [changed, other] });
  const { page, api } = app;
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  const panel = await fillFilters(app);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeHidden();
  await openFilters(page);
  await expect(panel.getByRole('textbox', { name: 'From' })).toHaveValue('');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await fillFilters(app);
  api.on(list, ({ body }) => {
    const orders = [changed, other].filter((order) => body.isAdjustment !== true || order.isAdjustment);
    return { poS: orders.map((order) => listRow(order, person('sam'))), total: orders.length };
  });
  await panel.getByRole('button', { name: 'Change Orders' }).click();
  await page.getByRole('option', { name: 'Only change orders' }).click();
  for (const { body } of api.calls(list)) expect(body).toMatchObject(unfiltered);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(rowOf(page, changed)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('5');
  expect(api.calls(list).at(-1)?.body).toMatchObject({
    dateRange: { startDate: '2026-02-10', endDate: '2026-02-10' },
    departmentIds: [department('Set Decoration').id],
    creatorIds: [person('dana').id],
    vendorNumbers: [foxglove.vendor.number],
    isAdjustment: true,
    poNumbers: [],
  });

  // A chip removes one filter; the address keeps the others.
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await chips.getByRole('row', { name: 'Change orders' }).getByRole('button').click();
  await expect(rowOf(page, other)).toBeVisible();
  await page.reload();
  await expect(rowOf(page, other)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('4');
  await openFilters(page);
  await panel.getByText('Clear Filters').click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await expect.poll(() => api.calls(list).at(-1)?.body.departmentIds).toEqual([]);
  expect(api.calls(list).at(-1)?.body).toMatchObject(unfiltered);
});

test('LS-31, DEC-80: a date range may be open on one side but must be in order', async () => {
  const { page } = await openList('/po', { as: 'sam', orders: [draft()] });
  const panel = await openFilters(page);
  await expectAccessible(page);
  const [from, to] = [
    panel.getByRole('textbox', { name: 'From' }),
    panel.getByRole('textbox', { name: 'To' }),
  ];
  const apply = panel.getByRole('button', { name: 'Apply' });
  await from.fill('03/02/2026');
  await from.blur();
  await expect(apply).toBeEnabled();
  await to.fill('03/01/2026');
  await to.blur();
  await expect(panel.getByText('Invalid date range', { exact: true })).toBeVisible();
  await expect(apply).toBeDisabled();
  await to.fill('03/02/2026');
  await to.blur();
  await expect(panel.getByText('Invalid date range')).toHaveCount(0);
  await from.fill('');
  await from.blur();
  await apply.click();
  await expect(page).toHaveURL(/\?to=2026-03-02$/);
});

test('LS-31, LS-37: This month and Last month fill in both days', async () => {
  const { page } = await openList('/po', { as: 'sam', orders: [draft()] });
  const panel = await openFilters(page);
  const days = () =>
    ['From', 'To'].map((name) => {
      const field = panel.getByRole('textbox', { name }).element() as HTMLInputElement;
      return Date.parse(field.value);
    });
  await panel.getByRole('button', { name: 'This month' }).click();
  const [first = 0] = days();
  await panel.getByRole('button', { name: 'Last month' }).click();
  const [from = 0, to = 0] = days();
  const [before, after] = [new Date(from), new Date(to)];
  expect([before.getDate(), after.getMonth()]).toEqual([1, before.getMonth()]);
  after.setDate(after.getDate() + 1);
  expect(after).toEqual(new Date(first));
});

test('PE-18: the creator filter is fixed for a user who sees only their own orders', async () => {
  const { page, api } = await openList('/po?creator=user-sam-delgado', { orders: [draft()] });
  const panel = await openFilters(page);
  const creator = panel.getByRole('button', { name: 'Created By' });
  await expect(creator).toHaveText('Me');
  await expect(creator).toBeDisabled();
  expect(api.calls(list)[0]?.body.creatorIds).toEqual([person('dana').id]);
});

for (const as of ['sam', 'marcus'] as const)
  test(`PE-19: the creator filter offers every user, inactive ones included, to ${as}, who sees orders of others`, async () => {
    const { page, api } = await openList('/po', { as, orders: [draft()] });
    api.on('GET /api/users', [member('jonah'), { ...member('hannah'), isActive: false }]);
    await openFilters(page);
    const creator = page.getByRole('combobox', { name: 'Created By' });
    await creator.pressSequentially('jon');
    await expect(page.getByRole('option', { name: 'Jonah Beck' })).toBeVisible();
    await creator.fill('hann');
    await expect(page.getByRole('option', { name: 'Hannah Moreau (Inactive)' })).toBeVisible();
  });

test('LS-36, UX-07: the creator filter offers the users of the selected active departments', async () => {
  const { page, api } = await openList('/po', { as: 'sam', orders: [draft()] });
  const decoration = department('Set Decoration');
  api.on(
    'GET /api/departments',
    departments.map((each) => ({ ...each, isActive: each.name !== 'Props' })),
  );
  api.on('POST /api/departments/users/list', decoration.users);
  await openFilters(page);
  const creator = page.getByRole('combobox', { name: 'Created By' });
  await takeFilter(page, 'Departments', 'Props', 'Props');
  await creator.pressSequentially('a');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await takeFilter(page, 'Departments', 'Set De', 'Set Decoration');
  await creator.pressSequentially('a');
  await expect(page.getByRole('option')).toHaveText(['Dana Whitlock', 'Marcus Oyelaran', 'Sylvie Arnaud']);
  const [call] = api.calls('POST /api/departments/users/list');
  expect(call?.body).toEqual({ departmentIds: [decoration.id], showId: 'nlite' });
});

const requestCount = (app: App, poNumbers: readonly string[]) =>
  app.api.calls(list).filter(({ body }) => body.poNumbers?.join() === poNumbers.join()).length;

test('LS-32, LS-33, LS-34: the number search accepts digits and requests the list 750 ms after the last key', async () => {
  const app = await openList('/po?status=all', { orders: [draft({ poNumber: '007' })], clock: true });
  const { page } = app;
  const search = page.getByRole('searchbox', { name: 'Search by PO number' });
  // It is shown as soon as a request is pending, before it is sent.
  const sign = page.getByRole('status', { name: 'Loading' });
  page.clock.pause();
  await search.pressSequentially('a0-0b7');
  await expect(search).toHaveValue('007');
  await page.clock.runFor(490);
  await expect(page).not.toHaveURL(/number=/);
  await page.clock.runFor(10);
  await expect(page).toHaveURL(/number=007/);
  await expect(sign).toBeVisible();
  await page.clock.runFor(240);
  expect(requestCount(app, ['007'])).toBe(0);
  await page.clock.runFor(10);
  await expect.poll(() => requestCount(app, ['007'])).toBe(1);
  await expect(sign).toHaveCount(0);
  const previousCount = requestCount(app, []);
  await search.fill('');
  await expect(page).not.toHaveURL(/number=/);
  await expect(sign).toBeVisible();
  await page.clock.runFor(240);
  expect(requestCount(app, [])).toBe(previousCount);
  await page.clock.runFor(10);
  await expect.poll(() => requestCount(app, [])).toBe(previousCount + 1);
});

test('LS-25, LS-38: a failed refresh keeps rows and filters, and a list that fails with filters resets them', async () => {
  const order = draft();
  const { page, api } = await openList('/po?status=all&co=none', { as: 'sam', orders: [order] });
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByRole('row')).toHaveCount(1);
  api.fail(list, 'invalid_parameter');
  const answered = api.nextResponse(list);
  page.focusWindow();
  await answered;
  await page.waitForIdle();
  await expect(rowOf(page, order)).toBeVisible();
  await expect(page.getByText(failedReset)).toHaveCount(0);
  await expect(chips.getByRole('row')).toHaveCount(1);
  // The list fails with the filter of orders that failed to send to accounting.
  api.on(list, ({ body }) => {
    if (body.isFailedToSendToAccounting) throw new Refusal('invalid_parameter');
    return { poS: [listRow(order, person('sam'))], total: 1 };
  });
  const panel = await openFilters(page);
  await panel.getByText('Failed to send to Accounting').click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(failedReset, { exact: true })).toBeVisible();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL('/po?status=all');
  await expect(rowOf(page, order)).toBeVisible();
});

test('LS-39: a list that fails without filters shows an error and can be retried', async () => {
  const order = draft();
  let mend: () => void = () => undefined;
  const { page } = await openApp('/po', {
    orders: [order],
    api: (api) => {
      mend = api.fail(list, 'invalid_parameter');
    },
  });
  await expect(page.getByRole('alert').filter({ hasText: failedList })).toBeVisible();
  await expect(page.getByText('None to display.')).toHaveCount(0);
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, order)).toBeVisible();
  await expect(page.getByText(failedList)).toHaveCount(0);
});

test('LS-35, DEC-72: the options of the filters are refetched after five minutes at the earliest', async () => {
  const { page, api } = await openList('/po', { as: 'sam', orders: [draft()], clock: true });
  const openAndClose = async () => {
    const panel = await openFilters(page);
    await expect(panel.getByRole('combobox', { name: 'Departments' })).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toBeHidden();
    await page.waitForIdle();
  };
  const counts = () => [api.calls('GET /api/departments').length, api.calls('GET /api/users').length];
  await openAndClose();
  await expect.poll(counts).toEqual([1, 1]);
  page.clock.fastForward(200_000);
  await openAndClose();
  expect(counts()).toEqual([1, 1]);
  page.clock.fastForward(110_000);
  await openAndClose();
  await expect.poll(counts).toEqual([2, 2]);
});
