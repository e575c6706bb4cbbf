import { describe, expect, test } from 'vitest';
import {
  changedSteps,
  forecastRoute,
  forecastStandIns,
  stepReasonText,
} from '#domain/workflow/approval-route';
import type { CoveredDocument, RunningCover } from '#domain/cover/cover';
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
    change: null,
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

function coverOf(absentId: string, coveringId: string, own: Partial<RunningCover> = {}): RunningCover {
  return {
    id: `c-${absentId}`,
    absent: { userId: absentId, name: absentId, departmentIds: ['sets'] },
    covering: { userId: coveringId, name: coveringId, initials: coveringId },
    alternate: null,
    firstDay: '2027-03-03',
    lastDay: '2027-03-10',
    types: ['PO'],
    limitCents: null,
    setBy: absentId,
    ...own,
  };
}

describe('who covers the approvers of a forecast', () => {
  const order: CoveredDocument = {
    docType: 'PO',
    totalCents: 20_000_000,
    departmentId: 'sets',
    creatorId: 'dana',
    ownerId: 'dana',
    submitterId: 'dana',
    revisionAuthorIds: [],
  };
  const namesOf = (covers: RunningCover[], own: Partial<CoveredDocument> = {}, plan = {}) => {
    const covered = { ...order, ...own };
    return forecastStandIns(forecastRoute(template, input(covered.totalCents, plan)), covered, covers).map(
      (standIns) => standIns.map(({ name, onBehalfOf }) => `${name} for ${onBehalfOf.name}`),
    );
  };

  test('ROUTE-07: each step has who could decide it now on behalf of its absent approvers', () => {
    expect(namesOf([coverOf('ann', 'eve'), coverOf('cy', 'bob')])).toEqual([
      ['eve for ann'],
      [],
      ['bob for cy'],
      [],
    ]);
  });

  test('ROUTE-07, COV-03: over the amount of the cover it is the alternate, else nobody', () => {
    const alternate = { userId: 'fay', name: 'fay', initials: 'fay' };
    const limited = coverOf('bob', 'eve', { limitCents: 5_000_000 });
    expect(namesOf([limited])[1]).toEqual([]);
    expect(namesOf([{ ...limited, alternate }])[1]).toEqual(['fay for bob']);
    expect(namesOf([{ ...limited, alternate }], { totalCents: 5_000_000 })[1]).toEqual(['eve for bob']);
  });

  test('ROUTE-07, COV-03: nobody covers a document of their own, of another type, or while away', () => {
    expect(namesOf([coverOf('bob', 'dana')])[1]).toEqual([]);
    expect(namesOf([coverOf('bob', 'eve', { types: ['INVOICE'] })])[1]).toEqual([]);
    expect(namesOf([coverOf('bob', 'eve'), coverOf('eve', 'dee')])[1]).toEqual([]);
    expect(namesOf([coverOf('ann', 'eve')], { departmentId: 'costumes' })[0]).toEqual([]);
  });

  test('ROUTE-07: nobody covers an approver who could not approve', () => {
    expect(namesOf([coverOf('bob', 'eve')], {}, { activeUserIds: ['ann', 'cy', 'dee'] })[1]).toEqual([]);
  });

  test('ROUTE-07: a change order compares the amount of the cover with the change', () => {
    const changed = { ...template, change: { rule: 'CHANGE', percentHundredths: null } } as const;
    const names = ['Level 1', 'Level 2', 'Level 3', 'Level 4'];
    const steps = names.map((name, at) => ({ name, kind: at === 0 ? 'DEPARTMENT' : 'STANDARD' }) as const);
    const approvedVersions = [{ totalCents: 19_000_000, steps }];
    const forecast = forecastRoute(changed, input(20_000_000, { approvedVersions }));
    const limited = coverOf('ann', 'eve', { limitCents: 1_000_000 });
    expect(forecastStandIns(forecast, order, [limited])[0]).toMatchObject([{ userId: 'eve' }]);
    expect(forecastStandIns(forecast, order, [{ ...limited, limitCents: 999_999 }])[0]).toEqual([]);
  });
});

test('ROUTE-07: a cover that begins or ends after the forecast is no change of its steps', () => {
  const { steps } = forecastRoute(template, input(20_000_000));
  const covered = steps.map((one) => ({
    name: one.name,
    approvers: [...one.approvers, { userId: 'eve', onBehalfOf: { userId: 'ann', name: 'ann' } }],
  }));
  expect(changedSteps(steps, covered)).toEqual([]);
  expect(changedSteps(covered, steps)).toEqual([]);
});
