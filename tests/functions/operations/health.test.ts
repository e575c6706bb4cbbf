import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runJob } from '#verbs/jobs/run-job';
import { orderNumber } from '#domain/documents/document-number';
import { countTrips } from '../../support/worker/database/counting-d1.ts';
import { approveAs, as, withTotal, create, submitted } from '../../support/worker/fixtures/client.ts';
import {
  act,
  bookPayment,
  drain,
  openPayments,
  planFailure,
  releasesOf,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { deliver, sweepIn } from '../../support/worker/fixtures/queues.ts';
import {
  failPushes,
  forgetSent,
  pushesOf,
  rowsOf,
  sent,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { Failure, Health, ShowHealth } from '#domain/operations/health-response';

beforeAll(openPayments);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
  await sql.alpha`DELETE FROM accounting_rests`;
  await sql.alpha`UPDATE outbox SET done_at = created_at, error = NULL`;
});

type Body = Health & { failures: Failure[] };
const path = '/api/health/alpha1';
const of = '?showId=alpha1';
async function readHealth(): Promise<{ show: ShowHealth; failures: Failure[]; text: string }> {
  const { status, body } = await as('ada').get(`${path}${of}`);
  expect(status).toBe(200);
  const { shows, failures } = body as unknown as Body;
  const [show] = shows;
  if (!show) throw new Error('The show is not there');
  return { show, failures, text: JSON.stringify(body) };
}
const retry = (selection: object, key = crypto.randomUUID()) =>
  as('ada').post(`${path}/retry${of}`, selection, { 'idempotency-key': key });
const entries = (id: string) =>
  sql.alpha<{ id: string; kind: string }>`SELECT id, kind FROM outbox WHERE document_id = ${id}`;
/** An e-mail that failed for half a day. */
const deadMail = async () => {
  const po = await submitted('dana', withTotal(5));
  sent.outbox.length = 0;
  await sql.alpha`UPDATE outbox SET attempts = 20, done_at = '2026-11-01T00:00:00.000Z', error = 'The mail service could not be reached.'
     WHERE document_id = ${po.id} AND kind = 'notify'`;
  return po;
};

