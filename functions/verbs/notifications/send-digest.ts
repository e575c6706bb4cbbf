import type { DocType } from '#domain/document';
import { isApprover, moduleVisible, modulesOf } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { causeOf, log } from '#edges/log';
import { sendMail } from '#edges/mail/send-mail';
import { readShowsOfUser } from '#store/directory/digest-days';
import { readUser } from '#store/directory/users';
import { storeFor } from '#store/d1/open';
import type { Database } from '#store/d1/open';
import {
  dropDigestItems,
  endDigestItems,
  readAwaiting,
  readDigestItems,
  readSettingsOf,
} from '#store/show/mail/digest-items';
import type { DigestOf } from '#store/show/mail/digest-items';
import { digestMail, maxLines } from './digest-message.ts';
import type { DigestPart } from './digest-message.ts';
import type { JobContext } from '#verbs/outbox/job-context';
import { personaFor, reviewLink } from '#domain/lifecycle/review-link';
import { numberFor } from '#domain/documents/visible-number';
import type { Job } from '#verbs/outbox/jobs';

type Place = Awaited<ReturnType<typeof readShowsOfUser>>[number];

/** What the shows of one shard tell, by show, and how to end it. */
interface Told {
  parts: ReadonlyMap<string, DigestPart>;
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
  { env, now }: JobContext,
  { userId, type, day }: Extract<Job, { kind: 'digest' }>,
): Promise<void> {
  const [user, places] = await Promise.all([readUser(env, userId), readShowsOfUser(env, userId)]);
  const told: Told[] = [];
  for (const [shard, own] of Map.groupBy(places, ({ show }) => show.shard)) {
    const { db } = storeFor(env, { id: '', shard });
    const wanted = user?.emailNotifications ? await withModule(db, own, type) : [];
    const isWanted = new Set(wanted.map(({ show }) => show.id));
    const rest = own.map(({ show }) => show.id).filter((id) => !isWanted.has(id));
    if (rest.length > 0) await dropDigestItems(db, { userId, type, showIds: rest }, now);
    if (wanted.length > 0) told.push(await partsOf(env, db, wanted, { userId, type }, now));
  }
  if (!user || told.length === 0) return;
  const byShow = new Map(told.flatMap(({ parts }) => [...parts]));
  const parts = places.flatMap(({ show }) => byShow.get(show.id) ?? []);
  // One show waits: the link opens that one, whichever the reader has open. Of several he chooses.
  const [waiting, another] = places.filter(({ show }) => byShow.get(show.id)?.awaitingTotal);
  const mail = digestMail(user.username, {
    type,
    day,
    dateFormat: user.dateFormat,
    parts,
    link: linkToApprovals(env.WEB_ORIGIN, type, waiting && !another ? waiting.show.id : null),
  });
  if (mail) await sendMail(env, mail);
  for (const { end } of told) await end().catch((error: unknown) => lost(userId, error));
}

/** It was sent: better that an event is told again tomorrow than the whole digest today. */
function lost(userId: string, error: unknown): void {
  log('error', 'digest not marked', { user: userId, cause: causeOf(error) });
}

type Wanted = Place & { settings: Settings };

/** Those of these shows that have the type's module (DEC-12), with their settings. */
async function withModule(db: Database, places: readonly Place[], type: DocType): Promise<Wanted[]> {
  const stored = await readSettingsOf(
    db,
    places.map(({ show }) => show.id),
  );
  return places.flatMap((place) => {
    const settings = parseSettings(stored.get(place.show.id));
    const modules = modulesOf(settings, place.show.features, place.membership);
    return moduleVisible(modules, type) ? [{ ...place, settings }] : [];
  });
}

async function partsOf(
  env: Env,
  db: Database,
  wanted: readonly Wanted[],
  whose: DigestOf,
  now: string,
): Promise<Told> {
  const digest = { ...whose, showIds: wanted.map(({ show }) => show.id) };
  const [awaiting, items] = await Promise.all([
    readAwaiting(db, digest, maxLines),
    readDigestItems(db, digest),
  ]);
  const [awaitingBy, itemsBy] = [Map.groupBy(awaiting, showOf), Map.groupBy(items, showOf)];
  const parts = wanted.map(({ show, membership, settings }): [string, DigestPart] => {
    const milestone = membership.displayPoNumbers ?? settings.displayPoNumbers;
    const waits = isApprover(membership.role) ? (awaitingBy.get(show.id) ?? []) : [];
    const part = {
      showName: show.name,
      awaitingTotal: waits[0]?.total ?? 0,
      awaiting: waits.map((row) => ({
        ...row,
        number: numberFor(row, milestone),
        link: reviewLink(env.WEB_ORIGIN, row, personaFor('WAITING')),
      })),
      // What still waits is listed as waiting, and what waits no longer is no news.
      news: (itemsBy.get(show.id) ?? [])
        .filter(({ event }) => event !== 'WAITING')
        .map((row) => ({
          ...row,
          number: numberFor(row, milestone),
          link: reviewLink(env.WEB_ORIGIN, row, personaFor(row.event)),
        })),
    };
    return [show.id, part];
  });
  return { parts: new Map(parts), end: () => endDigestItems(db, digest, items, now) };
}

const showOf = ({ showId }: { showId: string }) => showId;

function linkToApprovals(origin: string, type: DocType, showId: string | null): string | null {
  if (origin === '') return null;
  return `${origin}/approvals/${approvals[type]}${showId === null ? '' : `?restoreShow=${showId}`}`;
}
