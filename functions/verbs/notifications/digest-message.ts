import { documentTitles } from '#domain/documents/pdf-options';
import { dateInZone, defaultTimeZone, formatDay, formatInstant } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';
import { changeText } from '#domain/purchase-orders/order-change';
import { formatMoney } from '#domain/values/money';
import { renderEmail } from '#edges/mail/render-message';
import type { EmailList } from '#edges/mail/message-content';
import type { Mail } from '#edges/mail/send-mail';
import { forAbsent } from './absent-approver.ts';
import { preferencesFooter, subjectLine } from './notification-message.ts';

interface DigestEntry {
  number: string;
  description: string;
  vendorName: string;
  creatorName: string;
  totalCents: number;
  /** The approved total that an open change order changes; null without one. */
  approvedCents: number | null;
  currencyCode: string;
  link: string | null;
}

/** One show's part of a digest; `awaiting` may list fewer documents than `awaitingTotal`. */
export interface DigestPart {
  showName: string;
  awaiting: (DigestEntry & { since: string; absentName: string })[];
  awaitingTotal: number;
  updates: (DigestEntry & { event: NotifyEvent; at: string })[];
}

export interface Digest {
  type: DocType;
  /** The Pacific date that has just started. */
  day: string;
  dateFormat: DateFormat | null;
  parts: readonly DigestPart[];
  /** The user's approval list; null without a web origin. */
  link: string | null;
}

/** Lines per list; further documents are only counted. */
export const maxLines = 25;
/** Caps for users with many shows: the mail service rejects larger messages. */
const [maxTotalLines, maxShows] = [400, 100];

const isQuestion = ({ event }: { event: NotifyEvent }) => event === 'QUESTION';
const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The digest e-mail of one user and document type (EM-12, DEC-58); null when there is nothing to list. */
export function digestMail(to: string, digest: Digest): Mail | null {
  const { type, day, dateFormat, parts, link } = digest;
  const awaiting = parts.reduce((sum, part) => sum + part.awaitingTotal, 0);
  const events = parts.flatMap((part) => part.updates);
  const questions = events.filter(isQuestion).length;
  const updates = events.length - questions;
  if (awaiting + events.length === 0) return null;
  const summary = [
    questions > 0 ? `${countText(questions, 'question', 'questions')} to you` : '',
    awaiting > 0 ? `${awaiting} waiting for your approval` : '',
    updates > 0 ? countText(updates, 'update', 'updates') : '',
  ].filter(Boolean);
  const headline = `${documentTitles[type]} digest: ${summary.join(', ')}`;
  const nonEmptyParts = parts.filter((part) => part.awaitingTotal + part.updates.length > 0);
  const waitingFirst = Map.groupBy(nonEmptyParts, (part) => part.awaitingTotal > 0);
  const inOrder = [...(waitingFirst.get(true) ?? []), ...(waitingFirst.get(false) ?? [])];
  const listed = nonEmptyParts.length > maxShows ? inOrder.slice(0, maxShows) : nonEmptyParts;
  const lines = Math.min(maxLines, Math.floor(maxTotalLines / 2 / listed.length));
  const otherShows = countText(nonEmptyParts.length - listed.length, 'other show', 'other shows');
  const content = {
    place: `Daily digest, ${formatDay(day, dateFormat)}`,
    headline,
    lists: listed.flatMap((part) => listsOf(digest, part, lines)),
    action: link === null || awaiting === 0 ? null : { label: 'Open your approvals', href: link },
    small: [
      nonEmptyParts.length > listed.length
        ? `There are more documents in ${otherShows}. Open Backlot to see them.`
        : '',
      'You receive this e-mail once a day because you chose a daily digest.',
      preferencesFooter,
    ],
  };
  return { to, subject: headline, ...renderEmail(content) };
}

/** The description, cut to 80 characters. */
function brief(description: string): string {
  const letters = [...description];
  return letters.length > 80 ? `${letters.slice(0, 79).join('').trimEnd()}…` : description;
}

function listsOf({ type, dateFormat }: Digest, part: DigestPart, lines: number): EmailList[] {
  const when = (at: string) => `${formatInstant(at, dateFormat, defaultTimeZone)} Pacific`;
  const since = (at: string) => `since ${formatDay(dateInZone(at, defaultTimeZone), dateFormat)}`;
  const moreText = (count: number) => (count > 0 ? `and ${count} more` : '');
  const amountOf = ({ totalCents, currencyCode }: DigestEntry) => formatMoney(totalCents, currencyCode);
  const changeOf = ({ approvedCents, totalCents, currencyCode }: DigestEntry) =>
    approvedCents === null
      ? ''
      : changeText({ beforeCents: approvedCents, afterCents: totalCents }, currencyCode);
  const detail = (entry: DigestEntry, ...facts: string[]) =>
    [changeOf(entry), entry.vendorName, brief(entry.description), ...facts].filter(Boolean).join(' · ');
  const listOf = (title: string, entries: DigestPart['updates']): EmailList => ({
    title: `${part.showName}: ${title}`,
    rows: entries.slice(-lines).map((entry) => ({
      title: subjectLine(entry.event, type, entry.number),
      detail: detail(entry, when(entry.at)),
      amount: amountOf(entry),
      href: entry.link,
    })),
    more: moreText(entries.length - lines),
  });
  return [
    listOf('questions to you', part.updates.filter(isQuestion)),
    {
      title: `${part.showName}: waiting for your approval`,
      rows: part.awaiting.slice(0, lines).map((entry) => ({
        title: documentLabel(type, entry.number),
        detail: detail(entry, entry.creatorName, since(entry.since), forAbsent(entry)),
        amount: amountOf(entry),
        href: entry.link,
      })),
      more: moreText(part.awaitingTotal - Math.min(lines, part.awaiting.length)),
    },
    listOf(
      'updates since your last digest',
      part.updates.filter((entry) => !isQuestion(entry)),
    ),
  ];
}
