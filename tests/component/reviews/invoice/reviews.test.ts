import { describe, test } from 'vitest';
import type { SubmissionStatus, Status } from '#domain/document';
import { expect } from '../../support/expect.ts';
import { attachment, pdfResponse } from '../../support/fixtures/files.ts';
import { invoice, invoiceLine, submittedInvoice } from '../../support/fixtures/invoices.ts';
import { approvedOrder, line } from '../../support/fixtures/purchase-orders.ts';
import { relievableFrom, relievedBy } from '../../support/fixtures/relief.ts';
import { show } from '../../support/fixtures/shows.ts';
import { openApp } from '../../support/open-app.ts';
import {
  actionBar,
  factOf,
  goToReview,
  numberOf,
  openReview,
  section,
  storeDocument,
} from '../../support/pages/reviews.ts';

/** Returns an approved order with lines of $300.00 and $100.00, and an invoice of the first and half of the second. */
function orderWithInvoice() {
  const order = approvedOrder({
    lineItems: [line(), line({ description: 'Drapes', quantity: 1, unitCost: 100 })],
  });
  const referencePo = order.poNumber;
  const bill = submittedInvoice({
    contactName: 'Bernard Holt',
    contactNumber: '(555) 0145',
    attachments: [attachment('slip.txt'), attachment('bill.pdf')],
    lineItems: [
      invoiceLine({ amount: 300, referencePo, referencePoLineNumber: 1, note: 'First delivery' }),
      invoiceLine({ description: 'Drapes', amount: 50, referencePo, referencePoLineNumber: 2 }),
      invoiceLine({ description: 'Freight', amount: 40.5 }),
    ],
  });
  return { order, bill };
}

describe('the review of an approver', () => {
  test('SH-59, IN-05, AT-03, DEC-29: the review of an approver shows the invoice next to its open attachment', async () => {
    const { bill } = orderWithInvoice();
    const { page, api } = await openReview(bill, 'approver', {
      api: (fake) =>
        void fake.on('GET /files/:owner/:id/newpreview/:name', () => pdfResponse('Foxglove bill 4711')),
    });
    expect(api.calls('GET /api/invoices/:id')[0]?.query).toMatchObject({ persona: 'APPROVER' });
    await expect(page).toHaveTitle(`Invoice ${bill.number} · Backlot`);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    const attachmentPane = page.getByRole('region', { name: 'Attachment bill.pdf' });
    await expect(attachmentPane.getByText('Foxglove bill 4711')).toBeAttached();
    // The preview does not take the focus, so keyboard users start at the top of the page.
    await expect(attachmentPane).not.toBeFocused();
    await expect(factOf(page, 'Invoice Date')).toHaveText('11/20/2026');
    await expect(factOf(page, 'Due Date')).toHaveText('12/20/2026');
    await expect(factOf(page, 'Amount')).toHaveText('$390.50');
    await expect(factOf(page, 'Vendor Name')).toHaveText('Foxglove Sign Company');
    await expect(factOf(page, 'Vendor Address')).toHaveText(bill.vendorAddress?.address ?? 'none');
    await expect(factOf(page, 'Department')).toHaveText('Production');
    await expect(factOf(page, 'Raised By')).toHaveText('Elena Fischer');
    await expect(factOf(page, 'Contact')).toHaveText('Bernard Holt, (555) 0145');
    const sheet = page.getByRole('article', { name: 'Invoice' });
    await expect(sheet.getByText(bill.description)).toBeVisible();
    await expect(page.getByText('Submitted for approval', { exact: true })).toBeVisible();
    const chips = page.getByRole('list', { name: 'Approval steps' }).getByRole('listitem');
    await expect(chips).toHaveText(['PendingMO', 'PendingPR']);
    await expect(actionBar(page)).toHaveAccessibleName('Approval actions');
    // Approval and notes are visible next to the preview, which can be closed.
    await expect(section(page, 'Notes')).toBeVisible();
    await expect(section(page, 'History').getByText('Submitted')).toBeVisible();
    await attachmentPane.getByRole('button', { name: 'Close preview' }).click();
    await expect(attachmentPane).toHaveCount(0);
  });
});

