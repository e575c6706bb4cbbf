import type { DocType } from '#domain/document';
import { isApprover, moduleVisible, modulesOf } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { rootCause, log } from '#edges/log';
import { sendMail } from '#edges/mail/send-mail';
import { readShowsOfUser } from '#store/directory/digest-days';
import { readUser } from '#store/directory/users';
import { storeFor } from '#store/d1/open';
import type { Database } from '#store/d1/open';
import {
  dropDigestItems,
  endDigestItems,
  readPendingApprovals,
  readDigestItems,
  readSettingsOf,
} from '#store/show/mail/digest-items';
import type { DigestKey } from '#store/show/mail/digest-items';
import { digestMail, maxLines } from './digest-message.ts';
import type { DigestPart } from './digest-message.ts';
import type { JobContext } from '#verbs/outbox/job-context';
import { asksForApproval, reviewPersona } from '#domain/lifecycle/notify-event';
import { reviewLink } from '#domain/lifecycle/review-link';
import { numberFor } from '#domain/identity/visibility';
import type { Job } from '#verbs/outbox/jobs';

type MemberShow = Awaited<ReturnType<typeof readShowsOfUser>>[number];

/** The digest parts of one shard by show, and a function that marks their items as sent. */
interface ShardDigest {
  parts: ReadonlyMap<string, DigestPart>;
  end: () => Promise<void>;
}

const approvalPaths = {
  PO: 'purchase-orders',
  INVOICE: 'invoices',
  PAYMENT: 'payments',
} as const satisfies Record<DocType, string>;

/**
 * Sends one user's digest of one type over all shows: pending approvals, and events since the last digest (EM-12).
 * Sends no e-mail when there is nothing to list. Drops the items of a user who has switched e-mail off (DEC-58). Throws
 * `MailFailure`.
 */
export async function sendDigest(
  { env, now }: JobContext,
  { userId, type, day }: Extract<Job, { kind: 'digest' }>,
): Promise<void> {
  const [user, memberShows] = await Promise.all([readUser(env, userId), readShowsOfUser(env, userId)]);
  const shardDigests: ShardDigest[] = [];
  for (const [shard, ofShard] of Map.groupBy(memberShows, ({ show }) => show.shard)) {
    const { db } = storeFor(env, { id: '', shard });
    const selected = user?.emailNotifications ? await withModule(db, ofShard, type) : [];
    const selectedIds = new Set(selected.map(({ show }) => show.id));
    const remainingIds = ofShard.map(({ show }) => show.id).filter((id) => !selectedIds.has(id));
    if (remainingIds.length > 0) await dropDigestItems(db, { userId, type, showIds: remainingIds }, now);
    if (selected.length > 0) shardDigests.push(await shardDigestOf(env, db, selected, { userId, type }, now));
  }
  if (!user || shardDigests.length === 0) return;
  const byShow = new Map(shardDigests.flatMap(({ parts }) => [...parts]));
  const parts = memberShows.flatMap(({ show }) => byShow.get(show.id) ?? []);
  // With approvals pending in one show only, the link opens that show; otherwise the user chooses.
  const [waiting, another] = memberShows.filter(({ show }) => byShow.get(show.id)?.awaitingTotal);
  const mail = digestMail(user.username, {
    type,
    day,
    dateFormat: user.dateFormat,
    parts,
    link: linkToApprovals(env.WEB_ORIGIN, type, waiting && !another ? waiting.show.id : null),
  });
  if (mail) await sendMail(env, mail);
  for (const { end } of shardDigests) await end().catch((error: unknown) => logUnmarked(userId, error));
}

/** The digest was sent: repeating an event tomorrow is better than repeating the digest today. */
function logUnmarked(userId: string, error: unknown): void {
  log('error', 'digest status not saved', { user: userId, cause: rootCause(error) });
}

type ShowWithSettings = MemberShow & { settings: Settings };

/** The shows that have the type's module (DEC-12), with their settings. */
async function withModule(
  db: Database,
  memberShows: readonly MemberShow[],
  type: DocType,
): Promise<ShowWithSettings[]> {
  const stored = await readSettingsOf(
    db,
    memberShows.map(({ show }) => show.id),
  );
  return memberShows.flatMap((memberShow) => {
    const settings = parseSettings(stored.get(memberShow.show.id));
    const modules = modulesOf(settings, memberShow.show.features, memberShow.membership);
    return moduleVisible(modules, type) ? [{ ...memberShow, settings }] : [];
  });
}

async function shardDigestOf(
  env: Env,
  db: Database,
  selected: readonly ShowWithSettings[],
  key: DigestKey,
  now: string,
): Promise<ShardDigest> {
  const digest = { ...key, showIds: selected.map(({ show }) => show.id) };
  const [awaiting, items] = await Promise.all([
    readPendingApprovals(db, digest, maxLines),
    readDigestItems(db, digest),
  ]);
  const [awaitingBy, itemsBy] = [Map.groupBy(awaiting, showOf), Map.groupBy(items, showOf)];
  const parts = selected.map(({ show, membership, settings }): [string, DigestPart] => {
    const milestone = membership.displayPoNumbers ?? settings.displayPoNumbers;
    const waits = isApprover(membership.role) ? (awaitingBy.get(show.id) ?? []) : [];
    const part = {
      showName: show.name,
      awaitingTotal: waits[0]?.total ?? 0,
      awaiting: waits.map((row) => ({
        ...row,
        number: numberFor(row, milestone),
        link: reviewLink(env.WEB_ORIGIN, row, reviewPersona('WAITING')),
      })),
      // Pending approvals are listed as such, and former ones are of no interest.
      updates: (itemsBy.get(show.id) ?? [])
        .filter(({ event }) => !asksForApproval(event))
        .map((row) => ({
          ...row,
          number: numberFor(row, milestone),
          link: reviewLink(env.WEB_ORIGIN, row, reviewPersona(row.event)),
        })),
    };
    return [show.id, part];
  });
  return { parts: new Map(parts), end: () => endDigestItems(db, digest, items, now) };
}

const showOf = ({ showId }: { showId: string }) => showId;

function linkToApprovals(origin: string, type: DocType, showId: string | null): string | null {
  if (origin === '') return null;
  return `${origin}/approvals/${approvalPaths[type]}${showId === null ? '' : `?restoreShow=${showId}`}`;
}
