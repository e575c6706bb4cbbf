import { describe, test } from 'vitest';
import type { BulkDocument, BulkPreview, LeftOutDocument } from '#domain/bulk-approval/bulk-preview';
import type { BulkProgress, BulkRun } from '#domain/bulk-approval/bulk-response';
import { expectAccessible } from '../support/accessibility.ts';
import { approveButton, panelOf, selectAll, selectionBar, tick } from '../support/bulk.ts';
import { expect } from '../support/expect.ts';
import { orderApprovedByHead } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import { openList } from '../support/pages/lists.ts';
import type { AppOptions } from '../support/open-app.ts';

const startRoute = 'POST /api/workflows/bulk-approval';
const runRoute = 'GET /api/workflows/bulk-approval/:runId';

const documentOf = (n: number, own: Partial<BulkDocument> = {}): BulkDocument => ({
  id: `po-${n}`,
  workflowStepId: 'step',
  contentVersion: 3,
  number: `LOC00${n}`,
  name: 'Foxglove Props',
  totalCost: 2500,
  currency: 'USD',
  onBehalfOf: null,
  ...own,
});

const flagged = (n: number, own: Partial<LeftOutDocument>): LeftOutDocument => ({
  ...documentOf(n, { name: 'Corner Hardware', totalCost: 800 }),
  reasons: ['TEMPORARY_VENDOR'],
  mayInclude: true,
  ...own,
});

/** Example 5 of the rules: 46 documents, 4 of them flagged besides. */
const example: BulkPreview = {
  docType: 'PO',
  documents: [
    ...Array.from({ length: 40 }, (_one, n) => documentOf(100 + n, { budgetAnswer: 'WITHIN' })),
    ...Array.from({ length: 6 }, (_one, n) =>
      documentOf(200 + n, {
        currency: 'EUR',
        totalCost: n === 5 ? 3333.35 : 3333.33,
        onBehalfOf: { userId: 'priya', name: 'Priya Raman' },
      }),
    ),
  ],
  leftOut: [
    flagged(301, { reasons: ['OVER_BUDGET'], budgetAnswer: 'OVER' }),
    flagged(302, { reasons: ['POSSIBLE_SPLIT', 'CHANGED_PAYEE'] }),
    flagged(303, { reasons: ['POSSIBLE_DUPLICATE'] }),
    flagged(304, {
      reasons: ['OWN_DOCUMENT'],
      mayInclude: false,
      onBehalfOf: { userId: 'marcus', name: 'Marcus Oyelaran' },
    }),
  ],
  missing: [],
  isPartial: false,
};

const progress = (own: Partial<BulkProgress> = {}): BulkProgress => ({
  runId: 'nlite_run',
  status: 'success',
  total: 2,
  numSuccess: 2,
  numFailure: 0,
  batchesComplete: 1,
  totalBatches: 1,
  success: ['po-1', 'po-2'],
  failed: [],
  warnings: [],
  ...own,
});

const runOf = (own: Partial<BulkRun> = {}): BulkRun => ({
  ...progress(),
  docType: 'PO',
  items: [],
  payments: [],
  documents: [],
  allSelected: false,
  filters: null,
  isRetry: false,
  ...own,
});

/** Opens the queue of Priya with two orders, whose preview and run are these. */
async function openOrders(
  preview: BulkPreview,
  run: BulkRun,
  options: Omit<AppOptions, 'orders' | 'api'> = {},
) {
  const orders = [orderApprovedByHead(), orderApprovedByHead()];
  const app = await openList('/approvals/purchase-orders', {
    as: 'priya',
    orders,
    ...options,
    api: (api) => {
      api.on(`${startRoute}/preview`, preview);
      const { items: _items, payments: _payments, documents: _documents, docType: _type, ...rest } = run;
      const { undoable: _undoable, allSelected: _all, filters: _filters, isRetry: _retry, ...answer } = rest;
      api.on(startRoute, answer);
      api.on(runRoute, run);
      api.on(`${startRoute}/:runId/seen`, { runId: run.runId });
    },
  });
  return { ...app, orders };
}

