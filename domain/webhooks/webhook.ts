import * as v from 'valibot';
import { trimmed } from '#domain/values/schema-fields';
import { docTypes } from '#domain/document';
import type { DocType, Status } from '#domain/document';
import type { Change } from '#domain/lifecycle/decision';

/** What an endpoint may ask to hear of, in the words of a form. */
export const webhookEventTexts = {
  'document.submitted': 'Submitted',
  'document.step_approved': 'Step approved',
  'document.approved': 'Approved',
  'document.revision_requested': 'Revision requested',
  'document.denied': 'Denied',
  'document.voided': 'Voided',
  'change_order.requested': 'Change order requested',
  'change_order.approved': 'Change order approved',
  'change_order.voided': 'Change order voided',
  'document.sent_to_accounting': 'Sent to accounting',
  'payment.released': 'Payment released',
} as const;

export type WebhookEvent = keyof typeof webhookEventTexts;
export const webhookEvents = Object.keys(webhookEventTexts) as [WebhookEvent, ...WebhookEvent[]];

/** Sent because an administrator asked for it; it tells of no document. */
export const testEvent = 'webhook.test';
export type SentEvent = WebhookEvent | typeof testEvent;

export function isWebhookEvent(event: SentEvent): event is WebhookEvent {
  return event !== testEvent;
}

/** An active endpoint, as far as it decides who hears of an event. */
export interface Subscription {
  id: string;
  events: readonly WebhookEvent[];
  documentTypes: readonly DocType[];
}

/** What a delivery says of its document: no amounts and no names; who wants more asks the API, by its rights. */
export interface WebhookDocument {
  id: string;
  type: DocType;
  number: string;
  status: Status;
  version: number;
}

/** Endpoints of one show. */
export const maxEndpoints = 10;
export const webhookLimits = { url: 500, description: 200 } as const;

export const endpointDraft = v.object({
  url: v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(webhookLimits.url)),
  description: v.optional(v.pipe(v.string(), trimmed, v.maxLength(webhookLimits.description)), ''),
  events: v.pipe(v.array(v.picklist(webhookEvents)), v.minLength(1), v.maxLength(webhookEvents.length)),
  documentTypes: v.pipe(v.array(v.picklist(docTypes)), v.minLength(1), v.maxLength(docTypes.length)),
  isEnabled: v.optional(v.boolean(), true),
});
export type EndpointDraft = v.InferOutput<typeof endpointDraft>;

/** What a stored summary of a show's active endpoints holds. */
export function parseSubscriptions(stored: unknown): Subscription[] {
  return Array.isArray(stored) ? (stored as Subscription[]) : [];
}

/** The endpoints that hear of this event of a document of this type. */
export function listeners(
  subscriptions: readonly Subscription[],
  event: WebhookEvent,
  docType: DocType,
): Subscription[] {
  return subscriptions.filter(
    ({ events, documentTypes }) => events.includes(event) && documentTypes.includes(docType),
  );
}

/** What a change that stands in the history is called outside; null for what nobody outside is told of. */
export function webhookEventOf(
  change: Pick<Change, 'to' | 'event' | 'changeOrder' | 'queue'>,
): WebhookEvent | null {
  switch (change.event.historyType) {
    case 'SUBMITTED':
      return 'document.submitted';
    case 'APPROVED':
      if (change.to.status === 'APPROVED')
        return change.changeOrder.current > 0 ? 'change_order.approved' : 'document.approved';
      // A vote that leaves its step open is not news to others.
      return change.queue.join === null ? null : 'document.step_approved';
    case 'NEEDS REVISION':
      return 'document.revision_requested';
    case 'DENIED':
      return 'document.denied';
    case 'VOID':
      return change.to.status === 'VOID' ? 'document.voided' : 'change_order.voided';
    case 'CHANGE ORDER':
      return 'change_order.requested';
    case null:
      return null;
  }
}

const minute = 60;
const hour = 60 * minute;

/** Seconds of rest after the first, second ... failed try. */
const rests = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour];

/** How long a delivery rests after so many failed tries; null: it is given up. A test is tried once. */
export function retryDelay(event: SentEvent, attempts: number): number | null {
  return isWebhookEvent(event) ? (rests[attempts - 1] ?? null) : null;
}

/** An endpoint that answered nothing but failures for so long is disabled. */
export const maxFailingDays = 5;
/** For so long the secret before the present one signs, too. */
export const oldSecretHours = 24;
/** Deliveries of one page of the log, and for how long they are kept. */
export const deliveryPageSize = 25;
export const deliveryLogDays = 30;
