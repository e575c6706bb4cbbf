import { currentStep, missingOn, requiredSteps } from './workflow.ts';
import type { Instance, InstanceStep, MissingApprover, People, StepKind, StepStatus } from './workflow.ts';

/** Someone who may approve a step, on the wire. */
export interface StepApprover {
  userId: string;
  name: string;
  initials: string;
  hasApproved: boolean;
  /** When; only of whoever has approved. */
  approvedAt?: string;
  /** The content that the approval was given for: an earlier one than the document's, where the vote was kept (DEC-40). */
  contentVersion?: number;
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
  /** DEC-23: while too few of the approvers can approve, who is listed and cannot, and why. */
  missingApprovers: MissingApprover[];
  isFinal: boolean;
}

/** AP-01: the steps that the document must pass, in order; `currentStep` is null when it is not in approval. */
export interface Workflow {
  id: string;
  steps: WorkflowStep[];
  /** Only while a change order has no flow of its own: what these approvals were given for (DEC-26). */
  approvedVersion?:
    | { created: string; changeOrderNumber: number; totalCost: number; currency: string }
    | undefined;
  currentStep: { id: string; approvers: StepApprover[] } | null;
}

function approversOf(step: InstanceStep): StepApprover[] {
  return step.approvers.map((approver) => {
    const given = step.approvals.find(({ userId }) => userId === approver.userId);
    if (!given) return { ...approver, hasApproved: false };
    const { at, contentVersion } = given;
    return {
      ...approver,
      hasApproved: true,
      ...(at && { approvedAt: at }),
      ...(contentVersion !== undefined && { contentVersion }),
    };
  });
}

/** `Approved version 2; the document is now version 3`; '' where the approval is for the content as it is (DEC-40). */
export function keptVote({ contentVersion }: StepApprover, current: number | null): string {
  if (contentVersion === undefined || current === null || contentVersion >= current) return '';
  return `Approved version ${contentVersion}; the document is now version ${current}`;
}

/** A document's own copy of its flow, as users see it. `people` null: nobody is named as missing. */
export function workflowView(instance: Instance, people: People | null = null): Workflow {
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
      missingApprovers: people && current ? [...missingOn(step, people)] : [],
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
    missing: step.missingApprovers,
    approvals: step.approvers.flatMap((one) =>
      one.hasApproved
        ? [
            {
              userId: one.userId,
              at: one.approvedAt ?? '',
              ...(one.contentVersion !== undefined && { contentVersion: one.contentVersion }),
            },
          ]
        : [],
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

function shortName(name: string): string {
  const [first = '', ...others] = name.split(' ').filter(Boolean);
  const last = others.at(-1);
  return last ? `${first} ${last[0] ?? ''}.` : first;
}

/**
 * What a chip calls each approver of the flow: the initials, or a short name where several people share the initials, or
 * the whole name where they share the short one too (DEC-29).
 */
export function approverLabels(
  steps: readonly Pick<WorkflowStep, 'approvers'>[],
): ReadonlyMap<string, string> {
  const people = [
    ...new Map(steps.flatMap(({ approvers }) => approvers).map((one) => [one.userId, one])).values(),
  ];
  const labelers = [(one: StepApprover) => one.initials, (one: StepApprover) => shortName(one.name)];
  const isShared = (labelOf: (one: StepApprover) => string, person: StepApprover) =>
    people.some((other) => other.userId !== person.userId && labelOf(other) === labelOf(person));
  return new Map(
    people.map((person) => {
      const labelOf = labelers.find((label) => label(person) !== '' && !isShared(label, person));
      return [person.userId, labelOf?.(person) ?? person.name];
    }),
  );
}
