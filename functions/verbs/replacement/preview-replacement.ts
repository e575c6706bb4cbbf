import { Refusal } from '#domain/codes';
import { templateTypeOf } from '#domain/document';
import { isApprover } from '#domain/identity/permissions';
import { replacedFlowSteps } from '#domain/replacement/replacement';
import type {
  NewReplacement,
  ReplacedFlow,
  Replacement,
  ReplacementTotal,
} from '#domain/replacement/replacement-response';
import { fromCents } from '#domain/values/money';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { ShowMember } from '#store/directory/users';
import { readInOneTrip, read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { openDocumentsQuery } from '#store/show/replacement/replace-in-document';
import { insertReplacement } from '#store/show/replacement/replacements';
import type { ReplacementRow } from '#store/show/replacement/replacements';
import { templatesPlan } from '#verbs/approval/view-workflow-template';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { storedAnswerPlan, withIdempotency } from '#verbs/request/idempotency';
import { evaluateDocuments, evaluationPlan } from './evaluate-documents.ts';
import type { EvaluatedDocument } from './evaluate-documents.ts';
import { maxDocuments, replaceableTypes } from './replaceable-types.ts';
import { readReplacement } from './view-replacement.ts';

/** Documents that are evaluated in one round trip. */
const pageSize = 100;

/** The flows and departments of the show, and the answer stored under the idempotency key. */
export const newReplacementPlan = (member: MembershipContext) => ({
  ...storedAnswerPlan(member),
  ...templatesPlan(member),
  departments: departmentsQuery(member.store),
});
type NewReplacementRows = PlanRows<typeof newReplacementPlan>;

/** Throws `invalid_parameter` with the reason when this user cannot take over approvals (REPL-01). */
export function requireReplacement(
  { user }: Pick<RequestContext, 'user'>,
  replacement: ShowMember | undefined,
): asserts replacement is ShowMember {
  const refuse = (message: string) => new Refusal('invalid_parameter', { message });
  if (!replacement) throw refuse('The new approver is not in this show.');
  if (replacement.id === user.id) throw refuse('You cannot name yourself as the new approver.');
  if (!replacement.isActive || !isApprover(replacement.role))
    throw refuse(`${fullName(replacement)} cannot approve documents in this show.`);
}

/**
 * Stores what a replacement would change, and returns it; nothing else changes (REPL-02). Throws `FORBIDDEN`,
 * `USER_NOT_FOUND`, `NOT_FOUND` for another flow, `invalid_parameter` with the reason.
 */
export async function previewReplacement(
  context: RequestContext,
  { stored, ...rows }: NewReplacementRows,
  draft: NewReplacement,
): Promise<Replacement> {
  const allowed = replaceableTypes(context);
  const former = rows.people.find(({ id }) => id === draft.formerId);
  const replacement = rows.people.find(({ id }) => id === draft.replacementId);
  if (!former) throw new Refusal('USER_NOT_FOUND');
  if (former.id === draft.replacementId)
    throw new Refusal('invalid_parameter', { message: 'The new approver must be another user.' });
  requireReplacement(context, replacement);
  const template = rows.set.templates.find(({ id }) => id === draft.workflowTemplateId) ?? null;
  if (draft.workflowTemplateId !== null && !template) throw new Refusal('NOT_FOUND');
  const types = allowed.filter((type) => !template || templateTypeOf[type] === template.templateType);
  if (types.length === 0) throw new Refusal('FORBIDDEN');
  const { id } = await withIdempotency<{ id: string }>(context, stored, async (answerRow) => {
    const row: ReplacementRow = {
      showId: context.show.id,
      id: context.newId(),
      formerId: former.id,
      formerName: fullName(former),
      replacementId: replacement.id,
      replacementName: fullName(replacement),
      replacementInitials: replacement.initials,
      templateId: template?.id ?? null,
      types,
      state: 'PREVIEW',
      preview: { flows: [], totals: [] },
      requestedById: context.user.id,
      requestedByName: fullName(context.user),
      createdAt: context.now,
      startedAt: null,
      finishedAt: null,
    };
    const evaluated = await evaluateAll(context, row);
    row.preview = { flows: flowsOf(rows, row, replacement), totals: totalsOf(evaluated) };
    const items = evaluated.map(({ rows: { document }, steps }) => ({ documentId: document.id, steps }));
    const answer = { id: row.id };
    await context.store.write([...insertReplacement(context.store, row, items), ...answerRow(answer)]);
    return answer;
  });
  return readReplacement(context, id);
}

/** The documents with an open step of the former approver, page by page. */
async function evaluateAll(context: RequestContext, row: ReplacementRow): Promise<EvaluatedDocument[]> {
  const ids = await read(openDocumentsQuery(context.store, row, maxDocuments));
  const evaluated: EvaluatedDocument[] = [];
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = await readInOneTrip(evaluationPlan(context, ids.slice(from, from + pageSize)));
    evaluated.push(...evaluateDocuments(page, row, context.settings));
  }
  return evaluated.filter(({ steps }) => steps.length > 0);
}

