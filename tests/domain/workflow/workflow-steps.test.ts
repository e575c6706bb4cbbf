import { describe, expect, it, test } from 'vitest';
import type { Milestone } from '#domain/document';
import { closeWorkflow, planWorkflow, type Instance, type StepKind } from '#domain/workflow/workflow';
import { castVote, milestonesOf, statusInApproval } from '#domain/workflow/vote';
import { workflowView } from '#domain/workflow/workflow-view';

const at = '2026-03-02T17:00:00.000Z';
const allMembers = ['abel', 'ann', 'lena', 'luis', 'lara', 'sol'];

/** A department step, a level of two votes up to 1,000.00, one vote up to 50,000.00. */
const flow = [
  step(1, 'DEPARTMENT', null, 1, 'abel', 'ann'),
  step(2, 'STANDARD', 100_000, 2, 'lena', 'luis', 'lara'),
  step(3, 'STANDARD', 5_000_000, 1, 'sol'),
];

function step(
  order: number,
  kind: StepKind,
  amountLimitCents: number | null,
  approvalsNeeded: number,
  ...who: string[]
) {
  const approvers = who.map((userId) => ({
    userId,
    name: userId,
    initials: userId.slice(0, 1).toUpperCase(),
  }));
  return { order, name: `Level ${order}`, kind, amountLimitCents, approvalsNeeded, approvers };
}

function planned(
  totalCents: number,
  activeUserIds = allMembers,
  departmentMemberIds = allMembers,
): Instance | string {
  return planWorkflow(
    { id: 't', version: 1, steps: flow },
    { id: 'w', totalCents, activeUserIds, approverIds: activeUserIds, departmentMemberIds, selfIds: [] },
  );
}

function started(totalCents: number): Instance {
  const instance = planned(totalCents);
  if (typeof instance === 'string') throw new Error(instance);
  return instance;
}

/** Its statuses after each vote, and the milestones reached. */
function play(totalCents: number, voters: readonly string[], special: readonly string[] = []) {
  let instance = started(totalCents);
  let status: Parameters<typeof statusInApproval>[0] = 'SUBMITTED_FOR_APPROVAL';
  const reached = new Set<Milestone>();
  const statuses = voters.map((userId) => {
    const voteResult = castVote(instance, userId, at);
    if (!voteResult) throw new Error(`${userId} may not vote`);
    const isSpecial = special.includes(userId);
    instance = voteResult.instance;
    for (const milestone of milestonesOf(voteResult, isSpecial)) reached.add(milestone);
    status = voteResult.finalComplete ? 'APPROVED' : statusInApproval(status, voteResult, isSpecial);
    return status;
  });
  return { instance, statuses, reached: [...reached] };
}

const [sent, byDepartment, bySpecial, done] = [
  'SUBMITTED_FOR_APPROVAL',
  'APPROVED_BY_DEPARTMENT_APPROVER',
  'APPROVED_BY_SPECIAL_APPROVER',
  'APPROVED',
] as const;

describe('effective approvers', () => {
  it.each([
    [
      'all members of the department and the show',
      allMembers,
      allMembers,
      [['abel', 'ann'], ['lena', 'luis', 'lara'], ['sol']],
      [1, 2, 1],
    ],
    [
      'one of the department',
      allMembers,
      ['ann', 'sol'],
      [['ann'], ['lena', 'luis', 'lara'], ['sol']],
      [1, 2, 1],
    ],
    ['fewer active than needed', ['abel', 'luis'], allMembers, [['abel'], ['luis'], []], [1, 2, 1]],
  ])('DEC-21, DEC-23: %s', (_name, active, department, approverIds, needed) => {
    const instance = planned(50_000, active, department);
    if (typeof instance === 'string') throw new Error(instance);
    expect(instance.steps.map(({ approvers }) => approvers.map(({ userId }) => userId))).toEqual(approverIds);
    expect(instance.steps.map(({ approvalsNeeded }) => approvalsNeeded)).toEqual(needed);
  });

  it.each([
    ['no member of the department', 50_000, allMembers, ['lena'], 'POS_NO_DEPARTMENT_MEMBERS'],
    [
      'the department is there, but inactive',
      50_000,
      ['lena', 'luis'],
      allMembers,
      'POS_NO_DEPARTMENT_MEMBERS',
    ],
    ['a needed level is empty', 50_000, ['abel'], allMembers, 'POS_NO_VALID_WORKFLOW_STEP'],
    [
      'an empty level that a larger total needs',
      100_001,
      ['abel', 'lena'],
      allMembers,
      'POS_NO_VALID_WORKFLOW_STEP',
    ],
    ['a total beyond every level', 5_000_001, allMembers, allMembers, 'POS_NO_VALID_WORKFLOW_STEP'],
    ['a credit beyond every level', -5_000_001, allMembers, allMembers, 'POS_NO_VALID_WORKFLOW_STEP'],
  ])('DEC-20, DEC-21, DEC-24: %s', (_name, totalCents, active, department, code) => {
    expect(planned(totalCents, active, department)).toBe(code);
  });
});

