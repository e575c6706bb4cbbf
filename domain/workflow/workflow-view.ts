import { toCents } from '#domain/values/money';
import { stepReason } from './approval-route.ts';
import type { RunningCover, StandIn } from '#domain/cover/cover';
import { docTypes } from '#domain/document';
import { onBehalfText } from '#domain/cover/cover';
import { openSendBack } from './send-back.ts';
import { currentStep, requiredSteps } from './workflow.ts';
import { usedVoteUserIds } from './one-vote.ts';
import { missingOn } from './workflow.ts';
import type { Instance, InstanceStep } from './workflow.ts';
import type { People } from './missing-approvers.ts';
import type { StepApprover, WorkflowStep, Workflow } from './workflow-response.ts';

function approversOf(step: InstanceStep, usedVoteIds: readonly string[]): StepApprover[] {
  return step.approvers.map((approver) => {
    const approval = step.approvals.find(({ userId }) => userId === approver.userId);
    if (!approval) {
      const hasUsedVote = step.status === 'PENDING' && usedVoteIds.includes(approver.userId);
      return { ...approver, hasApproved: false, ...(hasUsedVote && { hasUsedVote }) };
    }
    const { at, contentVersion, version, castBy, isKept } = approval;
    return {
      ...approver,
      hasApproved: true,
      ...(at && { approvedAt: at }),
      ...(contentVersion !== undefined && { contentVersion }),
      ...(version !== undefined && { version }),
      ...(castBy && { castBy }),
      ...(isKept && { isKept }),
    };
  });
}

/** Returns `Marcus Oyelaran for Priya Raman` for a user who covers an absent approver, else the name (COV-02). */
export function approverName({ name, onBehalfOf }: Pick<StepApprover, 'name' | 'onBehalfOf'>): string {
  return onBehalfOf ? `${name} for ${onBehalfOf.name}` : name;
}

/** Returns `Approved by Marcus Oyelaran on behalf of Priya Raman (cover …)`, or '' for the user's own approval (COV-06). */
export function castByText({ name, castBy }: StepApprover): string {
  return castBy ? `Approved by ${castBy.name} ${onBehalfText({ ...castBy, name })}` : '';
}

/**
 * Returns `Approved version 2; the document is now version 3`, or '' for an approval of the current content (DEC-40).
 */
export function outdatedApprovalText(
  { contentVersion, isKept }: StepApprover,
  current: number | null,
): string {
  if (contentVersion === undefined) return '';
  const kept = isKept ? `Kept after a send back, given for version ${contentVersion}` : '';
  if (current === null || contentVersion >= current) return kept;
  return isKept
    ? `${kept}; the document is now version ${current}`
    : `Approved version ${contentVersion}; the document is now version ${current}`;
}

/**
 * Builds the view of a document's own copy of the workflow. Without `people`, no missing approvers are listed.
 * `standIns` are listed after the approvers of the current step (COV-02).
 */
export function workflowView(
  instance: Instance,
  people: People | null = null,
  standIns: readonly StandIn[] = [],
): Workflow {
  const current = currentStep(instance);
  const usedVoteIds = usedVoteUserIds(instance);
  const standInApprovers = standIns.map(({ userId, name, initials, onBehalfOf }) => ({
    userId,
    name,
    initials,
    hasApproved: false,
    onBehalfOf,
  }));
  const listed = (step: InstanceStep) => [
    ...approversOf(step, usedVoteIds),
    ...(step.id === current?.id ? standInApprovers : []),
  ];
  return {
    id: instance.id,
    steps: requiredSteps(instance).map((step) => ({
      ...stepReason(step, instance.steps, instance.change),
      id: step.id,
      order: step.order,
      name: step.name,
      kind: step.kind,
      status: step.status,
      approvalsNeeded: step.approvalsNeeded,
      approvers: listed(step),
      missingApprovers: people && current ? [...missingOn(step, { ...people, usedVoteIds })] : [],
      isFinal: step.order === instance.finalOrder,
    })),
    ...sentBackOf(instance),
    ...(instance.budgetReason && { budgetReason: instance.budgetReason }),
    ...(instance.oneVotePerFlow && { oneVotePerFlow: true }),
    currentStep: current && { id: current.id, approvers: listed(current) },
  };
}

function sentBackOf(instance: Instance): Pick<Workflow, 'sentBack'> {
  const open = openSendBack(instance);
  const idOf = (order: number) => instance.steps.find((step) => step.order === order)?.id ?? '';
  if (open === null) return {};
  const { by, at, reason, fromOrder, toOrder } = open;
  return { sentBack: { by, at, reason, fromStepId: idOf(fromOrder), toStepId: idOf(toOrder) } };
}

