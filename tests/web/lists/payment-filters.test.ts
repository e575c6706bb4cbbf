import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { formatDay } from '#domain/values/days';
import { sorts } from '#domain/lists/lists';
import { amountOperators, paymentTypes } from '#domain/payments/payment';
import { paymentFilters } from '#domain/payments/payment-filters';
import { filterCount, noFilters } from '../../../web/src/screens/documents/list/filters/filter-parts.ts';
import { readQuery, writeQuery } from '../../../web/src/screens/documents/list/list-query.ts';
import { paymentParts } from '../../../web/src/screens/payments/filters/filter-parts.ts';
import type { PaymentListFilters } from '../../../web/src/screens/payments/filters/filter-parts.ts';
import { filterChips, filterBody } from '../../../web/src/screens/payments/filters/filters.ts';

const none = noFilters(paymentParts);
const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9 &~%+.,-]{1,12}$/), { maxLength: 3 });
const filters: fc.Arbitrary<PaymentListFilters> = fc.record({
  range: fc.record({
    startDate: fc.constantFrom('', '2026-01-31'),
    endDate: fc.constantFrom('', '2026-02-01'),
  }),
  vendorNames: names,
  payeeNames: names,
  bankNames: names,
  paymentTypes: fc.subarray([...paymentTypes]),
  currencies: fc.subarray(['CAD', 'EUR', 'USD']),
  amount: fc.oneof(
    fc.constant(none.amount),
    fc.record({
      operator: fc.constantFrom(...amountOperators),
      cents: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
    }),
  ),
  waitingSince: fc.constantFrom('', '2018-03-20'),
  waitingWith: names,
  isWaitingForNobody: fc.boolean(),
  notCoveredFor: fc.constantFrom('', 'priya'),
  waitingAt: fc.constantFrom(null, { workflowTemplateId: 'flow', step: 'Producer' }),
  documentIds: names,
  openQuestion: fc.constantFrom(null, 'ANY' as const, 'TO_ME' as const),
  isDraftToSubmit: fc.boolean(),
  isFailedToSendToAccounting: fc.boolean(),
  accountingPeriods: fc.subarray(['Week 1', 'Week 2']),
});
const chipNames = { day: (text: string) => formatDay(text, 'YYYY_MM_DD'), person: (id: string) => id };
const asked = (chosen: PaymentListFilters) => ({
  persona: 'APPROVER' as const,
  userId: 'me',
  query: { status: null, number: 'ab1', sort: sorts.PAYMENT.default, filters: chosen },
});

test('LS-27: payment filters survive in the address, and the server accepts them', () => {
  fc.assert(
    fc.property(filters, (chosen) => {
      const { query } = asked(chosen);
      expect(readQuery('PAYMENT', paymentParts, writeQuery('PAYMENT', paymentParts, query)).filters).toEqual(
        chosen,
      );
      expect(v.safeParse(paymentFilters, filterBody(asked(chosen))).success).toBe(true);
    }),
  );
});

test('LS-27, LS-30: each chip is one value, and removing all of them removes all filters', () => {
  fc.assert(
    fc.property(filters, (chosen) => {
      let left = chosen;
      for (let chips = filterChips(left, chipNames); chips.length > 0; chips = filterChips(left, chipNames)) {
        const [first] = chips;
        if (!first) throw new Error('There is no chip');
        expect(filterChips(first.without, chipNames)).toHaveLength(chips.length - 1);
        left = first.without;
      }
      expect(filterCount(paymentParts, left)).toBe(0);
      expect(filterBody(asked(left))).toEqual(filterBody(asked(none)));
    }),
  );
});

test('LS-28: an amount filter needs an amount', () => {
  const compared = (cents: number | null) =>
    filterBody(asked({ ...none, amount: { operator: 'LESS_THAN', cents } })).amountFilter;
  expect(compared(123_456)).toEqual({ operator: 'LESS_THAN', totalAmount: 1234.56 });
  expect(compared(0)).toEqual({ operator: 'LESS_THAN', totalAmount: 0 });
  expect(compared(null)).toBeNull();
});

test.each([
  [['USD'], 'Greater than $1,234.50'],
  [['EUR'], 'Greater than €1.234,50'],
  [[], 'Greater than 1,234.50'],
  [['EUR', 'USD'], 'Greater than 1,234.50'],
])('LS-27: the amount’s chip names a currency only where one is chosen: %j', (currencies, text) => {
  const chips = filterChips(
    { ...none, currencies, amount: { operator: 'GREATER_THAN', cents: 123_450 } },
    chipNames,
  );
  expect(chips.at(-1)?.text).toBe(text);
});

test('LS-27: values that the server would not accept are ignored', () => {
  const odd = new URLSearchParams('type=WIRE&type=ACH&amount=ABOUT~5&from=yesterday');
  const read = readQuery('PAYMENT', paymentParts, odd).filters;
  expect([read.paymentTypes, read.amount, read.range.startDate]).toEqual([['ACH'], none.amount, '']);
  const amount = new URLSearchParams('amount=LESS_THAN~12.345');
  expect(readQuery('PAYMENT', paymentParts, amount).filters.amount.cents).toBeNull();
});
