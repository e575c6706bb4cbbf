import { describe, expect, test } from 'vitest';
import {
  flowStepAfter,
  outcomeOfDocument,
  replacedFlowSteps,
  replacedSteps,
} from '#domain/replacement/replacement';
import type { People } from '#domain/workflow/missing-approvers';
import type { Approval, Instance, InstanceStep } from '#domain/workflow/workflow';

const person = (userId: string) => ({ userId, name: userId, initials: userId.slice(0, 2) });
const replaced = { formerId: 'priya', replacement: person('marcus') };
const everybody = ['priya', 'marcus', 'lee', 'ann'];
const people: People = {
  activeUserIds: everybody,
  approverIds: everybody,
  departmentMemberIds: everybody,
  selfIds: [],
};
const document = {
  docType: 'PO',
  totalCents: 50_000,
  departmentId: 'art',
  creatorId: 'dana',
  ownerId: 'dana',
  submitterId: 'dana',
  revisionAuthorIds: ['dana'],
  writerIds: ['dana'],
} as const;

function step(approvers: readonly string[], own: Partial<InstanceStep> = {}): InstanceStep {
  return {
    id: `w-${own.order ?? 1}`,
    order: 1,
    name: 'Line Producer',
    kind: 'STANDARD',
    amountLimitCents: null,
    approvalsNeeded: 1,
    approvers: approvers.map(person),
    missing: [],
    status: 'PENDING',
    approvals: [],
    ...own,
  };
}
const vote = (userId: string, by?: string): Approval => ({
  userId,
  at: '2018-03-20T09:00:00.000Z',
  ...(by && { castBy: { userId: by, name: by, firstDay: '', lastDay: '', setBy: by } }),
});
function outcomes(steps: readonly InstanceStep[], own = {}, others: Partial<People> = {}, currentOrder = 1) {
  const instance: Instance = {
    id: 'w',
    templateId: 't',
    templateVersion: 1,
    steps,
    finalOrder: steps.length,
    currentOrder,
  };
  const found = replacedSteps({ ...document, ...own }, instance, { ...people, ...others }, replaced);
  return found.map(({ order, outcome, reason }) => [order, outcome, reason]);
}

describe('REPL-03: a step of the former approver', () => {
  test('REPL-03: it passes to the new approver, now and at later steps', () => {
    expect(outcomes([step(['priya']), step(['lee', 'priya'], { order: 2 })])).toEqual([
      [1, 'REPLACED', null],
      [2, 'REPLACED', null],
    ]);
  });

  test('REPL-03: steps that have passed, and steps with their vote, stay as they are', () => {
    const passed = step(['priya', 'lee'], { status: 'APPROVED', approvals: [vote('lee')] });
    const voted = step(['priya', 'lee'], { order: 2, approvalsNeeded: 2, approvals: [vote('priya')] });
    expect(outcomes([passed, voted], {}, {}, 2)).toEqual([]);
  });

  test.each([
    ['CREATED', { creatorId: 'marcus' }],
    ['OWNED', { ownerId: 'marcus' }],
    ['SUBMITTED', { submitterId: 'marcus' }],
    ['EDITED', { revisionAuthorIds: ['marcus'] }],
    ['EDITED', { writerIds: ['marcus'] }],
  ])('REPL-03: it stays when the new approver has worked on the document (%s)', (reason, own) => {
    expect(outcomes([step(['priya'])], own)).toEqual([[1, 'STAYS', reason]]);
    // Neither do they decide alone what they already may decide beside the former approver.
    expect(outcomes([step(['priya', 'marcus'])], own)).toEqual([[1, 'STAYS', reason]]);
  });

  test.each([
    ['INACTIVE', { activeUserIds: ['priya'] }],
    ['ROLE', { approverIds: ['priya'] }],
    ['SELF', { selfIds: ['marcus'] }],
  ])('REPL-03: it stays when the new approver cannot approve it (%s)', (reason, others) => {
    expect(outcomes([step(['priya'])], {}, others)).toEqual([[1, 'STAYS', reason]]);
  });

  test('REPL-03: a department step needs a member of the department', () => {
    const steps = [step(['priya'], { kind: 'DEPARTMENT' }), step(['priya'], { order: 2 })];
    expect(outcomes(steps, {}, { departmentMemberIds: ['priya'] })).toEqual([
      [1, 'STAYS', 'DEPARTMENT'],
      [2, 'REPLACED', null],
    ]);
  });

  test('REPL-03: it is merged when the new approver is listed and enough users remain', () => {
    const two = { approvalsNeeded: 2 };
    expect(outcomes([step(['priya', 'lee', 'marcus'], two)])).toEqual([[1, 'MERGED', 'LISTED']]);
    expect(outcomes([step(['priya', 'marcus'], two)])).toEqual([[1, 'STAYS', 'TOO_FEW']]);
    // Lee has left: two votes of Priya, Lee and Marcus are possible only while Priya stays.
    const others = { activeUserIds: ['priya', 'marcus'] };
    expect(outcomes([step(['priya', 'lee', 'marcus'], two)], {}, others)).toEqual([[1, 'STAYS', 'TOO_FEW']]);
  });

  test('REPL-03: example 2 of the rules: Marcus has voted in a step of two of three', () => {
    const steps = [step(['priya', 'lee', 'marcus'], { approvalsNeeded: 2, approvals: [vote('marcus')] })];
    expect(outcomes(steps)).toEqual([[1, 'MERGED', 'VOTED']]);
    const pair = [step(['priya', 'marcus'], { approvalsNeeded: 2, approvals: [vote('marcus')] })];
    expect(outcomes(pair)).toEqual([[1, 'STAYS', 'TOO_FEW']]);
  });

  test('REPL-03: a vote that the new approver gave on behalf of another is their vote of the step', () => {
    const cast = { approvalsNeeded: 2, approvals: [vote('lee', 'marcus')] };
    expect(outcomes([step(['priya', 'lee'], cast)])).toEqual([[1, 'STAYS', 'TOO_FEW']]);
    expect(outcomes([step(['priya', 'lee', 'ann'], cast)])).toEqual([[1, 'MERGED', 'VOTED']]);
  });
});

