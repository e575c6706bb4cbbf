import type { DocType, Persona } from '#domain/document';
import type { NotifyEvent } from './decision.ts';
import { reviewPath } from './review-path.ts';

/** The events that ask for an approval. */
export const approvalEvents: readonly NotifyEvent[] = [
  'WAITING',
  'SENT_BACK',
  'NUDGE',
  'REMINDER',
  'ESCALATED',
];
const approverEvents = [...approvalEvents, 'CHANGED', 'ANSWER'];

/**
 * The approver's page for events that need an approval, else the creator's (SH-12). Who is asked about a document that
 * is not their own opens the approver's page, which everybody who may see the document can open (DEC-14).
 */
export function personaFor(event: NotifyEvent, isOwn = false): Persona {
  if (event === 'QUESTION') return isOwn ? 'CREATOR' : 'APPROVER';
  return approverEvents.includes(event) ? 'APPROVER' : 'CREATOR';
}

/**
 * Returns the URL of a document's review (SH-12). It opens the document's show, as the reader may have another one open
 * (SH-30). `origin` is the deployment's own; returns null without it.
 */
export function reviewLink(
  origin: string,
  document: { type: DocType; id: string; showId: string },
  persona: Persona,
): string | null {
  if (origin === '') return null;
  const url = new URL(reviewPath(document.type, document.id, persona), origin);
  url.searchParams.set('restoreShow', document.showId);
  return url.href;
}
