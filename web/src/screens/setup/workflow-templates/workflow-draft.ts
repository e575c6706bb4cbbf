import type { TemplateType } from '#domain/document';
import { fromCents, fromHundredths, toCents, toHundredths } from '#domain/values/money';
import type { ChangeRule } from '#domain/workflow/change-order-steps';
import { overBudgetFromWire, overBudgetToWire } from '#domain/budget/over-budget';
import type { OverBudget } from '#domain/budget/over-budget';
import type { StepKind } from '#domain/workflow/workflow';
import {
  changeRuleProblems,
  mayHaveLimit,
  overBudgetProblems,
  problemPath,
  stepName,
  templateProblems,
} from '#domain/workflow/workflow-template';
import type { DraftStep, TemplateBody, TemplateProblem } from '#domain/workflow/workflow-template';
import { ApiError } from '../../../api.ts';
import type { FormError } from '../../../forms/error-summary.tsx';
import { words } from '../../../words.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

interface PickedApprover {
  userId: string;
  name: string;
  initials: string;
  isActive: boolean;
}

export interface StepDraft {
  /** Identifies the step while steps change places. */
  key: string;
  name: string;
  kind: StepKind;
  limitCents: number | null;
  needed: number | null;
  approvers: PickedApprover[];
  mayApproveOverRelief: boolean;
  /** Working days; null is never. */
  remindAfterDays: number | null;
  escalateAfterDays: number | null;
  backup: PickedApprover | null;
  /** The step applies only to documents that take an account over budget (BUD-28). */
  overBudget: OverBudget | null;
}

/** An approval flow in the form. */
export interface WorkflowDraft {
  name: string;
  makeDefault: boolean;
  resetItems: boolean;
  bankAccounts: { id: string; text: string }[];
  steps: StepDraft[];
  /** Which amount decides for a change order; hundredths of a percent (CHANGE-01). */
  change: ChangeRule;
  requiresBudgetReason: boolean;
}

export function newStep(): StepDraft {
  return {
    key: crypto.randomUUID(),
    name: '',
    kind: 'STANDARD',
    limitCents: null,
    needed: 1,
    approvers: [],
    mayApproveOverRelief: false,
    remindAfterDays: null,
    escalateAfterDays: null,
    backup: null,
    overBudget: null,
  };
}

/** The initial values of the form. Null: a new flow with one step. */
export function draftOf(stored: WorkflowTemplate | null): WorkflowDraft {
  if (!stored) {
    return {
      name: '',
      makeDefault: false,
      resetItems: false,
      bankAccounts: [],
      steps: [newStep()],
      change: { rule: 'NEW_TOTAL', percentHundredths: null },
      requiresBudgetReason: false,
    };
  }
  return {
    name: stored.name,
    makeDefault: stored.isDefault,
    resetItems: false,
    bankAccounts: stored.paymentBankAccounts.map(({ id, name }) => ({ id, text: name })),
    steps: stored.steps.map((step) => ({
      key: step.id,
      name: step.name,
      kind: step.kind,
      limitCents: step.amountLimit === null ? null : toCents(step.amountLimit),
      needed: step.approvalsNeeded,
      approvers: step.approvers,
      mayApproveOverRelief: step.mayApproveOverRelief,
      remindAfterDays: step.remindAfterDays,
      escalateAfterDays: step.escalateAfterDays,
      backup: step.backup,
      overBudget: overBudgetFromWire(step.overBudget),
    })),
    change: {
      rule: stored.changeOrderRule,
      percentHundredths: stored.changeOrderPercent === null ? null : toHundredths(stored.changeOrderPercent),
    },
    requiresBudgetReason: stored.requiresBudgetReason,
  };
}

/** The steps as the domain rules expect them. */
export function stepsOf(draft: Pick<WorkflowDraft, 'steps'>): DraftStep[] {
  return draft.steps.map((step, index) => ({
    name: stepName(step, index),
    kind: step.kind,
    amountLimitCents: mayHaveLimit(step) ? step.limitCents : null,
    overBudget: step.overBudget,
    approvalsNeeded: step.needed ?? 1,
    approverIds: step.approvers.map(({ userId }) => userId),
    mayApproveOverRelief: step.mayApproveOverRelief,
    remindAfterDays: step.remindAfterDays,
    escalateAfterDays: step.escalateAfterDays,
    backupId: step.backup?.userId ?? null,
  }));
}

function changeBody({ rule, percentHundredths }: ChangeRule) {
  const hasPercent = rule === 'CHANGE_OVER_PERCENT' && percentHundredths !== null;
  return {
    changeOrderRule: rule,
    changeOrderPercent: hasPercent ? fromHundredths(percentHundredths) : null,
  };
}

