import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeFor } from '#store/d1/open';
import { leaseJobs } from '#store/show/outbox/outbox';
import type { EndpointWithSecret } from '#verbs/webhooks/manage-endpoints';
import { sweep } from '#verbs/jobs/sweep';
import { as, submitted } from '../../support/worker/fixtures/client.ts';
import { measureCost, countTrips } from '../../support/worker/database/counting-d1.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import {
  forgetSent,
  openStudio,
  rowsOf,
  sent,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  everything,
  hook,
  logOf,
  network,
  verifyDelivery,
  register,
  remove,
} from '../../support/worker/fixtures/webhooks.ts';
import type { Endpoint } from '#domain/webhooks/webhook-response';

const path = '/api/webhooks?showId=alpha1';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(() => {
  forgetSent();
  network.received.length = 0;
  network.answer = () => new Response(null);
});

const list = async () => (await as('ada').get<Endpoint[]>(path)).body;
const add = (own: Record<string, unknown>) =>
  as('ada').post<EndpointWithSecret & { code?: string; message?: string }>(path, {
    url: hook,
    ...everything,
    ...own,
  });
const roll = (id: string, secretSince: string) =>
  as('ada').post<EndpointWithSecret & { code?: string }>(`/api/webhooks/${id}/secret`, { secretSince });

