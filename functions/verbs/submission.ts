import type { DecideInput } from '#domain/lifecycle-decision';
import { readPeople } from '#store/directory/people';
import type { readDefaultTemplate } from '#store/show/read-flows';
import type { ShowStore } from '#store/open';
import { isDepartmentActive, readDepartmentMemberIds } from '#store/show/read-show';
import { fullName } from './context.ts';
import type { ShowContext } from './context.ts';

/** DEC-62: the department that a document is sent from; null for one that was deactivated since it was chosen. */
export async function openDepartment<Department extends { id: string }>(
  store: ShowStore,
  department: Department | null,
): Promise<Department | null> {
  return department && (await isDepartmentActive(store, department.id)) ? department : null;
}

/** What a flow is planned from: the template with names, and who is there to approve (DEC-24). */
export async function submissionOf(
  context: Pick<ShowContext, 'env' | 'store' | 'newId' | 'now'>,
  departmentId: string | null,
  template: Awaited<ReturnType<typeof readDefaultTemplate>>,
): Promise<DecideInput> {
  const [people, departmentMemberIds] = await Promise.all([
    readPeople(context.env, context.store.showId),
    departmentId ? readDepartmentMemberIds(context.store, departmentId) : [],
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    at: context.now,
    submission: {
      workflowId: context.newId(),
      activeUserIds: people.filter((person) => person.isActive).map((person) => person.id),
      departmentMemberIds,
      template: template && {
        id: template.id,
        version: template.version,
        steps: template.steps.map((step) => ({
          order: step.stepOrder,
          name: step.name,
          kind: step.kind,
          amountLimitCents: step.amountLimitCents,
          approvalsNeeded: step.approvalsNeeded,
          approvers: step.approverIds.flatMap((userId) => {
            const person = byId.get(userId);
            return person ? [{ userId, name: fullName(person), initials: person.initials }] : [];
          }),
        })),
      },
    },
  };
}
