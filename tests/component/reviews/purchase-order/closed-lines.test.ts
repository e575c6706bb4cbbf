import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { approvedOrder, line } from '../../support/fixtures/purchase-orders.ts';
import { expectProgress } from '../../support/pages/progress.ts';
import { openReview, storeDocument } from '../../support/pages/reviews.ts';

test('BUD-58, AP-34: a line is closed and reopened on the review', async () => {
  const open = line({ remainingBalance: 946 });
  const order = approvedOrder({ lineItems: [open] });
  const closed = { ...open, closed: { at: '2026-11-03T10:00:00.000Z', byName: 'Luis Ortega' } };
  const app = await openReview(order, 'approver');
  const { page, world } = app;
  const close = page.getByRole('button', { name: 'Close Line 1' });
  const reopen = page.getByRole('button', { name: 'Reopen Line 1' });
  const mark = page.getByText(/^Closed .* by Luis Ortega$/);
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/lines/:lineId/closed',
    answer: () => storeDocument(world, { ...order, lineItems: [closed] }),
    start: () => close.click(),
    pending: close,
    refused: 'Line 1 could not be closed. The document has changed in the meantime.',
    done: page.getByText('Line 1 closed.'),
  });
  await expect(mark).toBeVisible();
  await expect(close).toBeHidden();
  await expectProgress(app, {
    route: 'PUT /api/pos/:id/lines/:lineId/closed',
    answer: () => storeDocument(world, order),
    start: () => reopen.click(),
    pending: reopen,
    refused: 'Line 1 could not be reopened. The document has changed in the meantime.',
    done: page.getByText('Line 1 reopened.'),
  });
  await expect(mark).toBeHidden();
});

test('BUD-58: without the permission, the review says who closed a line', async () => {
  const closed = { at: '2026-11-03T10:00:00.000Z', byName: 'Luis Ortega' };
  const order = approvedOrder({ lineItems: [line({ closed }), line()] });
  const { page } = await openReview(order, 'creator');
  await expect(page.getByText(/^Closed .* by Luis Ortega$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Close|Reopen) Line/ })).toHaveCount(0);
});

test('BUD-58: a line without a balance has no button to close it, also when it was closed', async () => {
  const closed = { at: '2026-11-03T10:00:00.000Z', byName: 'Luis Ortega' };
  const relieved = line({ remainingBalance: 0 });
  const order = approvedOrder({ lineItems: [line(), relieved, line({ remainingBalance: 0, closed })] });
  const { page } = await openReview(order, 'approver');
  const buttons = page.getByRole('button', { name: /^(Close|Reopen) Line/ });
  await expect(buttons).toHaveCount(2);
  await expect(buttons.first()).toHaveAccessibleName('Close Line 1');
  await expect(buttons.last()).toHaveAccessibleName('Reopen Line 3');
});

test('BUD-58: when the connection breaks, the message says to try again', async () => {
  const { page, api } = await openReview(approvedOrder(), 'approver');
  api.disconnect('PUT /api/pos/:id/lines/:lineId/closed');
  await page.getByRole('button', { name: 'Close Line 1' }).click();
  await expect(page.getByText('Line 1 could not be closed. Try again.')).toBeVisible();
});
