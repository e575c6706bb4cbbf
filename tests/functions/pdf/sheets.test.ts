import { describe, expect, test } from 'vitest';
import type { ReliefIndicator } from '#domain/relief/relief';
import { invoicePage } from '#edges/pdf/document/invoice-page';
import { paymentPage } from '#edges/pdf/document/payment-page';
import type { PageModel } from '#edges/pdf/document/page-model';
import { topsheetJob } from '../../../functions/edges/pdf/document/print-job.tsx';
import { textOf } from '../../support/pdf/read-html.ts';
import {
  sampleInvoice,
  sampleInvoiceLine,
  samplePayment,
  sampleSetting,
} from '../../support/pdf/sample-invoice.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';

const textOfSheet = (sheet: PageModel) => textOf(topsheetJob(sheet).html);

function invoiceText(changes: Partial<Invoice> = {}, indicators: ReliefIndicator[] | null = null): string {
  const extras = { indicators, companyLines: ['4100 W. Alameda Avenue'] };
  return textOfSheet(invoicePage(sampleInvoice(changes), sampleSetting(), extras));
}
const paymentText = (changes: Partial<Payment> = {}) =>
  textOfSheet(paymentPage(samplePayment(changes), sampleSetting()));

describe('the PDF of an invoice', () => {
  test('IN-01, IN-02: it has header, dates, parties and lines', () => {
    const text = invoiceText();
    for (const part of [
      'Northlight Pictures, LLC',
      'Invoice CR-20991 Approved',
      'Description Grip package, weeks 1 and 2 Invoice Date 03/16/2026 Due Date 04/15/2026 Department Grip',
      'Created By Jules Tanaka Currency USD Category Equipment Rentals',
      'Contact Rosa Lindqvist · (818) 555-0199',
      'Vendor Castle Rock Grip & Electric Vendor No. 10021 11288 Sherman Way',
      'Bill To Northlight Accounts Payable',
      '1 Speed rail, week 1 Note: Final week 3510 104 00042 Line 1 $1,250.00',
      '3 Delivery 3510 104 $75.25',
      'Total USD $10,325.25',
      'Attachments CR-20991.pdf',
      'Deliver before 6 AM call.',
      'Invoice History Invoice CR-20991 · times in America/Los_Angeles',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('RL-03, PD-26: each of the five indicators is printed beside its reference, and only with the option', () => {
    const indicators: ReliefIndicator[] = ['MATCH', 'UNDER', 'OVER', 'ERROR', 'NONE'];
    const lineItems = indicators.map((indicator, at) =>
      sampleInvoiceLine(at + 1, { referencePo: indicator === 'NONE' ? '' : '00042', amount: 10 + at }),
    );
    const text = invoiceText({ lineItems }, indicators);
    for (const [at, indicator] of indicators.entries())
      expect(text).toContain(`${indicator === 'NONE' ? '104' : '00042'} ${indicator} $1${at}.00`);
    const without = invoiceText({ lineItems });
    for (const indicator of [...indicators, 'Relief']) expect(without).not.toContain(` ${indicator} `);
  });

  test('RL-06: an invoice without references has no column for them', () => {
    const text = invoiceText({ lineItems: [sampleInvoiceLine(1)] }, ['NONE']);
    expect(text).not.toContain('NONE');
    expect(text).toContain('Episode Amount');
  });

  test.each([
    ['Void', 'Invoice Void', 'VOID'],
    ['Denied', 'Denied', 'DENIED'],
  ] as const)('DEC-19: %s is printed in the header and across the pages', (submissionStatus, chip, mark) => {
    const text = invoiceText({ status: 'VOID', submissionStatus });
    expect(text).toMatch(new RegExp(`^ ${mark} .*Invoice CR-20991 ${chip} Description`));
    expect(invoiceText()).not.toContain(mark);
  });

  test('DEC-19: a returned or resubmitted invoice has its badge', () => {
    expect(invoiceText({ status: 'DRAFT', submissionStatus: 'Needs revision' })).toContain(
      'CR-20991 Needs revision Revision Request',
    );
    expect(invoiceText({ revision: 2 })).toContain('CR-20991 Approved Revision 2');
  });
});

describe('the PDF of a payment', () => {
  test('PA-01, PA-12: it has header, payee, settled invoices, and files with their invoices', () => {
    const text = paymentText();
    for (const part of [
      'Payment E00731 Approved Date 04/02/2026 Payment Type ACH Bank Name First Harbor Bank Currency USD',
      'Vendor Castle Rock Grip & Electric Payee Castle Rock Holdings, Inc.',
      '# Invoice Amount 1 CR-20991 $10,325.25 2 CR-21044 $250.00 Total USD $10,575.25',
      'Attachments remittance.pdf statement.pdf · Invoice CR-20991',
      'Payment History Payment E00731',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('PA-01: a payment without known invoices has its total', () => {
    const text = paymentText({ invoices: [] });
    expect(text).not.toContain('Amount');
    expect(text).toContain('Total USD $10,575.25');
  });

  test.each([
    ['DENIED', 'Denied', 'DENIED'],
    ['CANCELED', 'Canceled', 'CANCELED'],
  ] as const)(
    'PA-02: %s is printed across its pages, and once in its header',
    (status, submissionStatus, mark) => {
      expect(paymentText({ status, submissionStatus })).toMatch(
        new RegExp(`^ ${mark} .*Payment E00731 ${submissionStatus} Date`),
      );
    },
  );

  test.each([
    ['USD', 'Letter', '$10,575.25'],
    ['CAD', 'Letter', 'CA$10,575.25'],
    ['GBP', 'A4', '£10,575.25'],
    ['EUR', 'A4', '€10.575,25'],
  ])('DEC-48: totals in %s, on %s', (currency, paperSize, amount) => {
    const job = topsheetJob(paymentPage(samplePayment({ currency }), sampleSetting()));
    expect(job.paperSize).toBe(paperSize);
    expect(textOf(job.html)).toContain(`Total ${currency} ${amount}`);
  });
});

test('PD-25: invoices and payments have no legal text of orders', () => {
  const draft = { status: 'DRAFT', submissionStatus: 'Draft' } as const;
  const extras = { indicators: null, companyLines: [] };
  const jobs = [
    topsheetJob(invoicePage(sampleInvoice(draft), sampleSetting(), extras)),
    topsheetJob(paymentPage(samplePayment(draft), sampleSetting())),
  ];
  for (const job of jobs) expect(job.headerHtml).not.toContain('NOT VALID');
});

test('notes and history are omitted unless requested', () => {
  const include = { notes: false, attachments: false, history: false, terms: false };
  const setting = sampleSetting({ include });
  const extras = { indicators: null, companyLines: [] };
  for (const sheet of [
    invoicePage(sampleInvoice(), setting, extras),
    paymentPage(samplePayment(), setting),
  ]) {
    const text = textOfSheet(sheet);
    for (const part of ['Deliver before', 'History', 'Attachments']) expect(text).not.toContain(part);
  }
});
