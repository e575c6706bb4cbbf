import { idIn } from '#domain/values/ids';
import type { Template, TemplateStep } from '#domain/workflow/workflow';
import {
  bankAccounts,
  workflowTemplateApprovers,
  workflowTemplateBankAccounts,
  workflowTemplates,
  workflowTemplateSteps,
} from '#store/show/tables/workflow-tables';
import { uuidAt } from '../clock.ts';
import { randomFrom } from '../random.ts';
import { flowPlans } from './workflow-plans.ts';
import type { FlowPlan } from './workflow-plans.ts';
import type { Draft } from './show.ts';

export interface Bank {
  id: string;
  externalId: string;
  name: string;
  isoCurrencyCode: string;
}

export interface Flow extends Template {
  slug: string;
  type: FlowPlan['type'];
  bankIds: readonly string[];
}

/** Adds one bank account in each currency of the show. */
export function addBanks(show: Draft): Bank[] {
  const names = ['Union Pacific Trust', 'Old Harbour Bank'];
  const banks = show.plan.currencies.map((isoCurrencyCode, n) => ({
    id: show.newId(show.openedAt),
    externalId: `BANK-${show.plan.license}-${n + 1}`,
    name: `${names[n] ?? names[0]} ${isoCurrencyCode} ${4410 + n}`,
    isoCurrencyCode,
  }));
  show.rows.add(bankAccounts, ...banks.map((bank) => ({ ...bank, showId: show.plan.id })));
  return banks;
}

export function addFlows(show: Draft, banks: readonly Bank[]): Flow[] {
  return (flowPlans[show.plan.id] ?? []).map((plan) => addFlow(show, plan, banks));
}

function addFlow(show: Draft, plan: FlowPlan, banks: readonly Bank[]): Flow {
  const { rows } = show;
  const key = { showId: show.plan.id };
  const id = show.newId(show.openedAt);
  const slug = plan.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  rows.add(workflowTemplates, {
    ...key,
    id,
    slug,
    name: plan.name,
    templateType: plan.type,
    createdAt: show.openedAtText,
  });
  // Not drawn from the seed, so that the documents stay as they are.
  const overBudgetIds = randomFrom(`${show.plan.id}/over-budget`);
  const steps = plan.steps.map((step, n): TemplateStep & { id: string } => ({
    id: step.overBudget
      ? idIn(show.plan.id, uuidAt(overBudgetIds, show.openedAt))
      : show.newId(show.openedAt),
    order: n + 1,
    name: step.name,
    kind: step.kind,
    amountLimitCents: step.limit === null ? null : step.limit * 100,
    approvalsNeeded: step.needed,
    mayApproveOverRelief: step.mayApproveOverRelief ?? false,
    overBudget: step.overBudget ?? null,
    approvers: show.members
      .filter((member) => member.membership.duties.includes(step.by))
      .map(({ person }) => ({ userId: person.id, name: person.name, initials: person.initials })),
  }));
  for (const { approvers, order, overBudget, ...step } of steps) {
    rows.add(workflowTemplateSteps, {
      ...key,
      ...step,
      templateId: id,
      stepOrder: order,
      overBudgetUnit: overBudget?.unit ?? null,
      overBudgetLimit: overBudget?.limit ?? null,
    });
    approvers.forEach(({ userId }, position) =>
      rows.add(workflowTemplateApprovers, { ...key, stepId: step.id, userId, position }),
    );
  }
  const bankIds = (plan.banks ?? []).flatMap((n) => banks[n]?.id ?? []);
  for (const bankAccountId of bankIds)
    rows.add(workflowTemplateBankAccounts, { ...key, bankAccountId, templateId: id });
  return { id, version: 1, slug, type: plan.type, steps, bankIds };
}
