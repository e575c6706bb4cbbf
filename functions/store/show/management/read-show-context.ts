import { and, asc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { runningCoverOf, runningCovers } from '#store/show/cover/running-covers';
import { departmentMembers, departments, showSettings } from '#store/show/tables/reference-tables';

const context = prepareRead(({ db, showId }, { userId }: { userId: string }) => [
  db.select().from(showSettings).where(eq(showSettings.showId, showId)).limit(1),
  db
    .select({ departmentId: departmentMembers.departmentId })
    .from(departmentMembers)
    .where(
      and(
        eq(departmentMembers.showId, showId),
        eq(departmentMembers.userId, userId),
        eq(departmentMembers.isActive, true),
      ),
    ),
  runningCovers({ db, showId }),
]);

/** A show's settings as stored, the departments of which `userId` is an active member, and the covers that run now. */
export const showContextQuery = (store: Source, userId: string) =>
  mapQuery(context(store, { userId }), ([settings, memberships, running]) => ({
    settings: settings[0] ?? null,
    departmentIds: memberships.map((row) => row.departmentId),
    covers: running.map(runningCoverOf),
  }));

const departmentRows = prepareRead(({ db, showId }) => [
  db.select().from(departments).where(eq(departments.showId, showId)).orderBy(asc(departments.name)),
  db.select().from(departmentMembers).where(eq(departmentMembers.showId, showId)),
]);

/** The show's departments by name, each with its members. */
export const departmentsQuery = (store: Source) =>
  mapQuery(departmentRows(store, {}), ([rows, members]) =>
    rows.map((row) => ({
      ...row,
      members: members
        .filter((member) => member.departmentId === row.id)
        .map(({ userId, isActive }) => ({ userId, isActive })),
    })),
  );

/** A department and its active members. */
function departmentRead({ db, showId }: Source, departmentId: SQL) {
  return [
    db
      .select({ id: departments.id, name: departments.name })
      .from(departments)
      .where(
        and(eq(departments.showId, showId), eq(departments.id, departmentId), eq(departments.isActive, true)),
      )
      .limit(1),
    db
      .select({ userId: departmentMembers.userId })
      .from(departmentMembers)
      .where(
        and(
          eq(departmentMembers.showId, showId),
          eq(departmentMembers.departmentId, departmentId),
          eq(departmentMembers.isActive, true),
        ),
      ),
  ] as const;
}

type DepartmentRows = RowOf<ReturnType<typeof byId>>;
const departmentOf = ([active, members]: DepartmentRows) => ({
  isActive: active.length > 0,
  name: active[0]?.name ?? null,
  memberIds: members.map(({ userId }) => userId),
});

const ofDocument = prepareRead((source, { documentId }: { documentId: string }) =>
  departmentRead(
    source,
    sql`(SELECT department_id FROM documents WHERE id = ${documentId} AND show_id = ${source.showId})`,
  ),
);

/** The department of a document: whether it is active (DEC-62), and the ids of its active members (DEC-21). */
export const documentDepartmentQuery = (store: Source, documentId: string) =>
  mapQuery(ofDocument(store, { documentId }), departmentOf);

const byId = prepareRead((source, { id }: { id: string }) => departmentRead(source, sql`${id}`));

/** A department of the show by its id, as `documentDepartmentQuery` returns it. */
export const departmentQuery = (store: Source, id: string) => mapQuery(byId(store, { id }), departmentOf);
