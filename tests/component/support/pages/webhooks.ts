import { Refusal } from '#domain/codes';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import type { World } from '../api/default-stubs.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { ResponseBody } from '../api/routes.ts';

export type Endpoint = ResponseBody<'GET /api/webhooks'>[number];
export type Delivery = ResponseBody<'GET /api/webhooks/:id/deliveries'>['deliveries'][number];

const at = '2026-11-20T09:00:00.000Z';
export const webhooksPath = '/setup/settings/webhooks';

/** Returns an endpoint that by default receives events of approved purchase orders. */
export function endpoint(overrides: Partial<Endpoint> = {}): Endpoint {
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
    ...overrides,
  };
}

/** Returns a delivery, by default a successful one. */
export function delivery(overrides: Partial<Delivery> = {}): Delivery {
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
    ...overrides,
  };
}

/** Returns a failed delivery that will be retried. */
export function failedDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return delivery({
    nextAttemptAt: '2026-11-27T09:00:00.000Z',
    error: 'It could not be reached.',
    attempts: 3,
    statusCode: null,
    state: 'WAITING',
    ...overrides,
  });
}

interface Webhooks {
  endpoints: Endpoint[];
  deliveries: Delivery[];
  /** The HTTP status that the receiver returns for the next delivery. */
  status: number;
}

/** Fakes the routes of webhooks. The test may change `state`. */
export function serveWebhooks(api: FakeApi, _world: World, state: Webhooks): void {
  const findEndpoint = (id: string | undefined) => {
    const match = state.endpoints.find((each) => each.id === id);
    if (!match) throw new Refusal('NOT_FOUND');
    return match;
  };
  let secrets = 0;
  const newSecret = () => {
    secrets += 1;
    return `whsec_${secrets}`;
  };
  const deliver = (one: Delivery): Delivery => {
    const { status: statusCode } = state;
    const isAccepted = statusCode < 300;
    const error = isAccepted ? null : `It responded with status ${statusCode}.`;
    return { ...one, statusCode, error, state: isAccepted ? 'DELIVERED' : 'FAILED' };
  };
  api.on('GET /api/webhooks', () => state.endpoints);
  api.on('POST /api/webhooks', ({ body }) => {
    const created = endpoint(body as EndpointDraft);
    state.endpoints.push(created);
    return { ...created, newSecret: newSecret() };
  });
  api.on('PUT /api/webhooks/:id', ({ params, body }) =>
    Object.assign(findEndpoint(params['id']), body as EndpointDraft),
  );
  api.on('DELETE /api/webhooks/:id', ({ params }) => {
    const { id } = findEndpoint(params['id']);
    state.endpoints = state.endpoints.filter((one) => one.id !== id);
    return { id };
  });
  api.on('POST /api/webhooks/:id/secret', ({ params }) => {
    const changes = { secretSince: '2026-11-21T09:00:00.000Z', oldSecretUntil: '2026-11-22T09:00:00.000Z' };
    return { ...Object.assign(findEndpoint(params['id']), changes), newSecret: newSecret() };
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