describe('the review of a creator', () => {
  test('SH-59, AT-03: the review of a creator opens no attachment', async () => {
    const { page } = await openReview(orderWithInvoice().bill, 'creator');
    await expect(actionBar(page)).toHaveAccessibleName('Submission actions');
    await page.waitForIdle();
    await expect(page.getByRole('region', { name: /^Attachment / })).toHaveCount(0);
  });

  test('IN-05, DEC-19: every status of an invoice has its name and badge', async () => {
    const bill = invoice();
    const { page, world } = await openReview(bill, 'creator');
    const head = page.getByRole('heading', { level: 1 }).locator('..');
    for (const [status, submissionStatus, badge] of [
      ['DRAFT', 'Draft', null],
      ['DRAFT', 'Needs revision', 'Revision Request'],
      ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval', null],
      ['APPROVED', 'Approved', null],
      ['VOID', 'Void', 'Invoice Void'],
      ['VOID', 'Denied', 'Denied'],
    ] as const satisfies readonly (readonly [Status, SubmissionStatus, string | null])[]) {
      storeDocument(world, { ...bill, status, submissionStatus });
      await goToReview(page, bill, 'creator');
      await expect(head).toHaveText(`Invoice ${bill.number}${submissionStatus}${badge ?? ''}`);
    }
  });
});

describe('relief', () => {
  test('BUD-59: the review marks the line that closes its order line, and no other', async () => {
    const { order, bill } = orderWithInvoice();
    const lineItems = bill.lineItems.map((one, at) => ({ ...one, closesPoLine: at === 1 }));
    const { page } = await openReview({ ...bill, lineItems }, 'approver', {
      api: (fake) =>
        void fake.on('GET /api/pos/get-for-relieve/:vendorId', {
          poS: [relievableFrom(relievedBy(order, [bill]))],
        }),
    });
    const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
    await expect(rows.filter({ hasText: 'Closes the line' })).toHaveCount(1);
    await expect(rows.nth(1)).toContainText(`PO ${numberOf(order)}, line 2`);
    await expect(rows.nth(1)).toContainText('Closes the line');
  });

  test('RL-03, RL-04, RL-05, RL-06, RL-09: each line shows its PO and relief indicator if the show enables them', async () => {
    const { order, bill } = orderWithInvoice();
    const relievableOrders = (by: (typeof bill)[]) => ({ poS: [relievableFrom(relievedBy(order, by))] });
    const { page, api, world } = await openReview(bill, 'creator', {
      api: (fake) => void fake.on('GET /api/pos/get-for-relieve/:vendorId', relievableOrders([bill])),
    });
    const rows = page.getByRole('table', { name: 'Line items' }).locator('tbody').getByRole('row');
    const number = numberOf(order);
    await expect(rows.nth(0)).toContainText(`PO ${number}, line 1`);
    await expect(rows.nth(0)).toContainText('Note: First delivery');
    await expect(rows.nth(0)).toContainText('Match');
    await expect(rows.nth(1)).toContainText(`PO ${number}, line 2`);
    await expect(rows.nth(1)).toContainText('Under$50.00 left');
    await expect(rows.nth(2)).toHaveText(/^3Freight\$40\.50$/);
    await expect(page.getByRole('row', { name: 'Line Item Total' })).toContainText('$390.50');
    await expect(page.getByRole('row', { name: 'Invoice Amount' })).toContainText('$390.50');

    // A draft that takes more than the remaining balance, and whose second line refers to a missing PO.
    const [first, second] = bill.lineItems;
    if (!first || !second) throw new Error('Two lines are needed');
    const lineItems = [
      { ...first, amount: 320 },
      { ...second, referencePo: '99999' },
    ];
    storeDocument(world, { ...bill, lineItems, status: 'DRAFT', submissionStatus: 'Draft', workflow: null });
    api.on('GET /api/pos/get-for-relieve/:vendorId', relievableOrders([]));
    await goToReview(page, bill, 'creator');
    await expect(rows.nth(0)).toContainText('Over');
    await expect(rows.nth(1)).toContainText('PO 99999, line 2');
    await expect(rows.nth(1)).toContainText('Error');

    world.shows = [show('nlite', { settings: { displayReliefIndicatorsApp: false } })];
    await goToReview(page, bill, 'creator');
    await expect(rows.nth(0)).toContainText(`PO ${number}, line 1`);
    await expect(rows.nth(0)).not.toContainText('Over');
  });
});

describe('an address', () => {
  test('SH-61: a review address without a valid persona leads to the error page', async () => {
    const bill = invoice();
    const { page } = await openReview(bill, 'creator');
    for (const suffix of ['', '/somebody']) {
      await page.goto(`/invoice/review/${bill.id}${suffix}`);
      await expect(page).toHaveURL('/error');
      await expect(page.getByText('Oh no! System could not process your request.')).toBeVisible();
    }
  });

  test("SH-59: an invoice that cannot be loaded shows an error with a link to the reader's list", async () => {
    const id = 'nlite_00000000000000000000000000000000';
    const { page } = await openApp('/invoice', { as: 'elena' });
    for (const [reader, back] of [
      ['creator', '/invoice'],
      ['approver', '/approvals/invoices'],
    ] as const) {
      await page.goto(`/invoice/review/${id}/${reader}`);
      await expect(page.getByText('Error loading invoice.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', back);
    }
  });
});
