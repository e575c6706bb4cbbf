import type { Page } from '@playwright/test';
import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { holdTime, settled } from './support/quiet.ts';
import { button, numberOf, openReview } from './support/review.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The approvals that the page asks for, by document. */
function approvalsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/workflows/approval')) return;
    asked.push((request.postDataJSON() as { docId: string }).docId);
  });
  return asked;
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await button(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not in sight`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Holds every approval until it is let go, and leads on to `next`: what else waits may not wait any more when it is opened. */
async function heldApprovals(page: Page, next: PurchaseOrder): Promise<() => void> {
  const gates: PromiseWithResolvers<void>[] = [];
  await page.route('**/api/workflows/approval', async (route) => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, nextId: next.id } });
  });
  return () => gates.forEach(({ resolve }) => resolve());
}

/** Longer than what opened by itself must have been in view. */
const moment = 600;

test('AP-07, DEC-30: however quick the second tap comes, it approves nothing that has not been seen', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus', phone)]);
  const { page } = marcus;
  const [order, next] = [await submitted(dana), await submitted(dana)];
  const asked = approvalsOf(page);
  const letGo = await heldApprovals(page, next);
  await page.clock.install();
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeEnabled();
  await settled(page);
  const passes = await holdTime(page);
  const at = await middleOf(page, 'Approve');
  const tap = () => page.touchscreen.tap(at.x, at.y);
  // While the first is on its way,
  await tap();
  await expect.poll(() => asked).toEqual([order.id]);
  await tap();
  letGo();
  // as soon as the next one is there, and until it has been in view for a moment.
  const title = page.getByRole('heading', { level: 1, name: /^Purchase Order / });
  await expect(page.getByText(`PO #${numberOf(order)} approved.`)).toBeVisible();
  await expect(title).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(button(page, 'Approve')).toBeAttached();
  for (const pause of [0, 100, 250, 400]) {
    await passes(pause);
    await tap();
  }
  await passes(0);
  expect(asked).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // What has been seen can be acted on.
  await passes(moment);
  await button(page, 'Revise').tap();
  await expect(page.getByRole('dialog', { name: /^Request Revision of PO #/ })).toBeVisible();
  expect(asked).toEqual([order.id]);
});

test('AP-07, DEC-30: keys pressed again at once approve nothing that has not been seen', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { page } = marcus;
  const [order, next] = [await submitted(dana), await submitted(dana)];
  const asked = approvalsOf(page);
  const letGo = await heldApprovals(page, next);
  await page.clock.install();
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeEnabled();
  await settled(page);
  const passes = await holdTime(page);
  const press = () => page.keyboard.press('ControlOrMeta+Enter');
  await press();
  await expect.poll(() => asked).toEqual([order.id]);
  await press();
  letGo();
  const title = page.getByRole('heading', { level: 1, name: /^Purchase Order / });
  await expect(title).toHaveText(`Purchase Order ${numberOf(next)}`);
  await expect(button(page, 'Approve')).toBeAttached();
  for (const pause of [0, 150, 150]) {
    await passes(pause);
    await press();
  }
  await passes(0);
  expect(asked).toEqual([order.id]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('VE-19, AP-25: the second of two taps answers no question that the first has opened', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus', phone)]);
  const vendor = { name: 'Corner Hardware', address: '12 Vine St', isTemporary: true };
  const order = await submitted(dana, { vendor, vendorAddress: null });
  const { page } = marcus;
  const asked = approvalsOf(page);
  await page.clock.install();
  await openReview(page, order, 'approver');
  await expect(button(page, 'Approve')).toBeEnabled();
  await settled(page);
  const passes = await holdTime(page);
  const dialog = page.getByRole('alertdialog', { name: 'Temporary Vendor' });
  const answers = dialog.getByRole('button', { name: /Vendor$/ });
  await button(page, 'Approve').tap();
  await expect(answers).toHaveCount(2);
  for (const answer of await answers.all()) {
    const box = await answer.boundingBox();
    // Both are in sight, whole.
    expect(box && box.x >= 0 && box.x + box.width <= phone.viewport.width).toBe(true);
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }
  await passes(0);
  expect(asked).toEqual([]);
  await expect(dialog).toBeVisible();
  await passes(moment);
  await dialog.getByRole('button', { name: 'Approve with Temp Vendor' }).tap();
  await expect.poll(() => asked).toEqual([order.id]);
});