/** The request body (MG-25). */
export function bodyOf(
  draft: WorkflowDraft,
  of: { showId: string; type: TemplateType; stored: WorkflowTemplate | null },
): TemplateBody {
  return {
    showId: of.showId,
    name: draft.name,
    templateType: of.type,
    // A flow that was the default when the form opened may not be anymore. Only a new choice makes it the default.
    makeDefaultType: draft.makeDefault && !of.stored?.isDefault,
    resetItemsInProgress: draft.resetItems,
    ...(of.stored && { version: of.stored.version }),
    steps: stepsOf(draft).map(({ amountLimitCents, approverIds, backupId, overBudget, ...step }) => ({
      ...step,
      ...(overBudget && { overBudget: overBudgetToWire(overBudget) }),
      ...(backupId && { backup: { userId: backupId } }),
      amountLimit: amountLimitCents === null ? null : fromCents(amountLimitCents),
      approvers: approverIds.map((userId) => ({ userId })),
    })),
    ...(of.type === 'PURCHASE_ORDER' && changeBody(draft.change)),
    ...(of.type !== 'PAYMENT' && { requiresBudgetReason: draft.requiresBudgetReason }),
    ...(of.type === 'PAYMENT' && { paymentBankAccounts: draft.bankAccounts.map(({ id }) => ({ id })) }),
  };
}

const stepWords: Readonly<Record<string, (step: string) => string>> = {
  approvers: (step) => `${step} needs approvers, and at least one of them must be able to approve now.`,
  approvalsNeeded: (step) => `${step} cannot need more approvals than it has approvers.`,
  amountLimit: (step) =>
    `The limit of ${step.toLowerCase()} must be higher than the one before. Only the last step may have no limit.`,
  overBudget: (step) => `${step} needs an amount of 0 or more, or a percentage of at most 1,000.`,
  escalateAfterDays: (step) => `${step} cannot escalate before it reminds.`,
  backup: (step) =>
    `The backup approver of ${step.toLowerCase()} must be able to approve, and must not be one of its approvers.`,
};

const ruleWords: Partial<Record<TemplateProblem['rule'], (step: string) => string>> = {
  OVER_BUDGET_ONLY: () => 'Add a step that every document takes.',
  ESCALATION_MISSING: (step) =>
    `${step} has a backup approver: enter after how many working days it escalates.`,
  BACKUP_LISTED: (step) => `The backup approver of ${step.toLowerCase()} is already one of its approvers.`,
  BACKUP_UNABLE: (step) => `The backup approver of ${step.toLowerCase()} cannot approve these documents.`,
};

/** The form error of a broken rule, by the path that the server returns (DEC-02). */
function errorAtPath(path: string, text: string | null): FormError {
  const [, index, field = ''] = /^steps\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const stepText = stepWords[field]?.(`Step ${Number(index) + 1}`);
  if (stepText) return { field: path, text: stepText };
  if (path === 'steps') return { field: path, text: 'Add at least one step.' };
  if (path === 'changeOrderPercent')
    return { field: path, text: 'Enter a percentage of more than 0 and at most 100.' };
  if (path === 'name' && !text) return { field: path, text: 'Name is required.' };
  return { field: path, text: text ?? words.invalid_parameter };
}

/** The ids of the approvers of a step and of its backup approver. */
function peopleOf({ approvers, backup }: Pick<StepDraft, 'approvers' | 'backup'>): string[] {
  return [...approvers, ...(backup ? [backup] : [])].map(({ userId }) => userId);
}

/**
 * The validation errors of the draft, by the same rules as on the server. `eligibleIds` is null while the possible
 * approvers are loading.
 */
export function formErrors(
  draft: WorkflowDraft,
  stored: WorkflowTemplate | null,
  eligibleIds: readonly string[] | null,
): FormError[] {
  const picked = draft.steps.flatMap(peopleOf);
  const listed = stored?.steps.flatMap(peopleOf);
  const candidates = { eligibleIds: new Set(eligibleIds ?? picked), listedIds: new Set(listed) };
  const problems = [
    ...templateProblems({ name: draft.name, steps: stepsOf(draft) }, candidates),
    ...changeRuleProblems(draft.change, 'PURCHASE_ORDER'),
    ...overBudgetProblems({ ...draft, steps: stepsOf(draft) }, 'PURCHASE_ORDER'),
  ];
  const byPath = new Map(problems.toReversed().map((problem) => [problemPath(problem), problem]));
  return [...byPath].toReversed().map(([path, { rule, step }]) => {
    const text = ruleWords[rule]?.(`Step ${(step ?? 0) + 1}`);
    return text ? { field: path, text } : errorAtPath(path, null);
  });
}

/** The server's errors that the user can correct in the form. Empty for all others (MG-26). */
export function serverErrors(error: unknown, onReload: () => void): FormError[] {
  if (!(error instanceof ApiError)) return [];
  if (error.code === 'WORKFLOW_CONFLICT') {
    const text = 'Another administrator changed this approval flow while you were editing it.';
    return [{ field: null, text, action: { text: 'Load the new version', onPress: onReload } }];
  }
  const [first] = error.errors;
  if (first === 'resetItemsInProgress') {
    return [{ field: first, text: `${error.text ?? ''} Change the steps, or let these documents finish.` }];
  }
  if (error.code !== 'invalid_parameter') return [];
  return [...new Set(error.errors)].map((path) => errorAtPath(path, error.text));
}