describe('status and milestones of approvals', () => {
  it.each([
    [
      'two levels',
      100_000,
      ['abel', 'lena', 'luis'],
      [],
      [byDepartment, byDepartment, done],
      ['FIRST_APPROVAL', 'FULL_APPROVAL'],
    ],
    [
      'three levels',
      100_001,
      ['ann', 'lara', 'lena', 'sol'],
      [],
      [byDepartment, byDepartment, byDepartment, done],
      ['FIRST_APPROVAL', 'FULL_APPROVAL'],
    ],
    [
      'special on the first',
      100_000,
      ['abel', 'lena'],
      ['abel'],
      [bySpecial, bySpecial],
      ['FIRST_APPROVAL', 'SPECIAL_APPROVAL'],
    ],
    [
      'special on a step not yet complete',
      100_000,
      ['abel', 'lena'],
      ['lena'],
      [byDepartment, bySpecial],
      ['FIRST_APPROVAL', 'SPECIAL_APPROVAL'],
    ],
    [
      'special at the end',
      100_001,
      ['abel', 'lena', 'luis', 'sol'],
      ['sol'],
      [byDepartment, byDepartment, byDepartment, done],
      ['FIRST_APPROVAL', 'SPECIAL_APPROVAL', 'FULL_APPROVAL'],
    ],
  ])('DEC-22: %s', (_name, totalCents, voters, special, statuses, milestones) => {
    const played = play(totalCents, voters, special);
    expect(played.statuses).toEqual(statuses);
    expect(played.reached).toEqual(milestones);
  });

  test('DEC-22: the status stays submitted while the first step needs more approvals', () => {
    const two = {
      ...started(100_000),
      steps: started(100_000).steps.map((one) => ({ ...one, approvalsNeeded: 2 })),
    };
    const voteResult = castVote(two, 'abel', at);
    expect(voteResult && statusInApproval(sent, voteResult, false)).toBe(sent);
    expect(voteResult && milestonesOf(voteResult, false)).toEqual([]);
  });
});

describe('the chips of the track', () => {
  const chips = (instance: Instance) =>
    workflowView(instance).steps.map(({ order, status }) => [order, status]);

  it.each([
    [
      'just submitted',
      started(100_000),
      [
        [1, 'PENDING'],
        [2, 'PENDING'],
      ],
      'w-1',
    ],
    [
      'a larger total has one more',
      started(100_001),
      [
        [1, 'PENDING'],
        [2, 'PENDING'],
        [3, 'PENDING'],
      ],
      'w-1',
    ],
    [
      'first step done',
      play(100_000, ['abel']).instance,
      [
        [1, 'APPROVED'],
        [2, 'PENDING'],
      ],
      'w-2',
    ],
    [
      'one of two votes',
      play(100_000, ['abel', 'lena']).instance,
      [
        [1, 'APPROVED'],
        [2, 'PENDING'],
      ],
      'w-2',
    ],
    [
      'approved',
      play(100_000, ['abel', 'lena', 'luis']).instance,
      [
        [1, 'APPROVED'],
        [2, 'APPROVED'],
      ],
      null,
    ],
    [
      'sent back',
      closeWorkflow(play(100_000, ['abel']).instance, 'REVISION'),
      [
        [1, 'APPROVED'],
        [2, 'REVISION'],
      ],
      null,
    ],
    [
      'voided',
      closeWorkflow(started(100_000), 'VOID'),
      [
        [1, 'VOID'],
        [2, 'PENDING'],
      ],
      null,
    ],
    [
      'denied',
      closeWorkflow(play(100_000, ['abel', 'luis']).instance, 'DENIED'),
      [
        [1, 'APPROVED'],
        [2, 'DENIED'],
      ],
      null,
    ],
  ])('AP-02, DEC-29: %s', (_name, instance, expected, current) => {
    expect(chips(instance)).toEqual(expected);
    expect(workflowView(instance).currentStep?.id ?? null).toBe(current);
  });

  test("DEC-29: a chip has its approvers' initials, and the track stays readable after a revision", () => {
    const closed = workflowView(closeWorkflow(play(100_000, ['abel']).instance, 'REVISION'));
    expect(closed.steps.map(({ approvers }) => approvers.map(({ initials }) => initials))).toEqual([
      ['A', 'A'],
      ['L', 'L', 'L'],
    ]);
    expect(closed.steps[0]?.approvers.map(({ hasApproved }) => hasApproved)).toEqual([true, false]);
  });
});