/** The limit of an amount step, which the next amount step names; null for the last one. */
function stepLimitCents({ kind, order, rule }: WorkflowStep, steps: readonly WorkflowStep[]): number | null {
  const next = steps.find(
    (step) => step.order > order && step.overAmount !== null && step.rule !== 'OVER_BUDGET',
  );
  return kind === 'STANDARD' && rule !== 'OVER_BUDGET' && next ? toCents(next.overAmount ?? 0) : null;
}

/**
 * The inverse, for the rules that client and server share. The limit of the final step, and later steps, are only known
 * to the server.
 */
export function workflowInstance(workflow: Workflow): Instance {
  const steps = workflow.steps.map((step): InstanceStep => ({
    id: step.id,
    order: step.order,
    name: step.name,
    kind: step.kind,
    status: step.status,
    amountLimitCents: stepLimitCents(step, workflow.steps),
    approvalsNeeded: step.approvalsNeeded,
    approvers: step.approvers
      .filter(({ onBehalfOf }) => !onBehalfOf)
      .map(({ userId, name, initials }) => ({ userId, name, initials })),
    missing: step.missingApprovers,
    approvals: step.approvers.flatMap((one) =>
      one.hasApproved
        ? [
            {
              userId: one.userId,
              at: one.approvedAt ?? '',
              ...(one.contentVersion !== undefined && { contentVersion: one.contentVersion }),
              ...(one.version !== undefined && { version: one.version }),
              ...(one.castBy && { castBy: one.castBy }),
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
    ...(workflow.oneVotePerFlow && { oneVotePerFlow: true }),
  };
}

/** The covers that the listed stand-ins imply, so that the browser decides by the rules of the server (COV-02). */
export function workflowCovers(workflow: Workflow, departmentId: string | null): readonly RunningCover[] {
  return (workflow.currentStep?.approvers ?? []).flatMap(({ userId, name, initials, onBehalfOf }) =>
    onBehalfOf
      ? [
          {
            id: '',
            absent: { ...onBehalfOf, departmentIds: departmentId === null ? [] : [departmentId] },
            covering: { userId, name, initials },
            alternate: null,
            firstDay: '',
            lastDay: '',
            types: docTypes,
            limitCents: null,
            setBy: '',
          },
        ]
      : [],
  );
}

function shortName(name: string): string {
  const [first = '', ...others] = name.split(' ').filter(Boolean);
  const last = others.at(-1);
  return last ? `${first} ${last[0] ?? ''}.` : first;
}

type Steps = readonly Pick<WorkflowStep, 'approvers'>[];

/** Each approver once, also if they are on several steps. */
function peopleOf(steps: Steps): StepApprover[] {
  return [...new Map(steps.flatMap(({ approvers }) => approvers).map((one) => [one.userId, one])).values()];
}

/** Returns for each approver the first of these labels that no other approver has, else the last resort. */
function distinctLabels(
  steps: Steps,
  labelers: readonly ((one: StepApprover) => string)[],
  lastResort: (one: StepApprover, index: number) => string,
): ReadonlyMap<string, string> {
  const people = peopleOf(steps);
  return new Map(
    people.map((person, index) => {
      const labels = labelers.map((labelOf) => {
        const label = labelOf(person);
        const others = people.filter((other) => other !== person && labelOf(other) === label);
        return others.length === 0 ? label : '';
      });
      return [person.userId, labels.find(Boolean) ?? lastResort(person, index)];
    }),
  );
}

/**
 * Returns a label for each approver: the initials, or a short name where several share the initials, or the full name
 * where several share the short name too (DEC-29).
 */
export function approverLabels(steps: Steps): ReadonlyMap<string, string> {
  return distinctLabels(
    steps,
    [({ initials }) => initials, ({ name }) => shortName(name)],
    ({ name }) => name,
  );
}

/**
 * Returns the letters beside each approver's name: the initials; where several approvers share them, with another letter of
 * the last name, else the first three letters of the name, else a number (REV-07).
 */
export function approverLetters(steps: Steps): ReadonlyMap<string, string> {
  return distinctLabels(
    steps,
    [
      ({ initials }) => initials,
      ({ initials, name }) => initials + (name.split(' ').findLast(Boolean)?.[1] ?? ''),
      ({ name }) => name.slice(0, 3),
    ],
    ({ initials }, index) => `${initials}${index + 1}`,
  );
}
