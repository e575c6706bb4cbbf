import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { maxOwnViews, maxSharedViews } from '#domain/lists/list-settings';
import type { ListSettingsChange } from '#domain/lists/list-settings';
import type { ListName } from '#domain/lists/list-columns';
import type { Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { listSettings, listViews } from '#store/show/tables/list-tables';
import { departments } from '#store/show/tables/reference-tables';

export type ListViewRow = typeof listViews.$inferSelect;

const settingsOfUser = prepareRead(({ db, showId }, { userId }: { userId: string }) => [
  db
    .select()
    .from(listSettings)
    .where(and(eq(listSettings.showId, showId), eq(listSettings.userId, userId))),
]);

/** How a person arranged their lists. */
export const listSettingsQuery = (source: Source, userId: string) =>
  mapQuery(settingsOfUser(source, { userId }), ([rows]) => rows);

/** Changes the given parts of one list of a person; the others keep their value or the default. */
export function saveListSettings(
  { db, showId }: Source,
  userId: string,
  list: ListName,
  change: ListSettingsChange,
): Write {
  const insert = db.insert(listSettings).values({ showId, userId, list, ...change });
  const target = [listSettings.showId, listSettings.userId, listSettings.list];
  return Object.keys(change).length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target, set: change });
}

const departmentName = sql<string | null>`(SELECT ${departments.name} FROM ${departments}
  WHERE ${departments.id} = ${listViews.audienceId} AND ${departments.showId} = ${listViews.showId})`;

const columns = {
  view: listViews,
  departmentName,
};

/** Whether the view is shared with this user: with their role, or a department in which they are active. */
function isSharedWith(showId: string, { userId, role }: { userId: string; role: string }): SQL {
  return sql`((${listViews.audience} = 'ROLE' AND ${listViews.audienceId} = ${role})
    OR (${listViews.audience} = 'DEPARTMENT' AND ${listViews.audienceId} IN (
      SELECT department_id FROM department_members
      WHERE show_id = ${showId} AND user_id = ${userId} AND is_active = 1)))`;
}

const viewsOfUser = prepareRead(({ db, showId }, user: { userId: string; role: string }) => [
  db
    .select(columns)
    .from(listViews)
    .where(and(eq(listViews.showId, showId), eq(listViews.ownerId, user.userId)))
    .orderBy(asc(listViews.id)),
  db
    .select({ ...columns, isShared: sql<boolean>`${isSharedWith(showId, user)}`.mapWith(Boolean) })
    .from(listViews)
    .where(
      and(
        eq(listViews.showId, showId),
        ne(listViews.audience, sql`'PRIVATE'`),
        ne(listViews.ownerId, user.userId),
      ),
    )
    .orderBy(asc(listViews.id)),
]);

/** The views of a person and all shared ones of the show, with whether each is shared with this person. */
export const listViewsQuery = (source: Source, userId: string, role: string) =>
  mapQuery(viewsOfUser(source, { userId, role }), ([own, shared]) => [
    ...own.map((row) => ({ ...row, isShared: false })),
    ...shared,
  ]);
export type ReadView = { view: ListViewRow; departmentName: string | null; isShared: boolean };

/** Null, which the column does not accept, when a bound is reached (VIEW-15). */
function nameWithinBounds({ showId }: Source, { id, ownerId, name, audience }: Bounded): SQL<string> {
  const others = (condition: SQL) => sql`(SELECT count(*) FROM list_views o
    WHERE o.show_id = ${showId} AND o.id <> ${id} AND ${condition})`;
  const own = sql`${others(sql`o.owner_id = ${ownerId}`)} < ${maxOwnViews}`;
  const shared = sql`${others(sql`o.audience <> 'PRIVATE'`)} < ${maxSharedViews}`;
  return sql`CASE WHEN ${own}${audience === 'PRIVATE' ? sql`` : sql` AND ${shared}`} THEN ${name} END`;
}
type Bounded = Pick<ListViewRow, 'id' | 'ownerId' | 'name' | 'audience'>;

/** Inserts a view. Fails on `list_views.name` when there are too many. */
export function insertListView(source: Source, row: Omit<ListViewRow, 'showId'>): Write {
  const values = { ...row, showId: source.showId, name: nameWithinBounds(source, row) };
  return source.db.insert(listViews).values(values);
}

/** Changes a view. Fails on `list_views.revision` after another change, on `list_views.name` when there are too many. */
export function saveListView(source: Source, row: Omit<ListViewRow, 'showId'>): Write {
  const { id, revision, createdAt: _, ...values } = row;
  return source.db
    .update(listViews)
    .set({
      ...values,
      name: nameWithinBounds(source, row),
      revision: sql`CASE WHEN ${listViews.revision} = ${revision} THEN ${revision} + 1 END`,
    })
    .where(and(eq(listViews.showId, source.showId), eq(listViews.id, id)));
}

export function deleteListView({ db, showId }: Source, id: string): Write {
  return db.delete(listViews).where(and(eq(listViews.showId, showId), eq(listViews.id, id)));
}
