import { adjusted } from './support/change-orders.ts';
import { listCalls, openFilters, openList, rowOf, takeFilter, withoutNews } from './support/lists.ts';
import { approved, draft } from './support/orders.ts';
import { showId } from './support/person.ts';
import { expect, test } from './support/product.ts';
import { holdTime, settled } from './support/quiet.ts';

const failedReset = 'Error fetching data. Filters have been reset';
const failedList = 'Error loading purchase orders. Please refresh and try again.';

test('CO-14, LS-25, LS-30, LS-37: the filters, their count, and how they are applied, cancelled and cleared', async ({
  as,
  apiOf,
}) => {
  const [sam, dana, marcus, priya] = await Promise.all([
    as('sam'),
    apiOf('dana'),
    apiOf('marcus'),
    apiOf('priya'),
  ]);
  const [plain, other] = await Promise.all([
    approved(dana, [marcus, priya], { poDate: '2026-02-10' }),
    draft(dana, { poDate: '2026-02-10' }),
  ]);
  const changed = await adjusted(dana, plain);
  const { page } = sam;
  const calls = listCalls(page);
  await openList(page, '/po');
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();

  let panel = await openFilters(page);
  await panel.getByRole('textbox', { name: 'From' }).fill('02/10/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('02/10/2026');
  await takeFilter(page, 'Departments', 'Set De', 'Set Decoration');
  await takeFilter(page, 'Created By', 'Dana', 'Dana Whitlock');
  await takeFilter(page, 'Vendor', 'Foxglove', 'Foxglove Sign Company');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeHidden();

  panel = await openFilters(page);
  await expect(panel.getByRole('textbox', { name: 'From' })).toHaveValue('');
  await panel.getByRole('textbox', { name: 'From' }).fill('02/10/2026');
  await panel.getByRole('textbox', { name: 'To' }).fill('02/10/2026');
  await takeFilter(page, 'Departments', 'Set De', 'Set Decoration');
  await takeFilter(page, 'Created By', 'Dana', 'Dana Whitlock');
  await takeFilter(page, 'Vendor', 'Foxglove', 'Foxglove Sign Company');
  await panel.getByRole('button', { name: 'Change Orders' }).click();
  await page.getByRole('option', { name: 'Only change orders' }).click();
  // Whenever others change something the list asks again, each time without what was not applied.
  const unfiltered = { dateRange: null, departmentIds: [], creatorIds: [], vendorNumbers: [] };
  for (const { filters } of calls) expect(filters).toMatchObject(unfiltered);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel).toBeHidden();
  await expect(rowOf(page, changed)).toBeVisible();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('5');
  expect(calls.at(-1)?.filters).toMatchObject({
    dateRange: { startDate: '2026-02-10', endDate: '2026-02-10' },
    departmentIds: [other.department?.id],
    creatorIds: [dana.api.userId],
    vendorNumbers: [expect.stringMatching(/./)],
    vendorData: [{ name: 'Foxglove Sign Company' }],
    isAdjustment: true,
    isFailedToSendToAccounting: null,
    poNumbers: [],
  });

  // One of them is taken away by itself; the address has the rest.
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await chips.getByRole('row', { name: 'Change orders' }).getByRole('button').click();
  await expect(rowOf(page, other)).toBeVisible();
  await page.reload();
  await expect(rowOf(page, other)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('4');

  panel = await openFilters(page);
  await panel.getByText('Failed to send to Accounting').click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('None to display.')).toBeVisible();
  expect(calls.at(-1)?.filters.isFailedToSendToAccounting).toBe(true);

  panel = await openFilters(page);
  await panel.getByText('Clear Filters').click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  await expect.poll(() => calls.at(-1)?.filters.departmentIds).toEqual([]);
  expect(calls.at(-1)?.filters).toMatchObject({ dateRange: null, creatorIds: [], vendorNumbers: [] });
});

test('LS-31: a date range may lack a side, and is in order', async ({ as }) => {
  const { page } = await as('sam');
  await openList(page, '/po');
  const panel = await openFilters(page);
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

test('PE-18: who sees only his own finds himself as the creator, fixed', async ({ as }) => {
  const { page, api } = await as('dana');
  const people: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/users') people.push(request.url());
  });
  const calls = listCalls(page);
  await openList(page, '/po?creator=user-sam-delgado');
  const panel = await openFilters(page);
  const creator = panel.getByRole('button', { name: 'Created By' });
  await expect(creator).toHaveText('Me');
  await expect(creator).toBeDisabled();
  expect(calls[0]?.filters.creatorIds).toEqual([api.userId]);
  expect(people).toEqual([]);
});

