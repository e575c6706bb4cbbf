import { budgetText } from '#domain/budget/decision-text';
import { documentLabel } from '#domain/documents/document-name';
import { asksForApproval } from '#domain/lifecycle/notify-event';
import { formatMoney } from '#domain/values/money';
import { changeText } from '#domain/purchase-orders/order-change';
import { renderEmail } from '#edges/mail/render-message';
import type { EmailRow } from '#edges/mail/message-content';
import type { Mail } from '#edges/mail/send-mail';
import {
  approveLinkLines,
  preferencesFooter,
  replacementLines,
  subjectLine,
} from './notification-message.ts';
import type { NotificationContent } from './notification-message.ts';
import { forAbsent } from './absent-approver.ts';
import { budgetMark } from './budget-parts.ts';

function rowOf(notification: NotificationContent): EmailRow {
  const { event, docType, number, vendorName, description, creatorName, actorName, reason, change } =
    notification;
  const isWaiting = event === 'WAITING';
  const mark = budgetMark(notification.budget);
  return {
    title: isWaiting ? documentLabel(docType, number) : subjectLine(event, docType, number),
    mark,
    detail: [
      change ? changeText(change, notification.currencyCode) : '',
      vendorName,
      description,
      isWaiting ? creatorName : actorName,
      mark ? '' : budgetText(notification.budget),
      reason,
      forAbsent(notification),
    ]
      .filter(Boolean)
      .join(' · '),
    amount: formatMoney(notification.totalCents, notification.currencyCode),
    href: notification.link,
    also: notification.approveLink === null ? null : { label: 'Approve', href: notification.approveLink },
  };
}

/** One e-mail with several notifications of one show (DEC-161). */
export function collectedMail(
  to: string,
  showName: string,
  notifications: readonly NotificationContent[],
): Mail {
  const {
    questions = [],
    waiting = [],
    updates = [],
  } = Object.groupBy(notifications, ({ event }) => {
    if (event === 'QUESTION') return 'questions';
    return asksForApproval(event) ? 'waiting' : 'updates';
  });
  const headline = [
    questions.length > 0
      ? `${questions.length} ${questions.length === 1 ? 'question' : 'questions'} to you`
      : '',
    waiting.length > 0 ? `${waiting.length} waiting for your approval` : '',
    updates.length > 0 ? `${updates.length} ${updates.length === 1 ? 'update' : 'updates'}` : '',
  ]
    .filter(Boolean)
    .join(', ');
  const content = {
    place: showName,
    headline,
    paragraphs: replacementLines(waiting),
    lists: [
      { title: 'Questions to you', rows: questions.map(rowOf), more: '' },
      { title: 'Waiting for your approval', rows: waiting.map(rowOf), more: '' },
      { title: 'Updates', rows: updates.map(rowOf), more: '' },
    ],
    small: [
      ...(notifications.some(({ approveLink }) => approveLink !== null) ? approveLinkLines : []),
      'These notifications belong together, or came within ten minutes of another e-mail to you.',
      preferencesFooter,
    ],
  };
  return { to, subject: `${headline} (${showName})`, ...renderEmail(content) };
}
