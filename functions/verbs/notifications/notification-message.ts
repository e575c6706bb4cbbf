import { closesLineText } from '#domain/relief/relief-reference';
import { formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import type { FieldChange } from '#domain/history/document-changes';
import type { DocType } from '#domain/document';
import { capitalize, documentName } from '#domain/documents/document-name';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';
import { formatMoney } from '#domain/values/money';
import type { BudgetDecisionResponse } from '#domain/budget/decision-response';
import { changeText, lineChangeTexts } from '#domain/purchase-orders/order-change';
import type { OrderChange } from '#domain/purchase-orders/order-change';
import { approvalLinkHours } from '#domain/lifecycle/approval-link';
import type { EmailContent, EmailList } from '#edges/mail/message-content';
import { renderEmail } from '#edges/mail/render-message';
import type { Mail } from '#edges/mail/send-mail';
import type { MailedParts } from '#store/show/mail/mailed-parts';
import { absentLines } from './absent-approver.ts';
import { budgetFact, budgetLists } from './budget-parts.ts';

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
  /** The approver whom the recipient replaces on the document; '' if the event is no replacement (REPL-06). */
  replacedName: string;
  dateFormat: DateFormat | null;
  showName: string;
  link: string | null;
  /** The first lines and files of a document that waits for the recipient; null in other e-mails (LINK-02). */
  parts: MailedParts | null;
  /** What an open change order changes, for its approvers; null otherwise (CHANGE-08). */
  change: OrderChange | null;
  /** The budget of a document that waits for the recipient, as far as they may see it (BUD-35). */
  budget: BudgetDecisionResponse | null;
  /** A link with which the recipient can approve it; null without one (LINK-03). */
  approveLink: string | null;
  /** The absent approver for whom the recipient may decide it, or '' (COV-02). */
  absentName: string;
}

interface NotificationTexts {
  headline: (name: string) => string;
  /** The label of the link. */
  action: string;
  /** Why the recipient received it. */
  footer: string;
  /** False for those of the application, and where the document names the actor as its creator. */
  namesActor: boolean;
}

const ofApprover = 'You received this e-mail because you are an approver of this step.';
const ofOwner = 'You received this e-mail because this document is yours.';

const escalated = {
  headline: (name: string) => `${name} was escalated to you for approval`,
  action: 'Review and approve',
  namesActor: false,
};

const texts: Record<NotifyEvent, NotificationTexts> = {
  WAITING: {
    headline: (name) => `${name} is waiting for your approval`,
    action: 'Review and approve',
    footer: 'You received this e-mail because you can approve this step.',
    namesActor: false,
  },
  APPROVED: {
    headline: (name) => `${name} was approved`,
    action: 'Open',
    footer: ofOwner,
    namesActor: true,
  },
  REVISION: {
    headline: (name) => `A revision of ${name} was requested`,
    action: 'Open and revise',
    footer: ofOwner,
    namesActor: true,
  },
  VOID: {
    headline: (name) => `${name} was voided`,
    action: 'Open',
    footer: ofOwner,
    namesActor: true,
  },
  DENIED: {
    headline: (name) => `${name} was denied`,
    action: 'Open',
    footer: ofOwner,
    namesActor: true,
  },
  CHANGED: {
    headline: (name) => `${name} was changed after you approved it`,
    action: 'Compare and review',
    footer: 'You received this e-mail because you approved this document before it was changed.',
    namesActor: true,
  },
  SENT_BACK: {
    headline: (name) => `${name} was sent back to your approval step`,
    action: 'Review and approve',
    footer: ofApprover,
    namesActor: true,
  },
  OWN_SENT_BACK: {
    headline: (name) => `${name} was sent back to an earlier approval step`,
    action: 'Open',
    footer: ofOwner,
    namesActor: true,
  },
  QUESTION: {
    headline: (name) => `You were asked about ${name}`,
    action: 'Open and answer',
    footer: 'You received this e-mail because you were asked.',
    namesActor: true,
  },
  ANSWER: {
    headline: (name) => `Your question about ${name} was answered`,
    action: 'Open',
    footer: 'You received this e-mail because you asked the question.',
    namesActor: true,
  },
  NUDGE: {
    headline: (name) => `${name} is still waiting for your approval`,
    action: 'Review and approve',
    footer: ofApprover,
    namesActor: true,
  },
  REMINDER: {
    headline: (name) => `${name} is still waiting for your approval`,
    action: 'Review and approve',
    footer: ofApprover,
    namesActor: false,
  },
  ESCALATED: {
    ...escalated,
    footer:
      'You received this e-mail because you are the backup approver of this step, and nobody has decided in time.',
  },
  ESCALATED_AT_ONCE: {
    ...escalated,
    footer:
      'You received this e-mail because you are the backup approver of this step, and too few of its approvers can still approve it.',
  },
  NO_BACKUP: {
    headline: (name) => `No backup approver could be added to ${name}`,
    action: 'Open',
    footer: 'You received this e-mail because you are a Show Admin. Add or replace an approver of the step.',
    namesActor: false,
  },
  TOO_FEW_VOTES: {
    headline: (name) => `${name} needs more approvers than its backup approver`,
    action: 'Open',
    footer: 'You received this e-mail because you are a Show Admin. Add or replace an approver of the step.',
    namesActor: false,
  },
};

