import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availability,
  countInvoice,
  countOrder,
  measuresByAccount,
  noMeasures,
} from '#domain/budget/measures';
import type { CountedDraw, CountedInvoice, CountedLine, CountedOrder } from '#domain/budget/measures';
import type { Conversion } from '#domain/currency/exchange-rate';

const cad = (rate: string, addedPercent = '0'): Conversion => ({ rate, currency: 'CAD', addedPercent });
/** A tax of 8 % that is not recoverable, without a base currency. */
const taxed: Conversion = { rate: '1', currency: 'USD', addedPercent: '8' };

interface Bill {
  /** In units of the currency. */
  amount: number;
  conversion: Conversion | null;
  state?: CountedInvoice['state'];
  account?: string;
}
const line = (id: string, amount: number, conversion: Conversion | null): CountedLine => ({
  id,
  account: '2100',
  cents: Math.round(amount * 100),
  conversion,
});

/** The figures of account 2100 for an order whose first line all invoices relieve, in units of the currency. */
function figures(
  order: { inForce: CountedLine[]; inApproval?: CountedLine[]; isClosed?: boolean },
  bills: readonly Bill[],
  { budget = 15_000, currency = 'CAD', account = '2100' } = {},
) {
  const invoices = bills.map(
    ({ amount, conversion, state = 'APPROVED', account: code = '2100' }, n): CountedInvoice => ({
      id: `invoice${n}`,
      currency: 'USD',
      state,
      lines: [{ ...line(`line${n}`, amount, conversion), account: code }],
    }),
  );
  const draws = invoices.flatMap(({ id, state, lines }) =>
    state === 'NONE'
      ? []
      : lines.map(({ id: invoiceLineId, ...own }): CountedDraw => ({
          ...own,
          invoiceId: id,
          invoiceLineId,
          orderLineId: 'l1',
          isApproved: state === 'APPROVED',
        })),
  );
  const counted: CountedOrder = {
    id: 'po',
    currency: 'USD',
    linesInForce: order.inForce.map((one) => ({ ...one, isClosed: order.isClosed ?? false })),
    linesInApproval: order.inApproval ?? null,
  };
  const counts = [...countOrder(counted, draws), ...invoices.flatMap(countInvoice)];
  const measures = measuresByAccount(counts, currency).accounts.get(account) ?? noMeasures;
  const { availableCents, afterWaitingCents } = availability(budget * 100, measures);
  return {
    committed: measures.committedCents / 100,
    inProgress: measures.inProgressCents / 100,
    waiting: measures.waitingCents / 100,
    invoiced: measures.invoicedCents / 100,
    overRelief: measures.overReliefCents / 100,
    exchangeDifference: measures.exchangeDifferenceCents / 100,
    available: availableCents / 100,
    afterWaiting: afterWaitingCents / 100,
  };
}
const none = { overRelief: 0, exchangeDifference: 0 };

describe('tax', () => {
  test('BUD-42: tax of 8 % that is not recoverable: committed 6,480 (in progress 1,080), waiting 2,160, invoiced 4,320, available 4,200, after waiting 2,040 (example 2)', () => {
    const inForce = [line('l1', 10_000, taxed)];
    const order = { inForce, inApproval: [...inForce, line('l2', 2_000, taxed)] };
    const bills: Bill[] = [
      { amount: 4_000, conversion: taxed },
      { amount: 1_000, conversion: taxed, state: 'IN_APPROVAL' },
    ];
    expect(figures(order, bills, { currency: 'USD' })).toEqual({
      ...none,
      committed: 6_480,
      inProgress: 1_080,
      waiting: 2_160,
      invoiced: 4_320,
      available: 4_200,
      afterWaiting: 2_040,
    });
  });

  test('BUD-42: relief and over-relief compare before tax, also where only the invoice has one', () => {
    const order = { inForce: [line('l1', 10_000, { ...taxed, addedPercent: '0' })] };
    const exact = figures(order, [{ amount: 10_000, conversion: taxed }], { currency: 'USD' });
    expect(exact).toMatchObject({ ...none, committed: 0, invoiced: 10_800 });
    const beyond = figures(
      { inForce: [line('l1', 10_000, taxed)] },
      [{ amount: 11_000, conversion: taxed }],
      { currency: 'USD' },
    );
    expect(beyond).toMatchObject({ committed: 0, invoiced: 11_880, overRelief: 1_000 });
  });
});

