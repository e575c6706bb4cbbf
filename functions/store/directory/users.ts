import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { withDescription } from '#domain/management/user';
import { inList } from '#store/d1/in-list';
import { directory } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { isNotMoving } from './show-moves.ts';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery, read } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { memberships, recentShows, shows, studios, users } from './tables.ts';
import type { MembershipRow, ShowRow, UserRow } from './sessions.ts';

/** A current or former member of a show, as the other members see them. */
export interface ShowMember {
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  initials: string;
  role: MembershipRow['role'];
  isActive: boolean;
  specialApprover: boolean;
  invoiceModuleVisible: boolean;
  paymentModuleVisible: boolean;
}

export type ShowWithStudio = ShowRow & { studioName: string; division: string };

/** A name as the show's members see it (DEC-121). */
const shownName = (name: 'firstName' | 'lastName' | 'initials') =>
  sql<string>`coalesce(json_extract(${memberships.describedAs}, ${sql.raw(`'$.${name}'`)}), ${users[name]})`;
/** By name, in the order of the show's lists. */
export const byShownName = [asc(shownName('firstName')), asc(shownName('lastName')), asc(users.id)];

const memberColumns = {
  id: users.id,
  username: users.username,
  firstName: shownName('firstName'),
  lastName: shownName('lastName'),
  initials: shownName('initials'),
  role: memberships.role,
  isActive: sql<boolean>`(${users.isActive} AND ${memberships.isActive})`.mapWith(Boolean),
  specialApprover: memberships.specialApprover,
  invoiceModuleVisible: memberships.invoiceModuleVisible,
  paymentModuleVisible: memberships.paymentModuleVisible,
};

/** An active member, with what decides which documents they may approve. */
export type ActiveMember = RowOf<ReturnType<typeof activeMembersQuery>>[number];

const showMembers = prepareRead(({ db, showId }) => [
  db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.showId, showId))
    .orderBy(...byShownName),
]);

/** All current and former members of the show, by name. */
export const showMembersQuery = (source: Source): Query<ShowMember[]> =>
  mapQuery(showMembers(source, {}), ([rows]) => rows);

const activeMembers = prepareRead(({ db, showId }) => [
  db
    .select({
      id: memberships.userId,
      role: memberships.role,
      invoiceModuleVisible: memberships.invoiceModuleVisible,
      paymentModuleVisible: memberships.paymentModuleVisible,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), sql`${users.isActive} = 1`))
    .where(and(eq(memberships.showId, showId), sql`${memberships.isActive} = 1`)),
]);

/** The active members of the show, with what decides which documents they may approve (DEC-21). */
export const activeMembersQuery = (source: Source) => mapQuery(activeMembers(source, {}), ([rows]) => rows);

export async function readActiveMembersOf(env: Env, showIds: readonly string[]) {
  return directory(env)
    .select({
      showId: memberships.showId,
      id: memberships.userId,
      role: memberships.role,
      invoiceModuleVisible: memberships.invoiceModuleVisible,
      paymentModuleVisible: memberships.paymentModuleVisible,
    })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(and(sql`${memberships.showId} IN ${inList(showIds)}`, eq(memberships.isActive, true)));
}

const byUsername = prepareRead(({ db }, { username }: { username: string }) => [
  db.select().from(users).where(eq(users.username, username)).limit(1),
]);

/** The account with that username, of any show; null when there is none. */
export const accountQuery = (source: Source, username: string): Query<UserRow | null> =>
  mapQuery(byUsername(source, { username }), ([rows]) => rows[0] ?? null);

/** A user's identity at the identity provider. */
interface Subject {
  issuer: string;
  subject: string;
}

