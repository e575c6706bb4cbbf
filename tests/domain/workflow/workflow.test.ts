import { describe, expect, test } from 'vitest';
import {
  closeWorkflow,
  currentApprovers,
  currentStep,
  finalOrderFor,
  planWorkflow,
  recomputeFinal,
  requiredSteps,
  restartWorkflow,
  type Instance,
  type WorkflowPlanInput,
  type StepKind,
  type TemplateStep,
} from '#domain/workflow/workflow';
import { missingOn } from '#domain/workflow/workflow';
import { castVote, type Vote, statusInApproval } from '#domain/workflow/vote';

const at = '2026-03-02T17:00:00.000Z';

function step(
  order: number,
  kind: StepKind,
  amountLimitCents: number | null,
  userIds: readonly string[],
  approvalsNeeded = 1,
): TemplateStep {
  const approvers = userIds.map((userId) => ({ userId, name: userId.toUpperCase(), initials: userId }));
  return { order, name: `Level ${order}`, kind, amountLimitCents, approvalsNeeded, approvers };
}

const allMembers = ['ann', 'bob', 'cy', 'dee', 'eve'];

function plan(
  steps: readonly TemplateStep[],
  change: Partial<WorkflowPlanInput> = {},
): ReturnType<typeof planWorkflow> {
  return planWorkflow(
    { id: 't1', version: 1, steps },
    {
      id: 'w1',
      totalCents: 50_000,
      departmentMemberIds: allMembers,
      activeUserIds: allMembers,
      approverIds: change.activeUserIds ?? allMembers,
      selfIds: [],
      ...change,
    },
  );
}

function planned(steps: readonly TemplateStep[], change: Partial<WorkflowPlanInput> = {}): Instance {
  return workflowOf(plan(steps, change));
}

/** The workflow; throws on a refusal, which would be an error of the test. */
function workflowOf(result: ReturnType<typeof planWorkflow>): Instance {
  if (typeof result === 'string') throw new Error(result);
  return result;
}

function voted(instance: Instance, userId: string): Vote {
  const result = castVote(instance, userId, at);
  if (!result) throw new Error(`${userId} may not vote`);
  return result;
}

