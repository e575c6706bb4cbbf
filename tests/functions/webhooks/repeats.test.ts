import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as, submitted } from '../../support/worker/fixtures/client.ts';
import { runBeforeAnswer } from '../../support/worker/database/failing-d1.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  logOf,
  network,
  register,
  remove,
} from '../../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(() => {
  forgetSent();
  network.received.length = 0;
});

test('DEC-99: a redelivery that is repeated under the same key is sent once', async () => {
  const made = await register(['document.submitted']);
  await submitted('dana');
  await deliverSent();
  const [delivery] = await logOf(made);
  const path = `/api/webhooks/${made.id}/deliveries/${delivery?.id}`;
  const again = async (key: string) => {
    const { status, body } = await as('ada').post(path, undefined, { 'idempotency-key': key });
    await deliverSent();
    return [status, body['id'], network.received.length];
  };
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await again(one)).toEqual([200, delivery?.id, 2]);
  // The answer was lost.
  expect(await again(one)).toEqual([200, delivery?.id, 2]);
  expect(await again(other)).toEqual([200, delivery?.id, 3]);
  const duplicates = crypto.randomUUID();
  await Promise.all([1, 2].map(() => as('ada').post(path, undefined, { 'idempotency-key': duplicates })));
  await deliverSent();
  expect(network.received).toHaveLength(4);
  await remove(made);
});

/** Replaces the first show's database during `work`. */
async function over<Done>(env: Env, work: () => Promise<Done>): Promise<Done> {
  const { SHOWS_0 } = studioEnv;
  Object.assign(studioEnv, { SHOWS_0: env.SHOWS_0 });
  try {
    return await work();
  } finally {
    Object.assign(studioEnv, { SHOWS_0 });
  }
}

test.each([
  ['removed', (id: string) => as('ada').delete(`/api/webhooks/${id}`)],
  [
    'rolled',
    (id: string, secretSince: string) => as('ada').post(`/api/webhooks/${id}/secret`, { secretSince }),
  ],
])('WORKFLOW_CONFLICT: an endpoint that is %s after it was read is not rolled', async (_how, act) => {
  const made = await register(['document.submitted']);
  let isFirst = true;
  const env = runBeforeAnswer(
    (values) => isFirst && values.includes(made.id),
    async () => {
      isFirst = false;
      // With an unchanged clock both secrets would have the same time.
      await new Promise((done) => setTimeout(done, 5));
      expect((await act(made.id, made.secretSince)).status).toBe(200);
    },
  );
  const rolled = await over(env, () =>
    as('ada').post(`/api/webhooks/${made.id}/secret`, { secretSince: made.secretSince }),
  );
  expect([isFirst, rolled.status, rolled.body['code']]).toEqual([false, 409, 'WORKFLOW_CONFLICT']);
  expect(JSON.stringify(rolled.body)).not.toContain('whsec_');
  const left = await sql.alpha`SELECT secret_since FROM webhook_endpoints WHERE id = ${made.id}`;
  expect(left.length === 0 || left[0]?.['secret_since'] !== made.secretSince).toBe(true);
  if (left.length > 0) await remove(made);
});

test('a failed attempt at the old address does not disable a corrected endpoint', async () => {
  const made = await register(['document.submitted']);
  await sql.alpha`UPDATE webhook_endpoints SET failing_since = '2026-01-01T00:00:00.000Z' WHERE id = ${made.id}`;
  await submitted('dana');
  const url = `${made.url}/right`;
  let changed = 0;
  const { answer } = network;
  network.answer = (async () => {
    const draft = { url, events: made.events, documentTypes: made.documentTypes };
    changed = (await as('ada').put(`/api/webhooks/${made.id}`, { ...made, ...draft })).status;
    return new Response(null, { status: 500 });
  }) as never;
  await deliverSent();
  network.answer = answer;
  const [row] = await sql.alpha`SELECT url, is_enabled, failing_since, given_up_at FROM webhook_endpoints
    WHERE id = ${made.id}`;
  expect(changed).toBe(200);
  expect(row).toEqual({ url, is_enabled: 1, failing_since: null, given_up_at: null });
  expect(await sql.alpha`SELECT id FROM outbox WHERE kind = 'webhook-given-up'`).toEqual([]);
  expect((await logOf(made))[0]).toMatchObject({ state: 'WAITING', statusCode: 500 });
  await remove(made);
});
