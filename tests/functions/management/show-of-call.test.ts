import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create, sessionOf } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

let alphas: PurchaseOrder;
let bravos: PurchaseOrder;

beforeAll(async () => {
  await openStudio();
  await sql.bravo`INSERT INTO department_members (show_id, department_id, user_id)
    VALUES ('bravo2', ${inShow('bravo2').department('art')}, 'dana')`;
  alphas = await create('dana');
  bravos = await create('dana', {}, 'bravo2');
  await as('dana').get('/api/sessions/login-context?restoreShow=alpha1');
});

/** Posts raw JSON text; a stream has no content length, a text has one. */
async function postText(path: string, body: string, isStream: boolean): Promise<Response> {
  const { token, csrfToken } = await sessionOf('dana');
  const headers = new Headers({
    cookie: `__Host-session-token=${token}`,
    'x-csrf-token': csrfToken,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  });
  if (!isStream) headers.set('content-length', String(body.length));
  const payload = isStream ? new Response(body).body : body;
  return fetchWorker(new Request(origin + path, { method: 'POST', headers, body: payload }));
}

/** Nests bodies in each other, `depth` times. */
const nested = (depth: number) => '{"pdfData":'.repeat(depth) + '{}' + '}'.repeat(depth);

describe('the show of a call', () => {
  test('DEC-01: the query precedes the body', async () => {
    const found = await as('dana').post('/api/pos/filter?persona=CREATOR&showId=alpha1', {
      showId: 'bravo2',
    });
    expect(found.status).toBe(200);
    const text = JSON.stringify(found.body);
    expect([text.includes(alphas.id), text.includes('bravo2')]).toEqual([true, false]);
  });

  test('DEC-01: without a query it is in the body, with or without a content length', async () => {
    const filter = { showId: 'bravo2' };
    const found = await as('dana').post('/api/pos/filter?persona=CREATOR', filter);
    const alike = await postText('/api/pos/filter?persona=CREATOR', JSON.stringify(filter), true);
    expect([found.status, alike.status]).toEqual([200, 200]);
    for (const text of [JSON.stringify(found.body), await alike.text()])
      expect([text.includes(bravos.id), text.includes('alpha1')]).toEqual([true, false]);
  });

  test('DEC-01: a body without a content length is accepted', async () => {
    const made = await postText('/api/pos', JSON.stringify(aDraft({}, 'bravo2')), true);
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ showId: 'bravo2' });
  });

  test('DEC-01: a show without a membership is refused, in the query as well as in the body', async () => {
    for (const answer of [
      await as('nora').post('/api/pos/filter?persona=CREATOR&showId=alpha1', { showId: 'bravo2' }),
      await as('nora').post('/api/pos/filter?persona=CREATOR', { showId: 'alpha1' }),
    ])
      expect(answer.body).toEqual({ code: 'SHOW_NOT_IN_SESSION' });
  });

  test('nested bodies are refused as invalid', async () => {
    for (const path of ['/api/reports/email-pdf', '/api/reports/pdf/generate'])
      for (const isStream of [false, true]) {
        const { status } = await postText(path, nested(60_000), isStream);
        expect([path, isStream, status]).toEqual([path, isStream, 400]);
      }
  });
});