describe('DEC-20: the final step is the first STANDARD step whose amountLimit is null or ≥ |totalCost|', () => {
  const levels = [
    step(1, 'DEPARTMENT', null, ['ann']),
    step(2, 'STANDARD', 100_000, ['bob']),
    step(3, 'STANDARD', 500_000, ['cy']),
  ];
  const unlimited = [...levels, step(4, 'STANDARD', null, ['dee'])];
  const departments = [step(1, 'DEPARTMENT', null, ['ann']), step(2, 'DEPARTMENT', null, ['bob'])];

  test.each([
    ['below the first limit', levels, 1, 2],
    ['exactly the first limit', levels, 100_000, 2],
    ['a cent above it', levels, 100_001, 3],
    ['a credit is compared by its amount', levels, -100_001, 3],
    ['exactly the last limit', levels, 500_000, 3],
    ['above every limit: none exists', levels, 500_001, null],
    ['above every limit: the unlimited one', unlimited, 500_001, 4],
    ['zero', unlimited, 0, 2],
    ['DEPARTMENT steps only: the last one is final', departments, 999_999_999, 2],
    ['no step at all', [], 1, null],
  ])('%s', (_name, steps, totalCents, final) => {
    expect(finalOrderFor(steps, totalCents)).toBe(final);
  });

  test('AP-31: a total beyond every step is POS_NO_VALID_WORKFLOW_STEP', () => {
    expect(plan(levels, { totalCents: 500_001 })).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(plan([])).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('the document passes the steps in order up to the final one', () => {
    const instance = planned(unlimited.toReversed(), { totalCents: 200_000 });
    expect(requiredSteps(instance).map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(instance).toMatchObject({ id: 'w1', templateId: 't1', finalOrder: 3, currentOrder: 1 });
    expect(instance.steps.map(({ id }) => id)).toEqual(['w1-1', 'w1-2', 'w1-3', 'w1-4']);
  });
});

describe('DEC-21: effective approvers', () => {
  const flow = [step(1, 'DEPARTMENT', null, ['ann', 'bob', 'cy']), step(2, 'STANDARD', null, ['ann', 'dee'])];

  test('a DEPARTMENT step counts active members of the department, a STANDARD step all active listed', () => {
    const instance = planned(flow, { departmentMemberIds: ['bob', 'cy'], activeUserIds: ['ann', 'bob'] });
    expect(instance.steps.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual([
      ['bob'],
      ['ann'],
    ]);
  });

  test('AP-32: a step without department members is POS_NO_DEPARTMENT_MEMBERS', () => {
    expect(plan(flow, { departmentMemberIds: ['dee'] })).toBe('POS_NO_DEPARTMENT_MEMBERS');
  });

  test('DEC-24: levels are checked before the department', () => {
    const noMembers = { departmentMemberIds: [], activeUserIds: ['bob'] };
    expect(plan(flow, noMembers)).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('steps beyond the final one may be empty', () => {
    const levels = [step(1, 'STANDARD', 100_000, ['ann']), step(2, 'STANDARD', null, ['gone'])];
    expect(planned(levels).finalOrder).toBe(1);
    expect(plan(levels, { totalCents: 100_001 })).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('DEC-21: a user without an approver role is not effective', () => {
    const instance = planned(flow, { approverIds: ['bob', 'dee'] });
    expect(instance.steps.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual([
      ['bob'],
      ['dee'],
    ]);
    expect(plan(flow, { approverIds: [] })).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('DEC-97: a forbidden self-approver is excluded without lowering the number needed', () => {
    const two = [step(1, 'STANDARD', null, ['ann', 'bob'], 2)];
    expect(planned(two).steps[0]).toMatchObject({ approvalsNeeded: 2, missing: [] });
    const without = planned(two, { selfIds: ['ann'] });
    expect(currentApprovers(without)).toEqual(['bob']);
    expect(without.steps[0]).toMatchObject({
      approvalsNeeded: 2,
      missing: [{ userId: 'ann', reason: 'SELF' }],
    });
    const alone = { selfIds: ['ann'] };
    expect(plan([step(1, 'STANDARD', null, ['ann'])], alone)).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(plan([step(1, 'DEPARTMENT', null, ['ann'])], alone)).toBe('POS_NO_DEPARTMENT_MEMBERS');
  });
});

describe('DEC-23: approvalsNeeded', () => {
  const flow = [
    step(1, 'STANDARD', 100_000, ['ann', 'bob', 'cy'], 2),
    step(2, 'STANDARD', null, ['dee', 'eve'], 2),
  ];

  test('the step becomes APPROVED at the n-th approval by another approver', () => {
    const first = voted(planned(flow, { totalCents: 200_000 }), 'bob');
    expect(first).toMatchObject({ stepComplete: false, finalComplete: false });
    expect(first.instance.steps[0]?.status).toBe('PENDING');
    expect(currentApprovers(first.instance)).toEqual(['ann', 'cy']);
    const second = voted(first.instance, 'ann');
    expect(second).toMatchObject({ stepComplete: true, finalComplete: false });
    expect(second.instance.steps[0]?.status).toBe('APPROVED');
    expect(currentStep(second.instance)?.order).toBe(2);
    expect(currentApprovers(second.instance)).toEqual(['dee', 'eve']);
  });

  test('a user cannot approve a step twice, or one that they are not listed on', () => {
    const first = voted(planned(flow), 'bob').instance;
    expect(castVote(first, 'bob', at)).toBeNull();
    expect(castVote(first, 'dee', at)).toBeNull();
  });

  test('the last approval of the final step completes the workflow', () => {
    const done = voted(voted(planned(flow), 'ann').instance, 'cy');
    expect(done.finalComplete).toBe(true);
    expect(done.instance.currentOrder).toBeNull();
    expect(castVote(done.instance, 'bob', at)).toBeNull();
    expect(currentApprovers(done.instance)).toEqual([]);
  });

  test('DEC-23: a step with too few effective approvers keeps its number and lists who is missing', () => {
    const instance = planned(flow, { activeUserIds: ['ann', 'cy', 'dee'], approverIds: ['cy', 'dee'] });
    expect(instance.steps.map(({ approvalsNeeded }) => approvalsNeeded)).toEqual([2, 2]);
    expect(
      instance.steps.map(({ missing }) => missing.map(({ userId, reason }) => [userId, reason])),
    ).toEqual([
      [
        ['ann', 'ROLE'],
        ['bob', 'INACTIVE'],
      ],
      [['eve', 'INACTIVE']],
    ]);
    const one = voted(instance, 'cy');
    expect(one.stepComplete).toBe(false);
    expect(currentApprovers(one.instance)).toEqual([]);
  });

  test('DEC-23: an approver who can no longer approve is missing if the others are too few', () => {
    const people = { activeUserIds: allMembers, departmentMemberIds: allMembers, selfIds: [] };
    const [first] = planned(flow).steps;
    if (!first) throw new Error('no step');
    expect(missingOn(first, { ...people, approverIds: ['ann', 'bob'] })).toEqual([]);
    const inactive = missingOn(first, { ...people, approverIds: ['ann'] });
    expect(inactive.map(({ userId, reason }) => [userId, reason])).toEqual([
      ['bob', 'ROLE'],
      ['cy', 'ROLE'],
    ]);
    const short = planned(flow, { activeUserIds: ['ann', 'dee'] }).steps[0];
    const back = short ? missingOn(short, { ...people, approverIds: allMembers }) : [];
    expect(back.map(({ reason }) => reason)).toEqual(['RESUBMIT', 'RESUBMIT']);
  });

  test.each(['REVISION', 'VOID', 'DENIED'] as const)('a single %s ends the step at once', (status) => {
    const closed = closeWorkflow(voted(planned(flow), 'ann').instance, status);
    expect(closed.steps.map((each) => each.status)).toEqual([status, 'PENDING']);
    expect(closed.currentOrder).toBeNull();
    expect(closed.steps[0]?.approvals).toEqual([{ userId: 'ann', at }]);
  });
});

describe('DEC-22: the status of a PO in approval', () => {
  const flow = [
    step(1, 'DEPARTMENT', null, ['ann', 'bob'], 2),
    step(2, 'STANDARD', 10, ['cy']),
    step(3, 'STANDARD', null, ['dee']),
  ];

  test('SUBMITTED_FOR_APPROVAL until a DEPARTMENT step is complete; a special approver overrides for good', () => {
    const one = voted(planned(flow), 'ann');
    expect(statusInApproval('SUBMITTED_FOR_APPROVAL', one, false)).toBe('SUBMITTED_FOR_APPROVAL');
    expect(statusInApproval('SUBMITTED_FOR_APPROVAL', one, true)).toBe('APPROVED_BY_SPECIAL_APPROVER');
    const two = voted(one.instance, 'bob');
    expect(statusInApproval('SUBMITTED_FOR_APPROVAL', two, false)).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    const three = voted(two.instance, 'cy');
    expect(statusInApproval('APPROVED_BY_DEPARTMENT_APPROVER', three, false)).toBe(
      'APPROVED_BY_DEPARTMENT_APPROVER',
    );
    expect(statusInApproval('APPROVED_BY_SPECIAL_APPROVER', three, false)).toBe(
      'APPROVED_BY_SPECIAL_APPROVER',
    );
  });
});

describe('DEC-40: the final step after an edit', () => {
  const flow = [
    step(1, 'STANDARD', 100, ['ann']),
    step(2, 'STANDARD', 200, ['bob']),
    step(3, 'STANDARD', 300, ['gone']),
  ];
  const atSecond = voted(planned(flow, { totalCents: 150 }), 'ann').instance;

  test('is recomputed, and approvals stay', () => {
    const raised = planned([...flow.slice(0, 2), step(3, 'STANDARD', 300, ['cy'])], { totalCents: 50 });
    expect(recomputeFinal(raised, 250)).toMatchObject({ finalOrder: 3, currentOrder: 1 });
    expect(recomputeFinal(atSecond, 200)).toEqual(atSecond);
  });

  test('a current step that lies beyond it becomes final', () => {
    expect(recomputeFinal(atSecond, 50)).toMatchObject({ finalOrder: 2, currentOrder: 2 });
  });

  test('a total that fits no level, or needs an empty one, is POS_NO_VALID_WORKFLOW_STEP', () => {
    expect(recomputeFinal(atSecond, 301)).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(recomputeFinal(atSecond, 300)).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(restartWorkflow(atSecond, 301)).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('a restart drops every approval and returns to step 1', () => {
    const restarted = workflowOf(restartWorkflow(atSecond, 50));
    expect(restarted).toMatchObject({ finalOrder: 1, currentOrder: 1 });
    expect(restarted.steps.every((each) => each.approvals.length === 0)).toBe(true);
    expect(restarted.steps.every((each) => each.status === 'PENDING')).toBe(true);
  });
});
