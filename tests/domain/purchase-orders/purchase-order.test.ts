import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { cutDescription } from '#domain/documents/document-draft';
import { orderNumber } from '#domain/documents/document-number';
import {
  checkPurchaseOrder,
  purchaseOrderInput,
  type PurchaseOrderDraft,
} from '#domain/purchase-orders/purchase-order';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import { errorCodes } from '#domain/documents/validation';
import { givenDraft, givenLine, givenVendor } from './fixtures.ts';

const none = { lockedLineCount: null };
const vendor = { ...givenVendor, updateTempVendor: false };
const rental = { acquisitionType: 'RENTAL', rentalType: 'WEEKLY' } as const;

describe('one broken rule at a time', () => {
  it.each<[string, Partial<PurchaseOrderDraft>, string, string, string]>([
    ['PO-24', { description: '  ' }, 'description', 'description', 'PO description cannot be empty.'],
    [
      'PO-25',
      { projectCompanyExternalId: '' },
      'company',
      'projectCompanyExternalId',
      'Please select a company from the list.',
    ],
    ['PO-26', { vendor: null }, 'vendor', 'vendor', 'Please select a vendor from the list.'],
    [
      'PO-26',
      { vendor: { ...vendor, name: ' ' } },
      'vendor',
      'vendor',
      'Please select a vendor from the list.',
    ],
    ['PO-34, DEC-95', { vendorAddress: null }, 'vendor', 'vendorAddress', 'Please select a vendor address.'],
    ['PO-27', { department: null }, 'department', 'department', 'Please select a department from the list.'],
    [
      'PO-27',
      { department: { id: 'd1', name: '' } },
      'department',
      'department',
      'Please select a department from the list.',
    ],
    ['PO-28', { poDate: '2026-02-30' }, 'date', 'poDate', 'Please enter a valid purchase order date.'],
    ['PO-28', { poDate: '' }, 'date', 'poDate', 'Please enter a valid purchase order date.'],
    ['PO-29', { projectCompanyCurrencyExternalId: '' }, 'currency', 'currency', 'Please select a currency.'],
    [
      'LI-12',
      { lineItems: [givenLine({ quantity: 0 })] },
      'line_quantity',
      'lineItems.0.quantity',
      'Quantity cannot be zero.',
    ],
    [
      'LI-12, LI-21',
      { lineItems: [givenLine(), givenLine({ quantity: -1 })] },
      'line_quantity',
      'lineItems.1.quantity',
      'Quantity cannot be zero.',
    ],
    [
      'LI-12',
      { lineItems: [givenLine({ quantity: 0.004 })] },
      'line_quantity',
      'lineItems.0.quantity',
      'Quantity cannot be zero.',
    ],
    [
      'LI-13',
      { lineItems: [givenLine({ description: ' ' })] },
      'line_description',
      'lineItems.0.description',
      'Description field is required.',
    ],
    ['LI-18', { lineItems: [] }, 'line_required', 'lineItems', 'One or more line item(s) are incomplete.'],
    [
      'PO-31',
      { lineItems: [givenLine({ quantity: 1, unitCost: 10_000_000_000 })] },
      'total_max',
      'totalCost',
      'Please enter an amount less than 10 billion.',
    ],
    [
      'PO-31, DEC-48',
      { lineItems: [givenLine({ quantity: 1, unitCost: -10_000_000_000 })] },
      'total_max',
      'totalCost',
      'Please enter an amount less than 10 billion.',
    ],
  ])('%s: %o', (_id, change, code, field, message) => {
    expect(checkPurchaseOrder(givenDraft(change), 'save', none)).toEqual([{ code, field, message }]);
  });

  test('PO-12: a complete draft has no issues', () => {
    expect(checkPurchaseOrder(givenDraft(), 'save', none)).toEqual([]);
    expect(checkPurchaseOrder(givenDraft(), 'submit', none)).toEqual([]);
  });

  test('LI-15, LI-19, PO-30: an invalid unit cost makes the total invalid', () => {
    const issues = checkPurchaseOrder(
      givenDraft({ lineItems: [givenLine({ unitCost: null })] }),
      'save',
      none,
    );
    expect(issues.map(({ code, field }) => [code, field])).toEqual([
      ['line_unit_cost', 'lineItems.0.unitCost'],
      ['total_invalid', 'totalCost'],
    ]);
    expect(issues[1]?.message).toBe('Error calculating total cost.');
  });

  it.each([
    ['start after end', { rentalStart: '2026-03-02', rentalEnd: '2026-03-01' }],
    ['no real day', { rentalStart: '2026-03-01', rentalEnd: '2026-03-32' }],
  ])('LI-16, LI-17: a rental with %s', (_when, days) => {
    const lineItems = [givenLine({ ...rental, ...days })];
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'save', none)).toEqual([
      {
        code: 'rental_dates',
        field: 'lineItems.0.rentalStart',
        message: 'Rental Start Date must be before Rental End Date',
      },
      {
        code: 'rental_dates',
        field: 'lineItems',
        message: 'One or more line item(s) have invalid Rental Dates.',
      },
    ]);
  });

  it.each([
    ['no days', {}, 'rentalStart', 'Enter the Rental Start Date and the Rental End Date.'],
    ['no start', { rentalEnd: '2026-03-02' }, 'rentalStart', 'Enter the Rental Start Date.'],
    ['no end', { rentalStart: '2026-03-02' }, 'rentalEnd', 'Enter the Rental End Date.'],
  ])('LI-16: a rental with %s is reported once', (_when, days, field, message) => {
    const lineItems = [givenLine({ ...rental, rentalStart: '', rentalEnd: '', ...days })];
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'save', none)).toEqual([
      { code: 'rental_dates', field: `lineItems.0.${field}`, message },
    ]);
  });

  test('LI-16: a rental may have a single day, and a purchase needs no days', () => {
    const lineItems = [
      givenLine({ ...rental, rentalStart: '2026-03-02', rentalEnd: '2026-03-02' }),
      givenLine({ rentalStart: 'never', rentalEnd: '' }),
    ];
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'save', none)).toEqual([]);
  });

  test('VE-13, DEC-95: a temporary vendor needs no address from the list', () => {
    const draft = givenDraft({ vendor: { ...vendor, isTemporary: true }, vendorAddress: null });
    expect(checkPurchaseOrder(draft, 'save', none)).toEqual([]);
  });
});

