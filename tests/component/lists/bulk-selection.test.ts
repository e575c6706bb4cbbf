import { test } from 'vitest';
import {
  approveButton,
  boxOf,
  openQueue,
  panelOf,
  selectAll,
  selectionBar,
  starts,
  tick,
  waitingPayments,
} from '../support/bulk.ts';
import { expect } from '../support/expect.ts';
import { openList, rowOf } from '../support/pages/lists.ts';

test('BK-02, PA-09, DEC-93: a tick opens nothing, a row that is opened is not ticked, and the list of a creator has no ticks', async () => {
  const [first, second] = waitingPayments(2);
  if (!first || !second) throw new Error('There are no payments');
  const { page } = await openQueue([first, second]);
  await expect(selectAll(page)).toBeVisible();
  await expect(approveButton(page)).toBeVisible();
  await tick(boxOf(page, first));
  await expect(boxOf(page, first)).toBeChecked();
  await expect(page).toHaveURL('/approvals/payments');
  await rowOf(page, second).getByText(second.vendorName).click();
  await expect(page).toHaveURL(`/payment/review/${second.id}`);

  const { page: own } = await openList('/payment?status=in-progress', {
    as: 'marcus',
    payments: [first, second],
  });
  await expect(rowOf(own, first)).toBeVisible();
  await expect(own.getByRole('checkbox')).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('BK-12, BK-13, BK-14: with nothing selected Approve and its shortcut do nothing, and the button says why', async () => {
  const app = await openQueue(waitingPayments(1));
  const { page } = app;
  await expect(approveButton(page)).toBeDisabled();
  await approveButton(page).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Select one or more items for bulk approval.');
  await page.keyboard.press('Enter');
  // Nor does its shortcut press whatever has the focus.
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Enter');
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  expect(starts(app)).toEqual([]);
});

test('BK-12, BK-13, BK-14, BK-11: select-all is a mode that a single pick ends, and what is excluded is not approved', async () => {
  const [first, second, third] = waitingPayments(3);
  if (!first || !second || !third) throw new Error('There are no payments');
  const payments = [first, second, third];
  const app = await openQueue(payments);
  const { page, api } = app;
  const bar = selectionBar(page);
  await tick(boxOf(page, first));
  await expect(bar).toContainText('1 of 3 selected');
  await expect(approveButton(page)).toBeEnabled();
  await expect(selectAll(page)).not.toBeChecked();

  // The single pick is forgotten.
  await tick(selectAll(page));
  await expect(selectAll(page)).toBeChecked();
  for (const payment of payments) await expect(boxOf(page, payment)).toBeChecked();
  await expect(bar).toContainText('3 of 3 selected$30.03');
  await tick(selectAll(page));
  await expect(bar).toContainText('None selected');
  for (const payment of payments) await expect(boxOf(page, payment)).not.toBeChecked();

  // A pick while it is on takes only that one out.
  await tick(selectAll(page));
  await tick(boxOf(page, second));
  await expect(boxOf(page, second)).not.toBeChecked();
  await expect(boxOf(page, first)).toBeChecked();
  await expect(boxOf(page, third)).toBeChecked();
  await expect(selectAll(page)).not.toBeChecked();
  await expect(bar).toContainText('2 of 3 selected');

  const begin = api.hold('POST /api/workflows/bulk-approval');
  await approveButton(page).click();
  // While it goes on its rows are not to be ticked, and nothing else can be begun.
  await expect(panelOf(page)).toContainText('Approving 2 payments0%$20.02Starts in a moment');
  await expect(rowOf(page, first)).toContainText('In progress');
  await expect(boxOf(page, first)).toHaveCount(0);
  await expect(approveButton(page)).toBeDisabled();
  await page.mouse.move(0, 0);
  await approveButton(page).hover();
  await expect(page.getByRole('tooltip')).toHaveText('A bulk approval is in progress.');
  begin();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  const [begun] = starts(app);
  expect(begun?.body).toMatchObject({
    showId: 'nlite',
    allSelected: true,
    items: [],
    excludedIds: [second.id],
    total: 2,
    filters: { statuses: ['SUBMITTED_FOR_APPROVAL'] },
    timeZone: expect.stringMatching(/./),
  });
  await expect(boxOf(page, first)).toHaveCount(0);
  await expect(boxOf(page, second)).toBeVisible();
  await expect(bar).toContainText('None selected');
});

test('DEC-93: the keyboard picks: x and Space on the row, its box, and Approve after the rows', async () => {
  const [first, middle, last] = waitingPayments(3);
  if (!first || !middle || !last) throw new Error('There are no payments');
  const { page } = await openQueue([first, middle, last]);
  await page.keyboard.press('j');
  await expect(rowOf(page, first)).toBeFocused();
  await page.keyboard.press('x');
  await expect(boxOf(page, first)).toBeChecked();
  await page.keyboard.press('j');
  await expect(rowOf(page, middle)).toBeFocused();
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
  await expect(selectionBar(page)).toContainText('None selected');
});

test('BK-12, BK-13, DEC-80: Shift+X selects all of a queue and Ctrl+Enter approves it; of an empty queue they approve nothing', async () => {
  const [payment] = waitingPayments(1);
  if (!payment) throw new Error('There are no payments');
  const app = await openQueue([payment]);
  const { page } = app;
  await page.getByRole('searchbox').fill('NOBODY');
  await expect(boxOf(page, payment)).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('Shift+X');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('searchbox').fill('');
  await expect(boxOf(page, payment)).not.toBeChecked();
  await expect(selectionBar(page)).toContainText('None selected');
  await page.getByRole('main').focus();
  await page.keyboard.press('Shift+X');
  await expect(selectAll(page)).toBeChecked();
  expect(starts(app)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('1 payment approved.')).toBeVisible();
});
