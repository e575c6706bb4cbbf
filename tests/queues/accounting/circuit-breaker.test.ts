import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { approveAs, withTotal, submitted } from '../../support/worker/fixtures/client.ts';
import { sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { openStudio, pushesOf, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(async () => {
  await mend();
  await sql.alpha`DELETE FROM accounting_rests`;
});

const resting = 'The accounting system has not responded for a while. Backlot keeps trying.';

const mend = () => sql.ledger`DELETE FROM switches`;
/** Makes every call to accounting fail immediately. */
const down = (mode: 'FAIL' | 'GARBAGE' = 'FAIL', status = 503) =>
  sql.ledger`INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
       VALUES (${licenses.SA}, '*', ${mode}, 1000, ${status}, 'Down.', 0)`;
const ready = async (amount: number) => {
  const po = await submitted('dana', withTotal(amount));
  await approveAs(po, 'abel', 'lena');
  return po;
};
const callCount = () => vi.mocked(globalThis.fetch).mock.calls.length;
/** Opens the circuit breaker until a time in the past, so that the next call is a probe. */
const openCircuit = (until = '2026-01-01') =>
  sql.alpha`INSERT OR REPLACE INTO accounting_rests VALUES ('alpha1', 3, ${until})`;
/** Approves the final step. Returns the response and the number of calls to accounting. */
async function approve(amount: number) {
  const po = await ready(amount);
  const before = callCount();
  const { status, body } = await approveAs(po, 'luis');
  return { id: po.id, response: [status, body.approved, body.message], callCount: callCount() - before };
}

describe('accounting is unreachable three times in a row', () => {
  test('DEC-03, DEC-32: approvals are committed and return without a call to accounting', async () => {
    await down();
    for (const amount of [1, 2, 3])
      expect(await approve(amount)).toMatchObject({ response: [424, true, 'Down.'], callCount: 3 });
    const { id, response, callCount: times } = await approve(4);
    expect([response, times]).toEqual([[424, true, resting], 0]);
    expect(await sql.alpha`SELECT status FROM documents WHERE id = ${id}`).toEqual([{ status: 'APPROVED' }]);
  });

  test('DEC-61: one probe is sent after a minute, and its failure keeps the circuit open', async () => {
    await down();
    await openCircuit();
    expect(await approve(5)).toMatchObject({ response: [424, true, 'Down.'], callCount: 1 });
    expect(await approve(6)).toMatchObject({ response: [424, true, resting], callCount: 0 });
  });

  test('DEC-32, DEC-61: a successful probe closes the circuit, and pending pushes are sent once', async () => {
    await openCircuit('2999-01-01');
    const waiting = await approve(7);
    await openCircuit();
    expect((await approve(8)).response).toEqual([200, undefined, undefined]);
    expect((await approve(9)).response).toEqual([200, undefined, undefined]);
    sent.outbox.length = 0;
    await sweepIn(2);
    await deliverSent();
    expect(await pushesOf(waiting.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 700 }]);
  });

  test('DEC-61: concurrent approvals send one probe', async () => {
    await down();
    await openCircuit();
    const pos = await Promise.all([ready(10), ready(11), ready(12)]);
    const before = callCount();
    await Promise.all(pos.map((po) => approveAs(po, 'luis')));
    expect(callCount() - before).toBe(1);
  });

  test('AC-04: an unreadable response counts as a failure, and a refusal does not', async () => {
    await down('GARBAGE');
    for (const amount of [13, 14, 15]) expect((await approve(amount)).callCount).toBe(1);
    expect((await approve(16)).callCount).toBe(0);
    await mend();
    await down('FAIL', 422);
    await openCircuit();
    for (const amount of [17, 18])
      expect(await approve(amount)).toMatchObject({ response: [424, true, 'Down.'], callCount: 1 });
  });
});
