import type { Locator } from 'vitest/browser';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approveAsHead, submitted } from '../support/fixtures/purchase-orders.ts';
import { ofTemporaryVendor } from '../support/fixtures/vendors.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { acceptDecision, button, nameOf, numberOf, openReview } from '../support/pages/reviews.ts';

const phone = { width: 390, height: 844 };
const approval = 'POST /api/workflows/approval';
/** Longer than what opened by itself must have been in view (ms). */
const moment = 600;

const approvedIds = ({ api }: App) => api.calls(approval).map(({ body }) => body.docId);

interface Point {
  x: number;
  y: number;
}

async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = await target.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

async function pressAt(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** The review of an order that leads to another one, on a phone whose time stands still, with the approval held. */
async function openFirstOfTwo() {
  const [order, next] = [submitted(), submitted()];
  const app = await openReview(order, 'approver', { orders: [order, next], clock: true, ...phone });
  const { page, api } = app;
  acceptDecision(app, 'approval', approveAsHead(order), next.id);
  const release = api.hold(approval);
  await expect(button(page, 'Approve')).toBeEnabled();
  await page.settled();
  page.clock.hold();
  return { app, order, next, release };
}

test('AP-07, DEC-30: however quick the second press comes, it approves nothing that has not been seen', async () => {
  const { app, order, next, release } = await openFirstOfTwo();
  const { page } = app;
  const at = await middleOf(button(page, 'Approve'));
  // While the first is on its way,
  await pressAt(page, at);
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
  await pressAt(page, at);
  release();
  // as soon as the next one is there, and until it has been in view for a moment.
  await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(button(page, 'Approve')).toBeAttached();
  for (const pause of [0, 100, 250]) {
    await page.clock.runFor(pause);
    await pressAt(page, at);
  }
  await page.settled();
  expect(approvedIds(app)).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // What has been seen can be acted on.
  await page.clock.runFor(moment);
  await button(page, 'Revise').click();
  await expect(page.getByRole('dialog', { name: /^Request Revision of PO #/ })).toBeVisible();
  expect(approvedIds(app)).toEqual([order.id]);
});

test('AP-07, DEC-30: keys pressed again at once approve nothing that has not been seen', async () => {
  const { app, order, next, release } = await openFirstOfTwo();
  const { page } = app;
  const press = () => page.keyboard.press('Control+Enter');
  await press();
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
  await press();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(button(page, 'Approve')).toBeAttached();
  for (const pause of [0, 150, 150]) {
    await page.clock.runFor(pause);
    await press();
  }
  await page.settled();
  expect(approvedIds(app)).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('VE-19, AP-25: the second of two presses answers no question that the first has opened', async () => {
  const order = submitted(ofTemporaryVendor);
  const app = await openReview(order, 'approver', { clock: true, ...phone });
  const { page } = app;
  acceptDecision(app, 'approval', approveAsHead(order));
  await expect(button(page, 'Approve')).toBeEnabled();
  await page.settled();
  page.clock.hold();
  const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
  await button(page, 'Approve').click();
  const answers = dialog.getByRole('button', { name: /Vendor$/ });
  // Its code may still come, which the page draws after a while.
  await page.clock.runUntil(() => answers.count() === 2, 10);
  for (const answer of [answers.first(), answers.last()]) {
    const { x, width } = await answer.boundingBox();
    // Both are in sight, whole.
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone.width);
    await pressAt(page, await middleOf(answer));
  }
  await page.settled();
  expect(approvedIds(app)).toEqual([]);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(moment);
  await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
});
