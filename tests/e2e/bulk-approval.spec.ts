import { approveButton, boxOf, bulkCalls, openQueue, panelOf, selectAll, tick } from './support/bulk.ts';
import { chooseStatus } from './support/lists.ts';
import { cashier, releasesOf, statusesOf, waitingPayments } from './support/payments.ts';
import { expect, test } from './support/product.ts';

// The approver is this file's own: a run shows itself to its user wherever he is.
const approver = 'alistair.crowe';
const show = 'harbour9';
const nothingSelected = 'Select one or more items for bulk approval.';

test('BK-02, PA-09, DEC-93: ticks and Approve stand on what waits for an approver, and nowhere else', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 2 });
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  await expect(selectAll(page)).toBeVisible();
  for (const payment of payments) await expect(boxOf(page, payment)).toBeVisible();
  await expect(approveButton(page)).toBeVisible();
  for (const status of ['Approved By Me', 'Denied By Me']) {
    await chooseStatus(page, status);
    await expect(page).toHaveURL(/status=/);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  }
  // The creator's list has none, whatever status it shows.
  await page.goto(`/payment?status=in-progress&number=${prefix}`);
  await expect(page.getByRole('row').filter({ hasText: prefix })).toHaveCount(2);
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  // A tick opens nothing, and a row that is opened is not ticked.
  await openQueue(page, prefix);
  const [first, second] = payments;
  if (!first || !second) throw new Error('There are no payments');
  await tick(boxOf(page, first));
  await expect(boxOf(page, first)).toBeChecked();
  await expect(page).toHaveURL(/\/approvals\/payments/);
  await page.getByRole('row').filter({ hasText: second.number }).getByText(second.vendorName).click();
  await expect(page).toHaveURL(new RegExp(`/payment/review/${second.id}$`));
});

test('BK-12, BK-13, BK-14: select-all, single picks, and when Approve can be pressed', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 3 });
  const [first, second, third] = payments;
  if (!first || !second || !third) throw new Error('There are no payments');
  const { page } = await as(approver, { show });
  const calls = bulkCalls(page);
  await openQueue(page, prefix);
  const bar = page.getByRole('region', { name: 'Selection' });
  const approve = approveButton(page);

  // Nothing is selected: the button says why it does nothing.
  await expect(approve).toBeDisabled();
  await approve.focus();
  await expect(page.getByRole('tooltip', { name: nothingSelected })).toBeVisible();
  await page.keyboard.press('Enter');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  // Nor does its shortcut press whatever has the focus.
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Enter');
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  // Its code may have had to come first.
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.and(page.locator(':focus-within'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filters).toHaveAttribute('aria-expanded', 'false');

  await tick(boxOf(page, first));
  await expect(bar).toContainText('1 of 3 selected');
  await expect(approve).toBeEnabled();
  await expect(selectAll(page)).not.toBeChecked();

  // Select-all is a mode: the single pick is forgotten.
  await tick(selectAll(page));
  await expect(selectAll(page)).toBeChecked();
  for (const payment of payments) await expect(boxOf(page, payment)).toBeChecked();
  await expect(bar).toContainText('3 of 3 selected');
  await tick(selectAll(page));
  await expect(bar).toContainText('None selected');
  for (const payment of payments) await expect(boxOf(page, payment)).not.toBeChecked();

  // Picking one while it is on takes only that one out, and select-all is off.
  await tick(selectAll(page));
  await tick(boxOf(page, second));
  await expect(boxOf(page, second)).not.toBeChecked();
  await expect(boxOf(page, first)).toBeChecked();
  await expect(boxOf(page, third)).toBeChecked();
  await expect(selectAll(page)).not.toBeChecked();
  await expect(bar).toContainText('2 of 3 selected');

  const begin = Promise.withResolvers<void>();
  await page.route('**/api/workflows/bulk-approval', async (route) => {
    if (route.request().method() === 'POST') await begin.promise;
    await route.continue();
  });
  await approve.click();
  // While it goes on nothing else can be begun.
  await expect(panelOf(page)).toContainText('Approving 2 payments');
  await expect(approve).toBeDisabled();
  await page.mouse.move(0, 0);
  await approve.hover();
  await expect(page.getByRole('tooltip', { name: 'A bulk approval is in progress.' })).toBeVisible();
  begin.resolve();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  const [begun] = calls.filter(({ method }) => method === 'POST');
  expect(begun?.body).toMatchObject({
    showId: show,
    allSelected: true,
    items: [],
    excludedIds: [second.id],
    total: 2,
    filters: { paymentNumbers: [prefix], statuses: ['SUBMITTED_FOR_APPROVAL'] },
    timeZone: expect.stringMatching(/./),
  });
  expect(await statusesOf(place, payments)).toEqual(['APPROVED', 'SUBMITTED_FOR_APPROVAL', 'APPROVED']);
  expect(await releasesOf(place, payments)).toEqual([1, 0, 1]);
  await expect(boxOf(page, first)).toHaveCount(0);
  await expect(bar).toContainText('None selected');
});

test('DEC-93: the keyboard picks: x on the row, and select-all in the head', async ({
  as,
  apiOf,
  baseURL,
}) => {
  const place = await cashier(apiOf, baseURL, show);
  const { prefix, payments } = await waitingPayments(place, { count: 3 });
  const { page } = await as(approver, { show });
  await openQueue(page, prefix);
  const [last, middle, first] = payments;
  if (!first || !middle || !last) throw new Error('There are no payments');
  const rowOf = ({ number }: typeof first) => page.getByRole('row').filter({ hasText: number });
  await page.keyboard.press('j');
  await expect(rowOf(first)).toBeFocused();
  await page.keyboard.press('x');
  await expect(boxOf(page, first)).toBeChecked();
  await page.keyboard.press('j');
  await expect(rowOf(middle)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(boxOf(page, middle)).toBeChecked();
  await page.keyboard.press('x');
  await expect(boxOf(page, middle)).not.toBeChecked();
  // Into the row: its box comes first.
  await page.keyboard.press('ArrowRight');
  await expect(boxOf(page, middle)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(boxOf(page, middle)).toBeChecked();
  // The one act of the screen follows the rows.
  await page.keyboard.press('Tab');
  await expect(approveButton(page)).toBeFocused();
  // Another filter is another selection: what cannot be seen is not selected.
  await page.getByRole('searchbox').fill(last.number);
  await expect(boxOf(page, first)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('None selected');
});
