import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { licenses } from '../../support/worker/accounting/sandbox-books.ts';
import { approveAs, costing, submitted } from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import { openStudio, pushesOf, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(async () => {
  await mend();
  await sql.alpha`DELETE FROM accounting_rests`;
});

const resting = 'The accounting system has not responded for a while. Backlot keeps trying.';

const mend = () => sql.ledger`DELETE FROM switches`;
/** Everything fails from now on, at once. */
const down = (mode: 'FAIL' | 'GARBAGE' = 'FAIL', status = 503) =>
  sql.ledger`INSERT INTO switches (license, operation, mode, times_left, status, message, delay_ms)
       VALUES (${licenses.SA}, '*', ${mode}, 1000, ${status}, 'Down.', 0)`;
const ready = async (amount: number) => {
  const po = await submitted('dana', costing(amount));
  await approveAs(po, 'abel', 'lena');
  return po;
};
const asked = () => vi.mocked(globalThis.fetch).mock.calls.length;
/** It was not reached three times, and that is a while ago. */
const hasRested = (until = '2026-01-01') =>
  sql.alpha`INSERT OR REPLACE INTO accounting_rests VALUES ('alpha1', 3, ${until})`;
/** Approves the final step; answers what was told, and how often accounting was asked meanwhile. */
async function approve(amount: number) {
  const po = await ready(amount);
  const before = asked();
  const { status, body } = await approveAs(po, 'luis');
  return { id: po.id, told: [status, body.approved, body.message], asked: asked() - before };
}

describe('accounting that was not reached three times in a row', () => {
  test('DEC-03, DEC-32: it rests, the approval stands and is answered without asking it', async () => {
    await down();
    for (const amount of [1, 2, 3])
      expect(await approve(amount)).toMatchObject({ told: [424, true, 'Down.'], asked: 3 });
    const { id, told, asked: times } = await approve(4);
    expect([told, times]).toEqual([[424, true, resting], 0]);
    expect(await sql.alpha`SELECT status FROM documents WHERE id = ${id}`).toEqual([{ status: 'APPROVED' }]);
  });

  test('DEC-61: after a minute one attempt is made; while it fails accounting rests on', async () => {
    await down();
    await hasRested();
    expect(await approve(5)).toMatchObject({ told: [424, true, 'Down.'], asked: 1 });
    expect(await approve(6)).toMatchObject({ told: [424, true, resting], asked: 0 });
  });

  test('DEC-32, DEC-61: once it answers everybody reaches it, and what waited is posted, once', async () => {
    await hasRested('2999-01-01');
    const waiting = await approve(7);
    await hasRested();
    expect((await approve(8)).told).toEqual([200, undefined, undefined]);
    expect((await approve(9)).told).toEqual([200, undefined, undefined]);
    sent.outbox.length = 0;
    await sweepIn(2);
    await deliver('backlot-outbox', sent.outbox.splice(0));
    expect(await pushesOf(waiting.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 700 }]);
  });

  test('DEC-61: of those that wait one asks at a time', async () => {
    await down();
    await hasRested();
    const pos = await Promise.all([ready(10), ready(11), ready(12)]);
    const before = asked();
    await Promise.all(pos.map((po) => approveAs(po, 'luis')));
    expect(asked() - before).toBe(1);
  });

  test('AC-04: half an answer is none, and a refusal is one', async () => {
    await down('GARBAGE');
    for (const amount of [13, 14, 15]) expect((await approve(amount)).asked).toBe(1);
    expect((await approve(16)).asked).toBe(0);
    await mend();
    await down('FAIL', 422);
    await hasRested();
    for (const amount of [17, 18])
      expect(await approve(amount)).toMatchObject({ told: [424, true, 'Down.'], asked: 1 });
  });
});
