import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { ShowStore, Write } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { departmentMembers, departments } from '#store/show/tables/reference-tables';

type Row = typeof departments.$inferInsert;

export function insertDepartment({ db }: ShowStore, row: Row): Write {
  return db.insert(departments).values(row);
}

const inApproval = (showId: string, departmentId: string, ...conditions: (SQL | undefined)[]) =>
  sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${and(
    eq(documents.showId, showId),
    inArray(documents.type, ['PO', 'INVOICE']),
    eq(documents.departmentId, departmentId),
    eq(documents.submissionStatus, 'Submitted for approval'),
    ...conditions,
  )})`;

/**
 * Returns false, and writes nothing, when the department cannot be deactivated because documents of it are in approval
 * (DEC-62).
 */
export async function updateDepartment(
  { db, showId }: ShowStore,
  id: string,
  values: Partial<Pick<Row, 'name' | 'isActive' | 'poNumberPrefix' | 'accountCodes'>>,
): Promise<boolean> {
  const rows = await db
    .update(departments)
    .set(values)
    .where(
      and(
        eq(departments.showId, showId),
        eq(departments.id, id),
        values.isActive === false ? sql`NOT ${inApproval(showId, id)}` : undefined,
      ),
    )
    .returning({ id: departments.id });
  return rows.length > 0;
}

/** Makes a user an active member of a department, for the first time or again. */
export function joinDepartment({ db, showId }: ShowStore, departmentId: string, userId: string): Write {
  return db
    .insert(departmentMembers)
    .values({ showId, departmentId, userId })
    .onConflictDoUpdate({
      target: [departmentMembers.showId, departmentMembers.departmentId, departmentMembers.userId],
      set: { isActive: true },
    });
}

/**
 * Makes a user a former member. `activeMemberIds` are the active members on which the decision was based: when one of
 * them has left since, or a document of the user was submitted in the department, the whole batch fails on a NULL.
 */
export function leaveDepartment(
  { db, showId }: ShowStore,
  departmentId: string,
  userId: string,
  activeMemberIds: readonly string[],
): Write {
  const ofUser = or(eq(documents.creatorId, userId), eq(documents.ownerId, userId));
  const ofDepartment = and(
    eq(departmentMembers.showId, showId),
    eq(departmentMembers.departmentId, departmentId),
  );
  const remainingCount = sql`(SELECT count(*) FROM ${departmentMembers} WHERE ${and(
    ofDepartment,
    eq(departmentMembers.isActive, true),
    inArray(departmentMembers.userId, inList(activeMemberIds)),
  )})`;
  const isUnchanged = sql`${remainingCount} = ${activeMemberIds.length} AND NOT ${inApproval(showId, departmentId, ofUser)}`;
  return db
    .update(departmentMembers)
    .set({ isActive: sql`CASE WHEN ${isUnchanged} THEN 0 END` })
    .where(and(ofDepartment, eq(departmentMembers.userId, userId)));
}
