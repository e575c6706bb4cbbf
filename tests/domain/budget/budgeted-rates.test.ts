import { describe, expect, test } from 'vitest';
import { exchangeVarianceCents, variancesByCode } from '#domain/currency/budgeted-rates';
import { reportByAccount } from '#domain/budget/cost-report/by-account';
import { budgetedRatesText } from '#domain/budget/cost-report/columns';
import { headOf } from '#domain/budget/cost-report/categories';
import { countInvoice, countOrder } from '#domain/budget/measures';
import type { Conversion } from '#domain/currency/exchange-rate';

const at = (rate: string, own: Partial<Conversion> = {}): Conversion => ({
  rate,
  currency: 'CAD',
  original: 'USD',
  ...own,
});
const line = (cents: number, conversion: Conversion) => ({ id: 'l1', account: '6100', cents, conversion });
const openOrder = (conversion: Conversion, isClosed = false) =>
  countOrder(
    {
      id: 'o1',
      currency: 'USD',
      linesInForce: [{ ...line(10_000_00, conversion), isClosed }],
      linesInApproval: null,
    },
    [
      {
        invoiceId: 'i1',
        invoiceLineId: 'l1',
        orderLineId: 'l1',
        account: '6100',
        cents: 4_000_00,
        conversion: at('1.40'),
        isApproved: true,
      },
    ],
  );
const bill = (state: 'APPROVED' | 'IN_APPROVAL', conversion: Conversion) =>
  countInvoice({
    id: 'i1',
    currency: 'USD',
    state,
    lines: [line(4_000_00, conversion)],
    paidCents: 1_000_00,
  });

describe('costs in other currencies', () => {
  test('BUD-91: committed and invoiced amounts have what they cost in the currency of the document', () => {
    expect(openOrder(at('1.36')).find(({ measure }) => measure === 'COMMITTED')).toMatchObject({
      cents: 8_160_00,
      originalCurrency: 'USD',
      originalCents: 6_000_00,
    });
    const counts = bill('APPROVED', at('1.40', { addedPercent: '8' }));
    expect(counts.find(({ measure }) => measure === 'INVOICED')).toMatchObject({
      cents: 6_048_00,
      originalCents: 4_320_00,
    });
  });

  test('BUD-91: no other measure has such an amount, and neither has what is not converted', () => {
    const counts = [
      ...openOrder(at('1.36')).filter(({ measure }) => measure !== 'COMMITTED'),
      ...openOrder({ rate: '1', currency: 'CAD' }),
      ...openOrder(at('1.36'), true),
      ...bill('IN_APPROVAL', at('1.40')),
      ...bill('APPROVED', at('1.40')).filter(({ measure }) => measure !== 'INVOICED'),
    ];
    expect(counts.length).toBeGreaterThan(4);
    expect(counts.filter(({ originalCurrency }) => originalCurrency !== undefined)).toEqual([]);
  });
});

describe('the exchange variance', () => {
  const costs = [
    { currency: 'USD', originalCents: 10_000_00, cents: 13_760_00 },
    { currency: 'EUR', originalCents: 100_00, cents: 148_00 },
  ];

  test('BUD-92: 10,000 USD that cost 13,760 CAD are 760 above the budgeted rate of 1.30 (example 3)', () => {
    expect(exchangeVarianceCents(costs, [{ currency: 'USD', rate: '1.3' }], 'CAD')).toBe(-760_00);
  });

  test('BUD-92: a rate that fell leaves a variance above zero', () => {
    expect(exchangeVarianceCents(costs, [{ currency: 'EUR', rate: '1.5' }], 'CAD')).toBe(2_00);
  });

  test('BUD-92: without budgeted rates there is none', () => {
    expect(exchangeVarianceCents(costs, [], 'CAD')).toBe(0);
    expect(variancesByCode([], [], 'CAD')).toBeNull();
  });

  test('BUD-92: rows, categories and totals add up the variances of their accounts', () => {
    const sum = { invoicedCents: 0, paidCents: 0, otherCents: 0, committedCents: 100_00 };
    const sums = new Map(['6110', '6120', '7000'].map((account) => [account, sum] as const));
    const variances = variancesByCode(
      [
        { code: '6110', currency: 'USD', originalCents: 100_00, cents: 140_00 },
        { code: '6120', currency: 'USD', originalCents: 1_01, cents: 1_40 },
      ],
      [{ currency: 'USD', rate: '1.305' }],
      'CAD',
    );
    const budgeted = {
      account: '6100',
      description: '',
      kind: 'ACCOUNT' as const,
      codes: '{}',
      originalCents: 500_00,
      transferCents: 0,
      overageCents: 0,
    };
    const chart = {
      nameOf: () => '',
      ancestorsOf: (account: string) => (account.startsWith('61') ? ['6100'] : []),
    };
    const report = { sums, sumsBefore: new Map(), previous: null, variances };
    const rows = reportByAccount([budgeted], chart, report);
    expect(rows.map(({ code, exchangeVarianceCents: cents }) => [code, cents])).toEqual([
      ['6100', -9_50 - 8],
      ['7000', 0],
    ]);
    expect(headOf(rows, () => '').totals.exchangeVarianceCents).toBe(-9_58);
  });

  test('BUD-92: the rates are written out', () => {
    expect(budgetedRatesText([{ currency: 'USD', rate: '1.3' }], 'CAD')).toBe('1 USD = 1.3 CAD');
  });
});
