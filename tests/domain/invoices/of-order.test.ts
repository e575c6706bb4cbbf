import { describe, expect, it, test } from 'vitest';
import { invoiceOfOrder } from '#domain/invoices/duplicate-invoice';
import { emptyInvoiceLine } from '#domain/invoices/invoice-line';
import { invoiceRefusal } from '#domain/relief/invoice-refusal';
import { givenAvailable as all, givenOrder, givenSavedLine } from '../purchase-orders/fixtures.ts';

describe('an invoice of an order', () => {
  const approved = givenOrder({
    status: 'APPROVED',
    foundInAccountingSystem: true,
    lineItems: [
      givenSavedLine({ remainingBalance: 12.5 }),
      givenSavedLine({ id: 'l2', lineNumber: 2, remainingBalance: 0 }),
      givenSavedLine({ id: 'l3', lineNumber: 3, remainingBalance: -1 }),
    ],
  });

  test('DEC-38, DEC-95: has a line with the remaining amount of each PO line; number, days and amount are empty', () => {
    const invoice = invoiceOfOrder(approved, all);
    expect(invoice).toMatchObject({
      number: '',
      date: '',
      dueDate: '',
      amount: null,
      description: 'Stage 4 build',
      department: { id: 'd1' },
      vendor: { id: 'v1' },
      projectCompanyExternalId: 'c1',
      projectCompanyCurrencyExternalId: 'cur1',
      notes: [],
      attachments: [],
    });
    expect(invoice.lineItems).toEqual([
      {
        ...emptyInvoiceLine('fresh'),
        description: 'Lumber',
        amount: 12.5,
        coding: { ACCOUNT: '2310' },
        coaExternalId: 'part-2310',
        taxCode: 'T1',
        referencePo: '00042',
        referencePoLineNumber: 1,
        relievePoLineItemId: 'l1',
      },
    ]);
  });

  test('BUD-60: an invoice does not propose closed lines, and an order without another line cannot be invoiced', () => {
    const closed = { at: '2026-11-20T10:00:00.000Z', byName: 'Lena' };
    const lineItems = approved.lineItems.map((line, n) => (n === 0 ? { ...line, closed } : line));
    const open = givenSavedLine({ id: 'l4', lineNumber: 4, remainingBalance: 7 });
    const invoice = invoiceOfOrder({ ...approved, lineItems: [...lineItems, open] }, all);
    expect(invoice.lineItems.map(({ relievePoLineItemId }) => relievePoLineItemId)).toEqual(['l4']);
    expect(invoiceRefusal({ ...approved, lineItems }, true, ['d1'])).toBe('NOTHING_LEFT');
  });

  test('DEC-38: an approved order in accounting with a remaining amount can be invoiced', () => {
    expect(invoiceRefusal(approved, true, ['d1'])).toBeNull();
    expect(invoiceRefusal(approved, true, null)).toBeNull();
  });

  it.each([
    ['in a show without relief', {}, false, 'RELIEF_OFF'],
    ['as a draft', { status: 'DRAFT' as const }, true, 'NOT_APPROVED'],
    ['voided', { status: 'VOID' as const }, true, 'NOT_APPROVED'],
    ['archived', { isArchived: true }, true, 'NOT_APPROVED'],
    ['unknown to accounting', { foundInAccountingSystem: false }, true, 'NOT_IN_ACCOUNTING'],
    ['relieved', { isRelieved: true }, true, 'NOTHING_LEFT'],
    ['without a line that has anything left', { lineItems: [] }, true, 'NOTHING_LEFT'],
    ['under a masked number', { poNumber: 'NA' }, true, 'NUMBER_HIDDEN'],
  ])('DEC-17, DEC-38: an order cannot be invoiced %s', (_how, change, isReliefOn, why) => {
    expect(invoiceRefusal({ ...approved, ...change }, isReliefOn, ['d1'])).toBe(why);
  });

  test("DEC-13: the invoice keeps the order's department even when the user is not a member", () => {
    const { department } = invoiceOfOrder(approved, { ...all, departmentIds: ['d2'] });
    expect(department).toEqual({ id: 'd1', name: 'Construction' });
  });

  test('DEC-13, DEC-62: an order of an inactive department cannot be invoiced from the order', () => {
    expect(invoiceRefusal(approved, true, ['d2'])).toBe('DEPARTMENT_CLOSED');
  });
});