describe('everything broken at once', () => {
  test('DEC-02: an empty form lists one code per rule, in the order of the contract', () => {
    const issues = checkPurchaseOrder(emptyDraft(''), 'submit', none);
    expect(errorCodes(issues)).toEqual([
      'description',
      'company',
      'vendor',
      'department',
      'date',
      'currency',
      'line_required',
      'aggregate_total',
    ]);
  });

  test('DEC-02: a rule that fails on two lines gives one code', () => {
    const bad = givenLine({ quantity: null, description: '', unitCost: null, ...rental });
    const issues = checkPurchaseOrder(givenDraft({ lineItems: [bad, bad] }), 'save', none);
    expect(errorCodes(issues)).toEqual([
      'line_quantity',
      'line_description',
      'line_unit_cost',
      'rental_dates',
      'total_invalid',
    ]);
    expect(issues.filter(({ code }) => code === 'line_quantity')).toHaveLength(2);
  });
});

describe('before a submit', () => {
  it.each([
    [[10], []],
    [[10, -9.99], []],
    [[10, -10], ['aggregate_total']],
    [[5, -10], ['aggregate_total']],
    [[0], ['aggregate_total']],
  ])('PO-32, DEC-35: lines of %o give %o', (costs, codes) => {
    const lineItems = costs.map((unitCost) => givenLine({ quantity: 1, unitCost }));
    expect(errorCodes(checkPurchaseOrder(givenDraft({ lineItems }), 'submit', none))).toEqual(codes);
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'save', none)).toEqual([]);
  });

  test('DEC-35: the rule has its own text', () => {
    const lineItems = [givenLine({ unitCost: 0 })];
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'submit', none)[0]?.message).toBe(
      'Total cost must be greater than zero.',
    );
  });

  test('CO-05: a change order needs a new line', () => {
    const draft = givenDraft({ lineItems: [givenLine(), givenLine()] });
    const last = {
      code: 'change_order_line',
      field: 'lineItems',
      message: 'Change order must include at least one new line item.',
    };
    expect(checkPurchaseOrder(draft, 'submit', { lockedLineCount: 2 })).toEqual([last]);
    expect(checkPurchaseOrder(draft, 'submit', { lockedLineCount: 1 })).toEqual([]);
    expect(checkPurchaseOrder(draft, 'save', { lockedLineCount: 2 })).toEqual([]);
  });

  test('PO-31: canceling lines do not hide a line beyond the limit', () => {
    const lineItems = [
      givenLine({ quantity: 2, unitCost: 9e9 }),
      givenLine({ quantity: 2, unitCost: -8.9e9 }),
    ];
    expect(errorCodes(checkPurchaseOrder(givenDraft({ lineItems }), 'save', none))).toEqual(['total_max']);
  });

  test('PO-31: the largest total is valid', () => {
    const lineItems = [givenLine({ quantity: 1, unitCost: 9_999_999_999.99 })];
    expect(checkPurchaseOrder(givenDraft({ lineItems }), 'submit', none)).toEqual([]);
  });
});

