import * as v from 'valibot';
import { trimmedText } from '#domain/values/schema-fields';
import { docTypes } from '#domain/document';
import type { DocType, Status } from '#domain/document';
import type { Change } from '#domain/lifecycle/change';

/** Labels of the events that an endpoint can subscribe to. */
export const webhookEventTexts = {
  'document.submitted': 'Submitted',
  'document.step_approved': 'Step approved',
  'document.approval_taken_back': 'Approval taken back',
  'document.sent_back': 'Sent back to an earlier step',
  'question.asked': 'Question asked',
  'question.answered': 'Question answered',
  'document.nudged': 'Nudged',
  'document.escalated': 'Escalated',
  'document.approved': 'Approved',
  'document.revision_requested': 'Revision requested',
  'document.denied': 'Denied',
  'document.voided': 'Voided',
  'change_order.requested': 'Change order requested',
  'change_order.approved': 'Change order approved',
  'change_order.voided': 'Change order voided',
  'document.sent_to_accounting': 'Sent to accounting',
  'payment.released': 'Payment released',
  'cover.requested': 'Cover requested',
  'cover.started': 'Cover started',
  'cover.ended': 'Cover ended',
  'approver.replaced': 'Approver replaced',
} as const;

export type WebhookEvent = keyof typeof webhookEventTexts;
export const webhookEvents = Object.keys(webhookEventTexts) as [WebhookEvent, ...WebhookEvent[]];

/** Sent at an administrator's request; it is not about a document. */
export const testEvent = 'webhook.test';
export type SentEvent = WebhookEvent | typeof testEvent;

export function isWebhookEvent(event: SentEvent): event is WebhookEvent {
  return event !== testEvent;
}

/** An active endpoint, as far as routing an event needs it. */
export interface Subscription {
  id: string;
  events: readonly WebhookEvent[];
  documentTypes: readonly DocType[];
}

/** The document in a delivery, without amounts and names: receivers read more through the API, with its permissions. */
export interface WebhookDocument {
  id: string;
  type: DocType;
  number: string;
  status: Status;
  version: number;
}

/** The cover in a delivery of `cover.requested`, `cover.started` and `cover.ended` (COV-12). */
export interface WebhookCover {
  id: string;
  userId: string;
  coveringId: string;
  alternateId: string | null;
  firstDay: string;
  lastDay: string;
  documentTypes: readonly DocType[];
}

/** Per show. */
export const maxEndpoints = 10;
export const webhookLimits = { url: 500, description: 200 } as const;

export const endpointDraft = v.object({
  url: v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(webhookLimits.url)),
  description: v.optional(v.pipe(v.string(), trimmedText, v.maxLength(webhookLimits.description)), ''),
  events: v.pipe(v.array(v.picklist(webhookEvents)), v.minLength(1), v.maxLength(webhookEvents.length)),
  documentTypes: v.pipe(v.array(v.picklist(docTypes)), v.minLength(1), v.maxLength(docTypes.length)),
  isEnabled: v.optional(v.boolean(), true),
});
export type EndpointDraft = v.InferOutput<typeof endpointDraft>;

/** Parses the stored summary of a show's active endpoints. */
export function parseSubscriptions(stored: unknown): Subscription[] {
  return Array.isArray(stored) ? (stored as Subscription[]) : [];
}

/** Returns the endpoints that subscribe to this event for one of these document types. */
export function subscribersOf(
  subscriptions: readonly Subscription[],
  event: WebhookEvent,
  types: readonly DocType[],
): Subscription[] {
  return subscriptions.filter(
    ({ events, documentTypes }) =>
      events.includes(event) && types.some((type) => documentTypes.includes(type)),
  );
}

/** Returns the webhook event of a change in the history; null when it is not published. */
export function webhookEventOf(
  change: Pick<Change, 'to' | 'event' | 'changeOrder' | 'queue'>,
): WebhookEvent | null {
  switch (change.event.historyType) {
    case 'SUBMITTED':
      return 'document.submitted';
    case 'APPROVED':
      if (change.to.status === 'APPROVED')
        return change.changeOrder.current > 0 ? 'change_order.approved' : 'document.approved';
      // A vote that leaves its step open is not published.
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
      if (change.event.action === 'send-back') return 'document.sent_back';
      if (change.event.action === 'nudge') return 'document.nudged';
      if (change.event.action === 'escalate') return 'document.escalated';
      // As with the vote itself, only if its step was complete.
      return change.event.action === 'take-back' && change.queue.leave === 'EVERYBODY'
        ? 'document.approval_taken_back'
        : null;
  }
}

const minute = 60;
const hour = 60 * minute;

/** Seconds before the next attempt after the first, second ... failure. */
const retryDelays = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour];

/** Returns the seconds before the next attempt, or null to give up. A test is tried once. */
export function retryDelay(event: SentEvent, attempts: number): number | null {
  return isWebhookEvent(event) ? (retryDelays[attempts - 1] ?? null) : null;
}

/** An endpoint that only failed for this long is disabled. */
export const maxFailingDays = 5;
/** How long the previous secret also signs after a rotation. */
export const previousSecretHours = 24;
/** Deliveries per page of the log, and how long they are kept. */
export const deliveryPageSize = 25;
export const deliveryLogDays = 30;
