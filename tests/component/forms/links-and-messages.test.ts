import { test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { expect } from '../support/expect.ts';
import { noTiles } from '../support/fixtures/home.ts';
import { approvedInvoice } from '../support/fixtures/invoices.ts';
import { payment } from '../support/fixtures/payments.ts';
import { draft, sentBackOrder } from '../support/fixtures/purchase-orders.ts';
import { openList } from '../support/pages/lists.ts';
import { openApp } from '../support/open-app.ts';

test('SH-33, SH-38: a sent-back order is counted at its tab and listed on the home page, and opens in its form', async () => {
  const order = sentBackOrder();
  const { page } = await openApp('/approvals', {
    orders: [order],
    api: (api) => {
      const { id, currency, totalCost, status, submissionStatus } = order;
      api.on('GET /api/users/meta', {
        approver: false,
        departments: [],
        awaitingApproval: { po: 0, invoice: 0, payment: 0 },
        toRevise: { po: 1, invoice: 0 },
      });
      api.on('GET /api/home', {
        waiting: [],
        firsts: [],
        revisions: [],
        questions: [],
        own: [
          {
            docType: 'PO',
            id,
            number: orderNumber(order),
            vendorName: order.vendor.name,
            currency,
            totalCost,
            status,
            submissionStatus,
          },
        ],
        commitments: null,
        tiles: noTiles,
      });
    },
  });
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Purchase Orders/ });
  await expect(tab).toContainText('1 to revise');
  const list = page.getByRole('region', { name: /^Your documents/ });
  await list.getByRole('link', { name: orderNumber(order) }).click();
  await expect(page).toHaveURL(`/po/edit/${order.id}`);
});

test('PA-12, DEC-12: an invoice links to its payments and a payment to its invoices', async () => {
  const bill = approvedInvoice();
  const stored = payment();
  const settlement = {
    paymentId: stored.id,
    number: stored.number,
    status: stored.status,
    submissionStatus: stored.submissionStatus,
    invoiceId: bill.id,
    invoiceNumber: bill.number,
    amount: 300,
  };
  const { page } = await openApp(`/invoice/review/${bill.id}/creator`, {
    as: 'sam',
    invoices: [{ ...bill, settlements: [settlement] }],
    payments: [{ ...stored, invoices: [{ id: bill.id, number: bill.number, amount: 300, orders: [] }] }],
  });
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText('Paid so far');
  await expect(payments.getByRole('listitem')).toContainText('$300.00');
  await payments.getByRole('link', { name: `Payment ${stored.number}` }).click();
  await expect(page).toHaveURL(new RegExp(`^/payment/review/${stored.id}`));
  await expect(
    page.getByRole('region', { name: 'Invoices' }).getByRole('link', { name: `Invoice ${bill.number}` }),
  ).toBeVisible();
});

test('PA-12: a payment without invoices shows a message', async () => {
  const withoutInvoices = payment({ invoices: [] });
  const { page } = await openApp(`/payment/review/${withoutInvoices.id}?referrer=listing`, {
    as: 'sam',
    payments: [withoutInvoices],
  });
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText(
    'The accounting system lists no invoices in this show for this payment.',
  );
});

test('EM-01, DEC-68: one press adds the vendor of an order to the recipients of its e-mail', async () => {
  const order = draft();
  const { page } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
  await page.getByRole('button', { name: 'Export PDF' }).click();
  await page
    .getByRole('dialog', { name: /^Export PO$/ })
    .getByRole('button', { name: 'Send to' })
    .click();
  const mail = page.getByRole('dialog', { name: 'Send To:' });
  const chips = mail.getByRole('grid', { name: 'To addresses' }).getByRole('row');
  const offer = mail.getByRole('button', { name: `Add ${order.vendor.email} to To` });
  await offer.click();
  await expect(chips).toHaveText([order.vendor.email]);
  await expect(offer).toHaveCount(0);
});

test('DEC-68: the export of the log explains what it contains', async () => {
  const { page } = await openList('/po', { orders: [draft()] });
  await page.getByRole('button', { name: 'Export PO Log' }).click();
  await expect(page.getByRole('menu')).toContainText('Every PO you can see, not just the ones listed');
});

test('AP-30, AP-31, AP-32, AP-33: a rejected submit explains what is missing and stays in the review', async () => {
  const order = draft();
  const { page, api } = await openApp(`/po/review/${order.id}/creator`, { orders: [order] });
  for (const [code, said] of [
    [
      'POS_NO_DEFAULT_WORKFLOW',
      'No approval flow defined. Create an approval flow to submit items for approval.',
    ],
    [
      'POS_NO_VALID_WORKFLOW_STEP',
      'The workflow does not contain an approval level that accommodates the document; contact your administrator.',
    ],
    [
      'POS_NO_DEPARTMENT_MEMBERS',
      'The department does not have a department approver on the workflow; update the workflow.',
    ],
    ['WORKFLOW_CONFLICT', `PO #SD-${order.poNumber} could not be submitted for approval.`],
  ] as const) {
    api.fail('PUT /api/pos/:id/submit', code);
    await page.getByRole('button', { name: 'Submit for Approval' }).click();
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  }
});
