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

const inApproval = (showId: string, departmentId: string, ...more: (SQL | undefined)[]) =>
  sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${and(
    eq(documents.showId, showId),
    inArray(documents.type, ['PO', 'INVOICE']),
    eq(documents.departmentId, departmentId),
    eq(documents.submissionStatus, 'Submitted for approval'),
    ...more,
  )})`;

/** False when it cannot be deactivated, as documents of it are in approval (DEC-62); then nothing is written. */
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

/** Makes a user a member of a department, again or for the first time. */
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
 * Leaves a user as a member who left. `seen` is who was active there when it was found that he may: when one of them left
 * since, or a document of his was submitted there, the whole batch fails for a NULL.
 */
export function leaveDepartment(
  { db, showId }: ShowStore,
  departmentId: string,
  userId: string,
  seen: readonly string[],
): Write {
  const his = or(eq(documents.creatorId, userId), eq(documents.ownerId, userId));
  const ofDepartment = and(
    eq(departmentMembers.showId, showId),
    eq(departmentMembers.departmentId, departmentId),
  );
  const stillThere = sql`(SELECT count(*) FROM ${departmentMembers} WHERE ${and(
    ofDepartment,
    eq(departmentMembers.isActive, true),
    inArray(departmentMembers.userId, inList(seen)),
  )})`;
  const asSeen = sql`${stillThere} = ${seen.length} AND NOT ${inApproval(showId, departmentId, his)}`;
  return db
    .update(departmentMembers)
    .set({ isActive: sql`CASE WHEN ${asSeen} THEN 0 END` })
    .where(and(ofDepartment, eq(departmentMembers.userId, userId)));
}
