import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import {
  approvedOrder,
  draft,
  sentBackOrder,
  submittedOrder,
  voidedOrder,
} from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import { chooseStatus, openList, rowOf } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';

const list = 'POST /api/pos/filter';

test('LS-01, LS-02, LS-12, LS-23, LS-24, UX-01: the list of a creator starts with In Progress at page 1 with 50 rows, and each status filters it', async () => {
  const [open, waiting, done, gone] = [draft(), submittedOrder(), approvedOrder(), voidedOrder()];
  const { page, api } = await openList('/po', { orders: [open, waiting, done, gone] });
  const status = page.getByRole('button', { name: 'Status' });
  await expect(status).toHaveText('In Progress');
  expect((await status.boundingBox()).width).toBe(150);
  await expect(rowOf(page, open)).toBeVisible();
  await expect(rowOf(page, waiting)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  await expect(rowOf(page, gone)).toHaveCount(0);
  const [first] = api.calls(list);
  expect(first?.query).toMatchObject({ page: '1', count: '50', persona: 'CREATOR', showId: 'nlite' });
  expect(first?.body.poStatuses).toEqual(['DRAFT', 'SUBMITTED_FOR_APPROVAL']);
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText(['Show All', 'In Progress', 'Approved', 'Voided']);
  await page.getByRole('option', { name: 'Approved' }).click();
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, open)).toHaveCount(0);
  expect(api.calls(list).at(-1)?.body.poStatuses).toEqual(['APPROVED']);

  await chooseStatus(page, 'Voided');
  await expect(rowOf(page, gone)).toBeVisible();
  await expect(rowOf(page, done)).toHaveCount(0);
  expect(api.calls(list).at(-1)?.body.poStatuses).toEqual(['VOID']);

  await chooseStatus(page, 'Show All');
  for (const order of [open, waiting, done]) await expect(rowOf(page, order)).toBeVisible();
  expect(api.calls(list).at(-1)?.body.poStatuses).toEqual([]);
});

test('LS-06, LS-13, LS-14, LS-15, PO-44: the queue of an approver starts with Pending Approval, and a click or Enter opens the review', async () => {
  const [waiting, done, back, gone] = [submittedOrder(), approvedOrder(), sentBackOrder(), voidedOrder()];
  const { page, api } = await openList('/approvals', { as: 'marcus', orders: [waiting, done, back, gone] });
  await expect(page.getByRole('button', { name: 'Status' })).toHaveText('Pending Approval');
  await expect(rowOf(page, waiting)).toBeVisible();
  const [first] = api.calls(list);
  expect(first?.query).toMatchObject({ persona: 'APPROVER' });
  expect(first?.body).toMatchObject({ poStatuses: ['SUBMITTED_FOR_APPROVAL'] });
  await rowOf(page, waiting).getByText(waiting.description).click();
  await expect(page).toHaveURL(`/po/review/${waiting.id}/approver`);
  page.goBack();
  const { id } = person('marcus');
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Pending Approval',
    'Awaiting Revision',
    'Approved By Me',
    'Voided By Me',
  ]);
  await page.getByRole('option', { name: 'Awaiting Revision' }).click();
  await expect(rowOf(page, back)).toBeVisible();
  expect(api.calls(list).at(-1)?.body.poStatuses).toEqual(['DRAFT']);
  await rowOf(page, back).press('Enter');
  await expect(page).toHaveURL(`/po/review/${back.id}/approver`);
  page.goBack();

  await chooseStatus(page, 'Approved By Me');
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, waiting)).toHaveCount(0);
  expect(api.calls(list).at(-1)?.body).toMatchObject({ poStatuses: ['APPROVED'], approverIds: [id] });

  await chooseStatus(page, 'Voided By Me');
  await expect(rowOf(page, gone)).toBeVisible();
  expect(api.calls(list).at(-1)?.body).toMatchObject({ poStatuses: ['VOID'], voiderIds: [id] });
});

test('LS-02: keys open the statuses, choose one, and return to the button', async () => {
  const { page, api } = await openList('/po', { orders: [approvedOrder()] });
  const status = page.getByRole('button', { name: 'Status' });
  await status.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Status' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'In Progress' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(status).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Approved');
  await expect(status).toBeFocused();
  await expect.poll(() => api.calls(list).at(-1)?.body.poStatuses).toEqual(['APPROVED']);
  // Choosing the same status again only closes.
  await page.keyboard.press(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(status).toHaveText('Approved');
});

test('LS-20: changing the status resets the list to its first page and its top', async () => {
  const orders = Array.from({ length: 120 }, () => draft());
  const { page, api } = await openList('/po?status=all', { orders });
  const main = page.getByRole('main');
  await expect
    .poll(async () => {
      await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return Number(api.calls(list).at(-1)?.query['page']);
    })
    .toBeGreaterThan(1);
  await chooseStatus(page, 'Approved');
  await expect.poll(() => api.calls(list).at(-1)?.query['page']).toBe('1');
  await expect.poll(() => main.evaluate((element) => element.scrollTop)).toBe(0);
});

test('LS-20: changing the persona or the show resets the list to its first page, without old rows', async () => {
  const { page, api } = await openList('/po', {
    as: 'sam',
    shows: [show('nlite'), show('tidewater')],
    orders: [draft(), draft(), draft()],
  });
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect.poll(() => api.calls(list).at(-1)?.query['persona']).toBe('APPROVER');
  expect(api.calls(list).at(-1)?.query['page']).toBe('1');
  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  const rows = page.getByRole('grid', { name: 'Purchase orders' }).getByRole('row');
  await expect(rows.nth(3)).toBeVisible();
  const release = api.hold(list);
  await page.getByRole('button', { name: 'Show:' }).click();
  await page.getByRole('menuitem', { name: 'The Tidewater Ledger' }).click();
  await expect(page).toHaveURL(/^\/approvals/);
  await page.getByRole('link', { name: /^Purchase Orders/ }).click();
  await expect(rows.nth(1)).toContainText('Loading');
  release();
  await expect(rows.nth(1)).not.toContainText('Loading');
  expect(api.calls(list).at(-1)?.query).toMatchObject({ showId: 'tidewater', page: '1' });
});

test('LS-07: an empty list of a creator shows a message and links to all statuses and to a new order', async () => {
  const { page } = await openApp('/po?number=9999999999');
  await expect(page.getByText('None to display.', { exact: true })).toBeVisible();
  await page.goto('/po');
  await page.getByRole('button', { name: 'Show All', exact: true }).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(page.getByRole('link', { name: 'New Purchase Order' })).toHaveAttribute('href', '/po/create');
});

test('LS-07: an empty queue refers to the Purchase Orders tab', async () => {
  const { page } = await openApp('/approvals', { as: 'noor' });
  const words =
    "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.";
  await expect(page.getByText(words, { exact: true })).toBeVisible();
});

test('LS-06, PO-44, DEC-79: a creator’s click on a row edits a draft and otherwise opens the review', async () => {
  const [open, back, waiting, done] = [draft(), sentBackOrder(), submittedOrder(), approvedOrder()];
  const { page } = await openList('/po?status=all', { orders: [open, back, waiting, done] });
  for (const [order, target] of [
    [open, `/po/edit/${open.id}`],
    [back, `/po/edit/${back.id}`],
    [waiting, `/po/review/${waiting.id}/creator`],
    [done, `/po/review/${done.id}/creator`],
  ] as const) {
    await rowOf(page, order).getByText(order.vendor.name).click();
    await expect(page).toHaveURL(target);
    page.goBack();
  }
});