/**
 * `PO #ART-00042 was approved`, or `A purchase order was approved` when the recipient may not read its number (DEC-17).
 */
export function subjectLine(event: NotifyEvent, docType: DocType, number: string): string {
  return capitalize(texts[event].headline(documentName(docType, number, 'a')));
}

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
  const rows = parts.lines.map(({ description, totalCents, closesPoLine }) => ({
    title: description,
    detail: closesPoLine ? closesLineText : '',
    amount: formatMoney(totalCents, currencyCode),
    href: null,
  }));
  return [{ title: 'Lines', rows, more: left > 0 ? `and ${left} more lines` : '' }];
}

/** The lines that an open change order adds, changes or removes. */
function changedLinesList({ change, currencyCode }: NotificationContent): EmailList[] {
  if (!change) return [];
  const rows = change.lines.slice(0, maxChanges).map((line) => {
    const { what, amount } = lineChangeTexts(line, currencyCode);
    return { title: line.description, detail: what, amount, href: null };
  });
  const left = change.lines.length - rows.length;
  return [{ title: 'What changed', rows, more: left > 0 ? `and ${left} more lines` : '' }];
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

/** Whom the recipient replaces on documents of the e-mail; one line for each former approver (REPL-06). */
export function replacementLines(notifications: readonly NotificationContent[]): string[] {
  const byName = Map.groupBy(notifications, ({ replacedName }) => replacedName);
  return [...byName]
    .filter(([name]) => name !== '')
    .map(([name, { length }]) => {
      const which = length === notifications.length ? 'these documents' : `${length} of these documents`;
      return `You replace ${name} as an approver of ${notifications.length === 1 ? 'this document' : which}.`;
    });
}

export function notificationMail(to: string, notification: NotificationContent): Mail {
  const { event, docType, number, showName, link, actorName, reason, parts, change, approveLink } =
    notification;
  const headline = subjectLine(event, docType, number);
  const { action, footer, namesActor } = texts[event];
  const content = {
    place: showName,
    headline,
    paragraphs: [...replacementLines([notification]), ...absentLines(notification)],
    note: { from: actorName, text: reason },
    ...(event === 'CHANGED'
      ? comparison(notification)
      : {
          lists: [
            ...changedLinesList(notification),
            ...budgetLists(notification.budget),
            ...linesList(notification),
          ],
        }),
    facts: [
      ['Change', change ? changeText(change, notification.currencyCode) : ''],
      ['Vendor', notification.vendorName],
      ['Description', notification.description],
      ['Department', notification.departmentName],
      ['Total', formatMoney(notification.totalCents, notification.currencyCode)],
      budgetFact(notification.budget),
      ['Created by', notification.creatorName],
      ['Files', parts ? filesText(parts) : ''],
      ...(namesActor && reason === '' ? [['By', actorName] as const] : []),
    ] as const,
    ...linksOf(link && { label: action, href: link }, approveLink),
    small: [...(approveLink === null ? [] : approveLinkLines), footer, preferencesFooter],
  };
  return { to, subject: `${headline} (${showName})`, ...renderEmail(content) };
}
