import type { Locator } from 'vitest/browser';
import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { approveOrderAsHead, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { ofTemporaryVendor } from '../support/fixtures/vendors.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { acceptDecision, barButton, nameOf, numberOf, openReview } from '../support/pages/reviews.ts';

const phone = { width: 390, height: 844 };
const approval = 'POST /api/workflows/approval';
/** Longer than the time during which a view that opened automatically ignores presses (ms). */
const guardTime = 600;

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

/** Opens the first of two orders on a phone with paused time. Its approval waits for `release`. */
async function openFirstOfTwo() {
  const [order, next] = [submittedOrder(), submittedOrder()];
  const app = await openReview(order, 'approver', { orders: [order, next], clock: true, ...phone });
  const { page, api } = app;
  acceptDecision(app, 'approval', approveOrderAsHead(order), next.id);
  const release = api.hold(approval);
  await expect(barButton(page, 'Approve')).toBeEnabled();
  await page.waitForIdle();
  page.clock.pause();
  return { app, order, next, release };
}

test('AP-07, DEC-30: a quick second press does not approve the next document', async () => {
  const { app, order, next, release } = await openFirstOfTwo();
  const { page } = app;
  const at = await middleOf(barButton(page, 'Approve'));
  // A press while the first approval is pending has no effect.
  await pressAt(page, at);
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
  await pressAt(page, at);
  release();
  // Presses right after the next document has opened have no effect.
  await expect(page.getByText(`${nameOf(order)} approved.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(barButton(page, 'Approve')).toBeAttached();
  for (const pause of [0, 100, 250]) {
    await page.clock.runFor(pause);
    await pressAt(page, at);
  }
  await page.waitForIdle();
  expect(approvedIds(app)).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // After the guard time, actions work.
  await page.clock.runFor(guardTime);
  await barButton(page, 'Revise').click();
  await expect(page.getByRole('dialog', { name: /^Request Revision of PO #/ })).toBeVisible();
  expect(approvedIds(app)).toEqual([order.id]);
});

test('AP-07, DEC-30: a quickly repeated shortcut does not approve the next document', async () => {
  const { app, order, next, release } = await openFirstOfTwo();
  const { page } = app;
  const press = () => page.keyboard.press('Control+Enter');
  await press();
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
  await press();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(barButton(page, 'Approve')).toBeAttached();
  for (const pause of [0, 150, 150]) {
    await page.clock.runFor(pause);
    await press();
  }
  await page.waitForIdle();
  expect(approvedIds(app)).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('VE-19, AP-25: a double press does not answer the dialog that its first press opens', async () => {
  const order = submittedOrder(ofTemporaryVendor);
  const app = await openReview(order, 'approver', { clock: true, ...phone });
  const { page } = app;
  acceptDecision(app, 'approval', approveOrderAsHead(order));
  await expect(barButton(page, 'Approve')).toBeEnabled();
  await page.waitForIdle();
  page.clock.pause();
  const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
  await barButton(page, 'Approve').click();
  const answers = dialog.getByRole('button', { name: /Vendor$/ });
  // The code of the dialog may still be loading.
  await page.clock.runUntil(() => answers.count() === 2, 10);
  for (const answer of [answers.first(), answers.last()]) {
    const { x, width } = await answer.boundingBox();
    // Both buttons are fully in view.
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone.width);
    await pressAt(page, await middleOf(answer));
  }
  await page.waitForIdle();
  expect(approvedIds(app)).toEqual([]);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(guardTime);
  await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).click();
  await expect.poll(() => approvedIds(app)).toEqual([order.id]);
});
