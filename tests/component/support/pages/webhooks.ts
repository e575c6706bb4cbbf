import { Refusal } from '#domain/codes';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import type { World } from '../api/default-answers.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { Answer } from '../api/routes.ts';

export type Endpoint = Answer<'GET /api/webhooks'>[number];
export type Delivery = Answer<'GET /api/webhooks/:id/deliveries'>['deliveries'][number];

const at = '2026-11-20T09:00:00.000Z';
export const webhooksPath = '/setup/settings/webhooks';

/** An endpoint that hears of approved purchase orders, unless `over` says otherwise. */
export function endpoint(over: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'one',
    url: 'https://hooks.example.com/backlot',
    description: '',
    events: ['document.approved'],
    documentTypes: ['PO'],
    isEnabled: true,
    secretSince: at,
    oldSecretUntil: null,
    failingSince: null,
    givenUpAt: null,
    createdAt: at,
    ...over,
  };
}

/** A delivery that arrived, unless `over` says otherwise. */
export function delivery(over: Partial<Delivery> = {}): Delivery {
  return {
    id: 'nlite_delivery',
    event: 'document.approved',
    at,
    documentId: 'nlite_po',
    documentType: 'PO',
    documentNumber: 'SD-00042',
    nextAttemptAt: null,
    error: null,
    attempts: 1,
    statusCode: 204,
    durationMs: 8,
    answeredAt: at,
    state: 'DELIVERED',
    ...over,
  };
}

/** One that did not arrive and is tried again. */
export function failedDelivery(over: Partial<Delivery> = {}): Delivery {
  return delivery({
    nextAttemptAt: '2026-11-27T09:00:00.000Z',
    error: 'It could not be reached.',
    attempts: 3,
    statusCode: null,
    state: 'WAITING',
    ...over,
  });
}

interface Webhooks {
  endpoints: Endpoint[];
  deliveries: Delivery[];
  /** What a receiver answers to the next delivery. */
  status: number;
}

/** Answers the management of webhooks; what a test changes in `state` is what the Worker has from then on. */
export function serveWebhooks(api: FakeApi, _world: World, state: Webhooks): void {
  const found = (id: string | undefined) => {
    const one = state.endpoints.find((each) => each.id === id);
    if (!one) throw new Refusal('NOT_FOUND');
    return one;
  };
  let secrets = 0;
  const newSecret = () => {
    secrets += 1;
    return `whsec_${secrets}`;
  };
  const deliver = (one: Delivery): Delivery => {
    const { status: statusCode } = state;
    const isTaken = statusCode < 300;
    const error = isTaken ? null : `It responded with status ${statusCode}.`;
    return { ...one, statusCode, error, state: isTaken ? 'DELIVERED' : 'FAILED' };
  };
  api.on('GET /api/webhooks', () => state.endpoints);
  api.on('POST /api/webhooks', ({ body }) => {
    const made = endpoint(body as EndpointDraft);
    state.endpoints.push(made);
    return { ...made, newSecret: newSecret() };
  });
  api.on('PUT /api/webhooks/:id', ({ params, body }) =>
    Object.assign(found(params['id']), body as EndpointDraft),
  );
  api.on('DELETE /api/webhooks/:id', ({ params }) => {
    const { id } = found(params['id']);
    state.endpoints = state.endpoints.filter((one) => one.id !== id);
    return { id };
  });
  api.on('POST /api/webhooks/:id/secret', ({ params }) => {
    const changes = { secretSince: '2026-11-21T09:00:00.000Z', oldSecretUntil: '2026-11-22T09:00:00.000Z' };
    return { ...Object.assign(found(params['id']), changes), newSecret: newSecret() };
  });
  api.on('GET /api/webhooks/:id/deliveries', () => ({ deliveries: state.deliveries, hasMore: false }));
  api.on('POST /api/webhooks/:id/test', () => {
    const id = `test-${state.deliveries.length + 1}`;
    const none = { documentId: null, documentType: null, documentNumber: null };
    state.deliveries = [deliver(delivery({ id, event: 'webhook.test', ...none })), ...state.deliveries];
    return { id };
  });
  api.on('POST /api/webhooks/:id/deliveries/:deliveryId', ({ params }) => {
    const { deliveryId: id = '' } = params;
    state.deliveries = state.deliveries.map((one) => (one.id === id ? deliver(one) : one));
    return { id };
  });
}
