import type { DecideInput } from '#domain/lifecycle/decision';
import { ableToApprove } from '#domain/workflow/workflow-template';
import { readPeople } from '#store/directory/users';
import type { readTemplate } from '#store/show/approval/read-default-template';
import { fullName } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';

/** What a flow is planned from: the template with names, and who is there to approve (DEC-24), in the document's department too. */
export async function submissionOf(
  context: Pick<ShowContext, 'env' | 'store' | 'newId' | 'now'>,
  departmentMemberIds: readonly string[],
  template: Awaited<ReturnType<typeof readTemplate>>,
): Promise<DecideInput> {
  const { env, store } = context;
  const people = await store.foreseen.ask(readPeople, env, store.showId);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    at: context.now,
    submission: {
      workflowId: context.newId(),
      activeUserIds: people.filter((person) => person.isActive).map((person) => person.id),
      approverIds: people
        .filter((person) => template !== null && ableToApprove(person, template.templateType))
        .map((person) => person.id),
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
          mayApproveOverRelief: step.mayApproveOverRelief,
          approvers: step.approverIds.flatMap((userId) => {
            const person = byId.get(userId);
            return person ? [{ userId, name: fullName(person), initials: person.initials }] : [];
          }),
        })),
      },
    },
  };
}
