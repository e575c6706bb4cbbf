import { expect, test } from 'vitest';
import { Refusal } from '#domain/codes';
import { stubDefaultRoutes } from './support/api/default-stubs.ts';
import { ConnectionError, FakeApi } from './support/api/fake-api.ts';
import {
  approvedInvoice,
  deniedInvoice,
  invoice,
  sentBackInvoice,
  submittedInvoice,
  voidedInvoice,
} from './support/fixtures/invoices.ts';
import { approvedPayment, deniedPayment, payment, submittedPayment } from './support/fixtures/payments.ts';
import { person } from './support/fixtures/people.ts';
import {
  changeOrderDraft,
  approvedOrder,
  draft,
  sentBackOrder,
  submittedOrder,
  voidedOrder,
} from './support/fixtures/purchase-orders.ts';
import { show } from './support/fixtures/shows.ts';

function send(api: FakeApi, method: string, path: string, body: unknown = null): Promise<Response> {
  return api.handle({ method, url: new URL(path, location.origin), headers: new Headers(), body });
}

test('a call without a handler is a fault', async () => {
  const api = new FakeApi();
  expect((await send(api, 'GET', '/api/home?showId=nlite')).status).toBe(500);
  expect((await send(api, 'GET', '/api/nowhere')).status).toBe(500);
  expect(api.faults).toEqual([
    "Nothing answers GET /api/home: say `api.on('GET /api/home', ...)`",
    'The Worker has no route GET /api/nowhere',
  ]);
});

test('a response that does not match its schema is a fault', async () => {
  const api = new FakeApi();
  const answer: object = { waiting: [], firsts: [], revisions: [], own: [], commitments: null };
  for (const invalidAnswer of [{ ...answer, own: null }, { ...answer, more: 1 }, { waiting: [] }]) {
    api.on('GET /api/home', () => invalidAnswer as never);
    expect((await send(api, 'GET', '/api/home')).status).toBe(500);
  }
  expect(api.faults).toHaveLength(3);
});

test('the route with fewer parameters handles a call that matches two', async () => {
  const api = new FakeApi();
  api.on('GET /api/vendors/active', { isActive: false });
  expect(await (await send(api, 'GET', '/api/vendors/active/')).json()).toEqual({ isActive: false });
  expect(api.calls('GET /api/vendors/:id')).toEqual([]);
});

test('a refusal has the code and status that the Worker sends', async () => {
  const api = new FakeApi();
  const restore = api.fail('GET /api/pos/:id', 'WORKFLOW_CONFLICT', { errors: ['late'] });
  const refusal = await send(api, 'GET', '/api/pos/one');
  const { status } = new Refusal('WORKFLOW_CONFLICT');
  expect(refusal.status).toBe(status);
  expect(await refusal.json()).toEqual({ code: 'WORKFLOW_CONFLICT', errors: ['late'] });
  restore();
  api.disconnect('GET /api/pos/:id');
  await expect(send(api, 'GET', '/api/pos/one')).rejects.toThrow(ConnectionError);
  expect(api.calls('GET /api/pos/:id').map(({ params }) => params)).toEqual([{ id: 'one' }, { id: 'one' }]);
});

test('a held call waits until it is released', async () => {
  const api = new FakeApi();
  api.on('GET /api/vendors/active', { isActive: true });
  const release = api.hold('GET /api/vendors/active');
  const answer = send(api, 'GET', '/api/vendors/active');
  const soon = new Promise((resolve) => {
    setTimeout(resolve, 50, 'held');
  });
  expect(await Promise.race([answer, soon])).toBe('held');
  release();
  expect((await answer).status).toBe(200);
});

test('every fixture matches the response schema of its route', async () => {
  const api = new FakeApi();
  const world = {
    person: person('theodore'),
    shows: [show('nlite'), show('tidewater'), show('ambercanyon')],
    orders: [draft(), submittedOrder(), approvedOrder(), sentBackOrder(), voidedOrder(), changeOrderDraft()],
    invoices: [
      invoice(),
      submittedInvoice(),
      approvedInvoice(),
      sentBackInvoice(),
      deniedInvoice(),
      voidedInvoice(),
    ],
    payments: [payment(), submittedPayment(), approvedPayment(), deniedPayment()],
  };
  stubDefaultRoutes(world, api);
  const reads = [
    '/api/sessions/login-context?open=1',
    '/api/users/permissions?showId=nlite',
    '/api/users/config?showId=nlite',
    '/api/users/meta',
    '/api/users/userSettings',
    '/api/users/shows',
    '/api/users',
    '/api/shows/nlite',
    '/api/health/nlite',
    '/api/departments',
    '/api/companies',
    '/api/coa/HSP-SA-1041',
    '/api/vendors?search=fox',
    '/api/vendors/vendor-foxglove-sign-company',
    '/api/vendors/vendor-foxglove-sign-company/details',
    '/api/home',
    '/api/payments/search/setup',
    '/api/payment-workflow-template/listing',
    ...world.orders.map(({ id }) => `/api/pos/${id}`),
    ...world.invoices.map(({ id }) => `/api/invoices/${id}`),
    ...world.payments.map(({ id }) => `/api/payments/${id}`),
  ];
  for (const path of reads) expect((await send(api, 'GET', path)).status, path).toBe(200);
  for (const type of ['pos', 'invoices', 'payments'])
    expect((await send(api, 'POST', `/api/${type}/filter`, {})).status, type).toBe(200);
  expect(api.faults).toEqual([]);
});
