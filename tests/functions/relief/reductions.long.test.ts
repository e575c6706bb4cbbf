import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { fromCents, toCents } from '#domain/values/money';
import { wrongCounts } from '../../support/worker/database/counter-consistency.ts';
import {
  adjust,
  approveThrough,
  discard,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { aLine, read, submitted } from '../../support/worker/fixtures/client.ts';
import { actOnBill, must, openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoices();
  await setSettings('alpha1', { changeOrdersMayReduce: true, overReliefMode: 'REFUSE' });
});

const cents = fc.integer({ min: 0, max: 1_200_00 });
const row = fc.constantFrom(0, 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('bill' as const), row, cents: fc.integer({ min: 1, max: 400_00 }) }),
  fc.record({ kind: fc.constant('deny' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('lower' as const), row, cents, isKept: fc.boolean() }),
);

/** How many change orders lowered a line, which shows that the sequences get there. */
let lowered = 0;

interface Bill {
  id: string;
  row: number;
  cents: number;
}

test('CHANGE-05: whatever is invoiced and lowered, lines, balances and counters are right to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const lines = [1_000_00, 600_00];
      const lineItems = lines.map((one) => aLine({ quantity: 1, unitCost: fromCents(one) }));
      const { id } = await approveThrough((await submitted('dana', { lineItems })).id);
      let bills: Bill[] = [];
      const counted = (of: number) =>
        bills.filter((one) => one.row === of).reduce((sum, one) => sum + one.cents, 0);
      for (const one of steps) {
        const po = await read('dana', id);
        if (one.kind === 'bill') {
          const isOpen = po.foundInAccountingSystem && !po.isRelieved;
          if (!isOpen || one.cents > lines[one.row]! - counted(one.row)) continue;
          const of = {
            number: po.poNumber,
            lines: po.lineItems.map(({ id: lineId, lineNumber, totalCost }) => ({
              id: lineId,
              lineNumber,
              cents: toCents(totalCost),
            })),
          };
          const bill = await submittedBill([{ of, line: one.row + 1, cents: one.cents }]);
          bills.push({ id: bill, row: one.row, cents: one.cents });
        } else if (one.kind === 'deny') {
          const bill = bills[one.at % Math.max(bills.length, 1)];
          if (!bill) continue;
          await must(actOnBill(bill.id, 'deny'));
          bills = bills.filter((other) => other !== bill);
        } else if (!po.isRelieved) {
          const open = (await adjust('dana', id)).body;
          const drafts = draftOf(open).lineItems.map((line, at) =>
            at === one.row ? { ...line, quantity: 1, unitCost: fromCents(one.cents) } : line,
          );
          const saved = await save('dana', open, { lineItems: drafts });
          const isLower = one.cents < lines[one.row]!;
          const isAllowed = !isLower || one.cents >= counted(one.row);
          expect(saved.status).toBe(isAllowed ? 200 : 422);
          const total = lines.reduce((sum, line) => sum + line, 0) - lines[one.row]! + one.cents;
          if (!isLower || !isAllowed || !one.isKept || total === 0) await must(discard('dana', id));
          else {
            await must(submit('dana', id));
            expect((await approveThrough(id)).status).toBe('APPROVED');
            lines[one.row] = one.cents;
            lowered += 1;
          }
        }
        const after = await read('dana', id);
        expect(after.lineItems.map(({ totalCost }) => toCents(totalCost))).toEqual(lines);
        expect(after.lineItems.map(({ remainingBalance }) => toCents(remainingBalance))).toEqual(
          lines.map((line, at) => line - counted(at)),
        );
        const left = lines.reduce((sum, line, at) => sum + line - counted(at), 0);
        expect([after.status, after.isRelieved]).toEqual(['APPROVED', bills.length > 0 && left <= 0]);
      }
      expect(await wrongCounts()).toEqual({});
    }),
    { numRuns: 25 },
  );
  expect(lowered).toBeGreaterThan(5);
}, 600_000);
