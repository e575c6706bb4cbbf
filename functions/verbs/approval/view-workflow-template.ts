import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { fromCents, fromHundredths } from '#domain/values/money';
import { canReadWorkflows } from '#domain/identity/permissions';
import { overBudgetOf, overBudgetToWire } from '#domain/budget/over-budget';
import { readableTypes, templateLevel } from '#domain/workflow/workflow-template';
import type { PlanRows } from '#store/d1/query';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { templateSetQuery } from '#store/show/approval/workflow-templates';
import type { TemplateSet } from '#store/show/approval/workflow-templates';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { TemplateStepView, WorkflowTemplate } from '#domain/workflow/workflow-template-response';

type StoredTemplate = TemplateSet['templates'][number];

/** Every workflow template of a show, and its people. */
export const templatesPlan = ({ store, directory }: Pick<MembershipContext, 'store' | 'directory'>) => ({
  set: templateSetQuery(store),
  people: showMembersQuery(directory),
});

export type TemplateRows = PlanRows<typeof templatesPlan>;

/** The show's workflow templates of the types that this user may see. Throws `FORBIDDEN` (API-22, DEC-65, PE-09). */
export function listTemplates(context: RequestContext, { set, people }: TemplateRows): WorkflowTemplate[] {
  if (!canReadWorkflows(context)) throw new Refusal('FORBIDDEN');
  const types = readableTypes(context);
  return set.templates
    .filter(({ templateType }) => types.includes(templateType))
    .map((template) => viewOf(template, set, people));
}

/**
 * One workflow template. Throws `NOT_FOUND` for one of another show or type, then `FORBIDDEN` (API-108, API-111,
 * API-114).
 */
export function viewTemplate(
  context: RequestContext,
  { set, people }: TemplateRows,
  type: TemplateType,
  id: string,
): WorkflowTemplate {
  const template = templateIn(set, type, id);
  if (templateLevel(context, type) === 'NONE') throw new Refusal('FORBIDDEN');
  return viewOf(template, set, people);
}

/** Throws `NOT_FOUND`. */
export function templateIn(set: TemplateSet, type: TemplateType, id: string): StoredTemplate {
  const match = set.templates.find((template) => template.id === id && template.templateType === type);
  if (!match) throw new Refusal('NOT_FOUND');
  return match;
}

function viewOf(template: StoredTemplate, set: TemplateSet, people: readonly ShowMember[]): WorkflowTemplate {
  const { id, showId, slug, name, templateType, version, steps, bankAccountIds, itemsInProgress } = template;
  const byId = new Map(people.map((person) => [person.id, person]));
  const viewPerson = (userId: string) => {
    const person = byId.get(userId);
    if (!person) return [];
    const { initials, isActive } = person;
    return [{ userId, name: fullName(person), initials, isActive }];
  };
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
      approvers: step.approverIds.flatMap(viewPerson),
      remindAfterDays: step.remindAfterDays,
      escalateAfterDays: step.escalateAfterDays,
      overBudget: overBudgetToWire(overBudgetOf(step)),
      backup: (step.backupId === null ? [] : viewPerson(step.backupId))[0] ?? null,
    })),
    paymentBankAccounts: set.accounts
      .filter((account) => bankAccountIds.includes(account.id))
      .map(({ showId: _showId, ...account }) => account),
    itemsInProgress,
    requiresBudgetReason: template.requiresBudgetReason,
    changeOrderRule: template.changeRule,
    changeOrderPercent:
      template.changePercentHundredths === null ? null : fromHundredths(template.changePercentHundredths),
  };
}