const parse = (body: unknown) => v.safeParse(purchaseOrderInput, body);

describe('the body of a save', () => {
  test('DEC-01: an empty body is a valid draft, and unknown fields are dropped', () => {
    const parsed = parse({ status: 'APPROVED', id: 'x', poNumber: '1' });
    expect(parsed.success && parsed.output).toEqual(emptyDraft(''));
  });

  test('LI-03, LI-12, LI-15: absent values get defaults, and invalid numbers become null', () => {
    const parsed = parse({
      lineItems: [{ description: 'a' }, { quantity: 'two', unitCost: '3', coding: { ACCOUNT: '1' } }],
    });
    expect(parsed.success && parsed.output.lineItems).toMatchObject([
      { description: 'a', quantity: 1, unitCost: null, acquisitionType: 'PURCHASE', rentalType: 'UNDEFINED' },
      { quantity: null, unitCost: null, coding: { ACCOUNT: '1' } },
    ]);
  });

  it.each([
    ['a vendor name of 201', { vendor: { name: 'x'.repeat(201) } }],
    ['501 lines', { lineItems: Array.from({ length: 501 }, () => ({})) }],
    ['a note of 1001', { notes: [{ content: 'x'.repeat(1001) }] }],
    ['a share note of 151', { vendor: { shareNote: 'x'.repeat(151) } }],
    ['six tax forms', { vendor: { attachments: Array.from({ length: 6 }, () => ({ attachmentId: 'f' })) } }],
    ['an unknown rental type', { lineItems: [{ rentalType: 'YEARLY' }] }],
    ['a description that is no text', { description: 5 }],
    [
      '21 codes on a line',
      { lineItems: [{ coding: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`T${n}`, '1'])) }] },
    ],
  ])('DEC-01, DEC-54: %s is refused', (_what, body) => {
    expect(parse(body).success).toBe(false);
  });

  test('LI-21, LI-22: amounts beyond every valid total become null, so that cents stay exact', () => {
    const parsed = parse({ lineItems: [{ quantity: 1e7, unitCost: 1e13 }] });
    expect(parsed.success && parsed.output.lineItems).toMatchObject([{ quantity: null, unitCost: null }]);
  });
});

describe('description and number', () => {
  it.each([
    ['V5', 'PO', 250],
    ['V5', 'INVOICE', 100],
    ['SA', 'PO', 45],
    ['GV', 'INVOICE', 45],
  ] as const)('PO-39, IN-30: %s %s keeps %d characters', (system, docType, limit) => {
    expect(cutDescription(` ${'é'.repeat(300)}`, system, docType)).toBe('é'.repeat(limit));
  });

  test('PO-39, DEC-95: cutting never splits a character', () => {
    expect(cutDescription('🎬'.repeat(50), 'SA', 'PO')).toBe('🎬'.repeat(45));
  });

  it.each([
    ['CON', '00042', 'CON-00042'],
    ['', '00042', '00042'],
    ['CON', 'NA', 'NA'],
  ])('DEC-17: prefix %s and number %s read %s', (prefix, poNumber, shown) => {
    expect(orderNumber({ prefix, poNumber })).toBe(shown);
  });
});
