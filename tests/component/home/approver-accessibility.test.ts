import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { checkOneTheme, expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { orderApprovedByHead, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { testQueueAndReview } from '../support/sweeps/approver.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

checkOneTheme();
testQueueAndReview([375]);

test('AP-01, PO-46, DEC-29: the review has headings, and a screen reader reads each approval step as a sentence', async () => {
  const order = orderApprovedByHead();
  const { page } = await openApp(`/po/review/${order.id}/approver`, { as: 'priya', orders: [order] });
  const track = page
    .getByRole('region', { name: 'Approval', exact: true })
    .getByRole('list', { name: 'Approval' });
  // Only this text is exposed to a screen reader.
  const steps = track.getByRole('listitem');
  await expect(steps.locator('.sr-only')).toHaveText([
    /^Step 1 of 2, Department head: approved by Marcus Oyelaran on \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M\. Department Set Decoration\.$/,
    'Step 2 of 2, Line producer, current step. Your turn. Every purchase order.',
  ]);
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  const headings = page.getByRole('main').getByRole('heading');
  await expect(headings).toHaveText([
    `Purchase Order ${orderNumber(order)}`,
    'Attachments',
    'Approval',
    'Notes',
    'History',
  ]);
  expect(headings.elements().map(({ tagName }) => tagName)).toEqual(['H1', 'H2', 'H2', 'H2', 'H2']);
});

test('DEC-80: the shortcuts of a review are listed and work', async () => {
  const order = submittedOrder();
  const { page } = await openApp(`/po/review/${order.id}/approver`, { as: 'marcus', orders: [order] });
  const listed = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('term');
  await button(page, 'Revise').waitFor();
  await page.keyboard.press('Shift+?');
  await expect(listed).toHaveText([
    'Approve',
    'Revise',
    'Edit',
    'Back to the list',
    'Search this show',
    'Show these shortcuts',
    'New purchase order, or invoice',
    'Go to Approvals',
    'Go to Purchase Orders',
    'Go to Invoices',
    'Go to Payments',
  ]);
  // Shortcuts do not reach the page below a dialog.
  await page.keyboard.press('b');
  await expect(page).toHaveURL(`/po/review/${order.id}/approver`);
  await page.keyboard.press('Escape');
  await expect(listed).toHaveCount(0);
  await page.keyboard.press('r');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.keyboard.type('be?');
  await expect(reason).toHaveValue('be?');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(page).toHaveURL('/approvals/purchase-orders');
  await expect(rowOf(page, order)).toBeVisible();
});

test('DEC-80: the shortcuts of a list focus its search, open other lists and move through its rows', async () => {
  const order = submittedOrder();
  const { page } = await openList('/approvals', { as: 'marcus', orders: [order], clock: true });
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search by PO number' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Approvals' }).click();
  // The second key must follow the first without a pause.
  page.clock.pause();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  page.clock.resume();
  await expect(page).toHaveURL('/payment');
  page.clock.pause();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  page.clock.resume();
  await expect(page).toHaveURL('/approvals');
  await expect(rowOf(page, order)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.waitForIdle();
  await page.keyboard.press('j');
  await expect(rowOf(page, order)).toBeFocused();
  await page.keyboard.press('e');
  await page.waitForIdle();
  await expect(page).toHaveURL('/approvals');
});

for (const [screen, path] of [
  ['review', (id: string) => `/po/review/${id}/approver`],
  ['queue', () => '/approvals'],
] as const)
  test(`UX-02: the ${screen} is usable at 200 % text size, without horizontal scrolling`, async () => {
    const order = submittedOrder();
    const { page } = await openApp(path(order.id), {
      as: 'marcus',
      orders: [order],
      width: 640,
      height: 450,
    });
    page.document.documentElement.style.fontSize = '200%';
    if (screen === 'review') await expect(button(page, 'Approve')).toBeInViewport();
    else await expect(page.getByRole('listitem').filter({ hasText: order.description })).toBeVisible();
    await expectAccessible(page);
  });
