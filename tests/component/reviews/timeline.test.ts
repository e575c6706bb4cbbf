import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { note } from '../support/fixtures/notes.ts';
import { person } from '../support/fixtures/people.ts';
import { approvedInvoice } from '../support/fixtures/invoices.ts';
import { approvedOrder, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import type { Page } from '../support/page.ts';
import { stubExports } from '../support/pages/export.ts';
import { openReview, section } from '../support/pages/reviews.ts';

const change = (id: number, contentVersion: number, field: string, before: string, after: string) => ({
  id: String(id),
  userName: 'Dana Whitlock',
  timeStamp: `2026-11-20T18:0${contentVersion}:00.000Z`,
  action: 'save',
  summary: `changed ${field}`,
  contentVersion,
  fields: [{ field, label: field, before, after, unit: 'text' as const }],
});

const sent = {
  created: '2026-11-20T19:05:00.000Z',
  isSuccessful: true,
  sendType: 'VENDOR_EMAIL' as const,
  senderFirstName: 'Priya',
  senderLastName: 'Raman',
  recipients: ['bernard@foxglovesigncompany.example'],
};

async function openTimeline(page: Page) {
  await section(page, 'History').getByRole('button', { name: 'Timeline' }).click();
  const dialog = page.getByRole('dialog');
  return { dialog, entries: dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem') };
}

test('TIME-01, TIME-02, TIME-03: the timeline has decisions, changes, notes and e-mails, and shows one kind alone', async () => {
  const order = approvedOrder({
    changes: [change(90, 2, 'Description', 'Lamps', 'Lights')],
    notes: [note('Quote attached', { by: person('marcus') })],
    sendHistoryResource: [sent],
  });
  const { page } = await openReview(order, 'creator');
  const { dialog, entries } = await openTimeline(page);
  await expect(entries).toHaveCount(order.historyEvents.length + 3);
  await expect(entries.filter({ hasText: 'Quote attached' })).toContainText('Marcus Oyelaran');
  await expect(entries.filter({ hasText: 'bernard@foxglovesigncompany.example' })).toContainText(
    'E-mail to the vendor sent',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Changes 1' }).click();
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(/Changed Description.*Dana Whitlock.*Lamps.*Lights/);
  await expect(dialog.getByRole('button', { name: /^Accounting/ })).toHaveCount(0);
});

test('TIME-04, TIME-05: two versions are compared side by side, on a phone too', async () => {
  const order = submittedOrder({
    changes: [
      change(92, 3, 'Vendor', 'Foxglove', 'Corner Hardware'),
      change(91, 2, 'Description', 'Lamps', 'Lights'),
    ],
  });
  const { page } = await openReview(order, 'approver', { width: 375, height: 812 });
  const { dialog, entries } = await openTimeline(page);
  await entries
    .filter({ hasText: 'Corner Hardware' })
    .getByRole('button', { name: 'Compare with Before: version 3' })
    .click();
  const rows = dialog.getByRole('table', { name: 'Versions compared' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveText(['VendorFoxgloveCorner Hardware']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to Timeline' }).click();
  await dialog.getByRole('button', { name: 'Compare Versions' }).click();
  await expect(rows).toHaveText(['DescriptionLampsLights', 'VendorFoxgloveCorner Hardware']);
});

test('TIME-04: the approval that completed a version offers its PDF', async () => {
  const order = approvedOrder();
  const { page, api } = await openReview(order, 'creator');
  const path = 'POST /api/reports/download-pdf/purchase-order';
  api.on(path, () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }));
  const { dialog } = await openTimeline(page);
  await dialog.getByRole('button', { name: 'PDF of First approval' }).click();
  await expect
    .poll(() => api.calls(path))
    .toMatchObject([{ body: { purchaseOrderApprovalHistoryIndex: 0, data: { docId: order.id } } }]);
});

test('TIME-06: the last approval of an invoice offers its PDF', async () => {
  const invoice = approvedInvoice();
  const { page, api } = await openReview(invoice, 'creator');
  stubExports(api, 'invoice.pdf');
  const { dialog } = await openTimeline(page);
  await dialog.getByRole('button', { name: 'PDF of the approved invoice' }).click();
  await expect
    .poll(() => api.calls('POST /api/reports/pdf/generate'))
    .toMatchObject([{ body: { docId: invoice.id } }]);
});
