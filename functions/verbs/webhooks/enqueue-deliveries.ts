import type { DocType, Milestone, Status } from '#domain/document';
import type { Change } from '#domain/lifecycle/change';
import { parseSettings } from '#domain/settings';
import { subscribersOf, parseSubscriptions, webhookEventOf } from '#domain/webhooks/webhook';
import type { Subscription, WebhookEvent } from '#domain/webhooks/webhook';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { CoverToAnnounce } from '#store/show/cover/cover-mails';
import type { RowOf } from '#store/d1/query';
import type { NewJob } from '#store/show/outbox/outbox';
import type { subscriptionsQuery } from '#store/show/webhooks/endpoints';
import { freshId } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import type { PushAttempt, JobContext } from '#verbs/outbox/job-context';
import { numberFor } from '#domain/identity/visibility';
import type { Acting, OutboxRow, WebhookJob } from '#verbs/outbox/jobs';

export interface SentDocument {
  id: string;
  showId: string;
  type: DocType;
  number: string;
  /** The prefix of a purchase order's number. */
  prefix: string;
  milestones: readonly Milestone[];
  status: Status;
  version: number;
}

/** An event of a document, and the key that makes its deliveries unique. */
interface DocumentEvent {
  event: WebhookEvent;
  document: SentDocument;
  actorId: string;
  effect: string;
}

/** What the deliveries of an event share. */
interface Occurrence {
  message: Omit<WebhookJob, 'kind' | 'endpointId' | 'eventId'>;
  showId: string;
  documentId?: string;
  effect: string;
}

interface PublishContext {
  subscriptions: readonly Subscription[];
  settings: RequestContext['settings'];
  now: string;
  newId: () => string;
}

function rowsOf(
  { subscriptions, settings, now, newId }: PublishContext,
  documentEvent: DocumentEvent,
): OutboxRow[] {
  const { event, document, actorId, effect } = documentEvent;
  const subscribers = subscribersOf(subscriptions, event, [document.type]);
  if (subscribers.length === 0) return [];
  const { id, type, status, version } = document;
  // A number that the show's users may not read yet is not sent to receivers either (DEC-17).
  const number = numberFor(document, settings.displayPoNumbers);
  const jobs = jobsOf(subscribers, newId, {
    message: { event, at: now, actorId, document: { id, type, number, status, version } },
    showId: document.showId,
    documentId: id,
    effect,
  });
  return jobs.map((job) => ({ ...job, createdAt: now }));
}

/** One job for each subscriber, which carry the same event. */
function jobsOf(
  subscribers: readonly Subscription[],
  newId: () => string,
  { message, effect, ...place }: Occurrence,
) {
  const eventId = newId();
  return subscribers.map(({ id: endpointId }) => {
    const payload: WebhookJob = { kind: 'webhook', endpointId, eventId, ...message };
    return {
      id: newId(),
      ...place,
      kind: payload.kind,
      payload,
      effectKey: `${effect}:webhook:${endpointId}`,
    };
  });
}

/** The deliveries of a document's change, for its write batch; none without subscribers. */
export function deliveryRows(
  context: Pick<RequestContext, 'newId' | 'now' | 'settings' | 'webhooks'> & Acting,
  { document, purchaseOrder }: SubjectRows,
  change: Change,
  version: number,
): OutboxRow[] {
  const event = context.webhooks.length > 0 ? webhookEventOf(change) : null;
  if (event === null) return [];
  const changed = { ...document, milestones: change.milestones, status: change.to.status };
  return eventDeliveries(context, { document: changed, purchaseOrder }, event, version);
}

/** The deliveries of an event that made this version of a document; none without subscribers. */
export function eventDeliveries(
  context: Pick<RequestContext, 'newId' | 'now' | 'settings' | 'webhooks'> & Acting,
  { document, purchaseOrder }: Pick<SubjectRows, 'document' | 'purchaseOrder'>,
  event: WebhookEvent,
  version: number,
): OutboxRow[] {
  const { user, newId, now, settings, webhooks: subscriptions } = context;
  const sentDocument = { ...document, prefix: purchaseOrder?.prefix ?? '', version };
  const effect = `${document.id}:${version}`;
  return rowsOf(
    { subscriptions, settings, now, newId },
    { event, document: sentDocument, actorId: user.id, effect },
  );
}

/** The same for an approver who was replaced (REPL-06). */
export function replacementDeliveries(
  context: PublishContext & { actorId: string },
  { document, purchaseOrder }: Pick<SubjectRows, 'document' | 'purchaseOrder'>,
  version: number,
): OutboxRow[] {
  return rowsOf(context, {
    event: 'approver.replaced',
    document: { ...document, prefix: purchaseOrder?.prefix ?? '', version },
    actorId: context.actorId,
    effect: `${document.id}:${version}`,
  });
}

/** The same for accounting's confirmation: it releases a payment. Retries add no second delivery. */
export function accountingDeliveries(
  { show, now }: Pick<JobContext, 'show' | 'now'>,
  stored: RowOf<ReturnType<typeof subscriptionsQuery>>,
  document: SentDocument,
  { id, actorId }: PushAttempt,
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

/** The deliveries of a cover that awaits approval, began or ended. A repeated run adds no second delivery (COV-12). */
export function coverDeliveries(
  { showId, webhooks, setById, types, event: change, id, ...cover }: CoverToAnnounce,
  now: string,
): NewJob[] {
  const event = `cover.${change}` as const;
  const { userId, coveringId, alternateId, firstDay, lastDay } = cover;
  return jobsOf(subscribersOf(parseSubscriptions(webhooks), event, types), () => freshId(showId), {
    message: {
      event,
      at: now,
      actorId: setById,
      document: null,
      cover: { id, userId, coveringId, alternateId, firstDay, lastDay, documentTypes: types },
    },
    showId,
    effect: `cover:${id}:${event}`,
  });
}
