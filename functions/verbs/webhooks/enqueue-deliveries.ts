import type { DocType, Milestone, Status } from '#domain/document';
import type { Change } from '#domain/lifecycle/decision';
import { parseSettings } from '#domain/settings';
import { listeners, parseSubscriptions, webhookEventOf } from '#domain/webhooks/webhook';
import type { Subscription, WebhookEvent } from '#domain/webhooks/webhook';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { RowOf } from '#store/d1/query';
import type { subscriptionsQuery } from '#store/show/webhooks/endpoints';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { Attempt, JobContext } from '#verbs/outbox/job-context';
import { numberFor } from '#domain/documents/visible-number';
import type { Acting, OutboxRow, WebhookJob } from '#verbs/outbox/jobs';

/** A document as far as others are told of it. */
export interface SentDocument {
  id: string;
  showId: string;
  type: DocType;
  number: string;
  /** Of a purchase order's number. */
  prefix: string;
  milestones: readonly Milestone[];
  status: Status;
  version: number;
}

/** What happened, and by what key it happens once. */
interface Happened {
  event: WebhookEvent;
  document: SentDocument;
  actorId: string;
  effect: string;
}

interface PublishContext {
  subscriptions: readonly Subscription[];
  settings: RequestContext['settings'];
  now: string;
  newId: () => string;
}

function rowsOf({ subscriptions, settings, now, newId }: PublishContext, happened: Happened): OutboxRow[] {
  const { event, document, actorId, effect } = happened;
  const subscribers = listeners(subscriptions, event, document.type);
  if (subscribers.length === 0) return [];
  const { id, type, status, version } = document;
  // What the show's people may not read yet, nobody outside reads (DEC-17).
  const number = numberFor(document, settings.displayPoNumbers);
  const eventId = newId();
  return subscribers.map(({ id: endpointId }) => {
    const payload: WebhookJob = {
      kind: 'webhook',
      endpointId,
      eventId,
      event,
      at: now,
      actorId,
      document: { id, type, number, status, version },
    };
    return {
      id: newId(),
      showId: document.showId,
      kind: payload.kind,
      documentId: id,
      payload,
      effectKey: `${effect}:webhook:${endpointId}`,
      createdAt: now,
    };
  });
}

/** The deliveries that a change of a document owes, for its own batch; none where nobody listens. */
export function deliveryRows(
  context: Pick<RequestContext, 'newId' | 'now' | 'settings' | 'webhooks'> & Acting,
  { document, purchaseOrder }: SubjectRows,
  change: Change,
  version: number,
): OutboxRow[] {
  const { user, newId, now, settings, webhooks: subscriptions } = context;
  const event = subscriptions.length > 0 ? webhookEventOf(change) : null;
  if (event === null) return [];
  const told = {
    ...document,
    prefix: purchaseOrder?.prefix ?? '',
    milestones: [...document.milestones, ...change.milestones],
    status: change.to.status,
    version,
  };
  const effect = `${document.id}:${version}`;
  return rowsOf({ subscriptions, settings, now, newId }, { event, document: told, actorId: user.id, effect });
}

/** The same of what accounting has taken: a payment is released then. However often it is tried, each hears once. */
export function accountingDeliveries(
  { show, now }: Pick<JobContext, 'show' | 'now'>,
  stored: RowOf<ReturnType<typeof subscriptionsQuery>>,
  document: SentDocument,
  { id, actorId }: Attempt,
): OutboxRow[] {
  const subscriptions = parseSubscriptions(stored?.webhooks);
  if (subscriptions.length === 0) return [];
  const event = document.type === 'PAYMENT' ? 'payment.released' : 'document.sent_to_accounting';
  const settings = parseSettings(stored?.settings);
  return rowsOf(
    { subscriptions, settings, now, newId: () => freshId(show.id) },
    { event, document, actorId, effect: id },
  );
}
