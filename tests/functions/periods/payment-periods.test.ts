import { beforeAll, beforeEach, expect, test } from 'vitest';
import { changePeriods, close, forgetPeriods, fourWeeks } from '../../support/worker/budget/periods.ts';
import {
  act,
  bookPayment,
  openPayments,
  readPayment,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { historyFaults, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openPayments);
beforeEach(async () => {
  await forgetPeriods();
  await changePeriods('set-up', fourWeeks);
});

let names = 0;
/** A payment of November 4 that waits for its final approval. */
async function waitingPayment(): Promise<string> {
  const [id = ''] = await submittedPayments(bookPayment(`period-${(names += 1)}`, { totalCents: 150_000 }));
  for (const name of ['lena', 'sol'] as const) await act(name, 'approval', id);
  return id;
}

test('PERIOD-09: a payment without invoices is entered by the only company with periods', async () => {
  const id = await waitingPayment();
  await close(1);
  expect((await act('hugo', 'approval', id)).body).toMatchObject({ status: 'APPROVED' });
  expect((await readPayment('ada', id)).accountingPeriod).toBe('Week 2');
  expect(await historyFaults()).toEqual([]);
});

test('PERIOD-07, PERIOD-09: without an open period the payment is not released', async () => {
  const id = await waitingPayment();
  for (const number of [1, 2, 3, 4]) await close(number);
  const refused = await act('hugo', 'approval', id);
  expect([refused.status, refused.body.code]).toEqual([422, 'no_open_period']);
  expect((await readPayment('ada', id)).status).toBe('SUBMITTED_FOR_APPROVAL');
});

test('PERIOD-09: with periods of two companies, a payment without invoices has none', async () => {
  await sql.alpha`INSERT INTO accounting_periods
    SELECT show_id, 'pc2', number, name, pattern, first_day, last_day, 'CLOSED' FROM accounting_periods`;
  const id = await waitingPayment();
  expect((await act('hugo', 'approval', id)).body).toMatchObject({ status: 'APPROVED' });
  expect(await readPayment('ada', id)).not.toHaveProperty('accountingPeriod');
});
