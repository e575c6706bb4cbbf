import { Refusal } from '#domain/codes';
import { templateTypeOf } from '#domain/document';
import type { DocType } from '#domain/document';
import { daysRefusal, peopleRefusal } from '#domain/cover/cover-request';
import type { Cover, CoverPerson, CoversSet, NewCover, SetCover } from '#domain/cover/cover-request';
import { can, moduleVisible } from '#domain/identity/permissions';
import { userLock } from '#domain/management/user';
import { addDays, dateInZone, defaultTimeZone, startOfDay } from '#domain/values/days';
import { fromCents, toCents } from '#domain/values/money';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import { membersQuery } from '#store/directory/members';
import type { MemberRow } from '#store/directory/members';
import { readShowsOfUser } from '#store/directory/digest-days';
import { storeFor, directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { coversQuery, insertCover } from '#store/show/cover/covers';
import type { CoverRow } from '#store/show/cover/covers';
import { fullName, freshId } from '#verbs/request/context';
import { parseSettings } from '#domain/settings';
import { settingsQuery } from '#store/show/management/settings';
import { publishCoverChange } from '#verbs/realtime/publish-changes';
import { requirePermission } from '#verbs/request/require-permission';
import type { MembershipContext, RequestContext } from '#verbs/request/context';

/** Days for which ended covers are still listed. */
const listedDays = 31;

/** The members of the show, its covers that have not ended, and its settings. */
export const newCoverPlan = ({
  store,
  directory,
  now,
}: Pick<MembershipContext, 'store' | 'directory' | 'now'>) => ({
  members: membersQuery(directory),
  covers: coversQuery(store, now),
  settings: settingsQuery(store),
});
type NewCoverRows = PlanRows<typeof newCoverPlan>;

/** The show in which a cover is set. */
interface Target {
  store: ShowStore;
  show: { id: string; name: string };
  rows: NewCoverRows;
}

/**
 * Sets a cover in this show, or in all shows of the user: one cover per show; later shows are not covered. Users set
 * their own, administrators those of other users in the open show (COV-07). Throws `FORBIDDEN`, `USER_NOT_FOUND`,
 * `invalid_parameter` with the reason when no show accepts it.
 */
export async function setCover(
  context: RequestContext,
  rows: NewCoverRows,
  draft: NewCover,
): Promise<CoversSet> {
  const { user, now } = context;
  const absentId = draft.userId ?? user.id;
  if (absentId !== user.id) requirePermission(context.permissions, 'UserManagement');
  const absent = rows.members.find((member) => member.user.id === absentId);
  if (!absent) throw new Refusal('USER_NOT_FOUND');
  if (absentId !== user.id) requireManaged(context, absent, draft);
  const own = { store: context.store, show: context.show, rows };
  const targets = draft.allShows ? [own, ...(await otherShows(context))] : [own];
  const results = await Promise.all(
    targets.map(async (target) => ({ target, result: await setIn(context, target, absentId, draft) })),
  );
  const covers = results.flatMap(({ result }) => (typeof result === 'string' ? [] : [coverOf(result, now)]));
  const refused = results.flatMap(({ target: { show }, result }) =>
    typeof result === 'string' ? [{ showId: show.id, showName: show.name, reason: result }] : [],
  );
  const [first] = refused;
  if (covers.length === 0 && first) throw new Refusal('invalid_parameter', { message: first.reason });
  return { covers, refused };
}

/** Throws `FORBIDDEN` unless the user may set a cover for another member of the open show. */
function requireManaged(
  { user, membership, permissions }: RequestContext,
  member: MemberRow,
  draft: NewCover,
) {
  const actor = { id: user.id, role: membership.role, permissions };
  const isLocked = userLock(actor, { roleId: member.membership.role }) !== null;
  if (isLocked || draft.allShows) throw new Refusal('FORBIDDEN');
}

async function otherShows(context: RequestContext): Promise<Target[]> {
  const { env, user, show: opened, now } = context;
  const others = (await readShowsOfUser(env, user.id)).filter(({ show }) => show.id !== opened.id);
  return Promise.all(
    others.map(async ({ show }) => {
      const store = storeFor(env, show);
      return {
        store,
        show,
        rows: await readInOneTrip(newCoverPlan({ store, directory: directoryOf(env, show.id), now })),
      };
    }),
  );
}

/** Sets the cover in one show. Returns the reason when the show refuses it. */
async function setIn(
  { env, user, now, runAfterResponse }: RequestContext,
  { store, show, rows: { members, covers, settings } }: Target,
  absentId: string,
  draft: NewCover,
): Promise<CoverRow | string> {
  const people = findPeople(members, { ...draft, userId: absentId });
  if (people === null) return notInShow;
  const { absent, covering, alternate } = people;
  const { timeZone, maxCoverDays, coversNeedApproval } = parseSettings(settings?.settings);
  const reason =
    daysRefusal(draft, { today: dateInZone(now, timeZone), maxCoverDays }) ??
    peopleRefusal({ ...personsOf(people, draft.types), actorId: user.id }, draft, openCovers(covers));
  if (reason !== null) return reason;
  const setter = members.find((member) => member.user.id === user.id)?.user ?? user;
  const row: CoverRow = {
    showId: show.id,
    id: freshId(show.id),
    userId: absentId,
    userName: fullName(absent.user),
    coveringId: covering.user.id,
    coveringName: fullName(covering.user),
    coveringInitials: covering.user.initials,
    alternateId: alternate?.user.id ?? null,
    alternateName: alternate && fullName(alternate.user),
    alternateInitials: alternate?.user.initials ?? null,
    firstDay: draft.firstDay,
    lastDay: draft.lastDay,
    startsAt: startOfDay(draft.firstDay, timeZone),
    endsAt: startOfDay(addDays(draft.lastDay, 1), timeZone),
    types: [...new Set(draft.types)],
    limitCents: draft.amountLimit === null ? null : toCents(draft.amountLimit),
    setById: user.id,
    setByName: fullName(setter),
    createdAt: now,
    endedAt: null,
    decisions: 0,
    startMailedAt: null,
    endMailedAt: null,
    awaitsApproval: coversNeedApproval && absentId === user.id,
    requestMailedAt: null,
    approvedById: null,
    approvedByName: null,
  };
  if (!(await insertCover(store, row))) return 'Another cover on these days was set at the same time.';
  runAfterResponse(publishCoverChange({ env, store }, row));
  return row;
}

export const notInShow = 'The covering user or the alternate is not in this show.';

type CoverIds = Pick<CoverRow, 'userId' | 'coveringId' | 'alternateId'>;

export interface CoverMembers {
  absent: MemberRow;
  covering: MemberRow;
  alternate: MemberRow | null;
}

/** The members who are named in a cover; null if one of them is not in the show. */
export function findPeople(
  members: readonly MemberRow[],
  { userId, coveringId, alternateId }: CoverIds,
): CoverMembers | null {
  const find = (id: string) => members.find((member) => member.user.id === id);
  const [absent, covering] = [find(userId), find(coveringId)];
  const alternate = alternateId === null ? null : find(alternateId);
  return absent && covering && alternate !== undefined ? { absent, covering, alternate } : null;
}

export function personsOf({ absent, covering, alternate }: CoverMembers, types: readonly DocType[]) {
  return {
    absent: personOf(absent, types),
    covering: personOf(covering, types),
    alternate: alternate && personOf(alternate, types),
  };
}

/** The covers that nobody has ended, as `peopleRefusal` compares them. */
export const openCovers = (covers: NewCoverRows['covers']): SetCover[] =>
  covers
    .filter(({ cover }) => cover.endedAt === null)
    .map(({ cover: { userId, firstDay, lastDay } }) => ({ absentId: userId, firstDay, lastDay }));

function personOf({ user, membership }: MemberRow, types: readonly DocType[]): CoverPerson {
  const person = { ...membership, isActive: user.isActive && membership.isActive };
  return {
    userId: user.id,
    name: fullName(user),
    mayApprove: types.every((type) => isEligibleApprover(person, templateTypeOf[type])),
  };
}

export function coverOf(row: CoverRow, now: string): Cover {
  const isEnded = row.endedAt !== null || row.endsAt <= now;
  return {
    id: row.id,
    showId: row.showId,
    absent: { userId: row.userId, name: row.userName },
    covering: { userId: row.coveringId, name: row.coveringName },
    alternate: row.alternateId === null ? null : { userId: row.alternateId, name: row.alternateName ?? '' },
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    types: [...row.types],
    amountLimit: row.limitCents === null ? null : fromCents(row.limitCents),
    setBy: { userId: row.setById, name: row.setByName },
    approvedBy:
      row.approvedById === null ? null : { userId: row.approvedById, name: row.approvedByName ?? '' },
    state: isEnded ? 'ENDED' : row.awaitsApproval ? 'PENDING' : row.startsAt <= now ? 'RUNNING' : 'UPCOMING',
    decisions: row.decisions,
  };
}

/** The covers of the show that run, begin later, or ended in the last month. */
export const coversPlan = ({ store, now }: Pick<MembershipContext, 'store' | 'now'>) => ({
  covers: coversQuery(
    store,
    startOfDay(addDays(dateInZone(now, defaultTimeZone), -listedDays), defaultTimeZone),
    true,
  ),
});

const managesUsers = ({ permissions }: Pick<RequestContext, 'permissions'>) =>
  can(permissions, 'UserManagement', 'READ');

/**
 * The covers in which the user takes part; for those who manage users, all covers of the show, with the documents that
 * wait for an absent approver and that nobody may decide (COV-08).
 */
export function listCovers(context: RequestContext, { covers }: PlanRows<typeof coversPlan>) {
  const { user, now, modules } = context;
  const takesPart = ({ userId, coveringId, alternateId }: CoverRow) =>
    [userId, coveringId, alternateId].includes(user.id);
  return covers
    .filter(({ cover }) => managesUsers(context) || takesPart(cover))
    .map(({ cover, undecidedByType }) => {
      if (!managesUsers(context)) return coverOf(cover, now);
      const counts = undecidedByType.filter(({ docType }) => moduleVisible(modules, docType));
      const undecided = counts.reduce((sum, { count }) => sum + count, 0);
      return { ...coverOf(cover, now), undecided, undecidedByType: counts };
    });
}