describe('base currency CAD, documents in USD', () => {
  const first = line('l1', 10_000, cad('1.36'));
  const added = line('l2', 2_000, cad('1.38'));
  const budget = { budget: 20_000 };
  const pending: Bill = { amount: 1_000, conversion: cad('1.39'), state: 'IN_APPROVAL' };
  const approved: Bill = { amount: 4_000, conversion: cad('1.4') };

  test('BUD-40, BUD-41: committed 8,160 (in progress 1,360), invoiced 5,600 (exchange difference 160), waiting 2,760 + 30 = 2,790, available 6,240, after waiting 3,450 (example 3)', () => {
    const order = { inForce: [first], inApproval: [first, added] };
    expect(figures(order, [approved, pending], budget)).toEqual({
      ...none,
      committed: 8_160,
      inProgress: 1_360,
      waiting: 2_790,
      invoiced: 5_600,
      exchangeDifference: 160,
      available: 6_240,
      afterWaiting: 3_450,
    });
  });

  test('BUD-40: all approved: invoiced 6,990, committed 9,560, available 3,450 (example 3)', () => {
    const bills = [approved, { ...pending, state: 'APPROVED' } as const];
    expect(figures({ inForce: [first, added] }, bills, budget)).toMatchObject({
      committed: 9_560,
      inProgress: 0,
      waiting: 0,
      invoiced: 6_990,
      exchangeDifference: 190,
      available: 3_450,
      afterWaiting: 3_450,
    });
  });

  test('BUD-43: of 100.00 at 1.335, which is 133.50, invoices of 33.33, 33.33 and 33.34 relieve 44.50, 44.49 and 44.51 (example 3)', () => {
    const order = { inForce: [line('l1', 100, cad('1.335'))] };
    const bills = [33.33, 33.33, 33.34].map((amount) => ({ amount, conversion: cad('1.335') }));
    const committed = [0, 1, 2, 3].map((count) => figures(order, bills.slice(0, count)).committed);
    expect(committed).toEqual([133.5, 89, 44.51, 0]);
    expect(committed.slice(1).map((open, n) => Math.round((committed[n]! - open) * 100) / 100)).toEqual([
      44.5, 44.49, 44.51,
    ]);
  });

  test('BUD-43: yen have no smaller unit', () => {
    const yen: Conversion = { rate: '150.337', currency: 'JPY', addedPercent: '0' };
    const order = { inForce: [line('l1', 100.5, yen)] };
    const committed = (bills: readonly Bill[]) => figures(order, bills, { currency: 'JPY' }).committed;
    expect(committed([])).toBe(15_109);
    expect(committed([{ amount: 33.33, conversion: yen }])).toBe(15_109 - 5_011);
    expect(committed([{ amount: 100.5, conversion: yen }])).toBe(0);
  });

  test('BUD-41: voiding an invoice takes its exchange difference back, and over-relief has none', () => {
    const at = (amount: number, state: Bill['state'] = 'APPROVED') => ({
      amount,
      conversion: cad('1.4'),
      state,
    });
    const order = { inForce: [first] };
    expect(figures(order, [at(4_000), at(7_000)])).toMatchObject({
      committed: 0,
      invoiced: 15_400,
      overRelief: 1_360,
      exchangeDifference: 400,
    });
    expect(figures(order, [at(4_000, 'NONE'), at(7_000)])).toMatchObject({
      committed: 4_080,
      invoiced: 9_800,
      overRelief: 0,
      exchangeDifference: 280,
    });
    expect(figures(order, [at(-500)])).toMatchObject({ committed: 13_600, exchangeDifference: 0 });
  });

  test('BUD-40: documents without a rate count in their own currency, and cover only what counts in it', () => {
    const old = { inForce: [line('l1', 10_000, null)] };
    expect(figures(old, [pending])).toMatchObject({ committed: 0, waiting: 1_390 });
    expect(figures(old, [pending], { currency: 'USD' })).toMatchObject({
      committed: 10_000,
      inProgress: 1_000,
      waiting: -1_000,
    });
    expect(figures(old, [{ ...pending, state: 'APPROVED' }])).toMatchObject({ invoiced: 1_390, ...none });
  });
});

