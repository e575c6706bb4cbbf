import { test } from 'vitest';
import {
  approveButton,
  checkboxOf,
  openQueue,
  panelOf,
  selectAll,
  selectionBar,
  startCalls,
  tick,
  waitingPayments,
} from '../support/bulk.ts';
import { holdAssets } from '../support/commands.ts';
import { expect } from '../support/expect.ts';
import { openList, rowOf } from '../support/pages/lists.ts';

test('BK-02, PA-09, DEC-93: ticking a row does not open it, and the list of a creator has no checkboxes', async () => {
  const [first, second] = waitingPayments(2);
  if (!first || !second) throw new Error('There are no payments');
  const { page } = await openQueue([first, second]);
  await expect(selectAll(page)).toBeVisible();
  await expect(approveButton(page)).toBeVisible();
  await tick(checkboxOf(page, first));
  await expect(checkboxOf(page, first)).toBeChecked();
  await expect(page).toHaveURL('/approvals/payments');
  await rowOf(page, second).getByText(second.vendorName).click();
  await expect(page).toHaveURL(`/payment/review/${second.id}`);

  const { page: creatorPage } = await openList('/payment?status=in-progress', {
    as: 'marcus',
    payments: [first, second],
  });
  await expect(rowOf(creatorPage, first)).toBeVisible();
  await expect(creatorPage.getByRole('checkbox')).toHaveCount(0);
  await expect(creatorPage.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('BK-12, BK-13: what is selected before the code of the selection is loaded stays selected', async () => {
  const [first, second, third] = waitingPayments(3);
  if (!first || !second || !third) throw new Error('There are no payments');
  const release = await holdAssets('selecting-');
  const { page } = await openQueue([first, second, third]);
  await tick(selectAll(page));
  await expect(selectAll(page)).toBeChecked();
  await tick(checkboxOf(page, second));
  await expect(checkboxOf(page, second)).not.toBeChecked();
  await expect(approveButton(page)).toBeDisabled();
  await release();
  await expect(selectionBar(page)).toContainText('2 of 3 selected');
  await expect(checkboxOf(page, first)).toBeChecked();
  await expect(checkboxOf(page, second)).not.toBeChecked();
});

test('BK-12, BK-13, BK-14: Approve and its shortcut do nothing without a selection, and the button shows the reason', async () => {
  const app = await openQueue(waitingPayments(1));
  const { page } = app;
  await expect(approveButton(page)).toBeDisabled();
  await approveButton(page).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Select one or more items for bulk approval.');
  await page.keyboard.press('Enter');
  // The shortcut does not click the focused button either.
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  expect(startCalls(app)).toEqual([]);
});

test('BK-12, BK-13, BK-14, BK-11: Select all is a mode: unticking a row excludes it from the approval', async () => {
  const [first, second, third] = waitingPayments(3);
  if (!first || !second || !third) throw new Error('There are no payments');
  const payments = [first, second, third];
  // With the time of its own the panel shows for two seconds that the run starts in a moment.
  const app = await openQueue(payments, { clock: true });
  const { page, api } = app;
  const bar = selectionBar(page);
  await tick(checkboxOf(page, first));
  await expect(bar).toContainText('1 of 3 selected');
  await expect(approveButton(page)).toBeEnabled();
  await expect(selectAll(page)).not.toBeChecked();

  // Select all replaces the single selection.
  await tick(selectAll(page));
  await expect(selectAll(page)).toBeChecked();
  for (const payment of payments) await expect(checkboxOf(page, payment)).toBeChecked();
  await expect(bar).toContainText('3 of 3 selected$30.03');
  await tick(selectAll(page));
  await expect(bar).toContainText('None selected');
  for (const payment of payments) await expect(checkboxOf(page, payment)).not.toBeChecked();

  // Unticking a row excludes only that row.
  await tick(selectAll(page));
  await tick(checkboxOf(page, second));
  await expect(checkboxOf(page, second)).not.toBeChecked();
  await expect(checkboxOf(page, first)).toBeChecked();
  await expect(checkboxOf(page, third)).toBeChecked();
  await expect(selectAll(page)).not.toBeChecked();
  await expect(bar).toContainText('2 of 3 selected');

  const release = api.hold('POST /api/workflows/bulk-approval');
  await approveButton(page).click();
  // During the run its rows have no checkboxes, and no other run can start.
  await expect(panelOf(page)).toContainText('Approving 2 payments0%$20.02Starts in a moment');
  await expect(rowOf(page, first)).toContainText('In progress');
  await expect(checkboxOf(page, first)).toHaveCount(0);
  await expect(approveButton(page)).toBeDisabled();
  await page.mouse.move(0, 0);
  await approveButton(page).hover();
  await expect(page.getByRole('tooltip')).toHaveText('A bulk approval is in progress.');
  release();
  await expect(page.getByText('2 payments approved.')).toBeVisible();
  const [start] = startCalls(app);
  expect(start?.body).toMatchObject({
    showId: 'nlite',
    allSelected: true,
    items: [],
    excludedIds: [second.id],
    total: 2,
    filters: { statuses: ['SUBMITTED_FOR_APPROVAL'] },
    timeZone: expect.stringMatching(/./),
  });
  await expect(checkboxOf(page, first)).toHaveCount(0);
  await expect(checkboxOf(page, second)).toBeVisible();
  await expect(bar).toContainText('None selected');
});

test('DEC-93: x and Space select the focused row, and Tab leads to Approve', async () => {
  const [first, middle, last] = waitingPayments(3);
  if (!first || !middle || !last) throw new Error('There are no payments');
  const { page } = await openQueue([first, middle, last]);
  await page.keyboard.press('j');
  await expect(rowOf(page, first)).toBeFocused();
  await page.keyboard.press('x');
  await expect(checkboxOf(page, first)).toBeChecked();
  await page.keyboard.press('j');
  await expect(rowOf(page, middle)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(checkboxOf(page, middle)).toBeChecked();
  await page.keyboard.press('x');
  await expect(checkboxOf(page, middle)).not.toBeChecked();
  // The checkbox is the first cell of the row.
  await page.keyboard.press('ArrowRight');
  await expect(checkboxOf(page, middle)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(checkboxOf(page, middle)).toBeChecked();
  // Approve follows the rows in the tab order.
  await page.keyboard.press('Tab');
  await expect(approveButton(page)).toBeFocused();
  // Changing a filter clears the selection.
  await page.getByRole('searchbox').fill(last.number);
  await expect(checkboxOf(page, first)).toHaveCount(0);
  await expect(selectionBar(page)).toContainText('None selected');
});

test('BK-12, BK-13, DEC-80: Shift+X selects the whole queue and Ctrl+Enter approves the selection', async () => {
  const [payment] = waitingPayments(1);
  if (!payment) throw new Error('There are no payments');
  const app = await openQueue([payment]);
  const { page } = app;
  await page.getByRole('searchbox').fill('NOBODY');
  await expect(checkboxOf(page, payment)).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('Shift+X');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('searchbox').fill('');
  await expect(checkboxOf(page, payment)).not.toBeChecked();
  await expect(selectionBar(page)).toContainText('None selected');
  await page.getByRole('main').focus();
  await page.keyboard.press('Shift+X');
  await expect(selectAll(page)).toBeChecked();
  expect(startCalls(app)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('1 payment approved.')).toBeVisible();
});
