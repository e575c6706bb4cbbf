import { describe, expect, test } from 'vitest';
import {
  availability,
  countInvoice,
  countOrder,
  measuresByAccount,
  noMeasures,
} from '#domain/budget/measures';
import type { CountedDraw, CountedInvoice, CountedOrder } from '#domain/budget/measures';

interface Bill {
  cents: number;
  account?: string;
  state?: CountedInvoice['state'];
  /** The order line, or null for an invoice line without a reference. */
  line?: string | null;
}

const order = (own: Partial<CountedOrder> = {}): CountedOrder => ({
  id: 'po',
  currency: 'USD',
  linesInForce: [{ id: 'l1', account: '2100', cents: 10_000, isClosed: false }],
  linesInApproval: null,
  ...own,
});
const line = (cents: number, account = '2100', isClosed = false) => ({ id: 'l1', account, cents, isClosed });

/** All figures of an account, for an order and invoices in the order of their submit. */
function figures(po: CountedOrder, bills: readonly Bill[], { budget = 15_000, account = '2100' } = {}) {
  const invoices = bills.map(({ cents, account: code = '2100', state = 'APPROVED' }, n): CountedInvoice => ({
    id: `invoice${n}`,
    currency: po.currency,
    state,
    lines: [{ id: `line${n}`, account: code, cents }],
  }));
  const ids = (n: number) => ({ invoiceId: `invoice${n}`, invoiceLineId: `line${n}` });
  const draws = bills.flatMap(
    ({ cents, account: code = '2100', state = 'APPROVED', line: to = 'l1' }, n): CountedDraw[] =>
      state === 'NONE' || to === null
        ? []
        : [{ ...ids(n), orderLineId: to, account: code, cents, isApproved: state === 'APPROVED' }],
  );
  const counts = [...countOrder(po, draws), ...invoices.flatMap(countInvoice)];
  const measures = measuresByAccount(counts, 'USD').accounts.get(account) ?? noMeasures;
  return { ...measures, ...availability(budget, measures) };
}

