import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { fromCents } from '#domain/values/money';
import { readsFlows } from '#domain/identity/permissions';
import { readableTypes, templateLevel } from '#domain/workflow/workflow-template';
import type { TemplateStepView, WorkflowTemplate } from '#domain/workflow/workflow-template';
import { readPeople } from '#store/directory/users';
import type { Person } from '#store/directory/users';
import { readTemplateSet } from '#store/show/approval/workflow-templates';
import type { TemplateSet } from '#store/show/approval/workflow-templates';
import { fullName } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';

type Kept = TemplateSet['templates'][number];

/** The show's approval flows of the types that this user may see (API-22, DEC-65). Throws `FORBIDDEN` (PE-09). */
export async function listTemplates(context: ShowContext): Promise<WorkflowTemplate[]> {
  if (!readsFlows(context)) throw new Refusal('FORBIDDEN');
  const types = readableTypes(context);
  const [set, people] = await read(context);
  return set.templates
    .filter(({ templateType }) => types.includes(templateType))
    .map((template) => viewOf(template, set, people));
}

/** One flow (API-108, API-111, API-114). Throws `NOT_FOUND` for one of another show or type, then `FORBIDDEN`. */
export async function viewTemplate(
  context: ShowContext,
  type: TemplateType,
  id: string,
): Promise<WorkflowTemplate> {
  const [set, people] = await read(context);
  const template = templateIn(set, type, id);
  if (templateLevel(context, type) === 'NONE') throw new Refusal('FORBIDDEN');
  return viewOf(template, set, people);
}

/** Throws `NOT_FOUND`. */
export function templateIn(set: TemplateSet, type: TemplateType, id: string): Kept {
  const found = set.templates.find((template) => template.id === id && template.templateType === type);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

function read({ env, store }: ShowContext) {
  return Promise.all([
    store.foreseen.ask(readTemplateSet, store),
    store.foreseen.ask(readPeople, env, store.showId),
  ]);
}

function viewOf(template: Kept, set: TemplateSet, people: readonly Person[]): WorkflowTemplate {
  const { id, showId, slug, name, templateType, version, steps, bankAccountIds, itemsInProgress } = template;
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    id,
    showId,
    slug,
    name,
    templateType,
    isDefault: set.defaults[templateType] === id,
    version,
    steps: steps.map((step): TemplateStepView => ({
      id: step.id,
      order: step.stepOrder,
      name: step.name,
      kind: step.kind,
      amountLimit: step.amountLimitCents === null ? null : fromCents(step.amountLimitCents),
      approvalsNeeded: step.approvalsNeeded,
      mayApproveOverRelief: step.mayApproveOverRelief,
      approvers: step.approverIds.flatMap((userId) => {
        const person = byId.get(userId);
        if (!person) return [];
        const { initials, isActive } = person;
        return [{ userId, name: fullName(person), initials, isActive }];
      }),
    })),
    paymentBankAccounts: set.accounts
      .filter((account) => bankAccountIds.includes(account.id))
      .map(({ showId: _showId, ...account }) => account),
    itemsInProgress,
  };
}
