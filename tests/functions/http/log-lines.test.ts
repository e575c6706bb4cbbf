import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { app } from '../../../functions/app.ts';
import {
  failPushes,
  fetchWorker,
  openStudio,
  origin,
  password,
  sent,
  studioEnv,
  sql,
} from '../../support/worker/fixtures/studio.ts';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  sessionOf,
  signInWith,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { deliver, sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';

beforeAll(openStudio);

type Line = Record<string, unknown> & { event: string };
const logEntries: { text: string; line: Line }[] = [];
beforeEach(() => {
  logEntries.length = 0;
  const capture = (text: unknown) =>
    logEntries.push({ text: String(text), line: JSON.parse(String(text)) as Line });
  for (const level of ['info', 'warn', 'error', 'log', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation(capture);
});
afterEach(() => {
  vi.restoreAllMocks();
});
const lines = (event: string) =>
  logEntries.filter(({ line }) => line.event === event).map(({ line }) => line);
const mailsFail = (message: string) =>
  vi.spyOn(studioEnv.EMAIL, 'send').mockRejectedValue(new Error(message));

/** Texts that users enter, names, amounts and secrets; each is unique, so that it can be searched for. */
const typed = {
  description: 'Chandelier of the Ballroom',
  note: 'Not before Zelda has seen it',
  reason: 'Far above what Quentin allows',
  search: 'Zebrawood',
  amount: '7654321',
  money: '76,543.21',
  address: 'backlot.example',
  accounting: 'Lumen has been blocked by Ms Thornhill',
  secret: studioEnv.IDENTITY_SECRET,
  password,
};

test('no log line contains amounts, names, texts, addresses or secrets', async () => {
  const { token, csrfToken } = await sessionOf('dana');
  await signInWith({ username: 'dana@backlot.example', password: 'not that one' });
  const po = await create('dana', { ...withTotal(76_543.21), description: typed.description });
  await as('dana').post(`/api/pos/${po.id}/notes`, { content: typed.note, keyId: crypto.randomUUID() });
  await as('dana').post('/api/pos', {
    description: typed.description,
    showId: 'alpha1',
    total: typed.amount,
  });
  await as('dana').get(`/api/search?showId=alpha1&search=${typed.search}`);
  await as('dana').get(`/api/users?username=nobody@${typed.address}&showId=alpha1`);
  await as('lena').post('/api/departments?showId=alpha1', { name: typed.description });
  const waiting = await submitted('dana', withTotal(765.43));
  await action('abel', 'revision', waiting, { reason: typed.reason });
  await failPushes('SA', typed.accounting);
  const order = await submitted('dana', withTotal(12));
  await approveAs(order, 'abel', 'lena');
  expect((await approveAs(order, 'luis')).status).toBe(424);
  const mails = mailsFail(`550 dana@${typed.address} Zelda "${typed.note}"`);
  await deliverSent();
  await sweepIn(2);
  mails.mockRestore();
  await as('dana').get(`/files/attachment/${typed.search}/preview/${typed.search}.pdf`);
  await fetchWorker(new Request(`${origin}/pages/pdf/alpha1_${typed.search}?token=${typed.search}`));
  const events = new Set(logEntries.map(({ line }) => line.event));
  expect([...events]).toEqual(
    expect.arrayContaining(['request', 'job', 'tick', 'job failed', 'sign-in refused']),
  );
  expect(logEntries.length).toBeGreaterThan(20);
  const all = logEntries.map(({ text }) => text).join('\n');
  for (const secret of [
    ...Object.values(typed),
    token,
    csrfToken,
    'Zelda',
    'Quentin',
    'Thornhill',
    '@',
    'Stone',
  ])
    expect(all.includes(secret), secret).toBe(false);
});

test('each request has one line, found by the id in its response', async () => {
  const po = await submitted('dana', withTotal(5));
  logEntries.length = 0;
  const answer = await action('abel', 'approval', po, {});
  const id = answer.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines('request')).toEqual([
    {
      level: 'info',
      event: 'request',
      requestId: id,
      method: 'POST',
      route: '/api/workflows/approval',
      verb: 'approve',
      document: po.id,
      user: 'abel',
      show: 'alpha1',
      status: 200,
      ms: expect.any(Number) as number,
    },
  ]);
});

test('the line names the matching route that answered', async () => {
  await as('dana').get('/api/users/shows');
  await as('dana').get('/api/users/nobody?show=alpha1');
  expect(lines('request').map(({ route }) => route)).toEqual(['/api/users/shows', '/api/users/:id']);
});

test('jobs of a request are found by its id: the row, the message, and what the sweep sends again', async () => {
  sent.outbox.length = 0;
  const po = await create('dana');
  const answer = await as('dana').put(`/api/pos/${po.id}/submit`);
  const id = answer.headers.get('x-request-id');
  const rows = await sql.alpha<{ id: string; origin: string }>`SELECT id, origin FROM outbox
    WHERE document_id = ${po.id}`;
  expect(rows.map(({ origin: begun }) => begun)).toEqual(rows.map(() => id));
  // The message was lost: a minute later the sweep sends another one.
  sent.outbox.length = 0;
  await sweepIn(3);
  await deliver(
    'backlot-outbox',
    sent.outbox.filter(({ outboxId }) => rows.some((row) => row.id === outboxId)),
  );
  expect(lines('job').at(-1)).toMatchObject({
    level: 'info',
    requestId: id,
    show: 'alpha1',
    document: po.id,
    kind: 'notify',
    attempts: 1,
    outcome: 'done',
  });
});

test('DEC-02: an unexpected error has its cause and position in the line of the request, and the caller gets its id', async () => {
  await sessionOf('dana');
  const broken = {
    ...studioEnv,
    SHOWS_0: {
      withSession: () => {
        throw new Error(`params: ${typed.money} "${typed.description}" dana@${typed.address}\n${typed.note}`);
      },
    },
  } as unknown as Env;
  const { token } = await sessionOf('dana');
  const request = new Request(`${origin}/api/home?showId=alpha1`, {
    headers: { cookie: `__Host-session-token=${token}`, 'x-request-id': 'one-of-mine' },
  });
  const later = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  logEntries.length = 0;
  const answer = await app.fetch(request, broken, later);
  expect([answer.status, await answer.json()]).toEqual([500, { code: 'INTERNAL_ERROR' }]);
  const [line] = lines('request');
  expect(line).toMatchObject({ level: 'error', status: 500, route: '/api/home', user: 'dana' });
  expect(line?.['requestId']).toBe(answer.headers.get('x-request-id'));
  expect(line?.['requestId']).not.toBe('one-of-mine');
  expect(line?.['error']).toBe('Error: params: (amount) (text) (address)');
  expect(line?.['stack']).toMatch(/^ +at /);
  expect(logEntries.map(({ text }) => text).join()).not.toMatch(/Chandelier|Zelda|dana@/);
});

test('a failure of a consumer is logged with its ids and nothing else', async () => {
  await deliver('backlot-dead-letters', [
    { showId: 'alpha1', outboxId: 'alpha1_e', origin: 'r-1', note: typed.note },
    typed.note,
  ]);
  expect(lines('dead letter')).toEqual([
    {
      level: 'error',
      event: 'dead letter',
      message: 'message-0',
      show: 'alpha1',
      entry: 'alpha1_e',
      requestId: 'r-1',
    },
    { level: 'error', event: 'dead letter', message: 'message-1' },
  ]);
});

test('EM-14, DEC-94: a vendor without an e-mail on file is not logged as given up', async () => {
  const po = await create('dana');
  await sql.alpha`UPDATE documents SET vendor_id = NULL WHERE id = ${po.id}`;
  await sql.alpha`INSERT INTO outbox (id, show_id, kind, document_id, payload, effect_key, created_at)
     VALUES ('alpha1_v', 'alpha1', 'vendor-email', ${po.id},
       json_object('kind', 'vendor-email', 'docType', 'PO', 'documentId', ${po.id}, 'actorId', 'dana'), 'v', '2026-11-20')`;
  await deliver('backlot-outbox', [{ showId: 'alpha1', outboxId: 'alpha1_v' }]);
  expect(lines('job')).toMatchObject([{ level: 'info', kind: 'vendor-email', outcome: 'refused' }]);
  expect(lines('job rejected')).toEqual([]);
});

test('a job that the sweep gives up is found by its original request', async () => {
  await sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, origin)
     VALUES ('alpha1_old', 'alpha1', 'digest', '{}', 'old', '2026-11-01', 'r-2')`;
  const po = await create('dana');
  await sql.alpha`INSERT INTO pdf_tasks (id, show_id, document_id, user_id, request, created_at)
     VALUES ('alpha1_endless', 'alpha1', ${po.id}, 'dana', '{}', '2026-11-01T00:00:00.000Z')`;
  await sweepIn(1);
  expect(lines('job exhausted')).toMatchObject([
    { level: 'error', requestId: 'r-2', show: 'alpha1', entry: 'alpha1_old', kind: 'digest' },
  ]);
  expect(lines('pdf failed')).toMatchObject([{ level: 'error', show: 'alpha1', task: 'alpha1_endless' }]);
});

test('EM-13: a job that was open for a week is given up with its error, not as refused', async () => {
  const insert = (id: string, attempts: number, error: string | null) =>
    sql.alpha`INSERT INTO outbox (id, show_id, kind, payload, effect_key, created_at, attempts, error)
       VALUES (${id}, 'alpha1', 'push-po', '{}', ${id}, '2026-01-05T00:00:00.000Z', ${attempts}, ${error})`;
  await insert('alpha1_aged1', 3, 'TypeError: nothing is there');
  await insert('alpha1_aged2', 3, 'Accounting could not be reached.');
  await insert('alpha1_aged3', 0, null);
  await sweepIn(2);
  const reasons = ['unexpected', 'unreached', 'never_begun'];
  expect(lines('job exhausted').map(({ entry, reason }) => [entry, reason])).toEqual(
    reasons.map((reason, n) => [`alpha1_aged${n + 1}`, reason]),
  );
  const { body } = await as('ada').get<{ failures: { id: string; reason: string }[] }>(
    '/api/health/alpha1?show=alpha1',
  );
  const aged = body.failures.filter(({ id }) => id.startsWith('alpha1_aged'));
  expect(aged.toSorted((a, b) => a.id.localeCompare(b.id)).map(({ reason }) => reason)).toEqual(reasons);
});

test('API-122: a socket that the directory or its object rejects leaves one line with the id of its answer', async () => {
  const { token } = await sessionOf('dana');
  const knock = (over: object, query: string) =>
    app.request(
      `${origin}/socket.io/?EIO=4&transport=polling${query}`,
      { headers: { cookie: `__Host-session-token=${token}` } },
      { ...studioEnv, ...over },
    );
  const gone = () => {
    throw new Error('it is away');
  };
  const directoryAway = await knock({ DIRECTORY: { withSession: gone } }, '');
  const objectAway = await knock({ REALTIME: { getByName: () => ({ fetch: gone }) } }, '&showId=alpha1');
  for (const [n, answer] of [directoryAway, objectAway].entries()) {
    expect([answer.status, await answer.json()]).toEqual([500, { code: 'INTERNAL_ERROR' }]);
    const requestId = answer.headers.get('x-request-id');
    expect(lines('request')[n]).toMatchObject({
      level: 'error',
      requestId,
      route: '/socket.io',
      status: 500,
      error: 'Error: it is away',
    });
  }
  expect(lines('request')).toHaveLength(2);
});
