import { formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import type { FieldChange } from '#domain/history/document-changes';
import type { DocType } from '#domain/document';
import { capitalize, documentName } from '#domain/documents/document-name';
import type { NotifyEvent } from '#domain/lifecycle/decision';
import { formatMoney } from '#domain/values/money';
import { typeset } from '#edges/mail/render-message';
import type { Mail } from '#edges/mail/send-mail';

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
  /** Of a change while votes stay: what was done, as `changed line 2`, and each value before and after. */
  sentence: string;
  changes: readonly FieldChange[];
  dateFormat: DateFormat | null;
  showName: string;
  link: string | null;
}

const headlines: Record<NotifyEvent, (name: string) => string> = {
  WAITING: (name) => `${name} is waiting for your approval`,
  APPROVED: (name) => `${name} was approved`,
  REVISION: (name) => `A revision of ${name} was requested`,
  VOID: (name) => `${name} was voided`,
  DENIED: (name) => `${name} was denied`,
  CHANGED: (name) => `${name} was changed after you approved it`,
};

/** `PO #ART-00042 was approved`, or `A purchase order was approved` to somebody who may not read its number (DEC-17). */
export function subjectLine(event: NotifyEvent, docType: DocType, number: string): string {
  return capitalize(headlines[event](documentName(docType, number, 'a')));
}

const actions: Record<NotifyEvent, string> = {
  WAITING: 'Review and approve',
  APPROVED: 'Open',
  REVISION: 'Open and revise',
  VOID: 'Open',
  DENIED: 'Open',
  CHANGED: 'Compare and review',
};

const why: Record<'WAITING' | 'CHANGED' | 'OWN', string> = {
  WAITING: 'You received this e-mail because you are an approver of this step.',
  CHANGED: 'You received this e-mail because you approved this document before it was changed.',
  OWN: 'You received this e-mail because this document is yours.',
};

/** DEC-58: what every notification and digest says about itself. */
export const preferencesFooter = 'You can change your e-mail notifications in Account Settings.';

/** More than a mail should list is on the screen behind its link. */
const changesAtMost = 12;

/** DEC-40: what an approver is told whose vote stays although the content is another one now. */
function comparison({ actorName, sentence, changes, dateFormat }: Notified) {
  const shown = changes.slice(0, changesAtMost);
  const value = ({ unit }: FieldChange, text: string) =>
    text === '' ? '(nothing)' : unit === 'day' ? formatDay(text, dateFormat) : text;
  const left = changes.length - shown.length;
  return {
    paragraphs: [
      `${actorName} ${sentence}. You approved the earlier content, and your approval still counts.`,
    ],
    lists: [
      {
        title: 'Before and after',
        rows: shown.map((change) => ({
          title: change.label,
          detail: `${value(change, change.before)} → ${value(change, change.after)}`,
          amount: '',
          href: null,
        })),
        more: left > 0 ? `and ${left} more` : '',
      },
    ],
  };
}

/** One notification as an e-mail. */
export function notificationMail(to: string, notified: Notified): Mail {
  const { event, docType, number, showName, link, actorName, reason } = notified;
  const headline = subjectLine(event, docType, number);
  const letter = {
    place: showName,
    headline,
    note: { from: actorName, text: reason },
    ...(event === 'CHANGED' ? comparison(notified) : {}),
    facts: [
      ['Vendor', notified.vendorName],
      ['Description', notified.description],
      ['Department', notified.departmentName],
      ['Total', formatMoney(notified.totalCents, notified.currencyCode)],
      ['Created by', notified.creatorName],
      ...(event === 'WAITING' || reason !== '' ? [] : [['By', actorName] as const]),
    ] as const,
    action: link === null ? null : { label: actions[event], href: link },
    small: [why[event === 'WAITING' || event === 'CHANGED' ? event : 'OWN'], preferencesFooter],
  };
  return { to, subject: `${headline} (${showName})`, ...typeset(letter) };
}