describe('the health of a show', () => {
  test('DEC-11: a Show Admin sees the own shows by kind of work, with one round trip to each database', async () => {
    await submitted('dana', withTotal(5));
    const counted = countTrips();
    const { status, body } = await as('ada').get(`/api/health${of}`);
    counted.stop();
    const { shows, versions } = body as unknown as Health;
    expect(status).toBe(200);
    expect(shows.map(({ id, isMember, level }) => [id, isMember, level])).toEqual([['alpha1', true, 'well']]);
    expect(shows[0]?.waiting).toMatchObject([{ kind: 'notify', count: 1, tried: 0, resting: 0 }]);
    expect(versions.map(({ database }) => database)).toEqual(['directory', 'shows-0']);
    expect(versions.every(({ version }) => version !== null && /^\d{4}_/.test(version))).toBe(true);
  });

  test('DEC-143: health has the time at which the last sweep ended', async () => {
    await sweepIn(0);
    const { body } = await as('ada').get(`/api/health${of}`);
    const { sweptAt } = body as unknown as Health;
    expect(Math.abs(Date.parse(sweptAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('long waits, an open circuit of accounting and a hanging PDF are reported', async () => {
    const po = await submitted('dana', withTotal(5));
    await sql.alpha`UPDATE outbox SET created_at = '2026-11-01' WHERE document_id = ${po.id}`;
    await sql.alpha`INSERT INTO accounting_rests VALUES ('alpha1', 3, '2999-01-01')`;
    await sql.alpha`INSERT INTO pdf_tasks (id, show_id, document_id, user_id, request, created_at)
       VALUES ('alpha1_t', 'alpha1', ${po.id}, 'dana', '{}', '2026-11-01T00:00:00.000Z')`;
    const { show } = await readHealth();
    expect([show.level, show.findings]).toEqual([
      'trouble',
      ['waiting_long', 'accounting_rests', 'pdf_stuck'],
    ]);
    expect(show.accountingRestsUntil).toBe('2999-01-01');
    await sql.alpha`DELETE FROM pdf_tasks WHERE id = 'alpha1_t'`;
  });

  test('a failing webhook endpoint is reported, even after it was disabled', async () => {
    const draft = {
      url: 'https://hooks.example.com/b',
      events: ['document.approved'],
      documentTypes: ['PO'],
    };
    const { body } = await as('ada').post(`/api/webhooks${of}`, draft);
    const set = (values: string) =>
      rowsOf('alpha1', `UPDATE webhook_endpoints SET ${values} WHERE id = ?`, String(body['id']));
    const long = '2026-11-01T00:00:00.000Z';
    await set(`failing_since = '${long}'`);
    expect((await readHealth()).show).toMatchObject({ level: 'attention', findings: ['webhook_deaf'] });
    await set('is_enabled = 0');
    expect((await readHealth()).show.findings).toEqual([]);
    await set(`given_up_at = '${long}'`);
    expect((await readHealth()).show.findings).toEqual(['webhook_deaf']);
    await as('ada').delete(`/api/webhooks/${String(body['id'])}`);
  });
});

describe('exhausted jobs', () => {
  test('DEC-03, DEC-32: a retry releases a payment that accounting refused, once however often it is clicked', async () => {
    const [id = ''] = await submittedPayments(bookPayment('late'));
    await planFailure('payment.release', { status: 422, message: 'Lumen owes 5,000.00' });
    expect((await act('lena', 'approval', id)).status).toBe(424);
    const { show, failures, text } = await readHealth();
    expect([show.level, show.failures, show.failedToSend]).toEqual(['trouble', 1, 1]);
    expect(show.findings).toEqual(['failures', 'failed_to_send']);
    expect(failures).toMatchObject([
      { kind: 'release-payment', document: { id, docType: 'PAYMENT' }, reason: 'refused', mayRetry: true },
    ]);
    expect(text).not.toMatch(/Lumen|5,000/);
    const [failed] = failures;
    const key = crypto.randomUUID();
    const [first, duplicate] = await Promise.all([
      retry({ ids: [failed?.id] }, key),
      retry({ ids: [failed?.id] }),
    ]);
    expect([first.status, duplicate.status]).toEqual([200, 200]);
    expect((await retry({ ids: [failed?.id] }, key)).body).toEqual({ settled: 1, left: 0 });
    await drain();
    expect((await releasesOf())[id]).toBe(1);
    const after = (await readHealth()).show;
    expect(after).toMatchObject({ level: 'well', failures: 0 });
    expect(after.waiting.map(({ kind }) => kind)).not.toContain('release-payment');
    // The job is closed: nothing is retried.
    expect((await retry({ ids: [failed?.id] })).body).toEqual({ settled: 0, left: 0 });
    expect((await drain(), (await releasesOf())[id])).toBe(1);
  });

  test('DEC-99: a repeated retry without jobs returns the same answer, whatever has failed since', async () => {
    const key = crypto.randomUUID();
    expect((await retry({ all: true }, key)).body).toEqual({ settled: 0, left: 0 });
    const { id } = await submitted('dana', withTotal(6));
    await sql.alpha`UPDATE outbox SET done_at = created_at, error = 'x' WHERE document_id = ${id}`;
    expect((await retry({ all: true }, key)).body).toEqual({ settled: 0, left: 0 });
    expect((await retry({ all: true })).body).toEqual({ settled: 1, left: 0 });
  });

  test('DEC-32: a refused push is listed until it is pushed again from its screen', async () => {
    await failPushes('SA', 'The account is closed.');
    const po = await submitted('dana', withTotal(7));
    await approveAs(po, 'abel', 'lena');
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect((await approveAs(po, 'luis')).status).toBe(424);
    const lines = warned.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    warned.mockRestore();
    const { failures } = await readHealth();
    expect(failures.map(({ kind, document }) => [kind, document?.id])).toEqual([['push-po', po.id]]);
    // The log has it, too, although it was in no queue.
    expect(lines).toMatchObject([{ event: 'job rejected', kind: 'push-po', entry: failures[0]?.id }]);
    expect((await as('ada').post(`/api/pos/push/${po.id}`)).status).toBe(200);
    expect((await readHealth()).failures).toEqual([]);
    expect(await pushesOf(po.id)).toHaveLength(1);
  });

  test('DEC-32: a push that failed unexpectedly is listed by its number until accounting has the order', async () => {
    const po = await submitted('dana', withTotal(8));
    await approveAs(po, 'abel', 'lena', 'luis');
    // As if every attempt had crashed before accounting's answer was stored.
    await sql.alpha`DELETE FROM send_history WHERE document_id = ${po.id}`;
    await sql.alpha`UPDATE documents SET accounting_failed = NULL WHERE id = ${po.id}`;
    await sql.alpha`UPDATE outbox SET attempts = 20, done_at = created_at, error = 'TypeError: broken'
       WHERE document_id = ${po.id} AND kind = 'push-po'`;
    const { body } = await as('dana').get(`/api/pos/${po.id}`);
    const { show, failures } = await readHealth();
    expect([show.failures, failures.map(({ kind, document }) => [kind, document?.number])]).toEqual([
      1,
      [['push-po', orderNumber(body as unknown as PurchaseOrder)]],
    ]);
    expect((await as('ada').post(`/api/pos/push/${po.id}`)).status).toBe(200);
    expect(await readHealth()).toMatchObject({ show: { failures: 0, level: 'well' }, failures: [] });
  });

  test('the answer has the number of remaining jobs above the limit of a call', async () => {
    await sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, attempts, done_at, error)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 602)
       SELECT 'alpha1_many' || i, 'alpha1', 'notify', '{}', 'many' || i, '2026-11-01', 20, '2026-11-01', 'away' FROM n`;
    // Its user retries the latest of them in another place.
    const own = "UPDATE outbox SET kind = 'approve-batch', done_at = '2026-11-02' WHERE id = 'alpha1_many2'";
    await rowsOf('alpha1', own);
    const named = await retry({ ids: ['alpha1_many1', 'alpha1_many2'] });
    const all = await retry({ all: true });
    const rest = await as('ada').post(`${path}/dismissal${of}`, { all: true });
    const answers = [named, all, rest].map(({ body }) => JSON.stringify(body));
    const answer = (settled: number, left: number) => JSON.stringify({ settled, left });
    expect(answers).toEqual([answer(1, 0), answer(500, 100), answer(101, 0)]);
    await sql.alpha`DELETE FROM outbox WHERE id LIKE 'alpha1_many%'`;
    sent.outbox.length = 0;
  });

  test('EM-13: all failed e-mails are sent again, and none twice', async () => {
    const pos = [await deadMail(), await deadMail()];
    expect((await readHealth()).failures.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['notify', 'unreached'],
      ['notify', 'unreached'],
    ]);
    expect((await retry({ all: true })).body).toEqual({ settled: 2, left: 0 });
    await drain();
    // The second one is collected for ten minutes (DEC-161).
    await sweepIn(11);
    const then = new Date(Date.now() + 11 * 60_000).toISOString();
    for (const message of sent.outbox.splice(0)) await runJob(studioEnv, message, then);
    expect(sent.mail.map(({ to }) => to)).toEqual(pos.map(() => 'abel@backlot.example'));
    expect((await readHealth()).failures).toEqual([]);
  });

  test('a dismissed failure stays dismissed', async () => {
    const po = await deadMail();
    const [entry] = await entries(po.id);
    const { body } = await as('ada').post(`${path}/dismissal${of}`, { ids: [entry?.id, 'alpha1_none'] });
    expect(body).toEqual({ settled: 1, left: 0 });
    expect((await readHealth()).show).toMatchObject({ level: 'well', failures: 0 });
    expect((await retry({ all: true })).body).toEqual({ settled: 0, left: 0 });
  });

  test('EM-14, DEC-94: a vendor without an e-mail address is no failure', async () => {
    const po = await create('dana');
    await sql.alpha`INSERT INTO outbox (id, show_id, kind, document_id, payload, effect_key, created_at, attempts, done_at, error)
       VALUES ('alpha1_v', 'alpha1', 'vendor-email', ${po.id}, '{}', 'v', '2026-11-01', 1, '2026-11-01', 'No email on file')`;
    expect((await readHealth()).failures).toEqual([]);
  });

  test('DEC-02: an invalid body is refused', async () => {
    const tooMany = Array.from({ length: 501 }, () => 'x');
    for (const body of [{}, { ids: [] }, { ids: [''] }, { ids: tooMany }, { all: false }])
      expect((await retry(body)).status).toBe(400);
  });
});

describe('histories', () => {
  const verify = () => as('ada').post(`${path}/verification${of}`);

  test('the queue verifies them once for all concurrent requests', async () => {
    await submitted('dana', withTotal(9));
    sent.outbox.length = 0;
    expect((await verify()).status).toBe(200);
    const { show } = await readHealth();
    expect(show.history).toMatchObject({ isGoingOn: true, finishedAt: null });
    await verify();
    expect(sent.outbox).toHaveLength(1);
    const again = [...sent.outbox];
    await drain();
    sent.outbox.push(...again);
    await drain();
    const [counted] = await sql.alpha<{
      documents: number;
      events: number;
    }>`SELECT (SELECT count(*) FROM documents WHERE show_id = 'alpha1') AS documents,
         (SELECT count(*) FROM document_events WHERE show_id = 'alpha1') AS events`;
    const after = (await readHealth()).show;
    expect(after.history).toMatchObject({ isGoingOn: false, ...counted, amiss: 0, faults: [] });
    expect(after.level).toBe('well');
  });

  test('a number changed in the database is found, with its document', async () => {
    const po = await submitted('dana', withTotal(9));
    await sql.alpha`UPDATE documents SET total_cents = total_cents + 100 WHERE id = ${po.id}`;
    sent.outbox.length = 0;
    await verify();
    await drain();
    const { show } = await readHealth();
    expect([show.level, show.findings]).toEqual(['trouble', ['history_amiss']]);
    expect(show.history?.faults.map(({ documentId }) => documentId)).toContain(po.id);
    await sql.alpha`UPDATE documents SET total_cents = total_cents - 100 WHERE id = ${po.id}`;
  });
});

test('EM-13: a deployment with another name works off its own queues and does not take them for dead letters', async () => {
  const po = await submitted('dana', withTotal(3));
  const messages = sent.outbox.splice(0);
  const count = messages.length;
  expect(await deliver('backlot-staging-outbox', messages)).toEqual({ acknowledged: count, retried: 0 });
  const open = 'SELECT id FROM outbox WHERE document_id = ? AND done_at IS NULL';
  expect([count, await rowsOf('alpha1', open, po.id)]).toEqual([1, []]);
});
