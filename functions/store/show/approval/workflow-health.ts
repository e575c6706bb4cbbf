import { and, asc, eq, inArray } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Database } from '#store/d1/open';
import {
  workflowTemplateApprovers,
  workflowTemplates,
  workflowTemplateSteps,
} from '#store/show/tables/workflow-tables';
import { departmentMembers, departments, showSettings } from '#store/show/tables/reference-tables';

/**
 * The workflow templates of these shows of one shard, with the departments and settings that decide which steps cannot
 * be met.
 */
export async function readWorkflowHealth(db: Database, showIds: readonly string[]) {
  const [steps, approvers, members, settings] = await Promise.all([
    db
      .select({
        showId: workflowTemplates.showId,
        flowId: workflowTemplates.id,
        flow: workflowTemplates.name,
        type: workflowTemplates.templateType,
        stepId: workflowTemplateSteps.id,
        step: workflowTemplateSteps.name,
        kind: workflowTemplateSteps.kind,
        approvalsNeeded: workflowTemplateSteps.approvalsNeeded,
      })
      .from(workflowTemplates)
      .innerJoin(workflowTemplateSteps, eq(workflowTemplateSteps.templateId, workflowTemplates.id))
      .where(inArray(workflowTemplates.showId, inList(showIds)))
      .orderBy(asc(workflowTemplates.name), asc(workflowTemplates.id), asc(workflowTemplateSteps.stepOrder)),
    db
      .select({ stepId: workflowTemplateApprovers.stepId, userId: workflowTemplateApprovers.userId })
      .from(workflowTemplateApprovers)
      .where(inArray(workflowTemplateApprovers.showId, inList(showIds))),
    db
      .select({
        showId: departments.showId,
        departmentId: departments.id,
        name: departments.name,
        userId: departmentMembers.userId,
      })
      .from(departments)
      .innerJoin(
        departmentMembers,
        and(
          eq(departmentMembers.showId, departments.showId),
          eq(departmentMembers.departmentId, departments.id),
          eq(departmentMembers.isActive, true),
        ),
      )
      .where(and(inArray(departments.showId, inList(showIds)), eq(departments.isActive, true)))
      .orderBy(asc(departments.name)),
    db
      .select({ showId: showSettings.showId, settings: showSettings.settings })
      .from(showSettings)
      .where(inArray(showSettings.showId, inList(showIds))),
  ]);
  return { steps, approvers, members, settings };
}
