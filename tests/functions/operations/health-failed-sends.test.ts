import { beforeAll, beforeEach, expect, test } from 'vitest';
import { approveAs, as, withTotal, submitted } from '../../support/worker/fixtures/client.ts';
import {
  act,
  bookPayment,
  drain,
  openPayments,
  planFailure,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { failPushes, forgetSent, pushesOf, sql } from '../../support/worker/fixtures/studio.ts';
import type { Failure, Health } from '#domain/operations/health-response';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
  await sql.alpha`DELETE FROM accounting_rests`;
});

const path = '/api/health/alpha1';
const of = '?showId=alpha1';

/** The health page of the show. */
async function readHealth() {
  const { body } = await as('ada').get(`${path}${of}`);
  const { shows, failures } = body as unknown as Health & { failures: Failure[] };
  const [show] = shows;
  if (!show) throw new Error('The show is not there');
  return { show, failures };
}

const retry = (selection: object) => as('ada').post(`${path}/retry${of}`, selection);

test('AC-06: a purchase order with a failed push is in the filtered list and on the health page until it is retried', async () => {
  const listed = async () => {
    const body = { isFailedToSendToAccounting: true, showId: 'alpha1', persona: 'CREATOR' };
    const { poS } = (await as('ada').post('/api/pos/filter/?showId=alpha1&count=50', body))
      .body as unknown as {
      poS: { id: string }[];
    };
    return poS.map(({ id }) => id).toSorted();
  };
  const found = async () => {
    const { show } = await readHealth();
    return [show.failedToSend, show.findings, show.level];
  };
  expect([await listed(), await found()]).toEqual([[], [0, [], 'well']]);
  const [one, other] = [await submitted('dana', withTotal(7)), await submitted('dana', withTotal(8))];
  for (const po of [one, other]) {
    await failPushes('SA', 'The account is closed.');
    await approveAs(po, 'abel', 'lena');
    expect((await approveAs(po, 'luis')).status).toBe(424);
  }
  const both = [one.id, other.id].toSorted();
  expect([await listed(), await found()]).toEqual([both, [2, ['failures', 'failed_to_send'], 'trouble']]);

  const [entry] = (await readHealth()).failures.filter(({ document }) => document?.id === one.id);
  await as('ada').post(`${path}/dismissal${of}`, { ids: [entry?.id] });
  expect([await listed(), (await readHealth()).show.failedToSend]).toEqual([[other.id], 1]);

  expect((await as('lena').post(`${path}/retry${of}`, { all: true })).status).toBe(403);
  expect((await retry({ all: true })).body).toEqual({ settled: 1, left: 0 });
  // The retry is running: both still show the order until accounting has it.
  expect([await listed(), await found()]).toEqual([[other.id], [1, ['failed_to_send'], 'attention']]);
  await drain();
  expect([await listed(), await found()]).toEqual([[], [0, [], 'well']]);
  expect(await pushesOf(other.id)).toHaveLength(1);
});

test('AC-06: the health page counts documents of every type that failed to send', async () => {
  const [id = ''] = await submittedPayments(bookPayment('refused'));
  await planFailure('payment.release', { message: 'The period is closed.' });
  expect((await act('lena', 'approval', id)).status).toBe(424);
  const { show } = await readHealth();
  expect(show.failedToSend).toBe(1);
  expect(show.failedToSendByType).toEqual([{ docType: 'PAYMENT', count: 1 }]);
});
