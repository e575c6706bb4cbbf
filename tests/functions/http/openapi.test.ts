import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#domain/codes';
import { webhookEvents } from '#domain/webhooks/webhook';
import { operations } from '#middleware/route-registry';
import type { EndpointWithSecret } from '#verbs/webhooks/manage-endpoints';
import { responseByRoute } from '../../../functions/routes/openapi/responses/by-route.ts';
import type { Description } from '../../../functions/routes/openapi/describe-api.ts';
import { difference } from '../../support/answer-difference.ts';
import { approved } from '../../support/worker/fixtures/change-orders.ts';
import { billFor, orderWithQuote, paymentOf } from '../../support/worker/fixtures/all-types.ts';
import type { Answer } from '../../support/worker/fixtures/client.ts';
import { action, aDraft, as, submitted } from '../../support/worker/fixtures/client.ts';
import { submitAs } from '../../support/worker/fixtures/payments.ts';
import { cast, openThreeShows, targetShows } from '../../support/worker/fixtures/three-shows.ts';
import { fetchWorker, origin } from '../../support/worker/fixtures/studio.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';

beforeAll(openThreeShows);

const described = async () => {
  const answer = await fetchWorker(new Request(`${origin}/api/openapi.json`));
  return answer.json<Description>();
};

const planted = new Set(['GET /api/pos/:id', 'GET /api/invoices/:id']);