export async function findUserBySubject(env: Env, { issuer, subject }: Subject): Promise<UserRow | null> {
  const rows = await directory(env)
    .select()
    .from(users)
    .where(and(eq(users.providerIssuer, issuer), eq(users.providerSubject, subject)))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Links a user to a subject, once for each issuer. Returns false when this issuer has given the user another subject.
 */
export async function linkSubject(env: Env, userId: string, { issuer, subject }: Subject): Promise<boolean> {
  const rows = await directory(env)
    .update(users)
    .set({ providerIssuer: issuer, providerSubject: subject })
    .where(
      and(
        eq(users.id, userId),
        or(
          isNull(users.providerSubject),
          ne(users.providerIssuer, issuer),
          eq(users.providerSubject, subject),
        ),
      ),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}

/** A user's membership of a show; null when user, membership or show is not active. */
export async function readMembership(
  env: Env,
  showId: string,
  userId: string,
): Promise<{ show: ShowRow; membership: MembershipRow } | null> {
  const rows = await directory(env)
    .select({ show: shows, membership: memberships })
    .from(memberships)
    .innerJoin(shows, eq(shows.id, memberships.showId))
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(
      and(
        eq(memberships.showId, showId),
        eq(memberships.userId, userId),
        eq(memberships.isActive, true),
        eq(shows.isActive, true),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** The id of the show with that slug; null when there is none. */
export async function findShowBySlug(env: Env, slug: string): Promise<string | null> {
  const rows = await directory(env).select({ id: shows.id }).from(shows).where(eq(shows.slug, slug)).limit(1);
  return rows[0]?.id ?? null;
}

const show = prepareRead(({ db, showId }) => [
  db
    .select({ show: shows, studioName: studios.name, division: studios.division })
    .from(shows)
    .innerJoin(studios, eq(studios.id, shows.studioId))
    .where(eq(shows.id, showId))
    .limit(1),
]);

/** The show with the name of its studio, as in the show picker; null when there is none. */
export const showQuery = (source: Source): Query<ShowWithStudio | null> =>
  mapQuery(show(source, {}), ([[row]]) =>
    row ? { ...row.show, studioName: row.studioName, division: row.division } : null,
  );

/** The active shows of a shard that have a feature (DEC-12), by id. */
export async function readShowsWithFeature(env: Env, feature: string, shard: number): Promise<string[]> {
  const rows = await directory(env)
    .select({ id: shows.id })
    .from(shows)
    .where(
      and(
        eq(shows.isActive, true),
        eq(shows.shard, shard),
        isNotMoving,
        sql`EXISTS (SELECT 1 FROM json_each(${shows.features}) WHERE value = ${feature})`,
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * The ids of recently viewed shows, newest first, at most five; only shows of which the user is still a member
 * (DEC-86).
 */
export async function readRecentShows(env: Env, userId: string): Promise<string[]> {
  const rows = await directory(env)
    .select({ showId: recentShows.showId })
    .from(recentShows)
    .innerJoin(
      memberships,
      and(
        eq(memberships.showId, recentShows.showId),
        eq(memberships.userId, recentShows.userId),
        eq(memberships.isActive, true),
      ),
    )
    .where(eq(recentShows.userId, userId))
    .orderBy(desc(recentShows.viewedAt))
    .limit(5);
  return rows.map((row) => row.showId);
}

export async function rememberShow(
  env: Env,
  userId: string,
  showId: string,
  viewedAt: string,
): Promise<void> {
  await directory(env)
    .insert(recentShows)
    .values({ userId, showId, viewedAt })
    .onConflictDoUpdate({ target: [recentShows.userId, recentShows.showId], set: { viewedAt } });
}

/** Stores the preferences of Account Settings (SE-24). */
export async function savePreferences(
  env: Env,
  userId: string,
  values: Pick<
    UserRow,
    | 'emailNotifications'
    | 'consolidatePoEmails'
    | 'consolidatePaymentEmails'
    | 'consolidateInvoiceEmails'
    | 'dateFormat'
  >,
): Promise<void> {
  await directory(env).update(users).set(values).where(eq(users.id, userId));
}

export async function readUser(env: Env, userId: string): Promise<UserRow | null> {
  const rows = await directory(env).select().from(users).where(eq(users.id, userId)).limit(1);
  return rows[0] ?? null;
}

const notifiedMembers = prepareRead(({ db, showId }, { userIds }: { userIds: string }) => [
  db
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), eq(users.isActive, true)))
    .where(
      and(
        eq(memberships.showId, showId),
        eq(memberships.isActive, true),
        inArray(users.id, sql`(SELECT value FROM json_each(${userIds}))`),
      ),
    ),
]);

/** The active members of the show among `userIds`, with their notification preferences (SE-24, DEC-58). */
export async function readMembersToNotify(env: Env, showId: string, userIds: readonly string[]) {
  const source = { db: directory(env), showId };
  const [rows] = await read(notifiedMembers(source, { userIds: JSON.stringify(userIds) }));
  return rows.map(({ user, membership }) => ({
    id: user.id,
    username: user.username,
    firstName: withDescription(user, membership).firstName,
    lastName: withDescription(user, membership).lastName,
    role: membership.role,
    emailNotifications: user.emailNotifications,
    dateFormat: user.dateFormat,
    displayPoNumbers: membership.displayPoNumbers,
    readBudget: membership.readBudget,
    budgetAccounts: membership.budgetAccounts,
    invoiceModuleVisible: membership.invoiceModuleVisible,
    paymentModuleVisible: membership.paymentModuleVisible,
    consolidate: {
      PO: user.consolidatePoEmails,
      INVOICE: user.consolidateInvoiceEmails,
      PAYMENT: user.consolidatePaymentEmails,
    },
  }));
}

/** The shows in which a user is or was a member. */
export async function readShowIdsOf(env: Env, userId: string): Promise<string[]> {
  const rows = await directory(env)
    .select({ showId: memberships.showId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  return rows.map(({ showId }) => showId);
}