test('REPL-05: the outcome of a document is the one that needs attention most', () => {
  const of = (...all: ('REPLACED' | 'MERGED' | 'STAYS')[]) =>
    outcomeOfDocument(all.map((outcome, order) => ({ order, step: '', outcome, reason: null })));
  expect([of(), of('REPLACED'), of('MERGED', 'REPLACED'), of('STAYS', 'MERGED')]).toEqual([
    null,
    'REPLACED',
    'MERGED',
    'STAYS',
  ]);
});

test('REPL-04: a step of a flow keeps its order and its number of votes', () => {
  const of = (approverIds: readonly string[], approvalsNeeded = 1, mayApprove = true) =>
    flowStepAfter({ name: '', kind: 'STANDARD', approvalsNeeded, approverIds }, replaced, mayApprove)
      .approverIds;
  expect(of(['lee', 'priya', 'ann'])).toEqual(['lee', 'marcus', 'ann']);
  expect(of(['marcus', 'priya'])).toEqual(['marcus']);
  expect(of(['marcus', 'priya'], 2)).toEqual(['marcus', 'priya']);
  expect(of(['priya'], 1, false)).toEqual(['priya']);
  expect(of(['lee'])).toEqual(['lee']);
});

describe('REPL-10: the backup approver of a step', () => {
  const backup = { backupId: 'priya' };
  test('REPL-10: the new approver takes the place of the former one', () => {
    expect(outcomes([step(['lee'], backup), step(['ann'], { order: 2, ...backup })])).toEqual([
      [1, 'REPLACED', null],
      [2, 'REPLACED', null],
    ]);
    expect(outcomes([step(['lee'], { ...backup, status: 'APPROVED' })])).toEqual([]);
  });

  test('REPL-10: the step has no backup approver when the new one is or becomes an approver, or has voted', () => {
    expect(outcomes([step(['lee', 'marcus'], backup)])).toEqual([[1, 'MERGED', 'LISTED']]);
    // Priya was added by an escalation.
    expect(outcomes([step(['lee', 'priya'], backup)])).toEqual([
      [1, 'REPLACED', null],
      [1, 'MERGED', 'LISTED'],
    ]);
    const cast = { approvals: [vote('ann', 'marcus')], approvalsNeeded: 2 };
    expect(outcomes([step(['lee', 'ann'], { ...backup, ...cast })])).toEqual([[1, 'MERGED', 'VOTED']]);
  });

  test('REPL-10: it stays with the former one when the new approver may not decide the document', () => {
    expect(outcomes([step(['lee'], backup)], { ownerId: 'marcus' })).toEqual([[1, 'STAYS', 'OWNED']]);
    expect(outcomes([step(['lee'], backup)], {}, { approverIds: ['priya'] })).toEqual([[1, 'STAYS', 'ROLE']]);
    const department = step(['lee'], { ...backup, kind: 'DEPARTMENT' });
    expect(outcomes([department], {}, { departmentMemberIds: ['lee'] })).toEqual([
      [1, 'STAYS', 'DEPARTMENT'],
    ]);
  });

  test('REPL-10, NUDGE-09: a step of a flow never has one user as approver and as backup approver', () => {
    const of = (approverIds: readonly string[], backupId: string | null, mayApprove = true) => {
      const flowStep = { name: '', kind: 'STANDARD' as const, approvalsNeeded: 1, approverIds, backupId };
      const after = flowStepAfter(flowStep, replaced, mayApprove);
      const rows = replacedFlowSteps([flowStep], replaced, mayApprove);
      return [
        after.approverIds.join(' '),
        after.backupId,
        rows.map(({ isBackup, outcome }) => [isBackup, outcome]),
      ];
    };
    expect(of(['lee'], 'priya')).toEqual(['lee', 'marcus', [[true, 'REPLACED']]]);
    expect(of(['lee', 'marcus'], 'priya')).toEqual(['lee marcus', null, [[true, 'MERGED']]]);
    expect(of(['priya', 'lee'], 'marcus')).toEqual([
      'marcus lee',
      null,
      [
        [undefined, 'REPLACED'],
        [true, 'MERGED'],
      ],
    ]);
    expect(of(['lee'], 'priya', false)).toEqual(['lee', 'priya', [[true, 'STAYS']]]);
    expect(of(['lee'], 'ann')).toEqual(['lee', 'ann', []]);
  });
});
