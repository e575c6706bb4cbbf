import { test } from 'vitest';
import type { BulkDocument, BulkPreview, LeftOutDocument } from '#domain/bulk-approval/bulk-preview';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';
import type { DocType } from '#domain/document';
import { expectAccessible } from '../support/accessibility.ts';
import { selectAll, selectionBar, tick } from '../support/bulk.ts';
import { expect } from '../support/expect.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import type { AppOptions } from '../support/open-app.ts';

const listRoutes = {
  PO: 'POST /api/pos/filter',
  INVOICE: 'POST /api/invoices/filter',
  PAYMENT: 'POST /api/payments/filter',
} as const;
const submitRoute = 'POST /api/workflows/bulk-submit';
const bulkRoute = '/api/workflows/bulk-approval';
const desktop = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };

const documentOf = (id: string, own: Partial<BulkDocument> = {}): BulkDocument => ({
  id,
  workflowStepId: '',
  contentVersion: 1,
  number: 'LOC00042',
  name: 'Foxglove Sign Company',
  totalCost: 1200,
  currency: 'USD',
  onBehalfOf: null,
  ...own,
});
const leftOut: LeftOutDocument[] = [
  {
    ...documentOf('bare', { number: 'LOC00043' }),
    reasons: ['INCOMPLETE'],
    mayInclude: false,
    error: { code: 'POS_BAD_REQUEST', message: 'PO description cannot be empty.' },
  },
  { ...documentOf('changed', { number: 'LOC00044' }), reasons: ['CHANGED'], mayInclude: true },
];

const progress: BulkProgress = {
  runId: 'nlite_run',
  status: 'error',
  total: 2,
  numSuccess: 1,
  numFailure: 1,
  batchesComplete: 1,
  totalBatches: 1,
  success: ['one'],
  failed: [{ id: 'changed', code: 'POS_NO_VALID_WORKFLOW_STEP', message: '' }],
  warnings: [],
};

function openDrafts(docType: DocType, own: AppOptions) {
  const preview: BulkPreview = {
    docType,
    documents: [documentOf('one')],
    leftOut,
    missing: [],
    isPartial: false,
  };
  const run: BulkRun = {
    ...progress,
    ...(docType !== 'PAYMENT' && { docType }),
    action: 'submit',
    items: [],
    payments: [],
    documents: [
      { id: 'changed', number: 'LOC00044', name: 'Foxglove Sign Company', totalCost: 1200, currency: 'USD' },
    ],
    allSelected: false,
    filters: null,
    isRetry: false,
  };
  const path = { PO: '/po', INVOICE: '/invoice', PAYMENT: '/payment' }[docType];
  return openList(path, {
    as: 'sam',
    ...own,
    api: (api) => {
      api.on(`POST ${bulkRoute}/preview`, preview);
      api.on(submitRoute, progress);
      api.on(`GET ${bulkRoute}/:runId`, run);
      api.on(`POST ${bulkRoute}/:runId/seen`, { runId: 'nlite_run' });
    },
  });
}

const kinds: [DocType, string, AppOptions, typeof desktop][] = [
  ['PO', 'purchase order', { orders: [draft(), draft()] }, desktop],
  ['PO', 'purchase order', { orders: [draft(), draft()] }, phone],
  ['INVOICE', 'invoice', { invoices: [invoice(), invoice()] }, desktop],
  ['INVOICE', 'invoice', { invoices: [invoice(), invoice()] }, phone],
  ['PAYMENT', 'payment', { payments: [payment(), payment()] }, desktop],
  ['PAYMENT', 'payment', { payments: [payment(), payment()] }, phone],
];

test.each(kinds)(
  'BULK-10: drafts (%s) are shown, selected, previewed and submitted',
  async (docType, noun, documents, size) => {
    const { page, api } = await openDrafts(docType, { ...documents, ...size });
    await expect(selectionBar(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit Drafts' }).click();
    await expect(page).toHaveURL(/[?&]drafts=yes/);
    await expect(
      page.getByRole('grid', { name: 'Applied filters' }).getByRole('row', { name: 'Drafts to submit' }),
    ).toBeVisible();
    const body = () => api.calls(listRoutes[docType]).at(-1)?.body;
    await expect.poll(body).toMatchObject({ isDraftToSubmit: true });
    await tick(selectAll(page));
    const bar = selectionBar(page);
    await expect(bar).toContainText('2 of 2 selected');
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Submit' }).click();

    const dialog = page.getByRole('dialog', { name: `Submit 1 ${noun}` });
    await expect(dialog).toContainText('2 left out');
    const left = dialog.getByRole('list', { name: 'Left out' }).getByRole('listitem');
    await expect(left.nth(0)).toContainText('Incomplete: PO description cannot be empty.');
    await expect(left.nth(0).getByRole('checkbox')).toHaveCount(0);
    await expectAccessible(page);
    expect(api.calls(`POST ${bulkRoute}/preview`).at(-1)?.body).toMatchObject({
      docType,
      action: 'submit',
      allSelected: true,
      filters: { isDraftToSubmit: true },
    });
    await tick(left.nth(1).getByRole('checkbox'));
    await page.getByRole('button', { name: 'Submit 2' }).click();
    await expect.poll(() => api.calls(submitRoute).length).toBe(1);
    expect(api.calls(submitRoute)[0]?.body).toMatchObject({
      docType,
      items: [{ id: 'one', contentVersion: 1 }, { id: 'changed' }],
    });
    const panel = page.getByRole('region', { name: 'Bulk submit' });
    await expect(panel).toContainText(`1 of 2 ${noun}s submitted`);
    await expect(panel.getByRole('list', { name: 'Failed' })).toContainText(
      'does not contain an approval level',
    );
    await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
  },
);

test('BULK-10: the filter stays in the address, and without it no row can be selected', async () => {
  const { page } = await openDrafts('PO', { orders: [draft()], ...desktop });
  await page.getByRole('button', { name: 'Submit Drafts' }).click();
  await expect(selectionBar(page)).toContainText('None selected');
  await page.reload();
  await expect(selectionBar(page)).toContainText('None selected');
  await expect(page.getByRole('button', { name: 'Submit Drafts' })).toHaveCount(0);
  const chips = page.getByRole('grid', { name: 'Applied filters' });
  await chips.getByRole('row', { name: 'Drafts to submit' }).getByRole('button').click();
  await expect(selectionBar(page)).toHaveCount(0);
  await expect(page).toHaveURL('/po');
});
