import { currentStep, requiredSteps } from './workflow.ts';
import type { Instance, InstanceStep, StepKind, StepStatus } from './workflow.ts';

/** Someone who may approve a step, on the wire. */
export interface StepApprover {
  userId: string;
  name: string;
  initials: string;
  hasApproved: boolean;
  /** When; only of whoever has approved. */
  approvedAt?: string;
}

/** AP-01, DEC-29: one chip of the approval track. */
export interface WorkflowStep {
  id: string;
  order: number;
  name: string;
  kind: StepKind;
  status: StepStatus;
  approvalsNeeded: number;
  approvers: StepApprover[];
  isFinal: boolean;
}

/** AP-01: the steps that the document must pass, in order; `currentStep` is null when it is not in approval. */
export interface Workflow {
  id: string;
  steps: WorkflowStep[];
  currentStep: { id: string; approvers: StepApprover[] } | null;
}

function approversOf(step: InstanceStep): StepApprover[] {
  return step.approvers.map((approver) => {
    const at = step.approvals.find(({ userId }) => userId === approver.userId)?.at;
    return { ...approver, hasApproved: at !== undefined, ...(at && { approvedAt: at }) };
  });
}

/** A document's own copy of its flow, as people see it. */
export function workflowView(instance: Instance): Workflow {
  const current = currentStep(instance);
  return {
    id: instance.id,
    steps: requiredSteps(instance).map((step) => ({
      id: step.id,
      order: step.order,
      name: step.name,
      kind: step.kind,
      status: step.status,
      approvalsNeeded: step.approvalsNeeded,
      approvers: approversOf(step),
      isFinal: step.order === instance.finalOrder,
    })),
    currentStep: current && { id: current.id, approvers: approversOf(current) },
  };
}

/** The way back, for the rules that both ends ask. Limits and steps beyond the final one stay with the server. */
export function workflowInstance(workflow: Workflow): Instance {
  const steps = workflow.steps.map((step): InstanceStep => ({
    id: step.id,
    order: step.order,
    name: step.name,
    kind: step.kind,
    status: step.status,
    amountLimitCents: null,
    approvalsNeeded: step.approvalsNeeded,
    approvers: step.approvers.map(({ userId, name, initials }) => ({ userId, name, initials })),
    approvals: step.approvers.flatMap((one) =>
      one.hasApproved ? [{ userId: one.userId, at: one.approvedAt ?? '' }] : [],
    ),
  }));
  const current = steps.find((step) => step.id === workflow.currentStep?.id);
  return {
    id: workflow.id,
    templateId: '',
    templateVersion: 0,
    steps,
    finalOrder: workflow.steps.find((step) => step.isFinal)?.order ?? 0,
    currentOrder: current?.order ?? null,
  };
}
