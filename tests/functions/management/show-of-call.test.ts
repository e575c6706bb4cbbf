import { beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { aDraft, as, create, sessionOf } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { fetchWorker, openStudio, origin, sql } from '../../support/worker/fixtures/studio.ts';

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

/** Posts JSON text as it is; a stream, other than a text, does not tell its length. */
async function sent(path: string, body: string, isStream: boolean): Promise<Response> {
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

/** `depth` bodies, each in the one around it. */
const nested = (depth: number) => '{"pdfData":'.repeat(depth) + '{}' + '}'.repeat(depth);

describe('the show that a call means', () => {
  test('DEC-01: is the query’s, whatever the body names', async () => {
    const found = await as('dana').post('/api/pos/filter?persona=CREATOR&showId=alpha1', {
      showId: 'bravo2',
    });
    expect(found.status).toBe(200);
    const text = JSON.stringify(found.body);
    expect([text.includes(alphas.id), text.includes('bravo2')]).toEqual([true, false]);
  });

  test('DEC-01: is the body’s where the query names none, with and without a length', async () => {
    const filter = { showId: 'bravo2' };
    const found = await as('dana').post('/api/pos/filter?persona=CREATOR', filter);
    const alike = await sent('/api/pos/filter?persona=CREATOR', JSON.stringify(filter), true);
    expect([found.status, alike.status]).toEqual([200, 200]);
    for (const text of [JSON.stringify(found.body), await alike.text()])
      expect([text.includes(bravos.id), text.includes('alpha1')]).toEqual([true, false]);
  });

  test('DEC-01: a body without a length is taken like any other', async () => {
    const made = await sent('/api/pos', JSON.stringify(aDraft({}, 'bravo2')), true);
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ showId: 'bravo2' });
  });

  test('DEC-01: a show of others stays closed, whichever way it is named', async () => {
    for (const answer of [
      await as('nora').post('/api/pos/filter?persona=CREATOR&showId=alpha1', { showId: 'bravo2' }),
      await as('nora').post('/api/pos/filter?persona=CREATOR', { showId: 'alpha1' }),
    ])
      expect(answer.body).toEqual({ code: 'SHOW_NOT_IN_SESSION' });
  });

  test('a body of bodies is refused as what it is', async () => {
    for (const path of ['/api/reports/email-pdf', '/api/reports/pdf/generate'])
      for (const isStream of [false, true]) {
        const { status } = await sent(path, nested(60_000), isStream);
        expect([path, isStream, status]).toEqual([path, isStream, 400]);
      }
  });
});