const isWaiting = ({ rows: { workflow }, steps }: EvaluatedDocument) =>
  steps.some(({ order, isBackup }) => !isBackup && order === workflow?.currentOrder);

/** Only steps up to the final one: those beyond it are for a larger total (DEC-24). */
const isReachedLater = ({ rows: { workflow }, steps }: EvaluatedDocument) =>
  steps.some(({ order, isBackup }) => !isBackup && workflow !== null && order <= workflow.finalOrder);

const isOnlyBackup = ({ steps }: EvaluatedDocument) => steps.every(({ isBackup }) => isBackup);

function totalsOf(evaluated: readonly EvaluatedDocument[]): ReplacementTotal[] {
  const groups = Map.groupBy(
    evaluated,
    ({ rows: { document } }) => `${document.type} ${document.currencyCode}`,
  );
  return [...groups.values()].flatMap((group): ReplacementTotal[] => {
    const [first] = group;
    if (!first) return [];
    const { type: docType, currencyCode } = first.rows.document;
    const sum = (part: readonly EvaluatedDocument[]) =>
      fromCents(part.reduce((cents, { rows }) => cents + rows.document.totalCents, 0));
    const waiting = group.filter(isWaiting);
    const later = group.filter((one) => !isWaiting(one) && isReachedLater(one));
    const backup = group.filter(isOnlyBackup).length;
    return [
      {
        docType,
        currencyCode,
        waiting: waiting.length,
        amount: sum(waiting),
        later: later.length,
        laterAmount: sum(later),
        ...(backup > 0 && { backup }),
      },
    ];
  });
}

function flowsOf(
  { set, departments }: Pick<NewReplacementRows, 'set' | 'departments'>,
  { formerId, replacementId, templateId, types }: ReplacementRow,
  replacement: ShowMember,
): ReplacedFlow[] {
  const templateTypes = types.map((type) => templateTypeOf[type]);
  const isIn = ({ members }: (typeof departments)[number], userId: string) =>
    members.some((member) => member.userId === userId && member.isActive);
  const ownDepartments = departments
    .filter((department) => department.isActive && isIn(department, formerId))
    .map((department) => ({ name: department.name, isMember: isIn(department, replacementId) }));
  const people = {
    formerId,
    replacement: { userId: replacementId, name: fullName(replacement), initials: replacement.initials },
  };
  return set.templates
    .filter(({ id, templateType }) => templateTypes.includes(templateType) && (templateId ?? id) === id)
    .map(({ id, name, templateType, steps }) => ({
      id,
      name,
      templateType,
      steps: replacedFlowSteps(steps, people, isEligibleApprover(replacement, templateType)).map(
        ({ flowStep, isBackup, outcome, reason }) => ({
          step: flowStep.name,
          ...(isBackup && { isBackup }),
          outcome,
          reason,
          departments: flowStep.kind === 'DEPARTMENT' ? ownDepartments : [],
        }),
      ),
    }))
    .filter(({ steps }) => steps.length > 0);
}
