import { test } from 'vitest';
import { expectAccessible } from '../accessibility.ts';
import { expect } from '../expect.ts';
import { attachment } from '../fixtures/files.ts';
import {
  approvedInvoice,
  deniedInvoice,
  invoice,
  invoiceApprovedByHead,
  sentBackInvoice,
  submittedInvoice,
  voidedInvoice,
} from '../fixtures/invoices.ts';
import { note, questionTo } from '../fixtures/notes.ts';
import {
  approvedPayment,
  approvePaymentAsHead,
  deniedPayment,
  payment,
  submittedPayment,
} from '../fixtures/payments.ts';
import { person } from '../fixtures/people.ts';
import {
  approvedOrder,
  changeOrderDraft,
  draft,
  line,
  orderApprovedByHead,
  sentBackOrder,
  submittedOrder,
  voidedOrder,
} from '../fixtures/purchase-orders.ts';
import { shows } from '../fixtures/shows.ts';
import { waiting } from '../fixtures/waiting.ts';
import { openApp } from '../open-app.ts';
import { reviewPath } from '../pages/reviews.ts';

const notes = [note('As agreed'), questionTo(person('dana'), 'Which stage is it for?')];
const attachments = [attachment('quote.pdf')];
const lineItems = [
  line({ coding: { ACCOUNT: '2301', EPISODE: '101' } }),
  line({ acquisitionType: 'RENTAL', rentalType: 'WEEKLY', rentalStart: '2026-11-20' }),
];
/** Documents in every status, with what a row or a review may show beside them. */
const orders = [
  draft({ attachments, lineItems, notes }),
  submittedOrder({ attachments, lineItems, notes, waiting }),
  orderApprovedByHead({ waiting }),
  approvedOrder(),
  sentBackOrder(),
  voidedOrder(),
  changeOrderDraft(),
] as const;
const invoices = [
  invoice({ notes }),
  submittedInvoice({ notes, waiting }),
  invoiceApprovedByHead({ waiting }),
  approvedInvoice(),
  sentBackInvoice(),
  deniedInvoice(),
  voidedInvoice(),
] as const;
const payments = [
  approvePaymentAsHead(
    submittedPayment({
      attachments: attachments.map((one) => ({ ...one, invoiceId: null })),
      notes,
      waiting,
    }),
  ),
  payment(),
  submittedPayment({ waiting }),
  approvedPayment(),
  deniedPayment(),
] as const;

/** Each screen beside those of management, as a user who works with it: its path and heading. */
const tours = [
  {
    user: 'a PO creator',
    as: 'dana',
    usualWidth: 375,
    screens: [
      ['/po', 'Purchase Orders'],
      ['/po/create', /Purchase Order/],
      [`/po/edit/${orders[0].id}`, /PO|Purchase Order/],
      [reviewPath(orders[1], 'creator'), /\d/],
      ['/approvals', 'Approvals'],
      ['/shows', 'My Shows'],
      ['/help', 'Help'],
      ['/no/such/page', 'Page not found'],
    ],
  },
  {
    user: 'an invoice creator',
    as: 'elena',
    usualWidth: 1440,
    screens: [
      ['/invoice', 'Invoices'],
      ['/invoice/create', /Invoice/],
      [`/invoice/edit/${invoices[0].id}`, /Invoice/],
      [reviewPath(invoices[1], 'creator'), /./],
    ],
  },
  {
    user: 'an approver',
    as: 'priya',
    usualWidth: 375,
    screens: [
      ['/approvals', 'Approvals'],
      ['/approvals/invoices', 'Approvals'],
      ['/approvals/payments', 'Approvals'],
      ['/payment', 'Payments'],
      [reviewPath(payments[0], 'approver'), /./],
    ],
  },
] as const;

/** Tests the screens of each user at all `widths`, or at one: phone or wide screen. */
export function testScreens(widths?: readonly number[]): void {
  for (const { user, as, usualWidth, screens } of tours)
    for (const width of widths ?? [usualWidth])
      test(`DEC-80, DEC-74: the screens of ${user} have no axe violation at ${width} px`, async () => {
        const { page } = await openApp('/no/such/page', {
          as,
          width,
          shows: [shows.nlite, shows.tidewater],
          orders: [...orders],
          invoices: [...invoices],
          payments: [...payments],
          api: (api) => void api.on('GET /pages/faq', { faqUrl: '/guide/creators.html' }),
        });
        for (const [path, name] of screens) {
          await page.goto(path);
          await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
          await expectAccessible(page);
        }
      });
}
