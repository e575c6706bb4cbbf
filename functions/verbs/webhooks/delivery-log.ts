import { Refusal } from '#domain/codes';
import { deliveryPageSize, testEvent } from '#domain/webhooks/webhook';
import type { PlanRows } from '#store/d1/query';
import { insertOutbox } from '#store/show/documents/write-document';
import { deliveriesQuery, deliveryQuery, reopenDelivery } from '#store/show/webhooks/deliveries';
import type { DeliveryRow } from '#store/show/webhooks/deliveries';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { endpointFor, endpointPlan, repeatedEndpointPlan } from './manage-endpoints.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { WebhookJob } from '#verbs/outbox/jobs';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';

/** Waiting: for its first try, or for the next. */
type DeliveryState = 'WAITING' | 'DELIVERED' | 'FAILED';

/** A delivery on the wire; `durationMs` and `statusCode` are those of its last try. */
export type Delivery = Omit<DeliveryRow, 'doneAt'> & { state: DeliveryState };

function deliveryOf({ doneAt, ...row }: DeliveryRow): Delivery {
  // Without an error it is on its way: what is kept as its next try is until when nobody else takes it up.
  if (doneAt === null)
    return { ...row, nextAttemptAt: row.error === null ? null : row.nextAttemptAt, state: 'WAITING' };
  return { ...row, nextAttemptAt: null, state: row.error === null ? 'DELIVERED' : 'FAILED' };
}

/** An endpoint, and a page of its log. */
export const deliveriesPlan = (
  member: Pick<MembershipContext, 'store'>,
  endpointId: string,
  before: string | null,
) => ({
  ...endpointPlan(member, endpointId),
  deliveries: deliveriesQuery(member.store, endpointId, before),
});

/** A page of an endpoint's log, newest first; `before` is the last one seen. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function listDeliveries(
  context: RequestContext,
  rows: PlanRows<typeof deliveriesPlan>,
): { deliveries: Delivery[]; hasMore: boolean } {
  endpointFor(context, rows);
  const { deliveries } = rows;
  return {
    deliveries: deliveries.slice(0, deliveryPageSize).map(deliveryOf),
    hasMore: deliveries.length > deliveryPageSize,
  };
}

/** Sends an event that tells of nothing. Throws `FORBIDDEN`, `NOT_FOUND`, `WORKFLOW_CONFLICT` while it is disabled. */
export function sendTest(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof repeatedEndpointPlan>,
  repeat: Repeat | null,
): Promise<{ id: string }> {
  return once(context, repeat, stored, async (keep) => {
    const { id: endpointId, isEnabled } = endpointFor(context, rows);
    if (!isEnabled) throw new Refusal('WORKFLOW_CONFLICT', { message: 'The endpoint is disabled.' });
    const { store, env, now, user } = context;
    const answer = { id: context.newId() };
    const payload: WebhookJob = {
      kind: 'webhook',
      endpointId,
      eventId: context.newId(),
      event: testEvent,
      at: now,
      actorId: user.id,
      document: null,
    };
    const row = {
      id: answer.id,
      showId: store.showId,
      kind: payload.kind,
      payload,
      effectKey: `webhook:${answer.id}`,
      createdAt: now,
    };
    await store.write([...insertOutbox(store, [row]), ...keep(answer)]);
    context.later(dispatchJobs(env, store.db, [row], now));
    return answer;
  });
}

/** An endpoint, and one delivery to it. */
export const redeliveryPlan = (
  member: Pick<MembershipContext, 'store' | 'user'>,
  endpointId: string,
  id: string,
  repeat: Repeat | null,
) => ({
  ...repeatedEndpointPlan(member, endpointId, repeat),
  delivery: deliveryQuery(member.store, endpointId, id),
});

/**
 * Sends a delivery again now, under the same event id; one that is on its way stays as it is, and the same `repeat` sends it
 * once (DEC-99). Throws `FORBIDDEN`, `NOT_FOUND`, `WORKFLOW_CONFLICT` while the endpoint is disabled.
 */
export function redeliver(
  context: RequestContext,
  { stored, delivery, ...rows }: PlanRows<typeof redeliveryPlan>,
  repeat: Repeat | null,
): Promise<{ id: string }> {
  return once(context, repeat, stored, async (keep) => {
    const { isEnabled } = endpointFor(context, rows);
    const { store, env, now } = context;
    if (!delivery) throw new Refusal('NOT_FOUND');
    const { id } = delivery;
    if (!isEnabled) throw new Refusal('WORKFLOW_CONFLICT', { message: 'The endpoint is disabled.' });
    await store.write([reopenDelivery(store, id, now), ...keep({ id })]);
    const isUnderWay = delivery.doneAt === null && delivery.error === null;
    if (!isUnderWay)
      context.later(dispatchJobs(env, store.db, [{ id, showId: store.showId, kind: 'webhook' }], now));
    return { id };
  });
}
