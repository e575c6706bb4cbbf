import type { DocType } from '#domain/document';
import { moduleVisible, modulesOf } from '#domain/permissions';
import { parseSettings } from '#domain/settings';
import { causeOf, log } from '#edges/log';
import { sendMail } from '#edges/mail';
import { readPlacesOf } from '#store/directory/digest-days';
import { readUser } from '#store/directory/people';
import { storeFor } from '#store/open';
import type { ShowStore } from '#store/open';
import { dropDigestItems, endDigestItems, readAwaiting, readDigestItems } from '#store/show/digest-rows';
import type { DigestOf } from '#store/show/digest-rows';
import { readShowContext } from '#store/show/read-show';
import { digestMail, linesAtMost } from './digest-mail.ts';
import type { DigestPart } from './digest-mail.ts';
import type { Errands } from './errands.ts';
import { personaFor, reviewLink } from './notification-mail.ts';
import { numberFor } from './notify.ts';
import type { Errand } from './outbox-rows.ts';

type Place = Awaited<ReturnType<typeof readPlacesOf>>[number];

/** One show's part, and how to end what it told. */
interface Told {
  showId: string;
  part: DigestPart;
  end: () => Promise<void>;
}

const approvals = {
  PO: 'purchase-orders',
  INVOICE: 'invoices',
  PAYMENT: 'payments',
} as const satisfies Record<DocType, string>;

/**
 * One person's digest of one type over all shows (EM-12): what waits for an approval now, and what happened since the
 * last one. Nothing to list: no e-mail. Whoever wants no e-mail any more is not told later, either (DEC-58). Throws
 * `MailFailure`.
 */
export async function sendDigest(
  { env, now }: Errands,
  { userId, type, day }: Extract<Errand, { kind: 'digest' }>,
): Promise<void> {
  const digest = { userId, type };
  const [user, places] = await Promise.all([readUser(env, userId), readPlacesOf(env, userId)]);
  const told: Told[] = [];
  for (const place of places) {
    const store = storeFor(env, place.show);
    const one = user?.emailNotifications ? await partOf(env, store, place, digest, now) : null;
    if (one) told.push(one);
    else await dropDigestItems(store, digest, now);
  }
  if (!user || told.length === 0) return;
  // One show waits: the link opens that one, whichever the reader has open. Of several he chooses.
  const [waiting, another] = told.filter(({ part }) => part.awaitingTotal > 0);
  const mail = digestMail(user.username, {
    type,
    day,
    dateFormat: user.dateFormat,
    parts: told.map(({ part }) => part),
    link: linkToApprovals(env.WEB_ORIGIN, type, waiting && !another ? waiting.showId : null),
  });
  if (mail) await sendMail(env, mail);
  for (const { end } of told) await end().catch((error: unknown) => lost(userId, error));
}

/** It was sent: better that an event is told again tomorrow than the whole digest today. */
function lost(userId: string, error: unknown): void {
  log('error', 'digest not marked', { user: userId, cause: causeOf(error) });
}

/** Null without the type's module in this show (DEC-12). */
async function partOf(
  env: Env,
  store: ShowStore,
  { show, membership }: Place,
  digest: DigestOf,
  now: string,
): Promise<Told | null> {
  const { settings: stored } = await readShowContext(store, digest.userId);
  const settings = parseSettings(stored?.settings);
  if (!moduleVisible(modulesOf(settings, show.features, membership), digest.type)) return null;
  const milestone = membership.displayPoNumbers ?? settings.displayPoNumbers;
  const [awaiting, items] = await Promise.all([
    readAwaiting(store, digest, linesAtMost),
    readDigestItems(store, digest),
  ]);
  return {
    showId: show.id,
    part: {
      showName: show.name,
      awaitingTotal: awaiting.total,
      awaiting: awaiting.rows.map((row) => ({
        ...row,
        number: numberFor(row, milestone),
        link: reviewLink(env.WEB_ORIGIN, row, personaFor('WAITING')),
      })),
      // What still waits is listed as waiting, and what waits no longer is no news.
      news: items
        .filter(({ event }) => event !== 'WAITING')
        .map((row) => ({
          ...row,
          number: numberFor(row, milestone),
          link: reviewLink(env.WEB_ORIGIN, row, personaFor(row.event)),
        })),
    },
    end: () => endDigestItems(store, digest, items, now),
  };
}

function linkToApprovals(origin: string, type: DocType, showId: string | null): string | null {
  if (origin === '') return null;
  return `${origin}/approvals/${approvals[type]}${showId === null ? '' : `?restoreShow=${showId}`}`;
}
