import { test } from 'vitest';
import type { ActionResult } from '#domain/lifecycle/action-response';
import type { NudgeUpdate } from '#domain/realtime/messages';
import { expect } from '../support/expect.ts';
import {
  approveOrderAsHead,
  approveOrderLast,
  draft,
  submittedOrder,
} from '../support/fixtures/purchase-orders.ts';
import { submittedPayment } from '../support/fixtures/payments.ts';
import { waiting } from '../support/fixtures/waiting.ts';
import { openApp } from '../support/open-app.ts';
import {
  barButton,
  changeByOtherUser,
  expectTip,
  nameOf,
  openMenu,
  openReview,
  storeDocument,
} from '../support/pages/reviews.ts';

const nudge = 'POST /api/workflows/nudge';

const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 375, height: 812 }],
] as const;

test('NUDGE-10: the owner nudges the approvers, and once a day', async () => {
  const order = submittedOrder({ waiting });
  const { page, api, world } = await openReview(order, 'creator');
  api.on(nudge, (): ActionResult => {
    const { id, status, submissionStatus } = storeDocument(world, {
      ...order,
      waiting: { ...waiting, isNudgedToday: true },
    });
    return { docId: id, docType: 'PO', status, submissionStatus, nextId: null };
  });
  await barButton(page, 'Nudge Approvers').click();
  await expect(page.getByText(`Nudged Priya Raman about ${nameOf(order)}.`)).toBeVisible();
  expect(api.calls(nudge)[0]?.body).toMatchObject({
    docId: order.id,
    docType: 'PO',
    workflowStepId: order.workflow?.currentStep?.id,
  });
  await expect(barButton(page, 'Nudge Approvers')).toHaveAttribute('aria-disabled', 'true');
  await expectTip(
    page,
    barButton(page, 'Nudge Approvers'),
    'Already nudged today. You can nudge again tomorrow.',
  );
  await expect((await openMenu(page)).getByRole('menuitem', { name: /Nudge/ })).toHaveCount(0);
});

test.each(sizes)(
  'NUDGE-10: after a nudge by keyboard its button keeps the focus, and leaves it to the menu when it goes, on %s',
  async (_device, size) => {
    const order = submittedOrder({ waiting });
    const app = await openReview(order, 'creator', size);
    const { page, api, world } = app;
    api.on(nudge, (): ActionResult => {
      const { id, status, submissionStatus } = storeDocument(world, {
        ...order,
        waiting: { ...waiting, isNudgedToday: true },
      });
      return { docId: id, docType: 'PO', status, submissionStatus, nextId: null };
    });
    await expect(barButton(page, 'Nudge Approvers')).toBeInViewport();
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
    await barButton(page, 'Nudge Approvers').press('Enter');
    await expect(barButton(page, 'Nudge Approvers')).toHaveAttribute('aria-disabled', 'true');
    await expect(barButton(page, 'Nudge Approvers')).toBeFocused();
    await changeByOtherUser(app, approveOrderLast(approveOrderAsHead({ ...order, waiting: null })));
    await expect(barButton(page, 'Nudge Approvers')).toHaveCount(0);
    await expect(barButton(page, 'More actions')).toBeFocused();
  },
);

test('NUDGE-10: a draft has nobody to nudge, and says so', async () => {
  const { page } = await openReview(draft(), 'creator');
  const entry = (await openMenu(page)).getByRole('menuitem', { name: /Nudge Approvers/ });
  await expect(entry).toContainText('The purchase order is not in approval: Draft.');
});

test('NUDGE-10: users who neither own nor submitted a payment have no such entry', async () => {
  const { page } = await openReview(submittedPayment(), 'creator', { as: 'sam' });
  await expect((await openMenu(page)).getByRole('menuitem', { name: /Nudge/ })).toHaveCount(0);
});

test('NUDGE-10: a nudge that fails says so', async () => {
  const order = submittedOrder({ waiting });
  const { page, api } = await openReview(order, 'creator');
  api.fail(nudge, 'INTERNAL_ERROR');
  await barButton(page, 'Nudge Approvers').click();
  await expect(page.getByText(`The approvers of ${nameOf(order)} could not be nudged.`)).toBeVisible();
});

const nudgeOf = ({ id, showId }: { id: string; showId: string }, own: Partial<NudgeUpdate> = {}) => ({
  docType: 'PO' as const,
  docId: id,
  showId,
  docNumber: 'SD-00112',
  userName: 'Dana Reyes',
  absentNames: [],
  ...own,
});

test.each(sizes)(
  'NUDGE-12: an approver is notified of a nudge at once, with a link, on %s',
  async (_device, size) => {
    const order = submittedOrder({ waiting });
    const { page, channel } = await openApp('/home', { as: 'marcus', orders: [order], ...size });
    await channel.whenOpen();
    channel.push('nudge_update', nudgeOf(order));
    const message = page.getByRole('status').filter({ hasText: 'Dana Reyes nudged you about PO #SD-00112.' });
    await expect(message).toBeVisible();
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
    await message.getByRole('link', { name: 'Open' }).click();
    await expect(page).toHaveURL(`/po/review/${order.id}/approver`);
  },
);

test('NUDGE-12, DEC-17: it says for whom, and nothing of a number that the user may not see or of another show', async () => {
  const order = submittedOrder({ waiting });
  const { page, channel } = await openApp('/po', { as: 'marcus', orders: [order] });
  await channel.whenOpen();
  channel.push('nudge_update', nudgeOf(order, { showId: 'another', userName: 'Nobody Else' }));
  channel.push('nudge_update', nudgeOf(order, { docNumber: 'NA', absentNames: ['Priya Raman'] }));
  await expect(page.getByText('Dana Reyes nudged you about a purchase order for Priya Raman.')).toBeVisible();
  await expect(page.getByText('Nobody Else')).toHaveCount(0);
});
