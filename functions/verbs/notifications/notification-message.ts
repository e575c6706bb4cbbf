import { formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import type { FieldChange } from '#domain/history/document-changes';
import type { DocType } from '#domain/document';
import { capitalize, documentName } from '#domain/documents/document-name';
import type { NotifyEvent } from '#domain/lifecycle/decision';
import { formatMoney } from '#domain/values/money';
import { approvalLinkHours } from '#domain/lifecycle/approval-link';
import type { EmailContent, EmailList } from '#edges/mail/message-content';
import { renderEmail } from '#edges/mail/render-message';
import type { Mail } from '#edges/mail/send-mail';
import type { MailedParts } from '#store/show/mail/mailed-parts';

/** The data of a notification e-mail (DEC-58). */
export interface NotificationContent {
  event: NotifyEvent;
  docType: DocType;
  number: string;
  description: string;
  vendorName: string;
  departmentName: string;
  creatorName: string;
  totalCents: number;
  currencyCode: string;
  /** The user who acted, and the reason if one was given. */
  actorName: string;
  reason: string;
  /** For a change that keeps approvals: what was done, such as `changed line 2`, and each value before and after. */
  sentence: string;
  changes: readonly FieldChange[];
  dateFormat: DateFormat | null;
  showName: string;
  link: string | null;
  /** The first lines and files of a document that waits for the recipient; null in other e-mails (LINK-02). */
  parts: MailedParts | null;
  /** A link with which the recipient can approve it; null without one (LINK-03). */
  approveLink: string | null;
}

const headlines: Record<NotifyEvent, (name: string) => string> = {
  WAITING: (name) => `${name} is waiting for your approval`,
  APPROVED: (name) => `${name} was approved`,
  REVISION: (name) => `A revision of ${name} was requested`,
  VOID: (name) => `${name} was voided`,
  DENIED: (name) => `${name} was denied`,
  CHANGED: (name) => `${name} was changed after you approved it`,
};

/**
 * `PO #ART-00042 was approved`, or `A purchase order was approved` when the recipient may not read its number (DEC-17).
 */
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

const reasons: Record<'WAITING' | 'CHANGED' | 'OWN', string> = {
  WAITING: 'You received this e-mail because you can approve this step.',
  CHANGED: 'You received this e-mail because you approved this document before it was changed.',
  OWN: 'You received this e-mail because this document is yours.',
};

/** The last line of every notification and digest (DEC-58). */
export const preferencesFooter = 'You can change your e-mail notifications in Account Settings.';

/** Further changes are shown behind the link. */
const maxChanges = 12;

/** The changes, for an approver whose approval still counts although the content has changed (DEC-40). */
function comparison({ actorName, sentence, changes, dateFormat }: NotificationContent) {
  const shown = changes.slice(0, maxChanges);
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

/** `12 more files` follow the names of the first ones. */
function filesText({ files, fileCount }: MailedParts): string {
  const left = fileCount - files.length;
  return [...files, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function linesList({ parts, currencyCode }: NotificationContent): EmailList[] {
  if (!parts) return [];
  const left = parts.lineCount - parts.lines.length;
  const rows = parts.lines.map(({ description, totalCents }) => ({
    title: description,
    detail: '',
    amount: formatMoney(totalCents, currencyCode),
    href: null,
  }));
  return [{ title: 'Lines', rows, more: left > 0 ? `and ${left} more lines` : '' }];
}

/** The document is the second link of an e-mail with which it can be approved. */
function linksOf(document: EmailContent['action'] | '', approveLink: string | null) {
  const open = document || null;
  return approveLink === null
    ? { action: open }
    : {
        action: { label: 'Approve', href: approveLink },
        also: open && { ...open, label: 'Open the document' },
      };
}

/** How a link to approve is used; the last lines of an e-mail with one. */
export const approveLinkLines = [
  `Approve opens a page that asks you to confirm. The link works once, for ${approvalLinkHours} hours, and only for you.`,
  'Replies to this e-mail are not read.',
];

export function notificationMail(to: string, notification: NotificationContent): Mail {
  const { event, docType, number, showName, link, actorName, reason, parts, approveLink } = notification;
  const headline = subjectLine(event, docType, number);
  const content = {
    place: showName,
    headline,
    note: { from: actorName, text: reason },
    ...(event === 'CHANGED' ? comparison(notification) : { lists: linesList(notification) }),
    facts: [
      ['Vendor', notification.vendorName],
      ['Description', notification.description],
      ['Department', notification.departmentName],
      ['Total', formatMoney(notification.totalCents, notification.currencyCode)],
      ['Created by', notification.creatorName],
      ['Files', parts ? filesText(parts) : ''],
      ...(event === 'WAITING' || reason !== '' ? [] : [['By', actorName] as const]),
    ] as const,
    ...linksOf(link && { label: actions[event], href: link }, approveLink),
    small: [
      ...(approveLink === null ? [] : approveLinkLines),
      reasons[event === 'WAITING' || event === 'CHANGED' ? event : 'OWN'],
      preferencesFooter,
    ],
  };
  return { to, subject: `${headline} (${showName})`, ...renderEmail(content) };
}