describe('endpoints', () => {
  test('a secret is returned once, stored sealed, and never returned again', async () => {
    const made = await register(['document.approved'], { description: 'Ledger' });
    expect(made.newSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [listed] = await list();
    expect(listed).toMatchObject({ id: made.id, description: 'Ledger', isEnabled: true });
    expect(JSON.stringify(listed)).not.toMatch(/whsec|"secret"|oldSecret"/);
    const [row] = await sql.alpha`SELECT * FROM webhook_endpoints WHERE id = ${made.id}`;
    expect(JSON.stringify(row)).not.toContain(made.newSecret.slice(6));
    await remove(made);
    expect(await list()).toEqual([]);
  });

  test('only users who may change the settings of the show access them; another show has none of them', async () => {
    const made = await register(['document.approved']);
    const own = `/api/webhooks/${made.id}`;
    const draft = { url: hook, ...everything };
    for (const name of ['dana', 'lena'] as const) {
      const answers = await Promise.all([
        as(name).get(path),
        as(name).post(path, draft),
        as(name).put(own, draft),
        as(name).delete(own),
        as(name).post(`${own}/secret`, { secretSince: made.secretSince }),
        as(name).post(`${own}/test`),
        as(name).get(`${own}/deliveries`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    }
    for (const stranger of [`${own}x`, '/api/webhooks/bravo2_1'])
      for (const answer of [
        await as('ada').put(`${stranger}?showId=alpha1`, draft),
        await as('ada').delete(`${stranger}?showId=alpha1`),
        await as('ada').get(`${stranger}/deliveries?showId=alpha1`),
        await as('ada').post(`${own}/deliveries/alpha1_none`),
      ])
        expect([answer.status, answer.body['code']]).toEqual([404, 'NOT_FOUND']);
    expect(await list()).toHaveLength(1);
    await remove(made);
  });

  test('an invalid endpoint is refused with a message, and nothing changes', async () => {
    for (const [own, message] of [
      [{ url: 'http://hooks.example.com/' }, /https/],
      [{ url: 'https://169.254.169.254/latest' }, /IP address/],
      [{ url: 'https://metadata.google.internal/' }, /internet/],
      [{ url: 'https://app.backlot.test/' }, /internet/],
      [{ url: `https://hooks.example.com/${'a'.repeat(500)}` }, /url/],
      [{ events: [] }, /events/],
      [{ events: ['document.read'] }, /events/],
      [{ documentTypes: ['RECEIPT'] }, /documentTypes/],
      [{ description: 'a'.repeat(201) }, /description/],
    ] as const) {
      const answer = await add(own);
      expect([answer.status, answer.body.code], JSON.stringify(own)).toEqual([400, 'invalid_parameter']);
      expect(answer.body.message).toMatch(message);
    }
    expect((await as('ada').post(path, { url: hook })).body['code']).toBe('MISSING_REQUIRED_FIELDS');
    expect(await list()).toEqual([]);
  });

  test('an address is registered once per show, and a show has at most ten endpoints', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => register(['document.approved'])));
    const eleventh = await add({});
    expect([eleventh.status, eleventh.body.message]).toEqual([400, 'A show can have at most 10 endpoints.']);
    await remove(made[0] as { id: string });
    const atOnce = await Promise.all([1, 2, 3].map((n) => add({ url: `${hook}/at-once/${n}` })));
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect(atOnce.find(({ status }) => status === 400)?.body.message).toBe(
      'A show can have at most 10 endpoints.',
    );
    for (const { body } of atOnce.filter(({ status }) => status === 201)) await remove(body);
    const again = await add({ url: made[1]?.url });
    expect([again.status, again.body.message]).toEqual([400, 'This address is already registered.']);
    await Promise.all(made.slice(1).map(remove));
  });

  test('a rolled secret signs together with its predecessor for a day, and a second click rolls nothing', async () => {
    const made = await register(['document.submitted']);
    const rolled = await roll(made.id, made.secretSince);
    expect(rolled.status).toBe(200);
    expect(rolled.body.newSecret).not.toBe(made.newSecret);
    const hours = Date.parse(rolled.body.oldSecretUntil ?? '') - Date.parse(rolled.body.secretSince);
    expect(hours / 3_600_000).toBe(24);
    const twice = await roll(made.id, made.secretSince);
    expect([twice.status, twice.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);

    await submitted('dana');
    await deliverSent();
    const [received] = network.received;
    expect(received?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [made.newSecret, rolled.body.newSecret])
      expect(received && verifyDelivery(received, secret)).toMatchObject({ type: 'document.submitted' });

    await sql.alpha`UPDATE webhook_endpoints SET old_secret_until = '2026-01-01T00:00:00.000Z'
      WHERE id = ${made.id}`;
    await submitted('dana');
    await deliverSent();
    const last = network.received.at(-1);
    expect(last && verifyDelivery(last, rolled.body.newSecret)).toMatchObject({ type: 'document.submitted' });
    expect(() => last && verifyDelivery(last, made.newSecret)).toThrow('No matching signature');
    await remove(made);
  });

  test('DEC-99: a roll that is repeated after a lost answer returns the same secret', async () => {
    const made = await register(['document.submitted']);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const again = (secretSince: string) =>
      as('ada').post<EndpointWithSecret>(`/api/webhooks/${made.id}/secret`, { secretSince }, key);
    const [first, second] = [await again(made.secretSince), await again(made.secretSince)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.body.newSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    // With another `secretSince` the same key is another call; a secret that was rolled meanwhile is not rolled again.
    expect((await again(first.body.secretSince)).status).toBe(422);
    const late = { secretSince: made.secretSince };
    expect((await as('ada').post(`/api/webhooks/${made.id}/secret`, late)).status).toBe(409);
    await remove(made);
  });

  test('DEC-99: a registration that is repeated after a lost answer returns the same secret', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const ask = (own: object = {}) =>
      as('ada').post<EndpointWithSecret & { code?: string }>(path, { url: hook, ...everything, ...own }, key);
    const [one, two] = await Promise.all([ask(), ask()]);
    const three = await ask();
    expect([one.status, two.status, three.status]).toEqual([201, 201, 201]);
    expect([two.body, three.body]).toEqual([one.body, one.body]);
    expect(await list()).toHaveLength(1);
    // Neither another call with the key nor another key returns the secret.
    for (const own of [{ description: 'Another' }, { url: `${hook}/else` }])
      expect((await ask(own)).status).toBe(422);
    const other = await add({});
    expect([other.status, JSON.stringify(other.body).includes('whsec_')]).toEqual([400, false]);
    expect(await list()).toHaveLength(1);
    // After its removal the repeated call does not create it again.
    await remove(one.body);
    expect((await ask()).body).toEqual(one.body);
    expect(await list()).toEqual([]);
  });

  test('an endpoint with a new address has no failures', async () => {
    const made = await register(['document.submitted']);
    const failing = "UPDATE webhook_endpoints SET failing_since = '2026-01-01T00:00:00.000Z' WHERE id = ?";
    await rowsOf('alpha1', failing, made.id);
    const change = async (url: string) =>
      (await as('ada').put(`/api/webhooks/${made.id}`, { ...everything, url })).body['failingSince'];
    expect(await change(made.url)).toBe('2026-01-01T00:00:00.000Z');
    expect(await change(`${made.url}/new`)).toBeNull();
    await remove(made);
  });

  test('reading webhooks takes two round trips, and every action three', async () => {
    const counted = countTrips();
    try {
      const made = await register(['document.submitted']);
      const own = `/api/webhooks/${made.id}`;
      await as('ada').post(`${own}/test`);
      const [delivery] = await logOf(made);
      const draft = { url: made.url, ...everything };
      const asked: [number, () => Promise<{ status: number }>][] = [
        [2, () => as('ada').get(path)],
        [2, () => as('ada').get(`${own}/deliveries`)],
        [3, () => as('ada').put(own, draft)],
        [3, () => as('ada').post(`${own}/test`)],
        [3, () => as('ada').post(`${own}/deliveries/${delivery?.id}`)],
        [3, () => as('ada').post(`${own}/secret`, { secretSince: made.secretSince })],
        [3, () => as('ada').delete(own)],
        [3, () => add({ url: `${hook}/counted` })],
      ];
      for (const [trips, call] of asked) {
        const { answer, cost } = await measureCost(call);
        expect(answer.status).toBeLessThan(300);
        expect(cost.trips).toBeLessThanOrEqual(trips);
      }
      for (const left of await list()) await remove(left);
    } finally {
      counted.stop();
    }
  });

  test('a show without an enabled endpoint writes no delivery', async () => {
    const count = async () =>
      (await sql.alpha`SELECT count(*) AS n FROM outbox WHERE kind = 'webhook'`)[0]?.['n'];
    const before = await count();
    await submitted('dana');
    expect(await count()).toBe(before);
    const made = await register(['document.submitted']);
    const draft = { url: made.url, ...everything, events: ['document.submitted'], isEnabled: false };
    expect((await as('ada').put(`/api/webhooks/${made.id}`, draft)).body).toMatchObject({ isEnabled: false });
    await submitted('dana');
    expect(await count()).toBe(before);
    const stored = await sql.alpha`SELECT webhooks FROM show_settings WHERE show_id = 'alpha1'`;
    expect(stored).toEqual([{ webhooks: null }]);
    await remove(made);
  });
});

describe('a failing endpoint', () => {
  test('counts an invalid status as another failure', async () => {
    const made = await register(['document.submitted']);
    network.answer = () => Object.defineProperty(new Response(null), 'status', { value: 999 });
    await submitted('dana');
    await deliverSent();
    expect(await logOf(made)).toMatchObject([
      { state: 'WAITING', attempts: 1, statusCode: null, error: 'It responded with status 999.' },
    ]);
    await remove(made);
  });

  test('gets no manual delivery while an attempt is running', async () => {
    const made = await register(['document.submitted']);
    network.answer = () => new Response(null, { status: 500 });
    await submitted('dana');
    await deliverSent();
    const [resting] = await logOf(made);
    const [now, lease] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    expect(await leaseJobs(store, [resting?.id ?? ''], now ?? '', lease ?? '')).toHaveLength(1);
    expect((await as('ada').post(`/api/webhooks/${made.id}/deliveries/${resting?.id}`)).status).toBe(200);
    const state = 'SELECT attempts, error, next_attempt_at FROM outbox WHERE id = ?';
    expect(await rowsOf('alpha1', state, resting?.id ?? '')).toEqual([
      { attempts: 2, error: null, next_attempt_at: lease },
    ]);
    expect(await logOf(made)).toMatchObject([{ state: 'WAITING', nextAttemptAt: null }]);
    expect(sent.outbox).toEqual([]);
    await remove(made);
  });

  test('delays nothing else: the sweep sends a hundred deliveries and then the others', async () => {
    const stranded = (kind: string, count: number) =>
      sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at)
          SELECT ${kind} || key, 'alpha1', ${kind}, '{}', ${kind} || key, ${kind === 'webhook' ? '2026-01-01T00:00:00.000Z' : '2026-01-02T00:00:00.000Z'} FROM json_each(${JSON.stringify(Array.from({ length: count }))})`;
    await stranded('webhook', 150);
    await stranded('push-po', 2);
    sent.outbox.length = 0;
    await sweep(studioEnv, '2026-01-03T00:00:00.000Z');
    const kinds = sent.outbox.splice(0).map(({ outboxId }) => outboxId.replace(/\d+$/, ''));
    expect(kinds.filter((kind) => kind === 'webhook')).toHaveLength(100);
    expect(kinds.filter((kind) => kind === 'push-po')).toHaveLength(2);
    await sql.alpha`DELETE FROM outbox WHERE created_at < '2026-01-03'`;
  });
});
