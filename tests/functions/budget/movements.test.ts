import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movementFaults } from '../../support/worker/budget/movements.ts';
import { as, read } from '../../support/worker/fixtures/client.ts';
import { actOnBill, bill, must, openInvoices, order, pullBill, submitBill, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await openInvoices();
});
beforeEach(async () => {
  await sql.alpha`DELETE FROM budget_movements`;
  await sql.alpha`DELETE FROM account_measures`;
});

/** The sums of an account by measure, without those that are zero. */
async function sums(account = '6100'): Promise<Record<string, number>> {
  const rows = await sql.alpha<{ measure: string; cents: number }>`
    SELECT measure, cents FROM account_measures WHERE account = ${account} AND cents <> 0`;
  return Object.fromEntries(rows.map(({ measure, cents }) => [measure, cents]));
}

const movementCount = async () =>
  (await sql.alpha<{ n: number }>`SELECT count(*) AS n FROM budget_movements`)[0]?.n;

describe('movements of budgets', () => {
  test('BUD-19: orders and invoices count with each change of their state (example 4)', async () => {
    const po = await order([10_000_00]);
    const of = { of: po, line: 1 };
    const first = await bill([{ ...of, cents: 4_000_00 }]);
    expect(await sums()).toEqual({ COMMITTED: 10_000_00 });
  });
});