describe('example 4 at a rate', () => {
  const order = { inForce: [line('l1', 10_000, cad('2'))] };
  const at = (amount: number, state: Bill['state'] = 'APPROVED', account = '2100'): Bill => ({
    amount,
    conversion: cad('2'),
    state,
    account,
  });

  test('BUD-40: invoice 7,000 in approval: committed 6,000 (all in progress), waiting 1,000; approved: invoiced 11,000, over-relief 1,000 (example 4)', () => {
    expect(figures(order, [at(4_000), at(7_000, 'IN_APPROVAL')])).toMatchObject({
      committed: 6_000 * 2,
      inProgress: 6_000 * 2,
      waiting: 1_000 * 2,
    });
    expect(figures(order, [at(4_000), at(7_000)])).toMatchObject({
      committed: 0,
      invoiced: 11_000 * 2,
      overRelief: 1_000 * 2,
    });
  });

  test('BUD-40: void the 4,000: committed 3,000, invoiced 7,000 (example 4)', () => {
    expect(figures(order, [at(4_000, 'NONE'), at(7_000)])).toMatchObject({
      committed: 3_000 * 2,
      invoiced: 7_000 * 2,
    });
  });

  test('BUD-40: order 7,500 with a final invoice of 6,554: committed 946 if left open, 0 if closed (example 4)', () => {
    const inForce = [line('l1', 7_500, cad('2'))];
    expect(figures({ inForce }, [at(6_554)]).committed).toBe(946 * 2);
    expect(figures({ inForce, isClosed: true }, [at(6_554)]).committed).toBe(0);
  });

  test('BUD-40: an invoice of 4,000 recoded to 2200: committed 2100 = 6,000, invoiced 2100 = 0, invoiced 2200 = 4,000 (example 4)', () => {
    const recoded = [at(4_000, 'APPROVED', '2200')];
    expect(figures(order, recoded)).toMatchObject({ committed: 6_000 * 2, invoiced: 0 });
    expect(figures(order, recoded, { account: '2200' })).toMatchObject({ committed: 0, invoiced: 4_000 * 2 });
  });
});

test('BUD-43: whatever the parts, the last relief ends at zero, and each part is within a cent of its exact cost', () => {
  const rate = fc.integer({ min: 1, max: 99_999_999 }).map((digits) => `${digits / 1_000_000}`);
  const plain = rate.filter((text) => /^\d+(\.\d+)?$/.test(text));
  const tax = fc.constantFrom('0', '8', '4.9875', '14.975');
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 12 }),
      plain,
      tax,
      (parts, by, added) => {
        const conversion = cad(by, added);
        const total = parts.reduce((sum, part) => sum + part, 0);
        const order = { inForce: [line('l1', total / 100, conversion)] };
        const bills = parts.map((part) => ({ amount: part / 100, conversion }));
        const open = bills.map((_, n) => Math.round(figures(order, bills.slice(0, n + 1)).committed * 100));
        expect(open.at(-1)).toBe(0);
        let left = total;
        for (const [n, part] of parts.entries()) {
          left -= part;
          expect(Math.abs(open[n]! - left * Number(by) * (1 + Number(added) / 100))).toBeLessThan(1.01);
        }
      },
    ),
    { numRuns: 300, seed: 20_261_129 },
  );
});
