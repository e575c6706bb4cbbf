import { and, asc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { rolesWithFull } from '#domain/identity/permissions';
import { containsText } from '#store/d1/contains-text';
import { directory, violatesConstraint } from '#store/d1/open';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { isNotMoving } from './show-moves.ts';
import { memberships, shows, studios, users } from './tables.ts';
import type { MembershipRow, ShowRow } from './sessions.ts';
import type { ShowWithStudio } from './users.ts';

/** A show of the Management list, with the user's own membership of it, if any. */
export type ListedShow = ShowWithStudio & { membership: MembershipRow | null };

/**
 * Which shows are listed. `studios` are those in which the user has a role with FULL `Studio`, and `studio` is one
 * studio, both together with the user's own shows. `own` with a `showId` is that one of the user's own shows (DEC-11).
 */
export type ShowScope =
  | { of: 'all' }
  | { of: 'studios' }
  | { of: 'studio'; studioId: string }
  | { of: 'own'; showId?: string | null | undefined };

/** A page of the active shows by name; `search` matches name and license (API-49, SH-47, SH-48). */
export async function readManagedShows(
  env: Env,
  userId: string,
  scope: ShowScope,
  page: { search: string; count: number; page: number },
): Promise<{ shows: ListedShow[]; total: number }> {
  const db = directory(env);
  const condition = and(eq(shows.isActive, true), scopeOf(scope, userId), matchesSearch(page.search));
  const ownMembership = and(
    eq(memberships.showId, shows.id),
    eq(memberships.userId, userId),
    eq(memberships.isActive, true),
    // A deactivated user is a member of no show (DEC-05).
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.isActive} = 1)`,
  );
  const [rows, totals] = await db.batch([
    db
      .select({ show: shows, studioName: studios.name, division: studios.division, membership: memberships })
      .from(shows)
      .innerJoin(studios, eq(studios.id, shows.studioId))
      .leftJoin(memberships, ownMembership)
      .where(condition)
      .orderBy(asc(shows.name), asc(shows.id))
      .limit(page.count)
      .offset((page.page - 1) * page.count),
    db
      .select({ total: sql<number>`count(*)` })
      .from(shows)
      .innerJoin(studios, eq(studios.id, shows.studioId))
      .leftJoin(memberships, ownMembership)
      .where(condition),
  ]);
  return {
    shows: rows.map(({ show, ...row }) => ({ ...show, ...row })),
    total: totals[0]?.total ?? 0,
  };
}

/** Shows whose name or license contains this text; '' matches all. */
function matchesSearch(search: string): SQL | undefined {
  return search === '' ? undefined : containsText(sql`${shows.name} || char(10) || ${shows.license}`, search);
}

/** With the condition on the user's id SQLite finds their own shows by membership, without a scan of all shows. */
function scopeOf(scope: ShowScope, userId: string): SQL | undefined {
  const own = eq(memberships.userId, userId);
  if (scope.of === 'own') return scope.showId ? and(own, eq(shows.id, scope.showId)) : own;
  if (scope.of === 'all') return undefined;
  const ofStudio = scope.of === 'studio' ? eq(shows.studioId, scope.studioId) : isOfStudios(userId);
  return or(ofStudio, isNotNull(memberships.userId));
}

/** True for the shows of every studio in which the user has a role with FULL `Studio` in an active show (DEC-11). */
function isOfStudios(userId: string): SQL {
  const roles = rolesWithFull('Studio').map((role) => sql`${role}`);
  return sql`${shows.studioId} IN (SELECT s.studio_id FROM memberships m
    JOIN shows s ON s.id = m.show_id AND s.is_active = 1
    JOIN users u ON u.id = m.user_id AND u.is_active = 1
    WHERE m.user_id = ${userId} AND m.is_active = 1 AND m.role IN (${sql.join(roles, sql`, `)}))`;
}

/** The active shows of a shard that were created from a license, by id (DEC-92). */
export async function readLicensedShows(env: Env, shard: number): Promise<string[]> {
  const rows = await directory(env)
    .select({ id: shows.id })
    .from(shows)
    .where(
      and(eq(shows.shard, shard), eq(shows.isActive, true), isNotMoving, ne(shows.accountingPackageId, '')),
    );
  return rows.map(({ id }) => id);
}

export async function countShowsByShard(env: Env): Promise<Map<number, number>> {
  const rows = await directory(env)
    .select({ shard: shows.shard, count: sql<number>`count(*)` })
    .from(shows)
    .groupBy(shows.shard);
  return new Map(rows.map((row) => [row.shard, row.count]));
}

/** The id of the studio with this name and division, created when there is none. Concurrent calls create one studio. */
export async function studioIdOf(
  env: Env,
  studio: { id: string; name: string; division: string },
): Promise<string> {
  const db = directory(env);
  const sameStudio = and(eq(studios.name, studio.name), eq(studios.division, studio.division));
  const [found] = await db.select({ id: studios.id }).from(studios).where(sameStudio).limit(1);
  if (found) return found.id;
  await db.insert(studios).values(studio).onConflictDoNothing();
  return studio.id;
}

/** Inserts a show and its first member in one batch, unless its id or its slug is taken. */
export async function insertShow(
  env: Env,
  show: typeof shows.$inferInsert,
  member: typeof memberships.$inferInsert,
): Promise<'made' | 'slug taken' | 'there already'> {
  const db = directory(env);
  try {
    await db.batch([db.insert(shows).values(show), db.insert(memberships).values(member)]);
    return 'made';
  } catch (error) {
    if (violatesConstraint(error, 'UNIQUE', 'shows.id')) return 'there already';
    if (violatesConstraint(error, 'UNIQUE', 'shows.slug')) return 'slug taken';
    throw error;
  }
}

export async function readShowRow(env: Env, id: string): Promise<ShowRow | null> {
  const rows = await directory(env).select().from(shows).where(eq(shows.id, id)).limit(1);
  return rows[0] ?? null;
}

export async function renameShow(env: Env, id: string, name: string): Promise<void> {
  await directory(env).update(shows).set({ name }).where(eq(shows.id, id));
}

const studio = prepareRead(({ db }, { id }: { id: string }) => [
  db.select({ name: studios.name }).from(studios).where(eq(studios.id, id)).limit(1),
]);

/** The name of a studio on letterheads. */
export const studioNameQuery = (source: Source, id: string): Query<string> =>
  mapQuery(studio(source, { id }), ([[row]]) => row?.name ?? '');
