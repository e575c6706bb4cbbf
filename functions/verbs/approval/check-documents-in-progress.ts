import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import type { Code } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { selfApproverIds } from '#domain/lifecycle/subject';
import { forbidsSelfApproval, revisionAuthors } from '#domain/workflow/self-approval';
import { planWorkflow } from '#domain/workflow/workflow';
import type { Template } from '#domain/workflow/workflow';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { DraftStep } from '#domain/workflow/workflow-template';
import { showMembersQuery } from '#store/directory/users';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { readInProgress } from '#store/show/approval/workflow-templates';
import type { RequestContext } from '#verbs/request/context';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

/**
 * Requires that every document in approval has a step and an approver in the new steps, before any of them restarts.
 * Throws the code of the first that has none, with their count in the message (DEC-65, DEC-20, DEC-21).
 */
export async function requireStepFor(
  { env, store, settings }: RequestContext,
  template: { id: string; version: number; templateType: TemplateType },
  steps: readonly DraftStep[],
): Promise<void> {
  const [documents, people, departments] = await Promise.all([
    readInProgress(store, template.id),
    read(showMembersQuery(directoryOf(env, store.showId))),
    read(departmentsQuery(store)),
  ]);
  const activeUserIds = people.filter(({ isActive }) => isActive).map(({ id }) => id);
  const { templateType } = template;
  const approverIds = people.filter((person) => isEligibleApprover(person, templateType)).map(({ id }) => id);
  const membersOf = new Map(
    departments.map(({ id, members }) => [
      id,
      members.filter(({ isActive }) => isActive).map(({ userId }) => userId),
    ]),
  );
  const planned = plan(template, steps);
  const codes = documents.flatMap((document): Code[] => {
    const outcome = planWorkflow(planned, {
      id: '',
      totalCents: amountForLimitsCents(document),
      departmentMemberIds: membersOf.get(document.departmentId ?? '') ?? [],
      activeUserIds,
      approverIds,
      oneVotePerFlow: settings.oneVotePerFlow,
      selfIds: forbidsSelfApproval(settings, amountForLimitsCents(document))
        ? selfApproverIds({ ...document, revisionAuthorIds: revisionAuthors(document.authorEvents) })
        : [],
    });
    return typeof outcome === 'string' ? [outcome] : [];
  });
  const [code] = codes;
  if (!code) return;
  const count = codes.length === 1 ? '1 document' : `${codes.length} documents`;
  throw new Refusal(code, {
    message: `${count} in approval cannot go through these steps.`,
    errors: ['resetItemsInProgress'],
  });
}

/** Planning needs only the ids of the approvers, not their names. */
function plan({ id, version }: { id: string; version: number }, steps: readonly DraftStep[]): Template {
  return {
    id,
    version,
    steps: steps.map(({ approverIds, ...step }, index) => ({
      ...step,
      order: index + 1,
      approvers: approverIds.map((userId) => ({ userId, name: '', initials: '' })),
    })),
  };
}