test('PE-19, UX-07, LS-36: the creators offered, all of them or those of the chosen departments', async ({
  as,
}) => {
  const [sam, marcus] = await Promise.all([as('sam'), as('marcus')]);
  // Props is closed, as far as this page knows.
  await sam.page.route('**/api/departments?**', async (route) => {
    const answer = await route.fetch();
    const departments = (await answer.json()) as { name: string; isActive: boolean }[];
    const json = departments.map((one) => ({ ...one, isActive: one.isActive && one.name !== 'Props' }));
    await route.fulfill({ json });
  });
  // Scope ALL, and that of the departments.
  for (const { page } of [sam, marcus]) {
    const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/users');
    await openList(page, '/po?number=9999999999');
    await openFilters(page);
    expect((await asked).ok()).toBe(true);
    const creator = page.getByRole('combobox', { name: 'Created By' });
    await creator.pressSequentially('ken');
    await expect(page.getByRole('option', { name: 'Kenji Watanabe' })).toBeVisible();
    await creator.fill('wend');
    await expect(page.getByRole('option', { name: 'Wendell Pike (Inactive)' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  const { page } = sam;
  await takeFilter(page, 'Departments', 'Props', 'Props');
  await page.getByRole('combobox', { name: 'Created By' }).pressSequentially('a');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest('**/api/departments/users/list');
  await takeFilter(page, 'Departments', 'Set De', 'Set Decoration');
  const departments = await sam.api.get<{ id: string; name: string }[]>(`/api/departments?showId=${showId}`);
  const { id } = departments.find(({ name }) => name === 'Set Decoration') ?? { id: '' };
  expect((await asked).postDataJSON()).toEqual({ departmentIds: [id], showId });
  await page.getByRole('combobox', { name: 'Created By' }).pressSequentially('a');
  await expect(page.getByRole('option', { name: 'Dana Whitlock' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Marcus Oyelaran' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Kenji Watanabe' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Jonah Beck' })).toHaveCount(0);
});

test('LS-32, LS-33, LS-34: the number search takes digits, and waits', async ({ as }) => {
  const { page } = await as('theodore', { show: 'lowgravity' });
  await withoutNews(page);
  const calls = listCalls(page);
  await page.clock.install();
  await openList(page, '/po?status=all');
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).getByRole('row');
  await expect(rows.nth(20)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search by PO number' });
  const asked = (poNumbers: string[]) =>
    calls.filter(({ filters }) => filters.poNumbers?.join() === poNumbers.join()).length;
  const passes = await holdTime(page);
  // It stands there from the moment on at which the list begins to wait before it asks.
  const sign = page.getByRole('status', { name: 'Loading' });

  await search.pressSequentially('a0-0b7');
  await expect(search).toHaveValue('007');
  // 500 ms since the last key; then 250 ms, as for every filter.
  await passes(490);
  await expect(page).not.toHaveURL(/number=/);
  await passes(10);
  await expect(page).toHaveURL(/number=007/);
  await expect(sign).toBeVisible();
  await passes(240);
  expect(asked(['007'])).toBe(0);
  await passes(10);
  await expect.poll(() => asked(['007'])).toBe(1);

  // Emptied, it counts at once.
  await expect(sign).toHaveCount(0);
  const before = asked([]);
  await search.fill('');
  await expect(page).not.toHaveURL(/number=/);
  await expect(sign).toBeVisible();
  await passes(240);
  expect(asked([])).toBe(before);
  await passes(10);
  await expect.poll(() => asked([])).toBeGreaterThan(before);

  await search.fill('123456789012');
  await expect(search).toHaveValue('1234567890');
});

test('LS-38: a list that fails for its filters loses them; a failing refresh changes nothing', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openList(page, '/po?status=all&co=none');
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await expect(chips.getByRole('row')).toHaveCount(1);
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).getByRole('row');
  await expect(rows.nth(5)).toBeVisible();

  // In the background: the rows and the filter stay.
  await page.route('**/api/pos/filter*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
  );
  const refreshed = page.waitForResponse('**/api/pos/filter*');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await refreshed;
  await expect(rows.nth(5)).toBeVisible();
  await expect(page.getByText(failedReset)).toHaveCount(0);
  await expect(chips.getByRole('row')).toHaveCount(1);

  // What the user asked for.
  await page.unroute('**/api/pos/filter*');
  await page.route('**/api/pos/filter*', async (route) => {
    const { isFailedToSendToAccounting } = route.request().postDataJSON() as Record<string, unknown>;
    if (!isFailedToSendToAccounting) return route.continue();
    return route.fulfill({ status: 400, json: { code: 'invalid_parameter' } });
  });
  const panel = await openFilters(page);
  await panel.getByText('Failed to send to Accounting').click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(failedReset, { exact: true })).toBeVisible();
  await expect(chips).toHaveCount(0);
  await expect(page).toHaveURL(/\/po\?status=all$/);
  await expect(rows.nth(5)).toBeVisible();
});

test('LS-39: a list that fails without filters says so, and can be asked for again', async ({ as }) => {
  const { page } = await as('theodore', { show: 'ambercanyon' });
  // News would have it ask again by itself.
  await withoutNews(page);
  await page.route('**/api/pos/filter*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_parameter' } }),
  );
  await page.goto('/po');
  await expect(page.getByRole('alert').filter({ hasText: failedList })).toBeVisible();
  await expect(page.getByText('None to display.')).toHaveCount(0);
  await page.unroute('**/api/pos/filter*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('grid', { name: 'Purchase orders' }).getByRole('row').nth(3)).toBeVisible();
  await expect(page.getByText(failedList)).toHaveCount(0);
});

test('LS-35, DEC-72: the lists of the filters are asked for again after five minutes at the earliest', async ({
  as,
}) => {
  const { page } = await as('sam');
  const asked: string[] = [];
  // The five minutes begin when the answer is read.
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/departments' || pathname === '/api/users') asked.push(pathname);
  });
  await page.clock.install();
  await openList(page, '/po?number=9999999999');
  const openAndClose = async () => {
    const panel = await openFilters(page);
    await expect(panel.getByRole('combobox', { name: 'Departments' })).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toBeHidden();
  };
  await openAndClose();
  await expect.poll(() => asked.toSorted()).toEqual(['/api/departments', '/api/users']);
  await settled(page);
  await page.clock.fastForward(200_000);
  await openAndClose();
  expect(asked).toHaveLength(2);
  await page.clock.fastForward(110_000);
  await openAndClose();
  const twice = ['/api/departments', '/api/departments', '/api/users', '/api/users'];
  await expect.poll(() => asked.toSorted()).toEqual(twice);
});
