import { and, asc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { holds } from '#store/d1/contains-text';
import { directory, violates } from '#store/d1/open';
import { isNotMoving } from './show-moves.ts';
import { memberships, shows, studios, users } from './tables.ts';
import type { MembershipRow, ShowRow } from './sessions.ts';
import type { ShowWithStudio } from './users.ts';

/** A show as Management lists it, with the reader's own place in it, if any. */
export type ListedShow = ShowWithStudio & { membership: MembershipRow | null };

/** The roles with FULL `Studio` (DEC-11). */
const studioRoles = ['Studio Admin', 'EP Internal'] as const;

/**
 * DEC-11: whose shows are listed. `studios` are those in which the user has a role with FULL `Studio`, and `studio` names
 * one, both with the user's own shows beside them; `own` with a `showId` is that one of the user's own.
 */
export type ShowScope =
  | { of: 'all' }
  | { of: 'studios' }
  | { of: 'studio'; studioId: string }
  | { of: 'own'; showId?: string | null | undefined };

/** A page of the active shows by name (API-49, SH-47, SH-48); `search` is found in name and license. */
export async function readManagedShows(
  env: Env,
  userId: string,
  scope: ShowScope,
  page: { search: string; count: number; page: number },
): Promise<{ shows: ListedShow[]; total: number }> {
  const db = directory(env);
  const wanted = and(eq(shows.isActive, true), scopeOf(scope, userId), named(page.search));
  const mine = and(
    eq(memberships.showId, shows.id),
    eq(memberships.userId, userId),
    eq(memberships.isActive, true),
    // DEC-05: who was deactivated belongs to no show.
    sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.isActive} = 1)`,
  );
  const [rows, totals] = await db.batch([
    db
      .select({ show: shows, studioName: studios.name, division: studios.division, membership: memberships })
      .from(shows)
      .innerJoin(studios, eq(studios.id, shows.studioId))
      .leftJoin(memberships, mine)
      .where(wanted)
      .orderBy(asc(shows.name), asc(shows.id))
      .limit(page.count)
      .offset((page.page - 1) * page.count),
    db
      .select({ total: sql<number>`count(*)` })
      .from(shows)
      .innerJoin(studios, eq(studios.id, shows.studioId))
      .leftJoin(memberships, mine)
      .where(wanted),
  ]);
  return {
    shows: rows.map(({ show, ...row }) => ({ ...show, ...row })),
    total: totals[0]?.total ?? 0,
  };
}

/** Shows with this text in their name or license, '': all. */
function named(search: string): SQL | undefined {
  return search === '' ? undefined : holds(sql`${shows.name} || char(10) || ${shows.license}`, search);
}

/** Said with the user's id, one's own shows are found by their memberships, and not among all shows. */
function scopeOf(scope: ShowScope, userId: string): SQL | undefined {
  const own = eq(memberships.userId, userId);
  if (scope.of === 'own') return scope.showId ? and(own, eq(shows.id, scope.showId)) : own;
  if (scope.of === 'all') return undefined;
  const ofStudio = scope.of === 'studio' ? eq(shows.studioId, scope.studioId) : isOfStudios(userId);
  return or(ofStudio, isNotNull(memberships.userId));
}

/** True for the shows of every studio in which the user has such a role in an active show. */
function isOfStudios(userId: string): SQL {
  const roles = studioRoles.map((role) => sql`${role}`);
  return sql`${shows.studioId} IN (SELECT home.studio_id FROM memberships held
    JOIN shows home ON home.id = held.show_id AND home.is_active = 1
    JOIN users holder ON holder.id = held.user_id AND holder.is_active = 1
    WHERE held.user_id = ${userId} AND held.is_active = 1 AND held.role IN (${sql.join(roles, sql`, `)}))`;
}

/** The active shows of a shard that were created from a license (DEC-92), by id. */
export async function readLicensedShows(env: Env, shard: number): Promise<string[]> {
  const rows = await directory(env)
    .select({ id: shows.id })
    .from(shows)
    .where(
      and(eq(shows.shard, shard), eq(shows.isActive, true), isNotMoving, ne(shows.accountingPackageId, '')),
    );
  return rows.map(({ id }) => id);
}

/** How many shows live on each shard. */
export async function countShowsByShard(env: Env): Promise<Map<number, number>> {
  const rows = await directory(env)
    .select({ shard: shows.shard, count: sql<number>`count(*)` })
    .from(shows)
    .groupBy(shows.shard);
  return new Map(rows.map((row) => [row.shard, row.count]));
}

/** The studio row of a name and division, made when there is none; two at once make one. */
export async function studioIdOf(
  env: Env,
  studio: { id: string; name: string; division: string },
): Promise<string> {
  const db = directory(env);
  const known = and(eq(studios.name, studio.name), eq(studios.division, studio.division));
  const [found] = await db.select({ id: studios.id }).from(studios).where(known).limit(1);
  if (found) return found.id;
  await db.insert(studios).values(studio).onConflictDoNothing();
  return studio.id;
}

/** Makes a show and its first member, both or neither, unless its id or its slug is taken. */
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
    if (violates(error, 'UNIQUE', 'shows.id')) return 'there already';
    if (violates(error, 'UNIQUE', 'shows.slug')) return 'slug taken';
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
