import { replacedSteps } from '#domain/replacement/replacement';
import type { StepReplacement } from '#domain/replacement/replacement';
import type { Settings } from '#domain/settings';
import { revisionAuthors, writersOf } from '#domain/workflow/self-approval';
import { showMembersQuery } from '#store/directory/users';
import type { PlanRows } from '#store/d1/query';
import { subjectsQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { departmentsQuery } from '#store/show/management/read-show-context';
import type { ReplacementRow } from '#store/show/replacement/replacements';
import { approvalPeople } from '#verbs/approval/approval-people';
import { instanceOf } from '#verbs/lifecycle/subject';
import type { MembershipContext } from '#verbs/request/context';

/** Documents, and the people who decide what the new approver may decide. */
export const evaluationPlan = (
  { store, directory }: Pick<MembershipContext, 'store' | 'directory'>,
  ids: readonly string[],
) => ({
  subjects: subjectsQuery(store, ids),
  people: showMembersQuery(directory),
  departments: departmentsQuery(store),
});

export interface EvaluatedDocument {
  rows: SubjectRows;
  steps: StepReplacement[];
}

/** Returns what a replacement does to each document by the rows that were read now (REPL-03). */
export function evaluateDocuments(
  { subjects, people, departments }: PlanRows<typeof evaluationPlan>,
  replacement: Pick<ReplacementRow, 'formerId' | 'replacementId' | 'replacementName' | 'replacementInitials'>,
  settings: Settings,
): EvaluatedDocument[] {
  const {
    formerId,
    replacementId: userId,
    replacementName: name,
    replacementInitials: initials,
  } = replacement;
  const members = people.filter(({ isActive }) => isActive);
  return [...subjects.values()].map((rows) => {
    const { document, authorEvents } = rows;
    const department = departments.find(({ id, isActive }) => isActive && id === document.departmentId);
    const memberIds = (department?.members ?? []).filter((one) => one.isActive).map((one) => one.userId);
    const approvers = approvalPeople({ settings, members }, rows, {
      members: null,
      department: { isActive: department !== undefined, name: department?.name ?? null, memberIds },
    });
    const facts = {
      ...document,
      docType: document.type,
      revisionAuthorIds: revisionAuthors(authorEvents),
      writerIds: writersOf(authorEvents),
    };
    const steps = replacedSteps(facts, instanceOf(rows), approvers, {
      formerId,
      replacement: { userId, name, initials },
    });
    return { rows, steps };
  });
}
