import { Refusal } from '#domain/codes';
import { maxEndpoints, previousSecretHours } from '#domain/webhooks/webhook';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import { violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  deleteEndpoint,
  endpointQuery,
  endpointsQuery,
  insertEndpoint,
  saveSubscriptions,
  guardSecretUnchanged,
  updateEndpoint,
} from '#store/show/webhooks/endpoints';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { newSecret, urlRejectionHere } from './signing-secret.ts';
import type { Endpoint } from '#domain/webhooks/webhook-response';

export type EndpointWithSecret = Endpoint & { newSecret: string };

function endpointOf(row: EndpointRow, now: string): Endpoint {
  const { showId: _show, secret: _secret, oldSecret: _old, oldSecretUntil: until, ...endpoint } = row;
  return { ...endpoint, oldSecretUntil: until !== null && until > now ? until : null };
}

export const endpointsPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  endpoints: endpointsQuery(store),
});

/** The same with the stored answer of the idempotency key. */
export const newEndpointPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...endpointsPlan(member),
});

export const endpointPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  endpoint: endpointQuery(store, id),
});

/** The same with the stored answer of the idempotency key. */
export const repeatedEndpointPlan = (member: MembershipContext, id: string) => ({
  ...storedAnswerPlan(member),
  ...endpointPlan(member, id),
});

/** An endpoint of this show. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function endpointFor(
  { permissions }: Pick<RequestContext, 'permissions'>,
  { endpoint }: PlanRows<typeof endpointPlan>,
): EndpointRow {
  requirePermission(permissions, 'Show');
  if (!endpoint) throw new Refusal('NOT_FOUND');
  return endpoint;
}

/** The endpoints of the show. Throws `FORBIDDEN`. */
export function listWebhooks(
  { permissions, now }: RequestContext,
  { endpoints }: PlanRows<typeof endpointsPlan>,
): Endpoint[] {
  requirePermission(permissions, 'Show');
  return endpoints.map((row) => endpointOf(row, now));
}

function refused(message: string): Refusal {
  return new Refusal('invalid_parameter', { message, errors: ['url'] });
}

function alreadyRegistered(): Refusal {
  return refused('This address is already registered.');
}

function tooManyEndpoints(): Refusal {
  return refused(`A show can have at most ${maxEndpoints} endpoints.`);
}

function requireReachable({ env }: RequestContext, url: string): void {
  const problem = urlRejectionHere(env, url);
  if (problem) throw refused(problem);
}

/** Writes endpoints together with the show's copy of the subscriptions. A URL can be registered once per show. */
async function write({ store }: RequestContext, ...statements: Write[]): Promise<void> {
  await store.write([...statements, saveSubscriptions(store)]).catch((error: unknown) => {
    if (violatesConstraint(error, 'NOT NULL', 'webhook_endpoints.show_id')) throw tooManyEndpoints();
    if (violatesConstraint(error, 'NOT NULL', 'webhook_endpoints.id')) throw new Refusal('WORKFLOW_CONFLICT');
    throw violatesConstraint(error, 'UNIQUE', 'webhook_endpoints') ? alreadyRegistered() : error;
  });
}

/** With an idempotency key the secret is derived from it, so that the stored answer does not contain the secret. */
function secretFor({ env, store, user, idempotencyKey }: RequestContext, endpointId: string) {
  return newSecret(
    env,
    endpointId,
    idempotencyKey && [store.showId, user.id, idempotencyKey.key, idempotencyKey.requestHash],
  );
}

/**
 * Registers an endpoint and returns its secret, which is never returned later. The same idempotency key registers once
 * and returns the same (DEC-99), although the secret is stored encrypted. Throws `FORBIDDEN`, and `invalid_parameter`
 * with a message for a URL that is not public or already registered, or above the limit.
 */
export async function addWebhook(
  context: RequestContext,
  { stored, endpoints }: PlanRows<typeof newEndpointPlan>,
  draft: EndpointDraft,
): Promise<EndpointWithSecret> {
  requirePermission(context.permissions, 'Show');
  requireReachable(context, draft.url);
  const { store, now } = context;
  const id = context.newId();
  const { secret, sealed } = await secretFor(context, id);
  const made = await withIdempotency<Endpoint>(context, stored, async (answerRow) => {
    if (endpoints.some(({ url }) => url === draft.url)) throw alreadyRegistered();
    if (endpoints.length >= maxEndpoints) throw tooManyEndpoints();
    const row: EndpointRow = {
      id,
      showId: store.showId,
      ...draft,
      secret: sealed,
      secretSince: now,
      oldSecret: null,
      oldSecretUntil: null,
      failingSince: null,
      givenUpAt: null,
      createdAt: now,
    };
    const endpoint = endpointOf(row, now);
    await write(context, insertEndpoint(store, row, maxEndpoints), ...answerRow(endpoint));
    return endpoint;
  });
  return { ...made, newSecret: secret };
}

/**
 * Changes an endpoint; enabling it or changing its URL resets its failure state. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `invalid_parameter` as `addWebhook`.
 */
export async function changeWebhook(
  context: RequestContext,
  rows: PlanRows<typeof endpointPlan>,
  draft: EndpointDraft,
): Promise<Endpoint> {
  const before = endpointFor(context, rows);
  requireReachable(context, draft.url);
  const isReset = (draft.isEnabled && !before.isEnabled) || draft.url !== before.url;
  const values = { ...draft, ...(isReset && { failingSince: null, givenUpAt: null }) };
  await write(context, updateEndpoint(context.store, before.id, values));
  return endpointOf({ ...before, ...values }, context.now);
}

/** Removes an endpoint; its pending deliveries are not sent. Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function removeWebhook(
  context: RequestContext,
  rows: PlanRows<typeof endpointPlan>,
): Promise<void> {
  const { id } = endpointFor(context, rows);
  await write(context, deleteEndpoint(context.store, id));
}

/**
 * Rotates an endpoint's secret and returns the new one, which is never returned later; the previous one also signs for
 * a day. `since` is the creation time of the secret that the user saw; the same idempotency key rotates once and
 * returns the same (DEC-99). Throws `FORBIDDEN`, `NOT_FOUND`, and `WORKFLOW_CONFLICT` when it was rotated meanwhile.
 */
export async function rotateSecret(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof repeatedEndpointPlan>,
  since: string,
): Promise<EndpointWithSecret> {
  const before = endpointFor(context, rows);
  const { id } = before;
  const { store, now } = context;
  const { secret, sealed } = await secretFor(context, id);
  const rotated = await withIdempotency<Endpoint>(context, stored, async (answerRow) => {
    const values = {
      secret: sealed,
      secretSince: now,
      oldSecret: before.secret,
      oldSecretUntil: new Date(Date.parse(now) + previousSecretHours * 3_600_000).toISOString(),
    };
    const endpoint = endpointOf({ ...before, ...values }, now);
    const proof = guardSecretUnchanged(store, id, since);
    await write(context, proof, updateEndpoint(store, id, values), ...answerRow(endpoint));
    return endpoint;
  });
  return { ...rotated, newSecret: secret };
}
