import { test } from 'vitest';
import type { BulkPreview } from '#domain/bulk-approval/bulk-preview';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';
import type { DocType } from '#domain/document';
import { expectAccessible } from '../support/accessibility.ts';
import { selectAll, selectionBar, tick } from '../support/bulk.ts';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openFilters, openList } from '../support/pages/lists.ts';
import type { AppOptions } from '../support/open-app.ts';

const lists = {
  PO: ['/po?status=all', 'POST /api/pos/filter'],
  INVOICE: ['/invoice?status=all', 'POST /api/invoices/filter'],
  PAYMENT: ['/payment?status=all', 'POST /api/payments/filter'],
} as const;
const bulkRoute = '/api/workflows/bulk-approval';

const progress: BulkProgress = {
  runId: 'nlite_run',
  status: 'error',
  total: 2,
  numSuccess: 1,
  numFailure: 1,
  batchesComplete: 1,
  totalBatches: 1,
  success: ['one'],
  failed: [{ id: 'two', code: 'accounting_interface_error', message: 'The period is closed.' }],
  warnings: [],
};

function openFailed(docType: DocType, own: AppOptions) {
  const [name, amount] = ['Foxglove Sign Company', { totalCost: 1200, currency: 'USD' }];
  const refused = { id: 'two', number: '00043', ...amount };
  const documents = ['one', 'two'].map((id) => ({
    ...refused,
    id,
    name,
    workflowStepId: '',
    contentVersion: 1,
    onBehalfOf: null,
  }));
  const preview: BulkPreview = { docType, documents, leftOut: [], missing: [], isPartial: false };
  const run: BulkRun = {
    ...progress,
    ...(docType !== 'PAYMENT' && { docType }),
    action: 'push',
    items: [],
    payments: docType === 'PAYMENT' ? [{ ...refused, payeeName: name }] : [],
    documents: docType === 'PAYMENT' ? [] : [{ ...refused, name }],
    allSelected: false,
    filters: null,
    isRetry: false,
  };
  return openList(lists[docType][0], {
    as: 'sam',
    ...own,
    api: (api) => {
      api.on(`POST ${bulkRoute}/preview`, preview);
      api.on('POST /api/workflows/bulk-push', progress);
      api.on(`GET ${bulkRoute}/:runId`, run);
      api.on(`POST ${bulkRoute}/:runId/seen`, { runId: 'nlite_run' });
    },
  });
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };
const kinds: [DocType, string, AppOptions, typeof desktop][] = [
  ['PO', 'purchase orders', { orders: [draft(), draft()] }, desktop],
  ['INVOICE', 'invoices', { invoices: [invoice(), invoice()] }, desktop],
  ['INVOICE', 'invoices', { invoices: [invoice(), invoice()] }, phone],
  ['PAYMENT', 'payments', { payments: [payment(), payment()] }, desktop],
  ['PAYMENT', 'payments', { payments: [payment(), payment()] }, phone],
];

test.each(kinds)(
  'AC-06, BULK-07: what accounting refused (%s) is filtered, selected and sent again',
  async (docType, noun, documents, size) => {
    const { page, api } = await openFailed(docType, { ...documents, ...size });
    const panel = await openFilters(page);
    await panel.getByText('Failed to send to Accounting').click();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/[?&]failed=yes/);
    await expect
      .poll(() => api.calls(lists[docType][1]).at(-1)?.body)
      .toMatchObject({ isFailedToSendToAccounting: true });
    await expect(page.getByRole('link', { name: 'Health' })).toBeVisible();
    await tick(selectAll(page));
    await selectionBar(page).getByRole('button', { name: 'Resend' }).click();
    const dialog = page.getByRole('dialog', { name: `Resend 2 ${noun}` });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Resend 2' }).click();
    await expect.poll(() => api.calls('POST /api/workflows/bulk-push').length).toBe(1);
    const items = ['one', 'two'].map((id) => ({ id, contentVersion: 1 }));
    expect(api.calls('POST /api/workflows/bulk-push')[0]?.body).toMatchObject({ docType, items });
    await expect(page.getByText(`1 of 2 ${noun} sent to Accounting`).first()).toBeVisible();
    await expect(page.getByText('The period is closed.')).toBeVisible();
  },
);

test('BULK-07: users who may send none of the listed documents get no checkboxes', async () => {
  const openAs = (name: 'dana' | 'elena') =>
    openFailed('PO', { as: person(name, { visibility: 'ALL' }), orders: [draft()], ...desktop });
  const own = await openAs('dana');
  await own.page.goto('/po?status=all&failed=yes');
  await expect(selectionBar(own.page).getByRole('button', { name: 'Resend' })).toBeVisible();
  const { page } = await openAs('elena');
  await page.goto('/po?status=all&failed=yes');
  await expect(page.getByText('Foxglove Sign Company').first()).toBeVisible();
  await expect(selectAll(page)).toHaveCount(0);
  await expect(selectionBar(page)).toHaveCount(0);
});