describe('bulk approval of purchase orders', () => {
  test('BUD-52, BULK-02, BULK-03: the dialog names what is included and left out, and confirming freezes ids and versions', async () => {
    const app = await openOrders(example, runOf());
    const { page, api } = app;
    await tick(selectAll(page));
    await expect(selectionBar(page)).toContainText('2 of 2 selected');
    await approveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 46 purchase orders' });
    await expect(dialog).toBeVisible();
    expect(api.calls(`${startRoute}/preview`).at(-1)?.body).toMatchObject({
      docType: 'PO',
      action: 'approve',
      allSelected: true,
      items: [],
      filters: { poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
    });
    const totals = dialog.getByRole('list', { name: 'Totals' });
    await expect(totals).toContainText('40 purchase orders in USD$100,000.00');
    await expect(totals).toContainText('6 purchase orders in EUR€20.000,00');
    await expect(totals).toContainText('€3.333,35');
    await expect(dialog).toContainText('6 on behalf of Priya Raman.');
    await expect(dialog).toContainText('4 left out');
    const left = dialog.getByRole('list', { name: 'Left out' }).getByRole('listitem');
    await expect(left).toHaveCount(4);
    await expect(left.nth(1)).toContainText('Possible split, changed payee');
    await expect(left.nth(3).getByRole('checkbox')).toHaveCount(0);
    await expect(left.nth(3)).toContainText("Marcus Oyelaran can't approve their own document");
    await expectAccessible(page);

    await tick(left.nth(0).getByRole('checkbox'));
    await expect(page.getByRole('dialog', { name: 'Approve 47 purchase orders' })).toContainText(
      '3 left out',
    );
    await page.getByRole('button', { name: 'Approve 47' }).click();
    await expect.poll(() => api.calls(startRoute).length).toBe(1);
    const body = api.calls(startRoute)[0]?.body as { items: { id: string }[]; docType: string };
    expect(body).toMatchObject({ docType: 'PO', total: 47, allSelected: false, filters: null });
    const shown = { workflowStepId: 'step', contentVersion: 3 };
    expect(body.items[0]).toEqual({ id: 'po-100', ...shown, budgetAnswer: 'WITHIN' });
    expect(body.items.at(-1)).toEqual({ id: 'po-301', ...shown, budgetAnswer: 'OVER' });
  });

  test('BULK-04: totals above the amount of the show are confirmed by a tick', async () => {
    const { page, api } = await openOrders(example, runOf(), {
      show: show('nlite', { settings: { confirmApprovalAbove: 50_000 } }),
    });
    await tick(selectAll(page));
    await approveButton(page).click();
    const confirm = page.getByRole('button', { name: 'Approve 46' });
    await expect(confirm).toBeDisabled();
    await tick(
      page.getByRole('checkbox', { name: /I have checked these totals, which are above \$50,000\.00/ }),
    );
    await expect(confirm).toBeEnabled();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(api.calls(startRoute)).toEqual([]);
  });

  test('BULK-05: the panel lists skipped documents with their reasons, without Retry', async () => {
    const skipped = ['po-100', 'po-101'].map((id) => ({ id, code: 'WORKFLOW_CONFLICT', message: '' }));
    const documents = [100, 101].map((n) => {
      const { id, number, name, totalCost, currency } = documentOf(n);
      return { id, number, name, totalCost, currency };
    });
    const counts = { status: 'error', total: 46, numSuccess: 44, numFailure: 2 } as const;
    const { page } = await openOrders(example, runOf({ ...counts, failed: skipped, documents }));
    await tick(selectAll(page));
    await approveButton(page).click();
    await page.getByRole('button', { name: 'Approve 46' }).click();
    await expect(page.getByText('44 purchase orders approved, 2 skipped.')).toBeVisible();
    const panel = panelOf(page);
    await expect(panel).toContainText('44 of 46 purchase orders approved, 2 skipped');
    const list = panel.getByRole('list', { name: 'Skipped' }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    await expect(list.first()).toContainText('PO #LOC00100');
    await expect(list.first()).toContainText('It has changed in the meantime.');
    await expect(panel.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });

  test('BULK-11, BULK-13: a run with failures counts what was approved, Undo names how many approvals it takes back, and a permanent failure has no Retry', async () => {
    const { id, number, name, totalCost, currency } = documentOf(100);
    const run = runOf({
      status: 'error',
      total: 8,
      numSuccess: 7,
      numFailure: 1,
      failed: [{ id, code: 'TEMP_VENDOR_NOT_ALLOWED', message: '' }],
      documents: [{ id, number, name, totalCost, currency }],
      undoable: 7,
    });
    const { page } = await openOrders(example, run);
    await tick(selectAll(page));
    await approveButton(page).click();
    await page.getByRole('button', { name: 'Approve 46' }).click();
    const message = page.getByRole('status').filter({ hasText: '7 of 8 purchase orders approved, 1 not.' });
    await expect(message.getByRole('button', { name: 'Undo 7 Approvals' })).toBeVisible();
    await expect(panelOf(page).getByRole('list', { name: 'Failed' })).toContainText('PO #LOC00100');
    await expect(panelOf(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });

  test('BULK-12: the notice above the queue says how many the run left out', async () => {
    const { page } = await openOrders(example, runOf({ total: 46, numSuccess: 46 }));
    await tick(selectAll(page));
    await approveButton(page).click();
    await page.getByRole('button', { name: 'Approve 46' }).click();
    await expect(
      page.getByText('You approved 46 of 46 purchase orders. 4 were left out.', { exact: true }),
    ).toBeVisible();
  });

  test('BULK-08: the message offers Undo, which takes the votes back and names those that stay', async () => {
    const { page, api } = await openOrders({ ...example, leftOut: [] }, runOf({ undoable: 2 }));
    const undone = runOf({
      runId: 'nlite_undo',
      action: 'take-back',
      status: 'error',
      numSuccess: 1,
      numFailure: 1,
      failed: [{ id: 'po-1', code: 'WORKFLOW_CONFLICT', message: '' }],
      documents: [{ id: 'po-1', number: 'LOC001', name: 'Foxglove Props', totalCost: 10, currency: 'USD' }],
    });
    await tick(selectAll(page));
    await approveButton(page).click();
    await page.getByRole('button', { name: 'Approve 46' }).click();
    const message = page.getByRole('status').filter({ hasText: '2 purchase orders approved.' });
    await expect(message).toBeVisible();
    api.on(`${startRoute}/:runId/undo`, progress({ runId: 'nlite_undo' }));
    api.on(runRoute, undone);
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(panelOf(page)).toContainText('1 of 2 approvals taken back, 1 skipped');
    await expect(panelOf(page).getByRole('list', { name: 'Skipped' })).toContainText('PO #LOC001');
    expect(api.calls(`${startRoute}/:runId/undo`).map(({ params }) => params['runId'])).toEqual([
      'nlite_run',
    ]);
  });

  test('BULK-09: on a phone the queue has checkboxes, and nothing in the dialog is cut', async () => {
    const name = `${'Foxglove Props and Practical Effects of Greater '.repeat(2)}${'Llanfair'.repeat(8)}`;
    const long: BulkPreview = {
      ...example,
      documents: example.documents.map((one) => ({ ...one, name })),
      leftOut: example.leftOut.map((one) => ({ ...one, name })),
    };
    const { page } = await openOrders(long, runOf(), { width: 375, height: 812 });
    await tick(selectAll(page));
    await approveButton(page).click();
    const confirm = page.getByRole('button', { name: 'Approve 46' });
    await expect(confirm).toBeVisible();
    const box = await confirm.boundingBox();
    expect(box.y + box.height).toBeLessThanOrEqual(812);
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
    const cut = await page
      .getByRole('dialog')
      .evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('*')]
          .filter(
            (one) =>
              one.getBoundingClientRect().right > 375 ||
              (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
    expect(cut).toEqual([]);
    await expectAccessible(page);
  });
});
