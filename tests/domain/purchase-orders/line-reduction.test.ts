import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftTotalCents } from '#domain/documents/line';
import { withLockedLines } from '#domain/purchase-orders/change-order';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import {
  acceptsLowerLines,
  approvedLineOf,
  balanceAfterChangeCents,
  excessiveReductions,
  isReducible,
  reductionExceeded,
  reductionRefusal,
} from '#domain/purchase-orders/line-reduction';
import type { ApprovedAmounts, ApprovedLine } from '#domain/purchase-orders/line-reduction';
import { gv } from '../../../sandbox/dialects/gv.ts';
import { sa } from '../../../sandbox/dialects/sa.ts';
import { v5 } from '../../../sandbox/dialects/v5.ts';
import { givenDraft, givenLine } from './fixtures.ts';

const approved: ApprovedAmounts = {
  quantityHundredths: 100,
  unitCostCents: 1_000_000,
  totalCents: 1_000_000,
};
const stored = givenLine({ id: 'l1', quantity: 1, unitCost: 10_000 });
const invoiced: ApprovedLine = { id: 'l1', ...approved, invoicedCents: 500_000 };

const saved = (sent: Partial<typeof stored>, mayReduce = true) =>
  withLockedLines([stored], [{ ...stored, ...sent }], 1, { approved: [approved], mayReduce });

test('CHANGE-05: of 10,000 with 4,000 invoiced and 1,000 in approval, 5,000 is accepted and 4,999.99 is not', () => {
  expect(excessiveReductions(saved({ unitCost: 5_000 }), [invoiced])).toEqual([]);
  const excesses = excessiveReductions(saved({ unitCost: 4_999.99 }), [invoiced]);
  expect(excesses).toEqual([{ id: 'l1', lineNumber: 1, floorCents: 500_000 }]);
  const invoices = [
    { poLineItemId: 'l1', number: 'B-1', amount: 4_000, isApproved: true },
    { poLineItemId: 'l1', number: 'B-2', amount: 1_000, isApproved: false },
  ];
  const messageOf = (shown: typeof invoices) => reductionExceeded(excesses, shown, 'USD').detail.message;
  expect(messageOf(invoices)).toBe(
    'Line 1 cannot be lower than $5,000.00: invoiced by B-1 ($4,000.00) and B-2 ($1,000.00, in approval).',
  );
  expect(messageOf(invoices.slice(1))).toBe(
    'Line 1 cannot be lower than $5,000.00: invoiced by B-2 ($1,000.00, in approval) and other invoices ($4,000.00).',
  );
});

test('CHANGE-05: a line of which nothing is invoiced is removed by the amount 0', () => {
  const open = { ...invoiced, invoicedCents: 0 };
  expect(excessiveReductions(saved({ unitCost: 0 }), [open])).toEqual([]);
  expect(excessiveReductions(saved({ unitCost: -1 }), [open])).toHaveLength(1);
  expect([isReducible(open), isReducible({ ...open, invoicedCents: 1_000_000 })]).toEqual([true, false]);
});

test('CHANGE-05, CO-06: only lower amounts are taken, and only where the show allows them', () => {
  expect(saved({ unitCost: 6_000, description: 'Other' })).toEqual([{ ...stored, unitCost: 6_000 }]);
  expect(saved({ quantity: 0.5 })).toEqual([{ ...stored, quantity: 0.5 }]);
  expect(saved({ unitCost: 12_000 })).toEqual([stored]);
  expect(saved({ quantity: 2, unitCost: 5_000 })).toEqual([stored]);
  expect(saved({ unitCost: 6_000 }, false)).toEqual([stored]);
  const credit = { ...approved, unitCostCents: -1_000_000, totalCents: -1_000_000 };
  expect(
    withLockedLines([stored], [{ ...stored, unitCost: -12_000 }], 1, { approved: [credit], mayReduce: true }),
  ).toEqual([{ ...stored, unitCost: -10_000 }]);
});

test('CHANGE-05: whatever is sent, a locked line is never above its approved amount', () => {
  const amount = fc.integer({ min: -2_000_000, max: 2_000_000 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 500 }), fc.boolean(), (unitCost, hundredths, mayReduce) => {
      const [line] = saved({ unitCost, quantity: hundredths / 100 }, mayReduce);
      expect(draftTotalCents(line!)).toBeLessThanOrEqual(approved.totalCents);
      if (!mayReduce) expect(line).toEqual(stored);
    }),
  );
});

test('CHANGE-05, CO-05: a reduction is a change of the order, like a new line', () => {
  const draft = givenDraft({ lineItems: [stored] });
  const codes = (hasReduction: boolean) =>
    checkPurchaseOrder(draft, 'submit', { lockedLineCount: 1, hasReduction }).map(({ code }) => code);
  expect(codes(false)).toContain('change_order_line');
  expect(codes(true)).not.toContain('change_order_line');
});

test('CHANGE-05: what is invoiced of a shown line follows from its balance, also while it is lowered', () => {
  const line = { id: 'l1', quantity: 1, unitCost: 5_000, totalCost: 5_000, remainingBalance: 5_000 };
  expect(approvedLineOf({ ...line, approved: { quantity: 1, unitCost: 10_000, totalCost: 10_000 } })).toEqual(
    invoiced,
  );
  expect(approvedLineOf(line).invoicedCents).toBe(0);
  expect(balanceAfterChangeCents({ ...line, approved: { totalCost: 10_000 } })).toBe(0);
  expect(balanceAfterChangeCents(line)).toBe(500_000);
});

test('CHANGE-06: the rules and the sandbox agree on the systems that take lower amounts', () => {
  expect(acceptsLowerLines).toEqual({
    SA: sa.acceptsLowerLines,
    V5: v5.acceptsLowerLines,
    GV: gv.acceptsLowerLines,
  });
  const on = { changeOrdersMayReduce: true };
  expect([reductionRefusal(on, 'SA'), reductionRefusal(on, 'V5')]).toEqual([null, null]);
  expect(reductionRefusal(on, 'GV')).toContain('GlobalVista does not accept a lower amount');
  expect(reductionRefusal({ changeOrdersMayReduce: false }, 'SA')).toContain('may not lower approved lines');
});
