import { and, asc, eq, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
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
]);

/** A show's settings as stored and the departments of which `userId` is an active member. */
export const showContextQuery = (store: Source, userId: string) =>
  mapped(context(store, { userId }), ([settings, mine]) => ({
    settings: settings[0] ?? null,
    departmentIds: mine.map((row) => row.departmentId),
  }));

const all = prepareRead(({ db, showId }) => [
  db.select().from(departments).where(eq(departments.showId, showId)).orderBy(asc(departments.name)),
  db.select().from(departmentMembers).where(eq(departmentMembers.showId, showId)),
]);

/** The show's departments by name, each with its members' ids. */
export const departmentsQuery = (store: Source) =>
  mapped(all(store, {}), ([rows, members]) =>
    rows.map((row) => ({
      ...row,
      members: members
        .filter((member) => member.departmentId === row.id)
        .map(({ userId, isActive }) => ({ userId, isActive })),
    })),
  );

const department = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => {
  const named = sql`(SELECT department_id FROM documents WHERE id = ${documentId} AND show_id = ${showId})`;
  return [
    db
      .select({ id: departments.id })
      .from(departments)
      .where(and(eq(departments.showId, showId), eq(departments.id, named), eq(departments.isActive, true)))
      .limit(1),
    db
      .select({ userId: departmentMembers.userId })
      .from(departmentMembers)
      .where(
        and(
          eq(departmentMembers.showId, showId),
          eq(departmentMembers.departmentId, named),
          eq(departmentMembers.isActive, true),
        ),
      ),
  ];
});

/** The department that a document names now: whether it is active (DEC-62), and its active members' ids (DEC-21). */
export const documentDepartmentQuery = (store: Source, documentId: string) =>
  mapped(department(store, { documentId }), ([active, members]) => ({
    isActive: active.length > 0,
    memberIds: members.map(({ userId }) => userId),
  }));
