import { captions } from '#domain/export';
import type { DocType } from '#domain/document';
import type { NotifyEvent } from '#domain/lifecycle-decision';
import { formatMoney } from '#domain/money';
import { typeset } from '#edges/letter';
import type { Mail } from '#edges/mail';

/** What a notification says about its document (DEC-58). */
export interface Notified {
  event: NotifyEvent;
  docType: DocType;
  number: string;
  description: string;
  vendorName: string;
  departmentName: string;
  creatorName: string;
  totalCents: number;
  currencyCode: string;
  /** Who did it, and why as far as a reason was given. */
  actorName: string;
  reason: string;
  showName: string;
  link: string | null;
}

const folders = { PO: 'po', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** The page of the approver for what waits for an approval, else the creator's (SH-12). */
export function personaFor(event: NotifyEvent): 'creator' | 'approver' {
  return event === 'WAITING' ? 'approver' : 'creator';
}

/**
 * Where a document is reviewed (SH-12), in its own show: the reader may have another one open (SH-30). `origin` is this
 * deployment's own; null without it.
 */
export function reviewLink(
  origin: string,
  document: { type: DocType; id: string; showId: string },
  persona: 'creator' | 'approver',
): string | null {
  const { type, id, showId } = document;
  return origin === '' ? null : `${origin}/${folders[type]}/review/${id}/${persona}?restoreShow=${showId}`;
}

const headlines: Record<NotifyEvent, (name: string) => string> = {
  WAITING: (name) => `${name} is waiting for your approval`,
  APPROVED: (name) => `${name} was approved`,
  REVISION: (name) => `A revision of ${name} was requested`,
  VOID: (name) => `${name} was voided`,
  DENIED: (name) => `${name} was denied`,
};

/** `PO #ART-00042 was approved`. */
export function headlineOf(event: NotifyEvent, docType: DocType, number: string): string {
  return headlines[event](`${captions[docType]} #${number}`);
}

const actions: Record<NotifyEvent, string> = {
  WAITING: 'Review and approve',
  APPROVED: 'Open',
  REVISION: 'Open and revise',
  VOID: 'Open',
  DENIED: 'Open',
};

const why: Record<'WAITING' | 'OWN', string> = {
  WAITING: 'You get this e-mail because you approve this step.',
  OWN: 'You get this e-mail because this document is yours.',
};

/** DEC-58: what every notification and digest says about itself. */
export const preferencesHint = 'E-mail notifications are chosen in Account Settings.';

/** One notification as an e-mail. */
export function notificationMail(to: string, notified: Notified): Mail {
  const { event, docType, number, showName, link, actorName, reason } = notified;
  const headline = headlineOf(event, docType, number);
  const letter = {
    place: showName,
    headline,
    note: { from: actorName, text: reason },
    facts: [
      ['Vendor', notified.vendorName],
      ['Description', notified.description],
      ['Department', notified.departmentName],
      ['Total', formatMoney(notified.totalCents, notified.currencyCode)],
      ['Created by', notified.creatorName],
      ...(event === 'WAITING' || reason !== '' ? [] : [['By', actorName] as const]),
    ] as const,
    action: link === null ? null : { label: actions[event], href: link },
    small: [why[event === 'WAITING' ? 'WAITING' : 'OWN'], preferencesHint],
  };
  return { to, subject: `${headline} (${showName})`, ...typeset(letter) };
}
