import { captions } from '#domain/documents/pdf-options';
import { dateInZone, defaultTimeZone, formatDay, formatInstant } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import type { DocType } from '#domain/document';
import { documentLabel } from '#domain/documents/document-name';
import type { NotifyEvent } from '#domain/lifecycle/decision';
import { formatMoney } from '#domain/values/money';
import { typeset } from '#edges/mail/render-message';
import type { EmailList } from '#edges/mail/message-content';
import type { Mail } from '#edges/mail/send-mail';
import { subjectLine, preferencesFooter } from './notification-message.ts';

/** A document as a digest lists it. */
interface Entry {
  number: string;
  description: string;
  vendorName: string;
  creatorName: string;
  totalCents: number;
  currencyCode: string;
  link: string | null;
}

/** One show's part of a digest; what waits may be more than is listed. */
export interface DigestPart {
  showName: string;
  awaiting: (Entry & { since: string })[];
  awaitingTotal: number;
  news: (Entry & { event: NotifyEvent; at: string })[];
}

export interface Digest {
  type: DocType;
  /** The Pacific day that has just begun. */
  day: string;
  dateFormat: DateFormat | null;
  parts: readonly DigestPart[];
  /** The list of what waits; null as for every link. */
  link: string | null;
}

/** Lines a list; the rest is counted. */
export const maxLines = 25;
/** Who works in many shows gets shorter lists, and not those of all: what is too large for the mail service never comes. */
const [linesInAll, showsAtMost] = [400, 100];

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** One e-mail for a person and a type (EM-12, DEC-58); null when there is nothing to list. */
export function digestMail(to: string, digest: Digest): Mail | null {
  const { type, day, dateFormat, parts, link } = digest;
  const awaiting = parts.reduce((sum, part) => sum + part.awaitingTotal, 0);
  const news = parts.reduce((sum, part) => sum + part.news.length, 0);
  if (awaiting + news === 0) return null;
  const summary = [
    awaiting > 0 ? `${awaiting} waiting for your approval` : '',
    news > 0 ? counted(news, 'update', 'updates') : '',
  ].filter(Boolean);
  const headline = `${captions[type]} digest: ${summary.join(', ')}`;
  const telling = parts.filter((part) => part.awaitingTotal + part.news.length > 0);
  const waitingFirst = Map.groupBy(telling, (part) => part.awaitingTotal > 0);
  const inOrder = [...(waitingFirst.get(true) ?? []), ...(waitingFirst.get(false) ?? [])];
  const listed = telling.length > showsAtMost ? inOrder.slice(0, showsAtMost) : telling;
  const lines = Math.min(maxLines, Math.floor(linesInAll / 2 / listed.length));
  const others = counted(telling.length - listed.length, 'other show', 'other shows');
  const letter = {
    place: `Daily digest, ${formatDay(day, dateFormat)}`,
    headline,
    lists: listed.flatMap((part) => listsOf(digest, part, lines)),
    action: link === null || awaiting === 0 ? null : { label: 'Open your approvals', href: link },
    small: [
      telling.length > listed.length
        ? `There are more documents in ${others}. Open Backlot to see them.`
        : '',
      'You receive this e-mail once a day because you chose a daily digest.',
      preferencesFooter,
    ],
  };
  return { to, subject: headline, ...typeset(letter) };
}

/** A list is read at a glance. */
function brief(description: string): string {
  const letters = [...description];
  return letters.length > 80 ? `${letters.slice(0, 79).join('').trimEnd()}…` : description;
}

function listsOf({ type, dateFormat }: Digest, part: DigestPart, lines: number): EmailList[] {
  const when = (at: string) => `${formatInstant(at, dateFormat, defaultTimeZone)} Pacific`;
  const since = (at: string) => `since ${formatDay(dateInZone(at, defaultTimeZone), dateFormat)}`;
  const rest = (count: number) => (count > 0 ? `and ${count} more` : '');
  const amountOf = ({ totalCents, currencyCode }: Entry) => formatMoney(totalCents, currencyCode);
  const detail = (...facts: string[]) => facts.filter(Boolean).join(' · ');
  return [
    {
      title: `${part.showName}: waiting for your approval`,
      rows: part.awaiting.slice(0, lines).map((entry) => ({
        title: documentLabel(type, entry.number),
        detail: detail(entry.vendorName, brief(entry.description), entry.creatorName, since(entry.since)),
        amount: amountOf(entry),
        href: entry.link,
      })),
      more: rest(part.awaitingTotal - Math.min(lines, part.awaiting.length)),
    },
    {
      title: `${part.showName}: updates since your last digest`,
      rows: part.news.slice(-lines).map((entry) => ({
        title: subjectLine(entry.event, type, entry.number),
        detail: detail(entry.vendorName, brief(entry.description), when(entry.at)),
        amount: amountOf(entry),
        href: entry.link,
      })),
      more: rest(part.news.length - lines),
    },
  ];
}
