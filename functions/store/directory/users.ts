import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { namedIn } from '#domain/management/user';
import { inList } from '#store/d1/in-list';
import { directory } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { isNotMoving } from './show-moves.ts';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped, read } from '#store/d1/query';
import type { Query, RowOf } from '#store/d1/query';
import { memberships, recentShows, shows, studios, users } from './tables.ts';
import type { MembershipRow, ShowRow, UserRow } from './sessions.ts';

/** A person as others see them in a show. */
export interface Person {
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

/** A name as the show knows it (DEC-121). */
const described = (name: 'firstName' | 'lastName' | 'initials') =>
  sql<string>`coalesce(json_extract(${memberships.describedAs}, ${sql.raw(`'$.${name}'`)}), ${users[name]})`;
/** By name, in the order of the show's lists. */
export const byShownName = [asc(described('firstName')), asc(described('lastName')), asc(users.id)];

const person = {
  id: users.id,
  username: users.username,
  firstName: described('firstName'),
  lastName: described('lastName'),
  initials: described('initials'),
  role: memberships.role,
  isActive: sql<boolean>`(${users.isActive} AND ${memberships.isActive})`.mapWith(Boolean),
  specialApprover: memberships.specialApprover,
  invoiceModuleVisible: memberships.invoiceModuleVisible,
  paymentModuleVisible: memberships.paymentModuleVisible,
};

/** An active member, with what decides which documents he may approve. */
export type ActiveMember = RowOf<ReturnType<typeof activeMembersQuery>>[number];

const people = prepareRead(({ db, showId }) => [
  db
    .select(person)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.showId, showId))
    .orderBy(...byShownName),
]);

/** Everybody who is or was in the show, by name. */
export const peopleQuery = (source: Source): Query<Person[]> => mapped(people(source, {}), ([rows]) => rows);

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
export const activeMembersQuery = (source: Source) => mapped(activeMembers(source, {}), ([rows]) => rows);

/** The same of several shows. */
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

/** The account with that username, of whichever show; null where there is none. */
export const accountQuery = (source: Source, username: string): Query<UserRow | null> =>
  mapped(byUsername(source, { username }), ([rows]) => rows[0] ?? null);

/** Somebody as the identity provider knows him. */
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

/** Binds somebody to a subject, once for each issuer. False: this issuer has called that person something else. */
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

/** One user's membership of one show; null when user, membership or show is not active. */
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

/** The id of the show with that slug; null where there is none. */
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

/** The show with the name of its studio, as letterheads and the show picker print it; null where there is none. */
export const showQuery = (source: Source): Query<ShowWithStudio | null> =>
  mapped(show(source, {}), ([[row]]) =>
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

/** Recently viewed show ids, newest first, at most five, only those the user still belongs to (DEC-86). */
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

/** The preferences of Account Settings (SE-24). */
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

const toNotify = prepareRead(({ db, showId }, { userIds }: { userIds: string }) => [
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

/** Active people of the show among `userIds`, with how each wants to be told (SE-24, DEC-58). */
export async function readPeopleToNotify(env: Env, showId: string, userIds: readonly string[]) {
  const source = { db: directory(env), showId };
  const [rows] = await read(toNotify(source, { userIds: JSON.stringify(userIds) }));
  return rows.map(({ user, membership }) => ({
    id: user.id,
    username: user.username,
    firstName: namedIn(user, membership).firstName,
    lastName: namedIn(user, membership).lastName,
    role: membership.role,
    emailNotifications: user.emailNotifications,
    dateFormat: user.dateFormat,
    displayPoNumbers: membership.displayPoNumbers,
    invoiceModuleVisible: membership.invoiceModuleVisible,
    paymentModuleVisible: membership.paymentModuleVisible,
    consolidate: {
      PO: user.consolidatePoEmails,
      INVOICE: user.consolidateInvoiceEmails,
      PAYMENT: user.consolidatePaymentEmails,
    },
  }));
}
