import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';
import { workflowTemplateApprovers, workflowTemplateSteps } from '#store/show/tables/workflow-tables';
import { departmentMembers, departments } from '#store/show/tables/reference-tables';

const department = prepareRead(({ db, showId }, { id }: { id: string }) => [
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

/**
 * A department with its current and former members, and whether each ever created a document in it; null when there is
 * none.
 */
export const departmentQuery = (store: Source, id: string) =>
  mapQuery(department(store, { id }), ([[row], members]) => (row ? { department: row, members } : null));

const membersOf = prepareRead(({ db, showId }, { ids }: { ids: string }) => [
  db
    .select({ userId: departmentMembers.userId, isActive: departmentMembers.isActive })
    .from(departmentMembers)
    .where(
      and(
        eq(departmentMembers.showId, showId),
        inArray(departmentMembers.departmentId, sql`(SELECT value FROM json_each(${ids}))`),
      ),
    ),
]);

/** The current and former members of these departments. */
export const departmentMembersQuery = (store: Source, departmentIds: readonly string[]) =>
  mapQuery(membersOf(store, { ids: JSON.stringify(departmentIds) }), ([rows]) => rows);

type Member = { departmentId: string; userId: string };
const removalBlockers = prepareRead(({ db, showId }, { departmentId, userId }: Member) => [
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

/** The approver steps and pending documents that prevent removing a user from a department (DEC-62). */
export const removalBlockersQuery = (store: Source, member: Member) =>
  mapQuery(removalBlockers(store, member), ([candidates, pending]) => ({
    candidates,
    pendingDocuments: pending[0]?.total ?? 0,
  }));
