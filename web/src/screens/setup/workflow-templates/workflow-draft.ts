import type { TemplateType } from '#domain/document';
import { fromCents, toCents } from '#domain/values/money';
import type { StepKind } from '#domain/workflow/workflow';
import { problemPath, stepName, templateProblems } from '#domain/workflow/workflow-template';
import type { DraftStep, TemplateBody, WorkflowTemplate } from '#domain/workflow/workflow-template';
import { ApiError } from '../../../api.ts';
import type { Complaint } from '../../../forms/error-summary.tsx';
import { words } from '../../../words.ts';

interface PickedApprover {
  userId: string;
  name: string;
  initials: string;
  isActive: boolean;
}

export interface StepDraft {
  /** Tells the steps apart while they change places. */
  key: string;
  name: string;
  kind: StepKind;
  limitCents: number | null;
  needed: number | null;
  approvers: PickedApprover[];
  mayApproveOverRelief: boolean;
}

/** An approval flow while it is written. */
export interface FlowDraft {
  name: string;
  makeDefault: boolean;
  resetItems: boolean;
  bankAccounts: { id: string; text: string }[];
  steps: StepDraft[];
}

export function newStep(kind: StepKind): StepDraft {
  return {
    key: crypto.randomUUID(),
    name: '',
    kind,
    limitCents: null,
    needed: 1,
    approvers: [],
    mayApproveOverRelief: false,
  };
}

/** What the form begins with; null for a new flow, which begins with one step. */
export function draftOf(stored: WorkflowTemplate | null): FlowDraft {
  if (!stored) {
    return {
      name: '',
      makeDefault: false,
      resetItems: false,
      bankAccounts: [],
      steps: [newStep('STANDARD')],
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
    })),
  };
}

/** The steps as the domain's rules see them. */
export function stepsOf(draft: Pick<FlowDraft, 'steps'>): DraftStep[] {
  return draft.steps.map((step, index) => ({
    name: stepName(step, index),
    kind: step.kind,
    amountLimitCents: step.kind === 'STANDARD' ? step.limitCents : null,
    approvalsNeeded: step.needed ?? 1,
    approverIds: step.approvers.map(({ userId }) => userId),
    mayApproveOverRelief: step.mayApproveOverRelief,
  }));
}

/** MG-25: what is sent. */
export function bodyOf(
  draft: FlowDraft,
  of: { showId: string; type: TemplateType; stored: WorkflowTemplate | null },
): TemplateBody {
  return {
    showId: of.showId,
    name: draft.name,
    templateType: of.type,
    // What was the default at opening may be it no more: only who chose it now makes it so.
    makeDefaultType: draft.makeDefault && !of.stored?.isDefault,
    resetItemsInProgress: draft.resetItems,
    ...(of.stored && { version: of.stored.version }),
    steps: stepsOf(draft).map(({ amountLimitCents, approverIds, ...step }) => ({
      ...step,
      amountLimit: amountLimitCents === null ? null : fromCents(amountLimitCents),
      approvers: approverIds.map((userId) => ({ userId })),
    })),
    ...(of.type === 'PAYMENT' && { paymentBankAccounts: draft.bankAccounts.map(({ id }) => ({ id })) }),
  };
}

const stepWords: Readonly<Record<string, (step: string) => string>> = {
  approvers: (step) => `${step} needs approvers, and at least one of them must be able to approve now.`,
  approvalsNeeded: (step) => `${step} cannot need more approvals than it has approvers.`,
  amountLimit: (step) =>
    `The limit of ${step.toLowerCase()} must be higher than the one before. Only the last step may have no limit.`,
};

/** A broken rule in words, by the path that the server names it with (DEC-02). */
function complaintAt(path: string, text: string | null): Complaint {
  const [, index, field = ''] = /^steps\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const said = stepWords[field]?.(`Step ${Number(index) + 1}`);
  if (said) return { field: path, text: said };
  if (path === 'steps') return { field: path, text: 'Add at least one step.' };
  if (path === 'name' && !text) return { field: path, text: 'Name is required.' };
  return { field: path, text: text ?? words.invalid_parameter };
}

/** What keeps the draft from being saved: the server's own rules. `ableIds` null: not known yet who may approve. */
export function complaintsOf(
  draft: FlowDraft,
  stored: WorkflowTemplate | null,
  ableIds: readonly string[] | null,
): Complaint[] {
  const picked = draft.steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId));
  const listed = stored?.steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId));
  const candidates = { ableIds: new Set(ableIds ?? picked), listedIds: new Set(listed) };
  const paths = templateProblems({ name: draft.name, steps: stepsOf(draft) }, candidates).map(problemPath);
  return [...new Set(paths)].map((path) => complaintAt(path, null));
}

/** A refusal that can be mended in the form; none for everything else, which is MG-26's. */
export function refusedBy(error: unknown, onReload: () => void): Complaint[] {
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
  return [...new Set(error.errors)].map((path) => complaintAt(path, error.text));
}