describe('the API description', () => {
  test('it names every route except pages, and completely describes every route that a token can call', async () => {
    const { paths } = await described();
    const named = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const open = Object.entries(operations).filter(([, [caller]]) => caller !== 'nobody');
    expect(named.toSorted()).toEqual(open.map(([route]) => route).toSorted());
    const reached = open.filter(([, [caller]]) => caller !== 'session').map(([route]) => route);
    expect(
      reached.filter((route) => !responseByRoute[route]?.answer === !responseByRoute[route]?.file),
    ).toEqual([]);
    expect(Object.keys(responseByRoute).filter((route) => !named.includes(route))).toEqual([]);
  });

  test('ER-01: errors have the closed list of codes', async () => {
    const { components } = await described();
    expect(components.schemas['Refusal']).toMatchObject({
      properties: { code: { enum: Object.keys(codes) } },
    });
  });

  test('DEC-01: body, query and path parameters are those that the route checks', async () => {
    const { paths } = await described();
    const { post } = paths['/api/workflows/approval'] ?? {};
    expect(post?.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['docId', 'docType'],
      properties: { docType: { enum: ['PO', 'INVOICE', 'PAYMENT'] }, docId: { maxLength: 100 } },
    });
    expect(post?.security).toEqual([{ token: ['approvals:write'] }, { session: [] }]);
    const names = (route: string, method: string) =>
      paths[route]?.[method]?.parameters.map(({ in: where, name }) => `${where} ${name}`);
    expect(names('/api/pos/get-for-relieve/{vendorId}', 'get')).toEqual([
      'path vendorId',
      'query companyId',
      'query currencyId',
      'query invoiceId',
      'query showId',
    ]);
    expect(names('/api/pos', 'post')).toEqual(['header Idempotency-Key', 'query showId']);
  });

  test('DEC-99: the PUTs that save or submit take an idempotency key', async () => {
    const { paths } = await described();
    const keyed = Object.entries(paths)
      .filter(([, { put }]) => put?.parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([path]) => path);
    expect(keyed.toSorted()).toEqual([
      '/api/invoice-workflow-template/{id}',
      '/api/invoices/{id}',
      '/api/invoices/{id}/submit',
      '/api/payment-workflow-template/{id}',
      '/api/payments/{id}/submit',
      '/api/pos/{id}',
      '/api/pos/{id}/submit',
      '/api/purchase-order-workflow-template/{id}',
    ]);
  });

  test('DEC-01: descriptions name the user, in plain words', async () => {
    const api = await described();
    const texts = JSON.stringify(api);
    for (const text of [
      'Accepted. Processing continues in the background.',
      'Total relieved by submitted and approved invoices, including invoices the user cannot see.',
      'Users whose documents the user may list. Empty if the user sees only their own.',
    ])
      expect(texts).toContain(text);
    expect(texts).not.toMatch(new RegExp('\\b(nobody|somebody|whoever|everybody|he|him|his)\\b', 'i'));
  });

  test('it is a page without a script', async () => {
    const answer = await fetchWorker(new Request(`${origin}/api/docs`));
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/html');
    for (const text of [
      'BACKLOT_TOKEN',
      '/api/pos/{id}/submit',
      'WORKFLOW_CONFLICT',
      'approvals:write',
      'PurchaseOrder',
    ])
      expect(html).toContain(text);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(links.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
    expect(html.match(/<script(?![^>]*\ssrc="\/)/g)).toBeNull();
    expect(html).not.toMatch(/https?:\/\/(?!backlot\.example)/);
  });
});

describe('answers match their description', () => {
  test('PO-01, IN-01, PA-01: documents in each state, their lists, and their actions', async () => {
    const quoted = await orderWithQuote('a quote');
    const order = await submitted('dana');
    const bill = await billFor(await approved('dana'));
    const submittedBill = await as('ivan').put<unknown>(`/api/invoices/${bill.id}/submit`);
    const payment = await paymentOf('described', bill.id);
    const faults = [
      difference('GET /api/pos/:id', await as('ada').get<unknown>(`/api/pos/${quoted.id}`)),
      difference('POST /api/pos', await as('dana').post<unknown>('/api/pos', aDraft())),
      difference('GET /api/pos/:id', await as('dana').get<unknown>(`/api/pos/${order.id}`)),
      difference('PUT /api/invoices/:id/submit', submittedBill),
      difference('GET /api/invoices/:id', await as('ada').get<unknown>(`/api/invoices/${bill.id}`)),
      difference('PUT /api/payments/:id/submit', await submitAs('ada', payment)),
      difference(
        'GET /api/payments/:id',
        await as('ada').get<unknown>(`/api/payments/${payment}?showId=alpha1`),
      ),
      difference('POST /api/workflows/approval', await action('abel', 'approval', order)),
    ];
    for (const type of ['pos', 'invoices', 'payments'])
      faults.push(
        difference(
          `POST /api/${type}/filter`,
          await as('ada').post<unknown>(`/api/${type}/filter?showId=alpha1`, { showId: 'alpha1' }),
        ),
      );
    expect(faults.filter(Boolean)).toEqual([]);
  });

  test('a webhook endpoint, its secret, and its log of deliveries', async () => {
    const draft = {
      url: 'https://hooks.example.com/described',
      events: webhookEvents,
      documentTypes: ['PO'],
    };
    const call = as('ada');
    const made = await call.post<EndpointWithSecret>('/api/webhooks?showId=alpha1', draft);
    const own = `/api/webhooks/${made.body.id}`;
    const { secretSince } = made.body;
    const rolled = await call.post<unknown>(`${own}/secret`, { secretSince });
    const tried = await call.post<{ id: string }>(`${own}/test`);
    const log = await call.get<{ deliveries: unknown[] }>(`${own}/deliveries`);
    const faults = [
      difference('POST /api/webhooks', made),
      difference('POST /api/webhooks/:id/secret', rolled),
      difference('POST /api/webhooks/:id/test', tried),
      difference('GET /api/webhooks/:id/deliveries', log),
      difference(
        'POST /api/webhooks/:id/deliveries/:deliveryId',
        await call.post<unknown>(`${own}/deliveries/${tried.body.id}`),
      ),
      difference('GET /api/webhooks', await call.get<unknown>('/api/webhooks?showId=alpha1')),
      difference('DELETE /api/webhooks/:id', await call.delete<unknown>(own)),
    ];
    expect(faults.filter(Boolean)).toEqual([]);
    expect(log.body.deliveries).toHaveLength(1);
  });

  // Last, because it changes workflows and users.
  test('every described route matches for a user who may call it', async () => {
    const name = cast.find(({ role }) => role === 'EP Internal')?.name ?? 'ada';
    const { 'DELETE /api/sessions': signOut, ...others } = { ...managementAccess, ...documentAccess };
    // Last, because no other call works after it.
    const verdicts = { ...others, ...(signOut && { 'DELETE /api/sessions': signOut }) };
    const faults: (string | null)[] = [];
    let answers = 0;
    for (const [route, verdict] of Object.entries(verdicts)) {
      const { answer, file, status = 200 } = responseByRoute[route] ?? {};
      const [method = ''] = route.split(' ');
      // Planted documents have little content; complete ones are checked above.
      if (planted.has(route) || file || operations[route]?.[0] === 'nobody') continue;
      if (!answer && method !== 'POST') continue;
      const call = as(name);
      const [path, body] = [verdict.path(targetShows.own), verdict.body?.(targetShows.own)];
      const calls: Record<string, () => Promise<Answer<unknown>>> = {
        GET: () => call.get(path),
        POST: () => call.post(path, body),
        PUT: () => call.put(path, body),
        PATCH: () => call.patch(path, body),
        DELETE: () => call.delete(path, body),
      };
      const response = await calls[method]?.();
      if (!response || response.status >= 400) continue;
      answers += 1;
      // For a route without a described body the status is compared.
      if (answer) faults.push(difference(route, response));
      else if (response.status !== status) faults.push(`${route}: answers ${response.status}`);
    }
    expect(faults.filter(Boolean)).toEqual([]);
    expect(answers).toBeGreaterThan(45);
  });
});
