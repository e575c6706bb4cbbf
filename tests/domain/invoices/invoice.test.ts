import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { descriptionLimit } from '#domain/documents/document-draft';
import { attachmentIssues } from '#domain/documents/attachments';
import { checkInvoice, invoiceInput, type InvoiceDraft } from '#domain/invoices/invoice';
import { emptyInvoiceLine, invoiceLinesCents } from '#domain/invoices/invoice-line';
import { givenVendor } from '../purchase-orders/fixtures.ts';

const line = (amount: number | null, changes: object = {}) => ({
  ...emptyInvoiceLine('k'),
  description: 'Sofas',
  amount,
  ...changes,
});

function given(changes: Partial<InvoiceDraft> = {}): InvoiceDraft {
  return {
    ...v.parse(invoiceInput, {}),
    number: 'LR-1',
    date: '2026-11-03',
    dueDate: '2026-12-03',
    amount: 100,
    description: 'Set dressing',
    department: { id: 'd', name: 'Art' },
    vendor: { ...givenVendor, isTemporary: false, updateTempVendor: false },
    vendorAddress: { id: 'a' },
    projectCompanyExternalId: 'pc1',
    projectCompanyCurrencyExternalId: 'usd1',
    lineItems: [line(100)],
    ...changes,
  };
}

const issues = (changes: Partial<InvoiceDraft>) =>
  checkInvoice(given(changes)).map(({ code, message }) => [code, message]);

describe('one broken rule at a time', () => {
  test.each<[string, Partial<InvoiceDraft>, string, string]>([
    ['IN-06', { amount: null }, 'amount', 'Amount cannot be empty.'],
    ['IN-07', { number: ' ' }, 'number', 'Invoice number cannot be empty.'],
    ['DEC-18', { number: '1'.repeat(31) }, 'number', 'Invoice number cannot be longer than 30 characters.'],
    ['IN-08', { description: ' ' }, 'description', 'Description cannot be empty.'],
    ['IN-09', { date: '2026-02-30' }, 'date', 'Please enter a valid invoice date.'],
    ['IN-10', { dueDate: '' }, 'dueDate', 'Please enter a valid invoice due date.'],
    ['IN-11', { vendor: null }, 'vendor', 'Please select a vendor from the list.'],
    ['IN-11', { department: null }, 'department', 'Please select a department from the list.'],
    ['IN-11', { projectCompanyExternalId: '' }, 'company', 'Please select a company from the list.'],
    ['IN-11', { projectCompanyCurrencyExternalId: '' }, 'currency', 'Please select a currency.'],
    ['DEC-95', { vendorAddress: null }, 'vendor', 'Please select a vendor address.'],
    ['IN-12', { amount: 100.01 }, 'line_total_mismatch', "Line item total doesn't match Invoice Amount."],
    [
      'DEC-91',
      { lineItems: [line(100, { description: ' ' })] },
      'line_description',
      'Description field is required.',
    ],
    ['DEC-91', { lineItems: [line(null)] }, 'total_invalid', 'Error calculating total cost.'],
  ])('%s: %o', (_id, changes, code, message) => {
    expect(issues(changes)).toEqual([[code, message]]);
  });

  test('IN-15: 9999999999.99 is the largest amount either way', () => {
    const of = (amount: number) => issues({ amount, lineItems: [line(amount)] });
    expect([of(9_999_999_999.99), of(-9_999_999_999.99)]).toEqual([[], []]);
    const tooMuch = [['total_max', 'Please enter an amount less than 10 billion.']];
    expect([of(10_000_000_000), of(-10_000_000_000)]).toEqual([tooMuch, tooMuch]);
  });

  test('DEC-36: lines are compared in cents, credits are allowed, zero is no amount, and the due date may be earlier', () => {
    expect(issues({ amount: 0.3, lineItems: [line(0.1), line(0.2)] })).toEqual([]);
    expect(issues({ amount: -5, lineItems: [line(-5)] })).toEqual([]);
    expect(issues({ dueDate: '2026-01-01' })).toEqual([]);
    expect(issues({ amount: 0, lineItems: [line(0)] })).toEqual([['amount', 'Amount cannot be zero.']]);
    expect(invoiceLinesCents([line(0.1), line(0.2)])).toBe(30);
  });

  test('IN-13: an attachment is required at submit', () => {
    expect(attachmentIssues(0).map(({ message }) => message)).toEqual([
      'This item requires an attachment to submit.',
    ]);
    expect(attachmentIssues(1)).toEqual([]);
  });
});

test('DEC-02: every broken rule is reported in the order of the contract', () => {
  expect(checkInvoice(v.parse(invoiceInput, {})).map(({ code }) => code)).toEqual([
    'amount',
    'number',
    'description',
    'date',
    'dueDate',
    'vendor',
    'department',
    'company',
    'currency',
    'line_required',
  ]);
});

test('PO-39, IN-30: an invoice has 100 characters on V5 and 45 elsewhere', () => {
  expect((['V5', 'SA', 'GV'] as const).map((system) => descriptionLimit(system, 'INVOICE'))).toEqual([
    100, 45, 45,
  ]);
});

test('DEC-18: surrounding blanks do not count toward the 30 characters of a number', () => {
  const number = '9'.repeat(30);
  expect(v.parse(invoiceInput, { number: ` ${number} ` }).number).toBe(number);
  expect(issues({ number })).toEqual([]);
});

test('DEC-54: a note has at most 100 characters', () => {
  const parse = (body: object) => v.safeParse(invoiceInput, body).success;
  const noted = (length: number) => parse({ lineItems: [{ note: 'n'.repeat(length) }] });
  expect([noted(100), noted(101)]).toEqual([true, false]);
});
