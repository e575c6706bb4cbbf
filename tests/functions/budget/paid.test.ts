import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  approvedBill,
  costDocuments,
  costFile,
  forgetCosts,
  rowOf,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approvedLine,
  leaveUncounted,
  measuredDocuments,
  movementFaults,
  readMeasures,
} from '../../support/worker/budget/movements.ts';
import { changePeriods, countedDays, forgetPeriods, fourWeeks } from '../../support/worker/budget/periods.ts';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { act, changeBooks, importNow, submitAs } from '../../support/worker/fixtures/payments.ts';
import { actOnBill, must } from '../../support/worker/fixtures/relief.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { countPage } from '#store/show/budget/uncounted-documents';

beforeAll(openAllTypes);
beforeEach(async () => {
  await forgetPeriods();
  await forgetCosts();
  await newBudget();
});

const paidOf = async () => (await readMeasures()).body.totals.paid;

let payments = 0;
/** A payment of 50.00 for each of these invoices, in approval. */
async function waitingPayment(...invoiceIds: string[]) {
  const externalId = `paid-${(payments += 1)}`;
  const id = await paymentOf(externalId, ...invoiceIds);
  await must(submitAs('dana', id));
  return { id, externalId };
}

async function approvedPayment(...invoiceIds: string[]) {
  const payment = await waitingPayment(...invoiceIds);
  await must(act('lena', 'approval', payment.id));
  return payment;
}

const bill = async (cents: number) => approvedBill(await approvedLine(500), cents);

test('BUD-73: an approved payment counts as Paid of its invoices, which is a part of the actual amount', async () => {
  const [first, second] = [await bill(70_00), await bill(20_00)];
  await approvedPayment(first, second);
  const { totals, lines } = (await readMeasures()).body;
  expect(totals).toMatchObject({ actual: 90, paid: 70, available: 64_000 });
  expect(lines[0]).toMatchObject({ account: '6100', paid: 70 });
  const { documents } = await measuredDocuments();
  expect(new Map(documents.filter(({ paid }) => paid !== 0).map(({ id, paid }) => [id, paid]))).toEqual(
    new Map([
      [first, 50],
      [second, 20],
    ]),
  );
  expect(await movementFaults()).toEqual([]);
});

test('BUD-73: several payments of an invoice add up, to its amount at most', async () => {
  const id = await bill(70_00);
  await approvedPayment(id);
  await approvedPayment(id);
  expect(await paidOf()).toBe(70);
  expect(await movementFaults()).toEqual([]);
});

test('BUD-74: a payment counts from its final approval until accounting cancels it', async () => {
  const { id, externalId } = await waitingPayment(await bill(70_00));
  expect(await paidOf()).toBe(0);
  await must(act('lena', 'approval', id));
  expect(await paidOf()).toBe(50);
  await changeBooks(externalId, 'status', 'CANCELED');
  await importNow();
  expect(await paidOf()).toBe(0);
  expect(await movementFaults()).toEqual([]);
});

test('BUD-76: the cost report has what is paid of a row and of its documents, as of the day', async () => {
  const id = await bill(70_00);
  await approvedPayment(id);
  expect(await rowOf('6100')).toMatchObject({ actual: 70, paid: 50 });
  const before = await rowOf('6100', '&day=2026-10-01');
  expect(before.paid).toBe(0);
  for (const query of [
    '&by=ACCOUNT&code=6100',
    `&by=department&code=${inShow('alpha1').department('art')}`,
  ]) {
    const { documents } = (await costDocuments(query)).body;
    const invoice = documents.find((one) => one.id === id);
    expect(invoice).toMatchObject({ actual: 70, paid: 50, lines: [{ lineNumber: 1, actual: 70, paid: 50 }] });
  }
  const [names, figures] = (await (await costFile('/file', '&format=csv')).text()).split('\r\n');
  expect(names).toContain('Actual to Date,Of Which Paid,PO Commitments');
  expect(figures).toContain('70.00,50.00,');
});

test('BUD-74: nothing of a void invoice is paid', async () => {
  const id = await bill(70_00);
  await approvedPayment(id);
  await must(actOnBill(id, 'void'));
  expect((await readMeasures()).body.totals).toMatchObject({ actual: 0, paid: 0 });
  expect(await movementFaults()).toEqual([]);
});

test('BUD-74: Paid counts on the day of the entry of the payment, and not before that of the invoice', async () => {
  await changePeriods('set-up', fourWeeks);
  const [first, later] = [await bill(70_00), await bill(70_00)];
  await sql.alpha`UPDATE documents SET effective_day = '2026-11-12' WHERE id = ${later}`;
  await approvedPayment(first, later);
  expect(await countedDays(first)).toContain('2026-11-04 PAID 50');
  expect(await countedDays(later)).toContain('2026-11-12 PAID 50');
});

test('BUD-75: payments of an older show are counted in the background, on the day of their last change', async () => {
  const id = await bill(70_00);
  const payment = await approvedPayment(id);
  await sql.alpha`DELETE FROM budget_movements WHERE measure = 'PAID'`;
  await sql.alpha`UPDATE documents SET updated_at = '2026-11-09T18:00:00.000Z' WHERE id = ${payment.id}`;
  await leaveUncounted();
  expect(await movementFaults()).toEqual([]);
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  while (!(await countPage(store, 50, new Date().toISOString())));
  expect(await countedDays(id)).toEqual(['2026-11-09 PAID 50', `${today} INVOICED 70`]);
  expect(await movementFaults()).toEqual([]);
});
