import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import type { ShowStore } from '#store/d1/open';
import { documents } from '#store/show/tables/document-tables';
import { workflowTemplateApprovers, workflowTemplateSteps } from '#store/show/tables/workflow-tables';
import { departmentMembers, departments } from '#store/show/tables/reference-tables';

/** One department with who belongs or belonged to it, and whether each ever created a document in it; null: none such. */
export async function readDepartment(store: ShowStore, id: string) {
  const { db, showId } = store;
  const [found, members] = await db.batch([
    db
      .select()
      .from(departments)
      .where(and(eq(departments.showId, showId), eq(departments.id, id)))
      .limit(1),
    db
      .select({
        userId: departmentMembers.userId,
        isActive: departmentMembers.isActive,
        hasCreated: sql<boolean>`EXISTS (SELECT 1 FROM documents d WHERE d.show_id = ${showId}
          AND d.type IN ('PO', 'INVOICE') AND d.creator_id = ${departmentMembers.userId}
          AND d.department_id = ${id})`.mapWith(Boolean),
      })
      .from(departmentMembers)
      .where(and(eq(departmentMembers.showId, showId), eq(departmentMembers.departmentId, id))),
  ]);
  return found[0] ? { department: found[0], members } : null;
}

/** Who belongs or belonged to any of these departments. */
export async function readMembersOf({ db, showId }: ShowStore, departmentIds: readonly string[]) {
  const ids = JSON.stringify(departmentIds);
  return db
    .select({ userId: departmentMembers.userId, isActive: departmentMembers.isActive })
    .from(departmentMembers)
    .where(
      and(
        eq(departmentMembers.showId, showId),
        inArray(departmentMembers.departmentId, sql`(SELECT value FROM json_each(${ids}))`),
      ),
    );
}

/** What stands in the way of taking a user out of a department (DEC-62). */
export async function readDepartmentTies({ db, showId }: ShowStore, departmentId: string, userId: string) {
  const [candidates, pending] = await db.batch([
    db
      .select({ stepId: workflowTemplateApprovers.stepId, userId: workflowTemplateApprovers.userId })
      .from(workflowTemplateSteps)
      .innerJoin(
        workflowTemplateApprovers,
        and(
          eq(workflowTemplateApprovers.showId, showId),
          eq(workflowTemplateApprovers.stepId, workflowTemplateSteps.id),
        ),
      )
      .where(and(eq(workflowTemplateSteps.showId, showId), eq(workflowTemplateSteps.kind, 'DEPARTMENT')))
      .orderBy(asc(workflowTemplateApprovers.stepId)),
    db
      .select({ total: count() })
      .from(documents)
      .where(
        and(
          eq(documents.showId, showId),
          inArray(documents.type, ['PO', 'INVOICE']),
          eq(documents.submissionStatus, 'Submitted for approval'),
          eq(documents.departmentId, departmentId),
          or(eq(documents.creatorId, userId), eq(documents.ownerId, userId)),
        ),
      ),
  ]);
  return { candidates, pendingDocuments: pending[0]?.total ?? 0 };
}
