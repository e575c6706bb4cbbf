import { expect, test } from 'vitest';
import { changedSteps, forecastRoute, stepReasonText } from '#domain/workflow/approval-route';
import { planWorkflow } from '#domain/workflow/workflow';
import type { StepKind, Template, TemplateStep, WorkflowPlanInput } from '#domain/workflow/workflow';
import { workflowView } from '#domain/workflow/workflow-view';

function step(order: number, kind: StepKind, limit: number | null, userIds: readonly string[]): TemplateStep {
  const approvers = userIds.map((userId) => ({ userId, name: userId, initials: userId }));
  return { order, name: `Level ${order}`, kind, amountLimitCents: limit, approvalsNeeded: 1, approvers };
}

const template: Template = {
  id: 't1',
  version: 1,
  steps: [
    step(1, 'DEPARTMENT', null, ['ann']),
    step(2, 'STANDARD', 2_500_000, ['bob']),
    step(3, 'STANDARD', 10_000_000, ['cy']),
    step(4, 'STANDARD', null, ['dee']),
  ],
};

function input(totalCents: number, change: Partial<WorkflowPlanInput> = {}): WorkflowPlanInput {
  const all = ['ann', 'bob', 'cy', 'dee'];
  return {
    id: 'w1',
    totalCents,
    departmentMemberIds: all,
    activeUserIds: all,
    approverIds: all,
    selfIds: [],
    ...change,
  };
}

const document = { docType: 'PO', currency: 'USD', departmentName: 'Set Decoration' } as const;

test('ROUTE-01, DEC-20: the forecast has the steps that a submit would take', () => {
  for (const total of [0, 2_500_000, 2_500_001, 10_000_001, -3_000_000]) {
    const instance = planWorkflow(template, input(total));
    if (typeof instance === 'string') throw new Error(instance);
    const steps = forecastRoute(template, input(total)).steps.map(({ order }) => order);
    expect(steps, String(total)).toEqual(workflowView(instance).steps.map(({ order }) => order));
  }
});

test('ROUTE-02: each step has its reason: the department, every document, or the amount that it is over', () => {
  const instance = planWorkflow(template, input(20_000_000));
  if (typeof instance === 'string') throw new Error(instance);
  expect(workflowView(instance).steps.map((one) => stepReasonText(one, document))).toEqual([
    'Department Set Decoration',
    'Every purchase order',
    'Over $25,000.00',
    'Over $100,000.00',
  ]);
});

test('ROUTE-02: without a department or with another currency the reason says so', () => {
  const reason = { rule: 'DEPARTMENT', overAmount: null } as const;
  expect(stepReasonText(reason, { ...document, departmentName: null })).toBe('The department');
  expect(stepReasonText(reason, { ...document, departmentName: 'Art Department' })).toBe('Art Department');
  expect(stepReasonText({ rule: 'AMOUNT', overAmount: 25_000 }, { ...document, currency: 'EUR' })).toBe(
    'Over €25.000,00',
  );
});

test('ROUTE-03, DEC-24: a forecast that a submit would refuse still has its steps, with the code', () => {
  const noMembers = forecastRoute(template, input(100, { departmentMemberIds: [] }));
  expect(noMembers.refusal).toBe('POS_NO_DEPARTMENT_MEMBERS');
  expect(noMembers.steps.map(({ missing }) => missing.map(({ reason }) => reason))).toEqual([
    ['DEPARTMENT'],
    [],
  ]);
  const capped = { ...template, steps: template.steps.slice(0, 3) };
  const tooHigh = forecastRoute(capped, input(10_000_001));
  expect([tooHigh.refusal, tooHigh.finalOrder, tooHigh.steps.length]).toEqual([
    'POS_NO_VALID_WORKFLOW_STEP',
    null,
    3,
  ]);
  expect(forecastRoute(null, input(1))).toEqual({
    steps: [],
    reasons: [],
    finalOrder: null,
    refusal: 'POS_NO_DEFAULT_WORKFLOW',
  });
});

test('ROUTE-04: steps with other approvers, more steps or fewer are named', () => {
  const { steps } = forecastRoute(template, input(20_000_000));
  const [first, second, ...others] = steps;
  if (!first || !second) throw new Error('no steps');
  expect(changedSteps(steps, steps)).toEqual([]);
  expect(changedSteps(steps, [first, { ...second, approvers: first.approvers }, ...others])).toEqual([
    'Level 2',
  ]);
  expect(changedSteps(steps.slice(0, 2), steps)).toEqual(['Level 3', 'Level 4']);
  expect(changedSteps(steps, steps.slice(0, 3))).toEqual(['Level 4']);
});