describe('the measures of an account', () => {
  const changed = order({ linesInApproval: [line(12_000)] });

  test('BUD-02, BUD-03, BUD-04: a pending change order and an invoice in approval (example 1, now)', () => {
    expect(figures(changed, [{ cents: 4_000 }, { cents: 1_000, state: 'IN_APPROVAL' }])).toEqual({
      committedCents: 6_000,
      inProgressCents: 1_000,
      waitingCents: 2_000,
      invoicedCents: 4_000,
      paidCents: 0,
      overReliefCents: 0,
      exchangeDifferenceCents: 0,
      otherCents: 0,
      availableCents: 5_000,
      afterWaitingCents: 3_000,
    });
  });

  test('BUD-02: the invoice is approved (example 1)', () => {
    expect(figures(changed, [{ cents: 4_000 }, { cents: 1_000 }])).toMatchObject({
      committedCents: 5_000,
      inProgressCents: 0,
      waitingCents: 2_000,
      invoicedCents: 5_000,
      availableCents: 5_000,
      afterWaitingCents: 3_000,
    });
  });

  test('BUD-02: then the change order is approved (example 1)', () => {
    const approved = order({ linesInForce: [line(12_000)] });
    expect(figures(approved, [{ cents: 4_000 }, { cents: 1_000 }])).toMatchObject({
      committedCents: 7_000,
      inProgressCents: 0,
      waitingCents: 0,
      invoicedCents: 5_000,
      availableCents: 3_000,
      afterWaitingCents: 3_000,
    });
  });

  test('BUD-02, BUD-03: an invoice over the order waits with what the order does not cover (example 4)', () => {
    expect(figures(order(), [{ cents: 4_000 }, { cents: 7_000, state: 'IN_APPROVAL' }])).toMatchObject({
      committedCents: 6_000,
      inProgressCents: 6_000,
      waitingCents: 1_000,
    });
    expect(figures(order(), [{ cents: 4_000 }, { cents: 7_000 }])).toMatchObject({
      committedCents: 0,
      invoicedCents: 11_000,
      overReliefCents: 1_000,
    });
  });

  test('BUD-02: voiding an invoice reopens its relief (example 4)', () => {
    expect(figures(order(), [{ cents: 4_000, state: 'NONE' }, { cents: 7_000 }])).toMatchObject({
      committedCents: 3_000,
      invoicedCents: 7_000,
    });
    const closed = order({ linesInForce: [line(10_000, '2100', true)] });
    expect(figures(closed, [{ cents: 4_000, state: 'NONE' }, { cents: 7_000 }]).committedCents).toBe(0);
  });

  test.each([
    [false, 946],
    [true, 0],
  ])('BUD-02: a final invoice of an order line, closed %s, leaves %i (example 4)', (isClosed, committed) => {
    const po = order({ linesInForce: [line(7_500, '2100', isClosed)] });
    expect(figures(po, [{ cents: 6_554 }]).committedCents).toBe(committed);
  });

  test('BUD-03: relief follows the order line, and cost the invoice line (example 4)', () => {
    const bills = [{ cents: 4_000, account: '2200' }];
    expect(figures(order(), bills)).toMatchObject({ committedCents: 6_000, invoicedCents: 0 });
    expect(figures(order(), bills, { account: '2200' })).toMatchObject({
      committedCents: 0,
      invoicedCents: 4_000,
    });
  });

  test('BUD-64: what an order covers of an invoice in approval is subtracted at the codes of the invoice line', () => {
    const [ofOrder, ofInvoice] = ['{"EPISODE":"103"}', '{"EPISODE":"104"}'];
    const po = order({ linesInForce: [{ ...line(10_000), codes: ofOrder }] });
    const draw = { invoiceId: 'invoice0', invoiceLineId: 'line0', orderLineId: 'l1', account: '2100' };
    const counts = countOrder(po, [{ ...draw, codes: ofInvoice, cents: 4_000, isApproved: false }]);
    expect(counts.map(({ measure, codes, cents }) => [measure, codes, cents])).toEqual([
      ['COMMITTED', ofOrder, 10_000],
      ['WAITING', ofInvoice, -4_000],
      ['IN_PROGRESS', ofOrder, 4_000],
    ]);
  });

  test('BUD-03: recoding an order moves only its unrelieved part', () => {
    const recoded = order({ linesInForce: [line(10_000, '2200')] });
    expect(figures(recoded, [{ cents: 4_000 }])).toMatchObject({ committedCents: 0, invoicedCents: 4_000 });
    expect(figures(recoded, [{ cents: 4_000 }], { account: '2200' }).committedCents).toBe(6_000);
    const pending = order({ linesInApproval: [line(10_000, '2200')] });
    expect(figures(pending, [{ cents: 4_000 }]).waitingCents).toBe(-6_000);
    expect(figures(pending, [{ cents: 4_000 }], { account: '2200' }).waitingCents).toBe(6_000);
  });

  test('BUD-02: a credit reopens only when it names an open line', () => {
    const paid = { cents: 4_000 };
    expect(figures(order(), [paid, { cents: -500 }])).toMatchObject({
      committedCents: 6_500,
      invoicedCents: 3_500,
    });
    expect(figures(order(), [paid, { cents: -500, line: null }]).committedCents).toBe(6_000);
    const closed = order({ linesInForce: [line(10_000, '2100', true)] });
    expect(figures(closed, [paid, { cents: -500 }]).committedCents).toBe(0);
    expect(figures(order(), [{ cents: -500 }]).committedCents).toBe(10_000);
  });

  test('BUD-03: approving what waits leaves the figure after waiting unchanged', () => {
    const credit = { cents: -500, state: 'IN_APPROVAL' } as const;
    const over = { cents: 7_000, state: 'IN_APPROVAL' } as const;
    const before = figures(order(), [{ cents: 4_000 }, over, credit]);
    const after = figures(order(), [{ cents: 4_000 }, { cents: 7_000 }, { cents: -500 }]);
    expect(before.afterWaitingCents).toBe(after.afterWaitingCents);
  });

  test('BUD-02: a new order waits, a void one counts nothing, and a line below zero never turns above it', () => {
    expect(figures(order({ linesInForce: [], linesInApproval: [line(10_000)] }), [])).toMatchObject({
      committedCents: 0,
      waitingCents: 10_000,
    });
    expect(figures(order({ linesInForce: [] }), [{ cents: 4_000 }])).toMatchObject({
      committedCents: 0,
      invoicedCents: 4_000,
    });
    expect(figures(order({ linesInForce: [line(-1_000)] }), [{ cents: -1_500 }])).toMatchObject({
      committedCents: 0,
      overReliefCents: -500,
    });
  });

  test('BUD-01: an order of 10,000 and payments of 4,000 leave the budget part of example 5', () => {
    const now = figures(order(), [{ cents: 4_000 }], { budget: 15_000 });
    expect([now.invoicedCents, now.committedCents, now.availableCents]).toEqual([4_000, 6_000, 5_000]);
  });

  test('BUD-06: documents in another currency are listed, and not added', () => {
    const counts = [...countOrder(order(), []), ...countOrder(order({ id: 'other', currency: 'CAD' }), [])];
    const { accounts, otherCurrencies } = measuresByAccount(counts, 'USD');
    expect(accounts.get('2100')?.committedCents).toBe(10_000);
    expect(otherCurrencies).toEqual(['CAD']);
  });
});
