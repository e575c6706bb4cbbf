import { Refusal } from '#domain/codes';
import { deliveryPageSize, testEvent } from '#domain/webhooks/webhook';
import type { PlanRows } from '#store/d1/query';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { deliveriesQuery, deliveryQuery, reopenDelivery } from '#store/show/webhooks/deliveries';
import type { DeliveryRow } from '#store/show/webhooks/deliveries';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { endpointFor, endpointPlan, repeatedEndpointPlan } from './manage-endpoints.ts';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { WebhookJob } from '#verbs/outbox/jobs';
import { withIdempotency } from '#verbs/request/idempotency';
import type { Delivery } from '#domain/webhooks/webhook-response';

function deliveryOf({ doneAt, ...row }: DeliveryRow): Delivery {
  // Without an error it is in progress: the stored time of its next attempt is the expiry of the lease.
  if (doneAt === null)
    return { ...row, nextAttemptAt: row.error === null ? null : row.nextAttemptAt, state: 'WAITING' };
  return { ...row, nextAttemptAt: null, state: row.error === null ? 'DELIVERED' : 'FAILED' };
}

export const deliveriesPlan = (
  member: Pick<MembershipContext, 'store'>,
  endpointId: string,
  before: string | null,
) => ({
  ...endpointPlan(member, endpointId),
  deliveries: deliveriesQuery(member.store, endpointId, before),
});

/**
 * A page of an endpoint's log, newest first; `before` is the last one of the previous page. Throws `FORBIDDEN`,
 * `NOT_FOUND`.
 */
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

/** Sends a test event. Throws `FORBIDDEN`, `NOT_FOUND`, `WORKFLOW_CONFLICT` while the endpoint is disabled. */
export function sendTest(
  context: RequestContext,
  { stored, ...rows }: PlanRows<typeof repeatedEndpointPlan>,
): Promise<{ id: string }> {
  return withIdempotency(context, stored, async (answerRow) => {
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
    await store.write([...insertOutbox(store, [row]), ...answerRow(answer)]);
    context.runAfterResponse(dispatchJobs(env, store.db, [row], now));
    return answer;
  });
}

export const redeliveryPlan = (member: MembershipContext, endpointId: string, id: string) => ({
  ...repeatedEndpointPlan(member, endpointId),
  delivery: deliveryQuery(member.store, endpointId, id),
});

/**
 * Sends a delivery again now, with the same event id; one in progress is left alone, and the same idempotency key sends
 * it once (DEC-99). Throws `FORBIDDEN`, `NOT_FOUND`, `WORKFLOW_CONFLICT` while the endpoint is disabled.
 */
export function redeliver(
  context: RequestContext,
  { stored, delivery, ...rows }: PlanRows<typeof redeliveryPlan>,
): Promise<{ id: string }> {
  return withIdempotency(context, stored, async (answerRow) => {
    const { isEnabled } = endpointFor(context, rows);
    const { store, env, now } = context;
    if (!delivery) throw new Refusal('NOT_FOUND');
    const { id } = delivery;
    if (!isEnabled) throw new Refusal('WORKFLOW_CONFLICT', { message: 'The endpoint is disabled.' });
    await store.write([reopenDelivery(store, id, now), ...answerRow({ id })]);
    const isUnderWay = delivery.doneAt === null && delivery.error === null;
    if (!isUnderWay)
      context.runAfterResponse(
        dispatchJobs(env, store.db, [{ id, showId: store.showId, kind: 'webhook' }], now),
      );
    return { id };
  });
}
