import type { Persona } from '#domain/document';

interface Notification {
  /** Whether its reader is to approve the document. */
  asksForApproval: boolean;
  /** The persona whose review its link opens (SH-12). */
  opens: Persona;
}

const toApprover = { asksForApproval: true, opens: 'APPROVER' } as const;
const toOwner = { asksForApproval: false, opens: 'CREATOR' } as const;

/** Every kind of notification about a document. */
const notifications = {
  WAITING: toApprover,
  APPROVED: toOwner,
  REVISION: toOwner,
  VOID: toOwner,
  DENIED: toOwner,
  /** The content is no longer the one for which a vote that still counts was given (DEC-40, DEC-58). */
  CHANGED: { asksForApproval: false, opens: 'APPROVER' },
  /** To the approvers of an earlier step (BACK-05). */
  SENT_BACK: toApprover,
  OWN_SENT_BACK: toOwner,
  /** To the asked user (ASK-04). */
  QUESTION: { asksForApproval: false, opens: 'APPROVER' },
  /** To the user who asked (ASK-04). */
  ANSWER: { asksForApproval: false, opens: 'APPROVER' },
  NUDGE: toApprover,
  REMINDER: toApprover,
  /** To the backup approver (NUDGE-06). */
  ESCALATED: toApprover,
  /** To the backup approver of a step for which too few votes are left (COV-22). */
  ESCALATED_AT_ONCE: toApprover,
  /** To Show Admins (NUDGE-06). */
  NO_BACKUP: toOwner,
  /** To Show Admins, if the backup approver was added and more approvers are needed (COV-22). */
  TOO_FEW_VOTES: toOwner,
} as const satisfies Record<string, Notification>;
export type NotifyEvent = keyof typeof notifications;

export function asksForApproval(event: NotifyEvent): boolean {
  return notifications[event].asksForApproval;
}

/**
 * Whose review the link of a notification opens. Who is asked about a document that is not their own opens the
 * approver's page, which everybody who may see the document can open (DEC-14).
 */
export function reviewPersona(event: NotifyEvent, isOwn = false): Persona {
  return event === 'QUESTION' && isOwn ? 'CREATOR' : notifications[event].opens;
}
