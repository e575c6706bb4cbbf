import { coverDays } from '#domain/cover/cover';
import { formatLimit } from '#domain/currency/converted-text';
import { documentLabel } from '#domain/documents/document-name';
import { isGuarantor } from '#domain/identity/permissions';
import { numberFor } from '#domain/identity/visibility';
import { reviewPersona } from '#domain/lifecycle/notify-event';
import { reviewLink } from '#domain/lifecycle/review-link';
import { parseSettings } from '#domain/settings';
import { formatMoney } from '#domain/values/money';
import { renderEmail } from '#edges/mail/render-message';
import type { EmailList } from '#edges/mail/message-content';
import { sendMail } from '#edges/mail/send-mail';
import { readMembersToNotify } from '#store/directory/users';
import { readInOneTrip } from '#store/d1/query';
import { decisionsQuery } from '#store/show/cover/cover-mails';
import { coverQuery } from '#store/show/cover/covers';
import type { CoverRow } from '#store/show/cover/covers';
import { settingsQuery } from '#store/show/management/settings';
import type { JobContext } from '#verbs/outbox/job-context';
import type { CoverMailJob } from '#verbs/outbox/jobs';

const maxLines = 50;

const typeNames = { PO: 'Purchase orders', INVOICE: 'Invoices', PAYMENT: 'Payments' } as const;

const decisionTexts: Readonly<Record<string, string>> = {
  approve: 'Approved',
  revise: 'Needs revision',
  deny: 'Denied',
  void: 'Voided',
  'send-back': 'Sent back',
};

/**
 * Mails the absent or the covering user that a cover has begun or ended, to the absent user with the list of what was
 * decided (COV-09), an administrator that it awaits approval, and the absent user what they decided (COV-18). Users who have switched e-mail off or left the show get nothing. Throws `MailFailure`.
 */
export async function mailCover(
  { env, store, show }: JobContext,
  { coverId, userId, event }: CoverMailJob,
): Promise<void> {
  const isEnd = event === 'ended';
  const [[person], { cover, decided, settings }] = await Promise.all([
    readMembersToNotify(env, show.id, [userId]),
    readInOneTrip({
      cover: coverQuery(store, coverId),
      decided: isEnd ? decisionsQuery(store, coverId) : null,
      settings: settingsQuery(store),
    }),
  ]);
  if (!cover || !person?.emailNotifications || isGuarantor(person)) return;
  const isAbsent = userId === cover.userId;
  const showSettings = parseSettings(settings?.settings);
  const milestone = person.displayPoNumbers ?? showSettings.displayPoNumbers;
  const rows = (decided ?? []).map((row) => ({
    title: `${documentLabel(row.type, numberFor(row, milestone))}: ${decisionTexts[row.action] ?? row.action}`,
    detail: row.vendorName,
    amount: formatMoney(row.totalCents, row.currencyCode),
    href: reviewLink(env.WEB_ORIGIN, row, reviewPersona('WAITING')),
  }));
  const { headline, text } = wordsOf(cover, event, isAbsent, rows.length);
  const list: EmailList = {
    title: 'Decided on your behalf',
    rows: rows.slice(0, maxLines),
    more: rows.length > maxLines ? `and ${rows.length - maxLines} more` : '',
  };
  await sendMail(env, {
    to: person.username,
    subject: `${headline} (${show.name})`,
    ...renderEmail({
      place: show.name,
      headline,
      paragraphs: [text],
      facts: factsOf(cover, showSettings.baseCurrency),
      lists: isAbsent && rows.length > 0 ? [list] : [],
      action: actionOf(cover, event, isAbsent, { origin: env.WEB_ORIGIN, showId: show.id }),
      small: [
        event === 'requested'
          ? 'You received this e-mail because you manage the users of this show.'
          : 'You received this e-mail because you take part in this cover.',
      ],
    }),
  });
}

/** The button: an administrator decides on the cover, and the covering user opens their queue. */
function actionOf(
  { userId }: CoverRow,
  event: CoverMailJob['event'],
  isAbsent: boolean,
  { origin, showId }: { origin: string; showId: string },
) {
  if (origin === '') return null;
  const show = `?restoreShow=${showId}`;
  if (event === 'requested')
    return { label: 'Approve or decline', href: `${origin}/setup/users/${userId}${show}` };
  return event === 'started' && !isAbsent
    ? { label: 'Open your approvals', href: `${origin}/approvals${show}` }
    : null;
}

/** The headline and the text of an e-mail, for the absent user or for another one. */
function wordsOf(cover: CoverRow, event: CoverMailJob['event'], isAbsent: boolean, decided: number) {
  const { userName, coveringName } = cover;
  switch (event) {
    case 'requested':
      return {
        headline: `${userName} asks for a cover by ${coveringName}`,
        text: 'It covers nothing until a Show Admin approves it.',
      };
    case 'approved':
      return {
        headline: `Your cover by ${coveringName} is approved`,
        text: `${cover.approvedByName ?? ''} approved it. It begins and ends by itself.`,
      };
    case 'declined':
      return {
        headline: `Your cover by ${coveringName} was declined`,
        text: 'Nobody decides for you. You can set another cover.',
      };
    case 'started':
    case 'ended': {
      const isEnd = event === 'ended';
      return {
        headline: headlineOf(cover, isAbsent, isEnd),
        text: textOf(cover, isAbsent, isEnd, decided),
      };
    }
  }
}

function headlineOf({ userName, coveringName }: CoverRow, isAbsent: boolean, isEnd: boolean): string {
  if (isEnd)
    return isAbsent ? `${coveringName} no longer covers for you` : `Your cover for ${userName} has ended`;
  return isAbsent ? `${coveringName} covers for you` : `You cover for ${userName}`;
}

function textOf(
  { userName, coveringName }: CoverRow,
  isAbsent: boolean,
  isEnd: boolean,
  decided: number,
): string {
  if (isEnd && !isAbsent) return `The documents of ${userName} are no longer in your queue.`;
  if (isEnd) return decided === 0 ? 'Nothing was decided on your behalf.' : 'These decisions count as yours.';
  return isAbsent
    ? `${coveringName} can decide the documents that wait for you. You can still decide yourself: the first decision counts.`
    : `Documents that wait for ${userName} are in your queue. Your decision counts as that of ${userName} and names you both.`;
}

function factsOf(cover: CoverRow, baseCurrency: string | null): (readonly [label: string, value: string])[] {
  const { limitCents } = cover;
  return [
    ['Days', coverDays(cover.firstDay, cover.lastDay)],
    ['Documents', cover.types.map((type) => typeNames[type]).join(', ')],
    ['Up to', limitCents === null ? '' : formatLimit(limitCents, baseCurrency)],
    ['Alternate', cover.alternateName ?? ''],
    ['Set by', cover.setByName],
  ];
}
