import { and, eq, sql } from 'drizzle-orm';
import type { ShowStore, Write } from '../open.ts';
import { documents } from './document-tables.ts';
import { departmentMembers, departments } from './reference-tables.ts';

type Row = typeof departments.$inferInsert;

export function insertDepartment({ db }: ShowStore, row: Row): Write {
  return db.insert(departments).values(row);
}

/** False when it cannot be deactivated, as documents of it are in approval (DEC-62); then nothing is written. */
export async function updateDepartment(
  { db, showId }: ShowStore,
  id: string,
  values: Partial<Pick<Row, 'name' | 'isActive' | 'poNumberPrefix' | 'accountCodes'>>,
): Promise<boolean> {
  const inApproval = sql`EXISTS (SELECT 1 FROM ${documents} WHERE ${and(
    eq(documents.showId, showId),
    eq(documents.departmentId, id),
    eq(documents.submissionStatus, 'Submitted for approval'),
  )})`;
  const rows = await db
    .update(departments)
    .set(values)
    .where(
      and(
        eq(departments.showId, showId),
        eq(departments.id, id),
        values.isActive === false ? sql`NOT ${inApproval}` : undefined,
      ),
    )
    .returning({ id: departments.id });
  return rows.length > 0;
}

/** Makes users members of a department, again or for the first time, or leaves them as members who left. */
export function setMembership(
  { db, showId }: ShowStore,
  departmentId: string,
  userId: string,
  isActive: boolean,
): Write {
  return db
    .insert(departmentMembers)
    .values({ showId, departmentId, userId, isActive })
    .onConflictDoUpdate({
      target: [departmentMembers.showId, departmentMembers.departmentId, departmentMembers.userId],
      set: { isActive },
    });
}
