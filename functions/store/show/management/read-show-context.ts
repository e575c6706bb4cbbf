import { and, asc, eq, sql } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { saidOnce } from '#store/d1/prepared-read';
import { departmentMembers, departments, showSettings } from '#store/show/tables/reference-tables';

const context = saidOnce(({ db, showId }, { userId }: { userId: string }) => [
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

/** A show's settings as stored and the departments of which `userId` is an active member, in one round trip. */
export async function readShowContext(store: ShowStore, userId: string) {
  const [settings, mine] = await context(store, { userId });
  return { settings: settings[0] ?? null, departmentIds: mine.map((row) => row.departmentId) };
}

/** The show's departments by name, each with its members' ids. */
export async function readDepartments(store: ShowStore) {
  const { db, showId } = store;
  const [rows, members] = await db.batch([
    db.select().from(departments).where(eq(departments.showId, showId)).orderBy(asc(departments.name)),
    db.select().from(departmentMembers).where(eq(departmentMembers.showId, showId)),
  ]);
  return rows.map((department) => ({
    ...department,
    members: members
      .filter((member) => member.departmentId === department.id)
      .map(({ userId, isActive }) => ({ userId, isActive })),
  }));
}

const department = saidOnce(({ db, showId }, { documentId }: { documentId: string }) => {
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
export async function readDepartmentOf(store: ShowStore, documentId: string) {
  const [active, members] = await department(store, { documentId });
  return { isActive: active.length > 0, memberIds: members.map(({ userId }) => userId) };
}
