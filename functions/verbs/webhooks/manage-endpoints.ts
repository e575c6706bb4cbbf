import { Refusal } from '#domain/codes';
import { maxEndpoints, oldSecretHours } from '#domain/webhooks/webhook';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import { violates } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import {
  deleteEndpoint,
  endpointQuery,
  endpointsQuery,
  insertEndpoint,
  keepSubscriptions,
  guardSecretUnchanged,
  updateEndpoint,
} from '#store/show/webhooks/endpoints';
import type { EndpointRow } from '#store/show/webhooks/endpoints';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import { newSecret, urlRejectionHere } from './signing-secret.ts';

/** An endpoint on the wire. Its secret is told once, when it is made; `oldSecretUntil` is null once that is no longer good. */
export type Endpoint = Omit<EndpointRow, 'showId' | 'secret' | 'oldSecret'>;
export type EndpointWithSecret = Endpoint & { newSecret: string };

function endpointOf(row: EndpointRow, now: string): Endpoint {
  const { showId: _show, secret: _secret, oldSecret: _old, oldSecretUntil: until, ...endpoint } = row;
  return { ...endpoint, oldSecretUntil: until !== null && until > now ? until : null };
}

/** The endpoints of a show. */
export const endpointsPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  endpoints: endpointsQuery(store),
});

/** The same for a new one. */
export const newEndpointPlan = (
  member: Pick<MembershipContext, 'store' | 'user'>,
  repeat: Repeat | null,
) => ({
  ...storedAnswerPlan(member, repeat),
  ...endpointsPlan(member),
});

/** One endpoint. */
export const endpointPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  endpoint: endpointQuery(store, id),
});

/** The same for a request that may come twice. */
export const repeatedEndpointPlan = (
  member: Pick<MembershipContext, 'store' | 'user'>,
  id: string,
  repeat: Repeat | null,
) => ({ ...storedAnswerPlan(member, repeat), ...endpointPlan(member, id) });

/** One of this show's. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function endpointFor(
  { permissions }: Pick<RequestContext, 'permissions'>,
  { endpoint }: PlanRows<typeof endpointPlan>,
): EndpointRow {
  requirePermission(permissions, 'Show');
  if (!endpoint) throw new Refusal('NOT_FOUND');
  return endpoint;
}

/** Who is told of the show's events. Throws `FORBIDDEN`. */
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

function isRegistered(): Refusal {
  return refused('This address is already registered.');
}

function tooMany(): Refusal {
  return refused(`A show can have at most ${maxEndpoints} endpoints.`);
}

function mustBeReachable({ env }: RequestContext, url: string): void {
  const problem = urlRejectionHere(env, url);
  if (problem) throw refused(problem);
}

/** Writes endpoints and, with them, who listens. One address is registered once in a show. */
async function write({ store }: RequestContext, ...statements: Write[]): Promise<void> {
  await store.write([...statements, keepSubscriptions(store)]).catch((error: unknown) => {
    if (violates(error, 'NOT NULL', 'webhook_endpoints.show_id')) throw tooMany();
    if (violates(error, 'NOT NULL', 'webhook_endpoints.id')) throw new Refusal('WORKFLOW_CONFLICT');
    throw violates(error, 'UNIQUE', 'webhook_endpoints') ? isRegistered() : error;
  });
}

/** The secret of a request that may come twice is made of it, so that its answer can be kept without. */
function secretFor({ env, store, user }: RequestContext, endpointId: string, repeat: Repeat | null) {
  return newSecret(env, endpointId, repeat && [store.showId, user.id, repeat.key, repeat.requestHash]);
}

/**
 * Registers an endpoint, and answers its secret, this once; the same `repeat` registers once and is answered the same
 * (DEC-99), though no secret is kept readable. Throws `FORBIDDEN`, and `invalid_parameter` with a sentence for an address
 * that is not public or is registered already, or when there are enough.
 */
export async function addWebhook(
  context: RequestContext,
  { stored, endpoints }: PlanRows<typeof newEndpointPlan>,
  draft: EndpointDraft,
  repeat: Repeat | null,
): Promise<EndpointWithSecret> {
  requirePermission(context.permissions, 'Show');
  mustBeReachable(context, draft.url);
  const { store, now } = context;
  const id = context.newId();
  const { secret, sealed } = await secretFor(context, id, repeat);
  const made = await once<Endpoint>(context, repeat, stored, async (keep) => {
    if (endpoints.some(({ url }) => url === draft.url)) throw isRegistered();
    if (endpoints.length >= maxEndpoints) throw tooMany();
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
    await write(context, insertEndpoint(store, row, maxEndpoints), ...keep(endpoint));
    return endpoint;
  });
  return { ...made, newSecret: secret };
}

/**
 * Changes an endpoint; one that is enabled again, or listens elsewhere, begins with a clean slate. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `invalid_parameter` as `addWebhook`.
 */
export async function changeWebhook(
  context: RequestContext,
  rows: PlanRows<typeof endpointPlan>,
  draft: EndpointDraft,
): Promise<Endpoint> {
  const before = endpointFor(context, rows);
  mustBeReachable(context, draft.url);
  const isReset = (draft.isEnabled && !before.isEnabled) || draft.url !== before.url;
  const values = { ...draft, ...(isReset && { failingSince: null, givenUpAt: null }) };
  await write(context, updateEndpoint(context.store, before.id, values));
  return endpointOf({ ...before, ...values }, context.now);
}

/** What is on its way to it is not sent any more. Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function removeWebhook(
  context: RequestContext,
  rows: PlanRows<typeof endpointPlan>,
): Promise<void> {
  const { id } = endpointFor(context, rows);
  await write(context, deleteEndpoint(context.store, id));
}

/**
 * Gives an endpoint a new secret, and answers it, this once; the one before it signs beside it for a day. `since` is that
 * of the secret that was seen; the same `repeat` rolls once and is answered the same (DEC-99), though no secret is kept
 * readable. Throws `FORBIDDEN`, `NOT_FOUND`, and `WORKFLOW_CONFLICT` when it was rolled meanwhile.
 */
export async function rollWebhook(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof repeatedEndpointPlan>,
  since: string,
  repeat: Repeat | null,
): Promise<EndpointWithSecret> {
  const before = endpointFor(context, rows);
  const { id } = before;
  const { store, now } = context;
  const { secret, sealed } = await secretFor(context, id, repeat);
  const rolled = await once<Endpoint>(context, repeat, stored, async (keep) => {
    const values = {
      secret: sealed,
      secretSince: now,
      oldSecret: before.secret,
      oldSecretUntil: new Date(Date.parse(now) + oldSecretHours * 3_600_000).toISOString(),
    };
    const endpoint = endpointOf({ ...before, ...values }, now);
    const proof = guardSecretUnchanged(store, id, since);
    await write(context, proof, updateEndpoint(store, id, values), ...keep(endpoint));
    return endpoint;
  });
  return { ...rolled, newSecret: secret };
}
