import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import { approvedBill, costFile, forgetCosts, openCosts } from '../../support/worker/budget/cost-reports.ts';
import { approvedLine } from '../../support/worker/budget/movements.ts';
import { countTrips } from '../../support/worker/database/counting-d1.ts';
import { unexpectedScans } from '../../support/worker/database/full-scans.ts';
import { openAllTypes, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import { act, submitAs } from '../../support/worker/fixtures/payments.ts';
import { actOnBill, must } from '../../support/worker/fixtures/relief.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
beforeEach(async () => {
  await forgetCosts();
  await newBudget();
});
afterEach(async () => {
  await sql.alpha`UPDATE documents SET status = 'CANCELED', submission_status = 'Canceled'
    WHERE type = 'PAYMENT' AND status = 'APPROVED'`;
  await sql.directory`UPDATE memberships SET budget_accounts = NULL, payment_module_visible = 1 WHERE user_id = 'ada'`;
});

let payments = 0;
/** An approved payment of 50.00, which pays each of these invoices with 50.00. */
async function approvedPayment(...invoiceIds: string[]): Promise<string> {
  const id = await paymentOf(`without-${(payments += 1)}`, ...invoiceIds);
  await must(submitAs('dana', id));
  await must(act('lena', 'approval', id));
  return id;
}

const bill = async (cents: number) => approvedBill(await approvedLine(500), cents);
const listed = async () => (await openCosts()).body.paymentsWithoutInvoices;

test('BUD-93: approved payments without an invoice, and the part beyond their invoices, are listed', async () => {
  await paymentOf('without-waiting');
  await approvedPayment(await bill(70_00));
  const partly = await approvedPayment(await bill(70_00));
  await sql.alpha`UPDATE payment_invoices SET amount_cents = 3000 WHERE payment_id = ${partly}`;
  const whole = await approvedPayment();
  expect(await listed()).toMatchObject({ total: 70, hasMore: false });
  const rows = (await listed())?.rows ?? [];
  expect(new Map(rows.map(({ id, amount, original }) => [id, [amount, original]]))).toEqual(
    new Map([
      [whole, [50, { currency: 'USD', amount: 50 }]],
      [partly, [20, { currency: 'USD', amount: 20 }]],
    ]),
  );
});

test('BUD-93: what pays a void invoice is listed, and a payment of an invoice in another currency is not', async () => {
  const [voided, foreign] = [await bill(70_00), await bill(70_00)];
  const id = await approvedPayment(voided);
  await approvedPayment(foreign);
  await sql.alpha`UPDATE payment_invoices SET amount_cents = 3000 WHERE invoice_id = ${foreign}`;
  await sql.alpha`UPDATE documents SET currency_code = 'EUR' WHERE id = ${foreign}`;
  await must(actOnBill(voided, 'void'));
  expect(await listed()).toMatchObject({ rows: [{ id, amount: 50 }], total: 50 });
});

test('BUD-93: amounts are converted at the rate of the submit, and are null without one', async () => {
  const [converted, other] = [await approvedPayment(), await approvedPayment()];
  await sql.alpha`UPDATE documents SET currency_code = 'CAD', base_total_cents = 3675,
      costing = '{"rate":"0.735","taxes":{},"currency":"CAD","base":"USD"}' WHERE id = ${converted}`;
  await sql.alpha`UPDATE documents SET currency_code = 'EUR' WHERE id = ${other}`;
  const found = await listed();
  expect(found?.total).toBe(36.75);
  expect(new Map(found?.rows.map(({ id, amount, original }) => [id, [amount, original.currency]]))).toEqual(
    new Map([
      [converted, [36.75, 'CAD']],
      [other, [null, 'EUR']],
    ]),
  );
});

test('BUD-93: the files have columns for the payments, if there are any', async () => {
  const csv = async () => (await costFile('/open/file', '&format=csv')).text();
  expect(await csv()).not.toContain('Payments without Invoices');
  await approvedPayment();
  const text = await csv();
  expect(text).toContain('Accruals,Payments without Invoices,Payment Currency,Payment Amount');
  expect(text).toMatch(/,Payment \S+ · [^,]+,,,50\.00,USD,50\.00/);
  expect(text).toContain('Total,,0.00,0.00,50.00,,');
});

test('BUD-93: users who see a part of the accounts, or no payments, do not have the list', async () => {
  await approvedPayment();
  await sql.directory`UPDATE memberships SET payment_module_visible = 0 WHERE user_id = 'ada'`;
  expect(await listed()).toBeNull();
  await sql.directory`UPDATE memberships SET payment_module_visible = 1,
    budget_accounts = ${JSON.stringify([{ from: '6100', to: '6100' }])} WHERE user_id = 'ada'`;
  expect(await listed()).toBeNull();
});

test('BUD-93: at most 200 payments are read, those with the highest numbers, by an index', async () => {
  const id = await approvedPayment();
  const [row] = await sql.alpha<{ number: string }>`SELECT number FROM documents WHERE id = ${id}`;
  await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort,
      currency_code, total_cents, creator_id, creator_name, owner_id, created_at, updated_at)
    SELECT 'alpha1_many_' || value, 'alpha1', 'PAYMENT', 'APPROVED', 'Approved', 1, 'Z' || (1000 + value),
      'Z' || (1000 + value), 'USD', 100, 'dana', 'Dana', 'dana', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM json_each(${JSON.stringify(Array.from({ length: 200 }, (_, at) => at + 1))})`;
  const counted = countTrips();
  const found = await listed();
  counted.stop();
  expect(found).toMatchObject({ total: 200, hasMore: true });
  expect(found?.rows).toHaveLength(200);
  expect(found?.rows[0]?.number).toBe('Z1200');
  expect(found?.rows.map(({ number }) => number)).not.toContain(row?.number);
  expect(await unexpectedScans(counted.asked)).toEqual([]);
});
