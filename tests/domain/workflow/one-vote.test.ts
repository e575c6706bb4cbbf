import { describe, expect, test } from 'vitest';
import { standInsOf } from '#domain/cover/cover';
import type { CoveredDocument, RunningCover } from '#domain/cover/cover';
import { backupRefusal } from '#domain/workflow/backup-approver';
import { repeatedApprovers, stepsWithoutVoter, usedVoteUserIds } from '#domain/workflow/one-vote';
import { sendBack } from '#domain/workflow/send-back';
import { dueReminder, nextReminderAt } from '#domain/workflow/step-reminders';
import { lacksVoters, castVote } from '#domain/workflow/vote';
import { currentApprovers, planWorkflow, recomputeFinal, restartWorkflow } from '#domain/workflow/workflow';
import type { Instance, Template } from '#domain/workflow/workflow';
import { workflowInstance, workflowView } from '#domain/workflow/workflow-view';

const approver = (userId: string) => ({ userId, name: userId, initials: userId.slice(0, 2) });

const people = ['priya', 'lee', 'marcus', 'alma'];
const everybody = { activeUserIds: people, approverIds: people, departmentMemberIds: people, selfIds: [] };

function templateOf(...steps: readonly (readonly string[])[]): Template {
  return {
    id: 't1',
    version: 1,
    steps: steps.map((names, index) => ({
      order: index + 1,
      name: `Step ${index + 1}`,
      kind: 'STANDARD',
      amountLimitCents: index === steps.length - 1 ? null : 100,
      approvalsNeeded: 1,
      approvers: names.map(approver),
    })),
  };
}

function planned(steps: readonly (readonly string[])[], oneVotePerFlow = true): Instance {
  const plan = { ...everybody, id: 'w1', totalCents: 500, oneVotePerFlow };
  const instance = planWorkflow(templateOf(...steps), plan);
  if (typeof instance === 'string') throw new Error(instance);
  return instance;
}

function voted(instance: Instance, userId: string, by?: string): Instance {
  const castBy = by ? { userId: by, name: by, firstDay: '', lastDay: '', setBy: userId } : null;
  const after = castVote(instance, userId, 'now', { contentVersion: 1, ...(castBy && { castBy }) });
  if (!after) throw new Error(`${userId} cannot vote`);
  return after.instance;
}

describe('who decides a further step', () => {
  test('COV-20: an approver of the first step decides no second one', () => {
    const instance = voted(planned([['priya'], ['priya', 'lee']]), 'priya');
    expect(currentApprovers(instance)).toEqual(['lee']);
    expect(castVote(instance, 'priya', 'now')).toBeNull();
  });

  test('COV-20: without the setting they decide both', () => {
    const instance = voted(planned([['priya'], ['priya', 'lee']], false), 'priya');
    expect(currentApprovers(instance)).toEqual(['priya', 'lee']);
    expect(usedVoteUserIds(instance)).toEqual([]);
  });

  test('COV-20: a vote on behalf of another uses up that of both', () => {
    const instance = voted(planned([['priya'], ['priya', 'lee', 'marcus']]), 'priya', 'marcus');
    expect(currentApprovers(instance)).toEqual(['lee']);
  });

  test('COV-20: Marcus covering Priya and Lee still gives at most one vote, on whatever step', () => {
    const document: CoveredDocument = {
      docType: 'PO',
      totalCents: 500,
      departmentId: null,
      creatorId: 'dana',
      ownerId: 'dana',
      submitterId: 'dana',
      revisionAuthorIds: ['dana'],
    };
    const coverOf = (absentId: string): RunningCover => ({
      id: absentId,
      absent: { userId: absentId, name: absentId, departmentIds: [] },
      covering: approver('marcus'),
      alternate: approver('alma'),
      firstDay: '2027-03-03',
      lastDay: '2027-03-10',
      types: ['PO'],
      limitCents: null,
      setBy: absentId,
    });
    const covers = [coverOf('priya'), coverOf('lee')];
    const standInsAfter = (oneVotePerFlow: boolean) => {
      const instance = voted(planned([['priya'], ['lee']], oneVotePerFlow), 'priya', 'marcus');
      return standInsOf(document, instance, covers).map(({ userId }) => userId);
    };
    expect(standInsAfter(false)).toEqual(['marcus']);
    expect(standInsAfter(true)).toEqual(['alma']);
  });

  test('COV-20: the backup approver of a step has not voted on another', () => {
    const instance = voted(planned([['priya'], ['lee']]), 'priya');
    const [, step] = instance.steps;
    if (!step) throw new Error('no step');
    const facts = { ...everybody, usedVoteIds: usedVoteUserIds(instance) };
    expect(backupRefusal(step, approver('priya'), facts)).toBe('VOTED');
    expect(backupRefusal(step, approver('marcus'), facts)).toBeNull();
  });

  test('COV-20: votes do not return after a send back if their voter has voted on another step since', () => {
    const atThird = voted(voted(planned([['priya', 'lee'], ['lee', 'alma'], ['marcus']]), 'priya'), 'lee');
    const back = sendBack(atThird, 1, {
      version: 9,
      contentVersion: 1,
      at: '',
      by: 'marcus',
      reason: 'Why?',
    });
    expect(voted(back, 'priya').currentOrder).toBe(3);
    expect(voted(back, 'lee').currentOrder).toBe(2);
  });

  test('COV-20: the browser decides by the same rule as the server', () => {
    const instance = voted(planned([['priya'], ['priya', 'lee']]), 'priya');
    const view = workflowView(instance, everybody);
    expect(view.steps[1]?.approvers.map(({ userId, hasUsedVote }) => [userId, hasUsedVote])).toEqual([
      ['priya', true],
      ['lee', undefined],
    ]);
    expect(currentApprovers(workflowInstance(view))).toEqual(['lee']);
  });
});

describe('whether the steps have enough approvers', () => {
  const refusalOf = (steps: readonly (readonly string[])[], oneVotePerFlow = true) => {
    const plan = { ...everybody, id: 'w1', totalCents: 500, oneVotePerFlow };
    const instance = planWorkflow(templateOf(...steps), plan);
    return typeof instance === 'string' ? instance : null;
  };

  test('COV-21: two steps with the same single approver are refused at submit', () => {
    expect(refusalOf([['priya'], ['priya']])).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(refusalOf([['priya'], ['priya']], false)).toBeNull();
  });

  test('COV-21: steps that share approvers are accepted while each can have one of its own', () => {
    expect(refusalOf([['priya', 'lee'], ['priya'], ['lee', 'marcus']])).toBeNull();
    expect(refusalOf([['priya', 'lee'], ['priya'], ['lee']])).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('COV-21: steps beyond the final one do not count', () => {
    const { steps } = planned([['priya'], ['lee']]);
    expect(stepsWithoutVoter(steps.slice(0, 1))).toEqual([]);
  });

  test('COV-21: the route names who is an approver of several steps', () => {
    const { steps } = planned([['priya', 'lee'], ['priya'], ['marcus']]);
    expect(repeatedApprovers(steps)).toEqual([{ name: 'priya', steps: ['Step 1', 'Step 2'] }]);
  });
});

describe('whether an edit adds steps without approvers', () => {
  /** Up to 1.00 the third step is not required. */
  const upToSecond = (...steps: readonly (readonly string[])[]) =>
    ({ ...planned(steps), finalOrder: 2 }) satisfies Instance;

  test('COV-21: an edit that adds a step whose only approver has voted is refused', () => {
    const copy = upToSecond(['priya', 'lee'], ['lee', 'marcus'], ['priya']);
    expect(recomputeFinal(copy, 500)).toMatchObject({ finalOrder: 3 });
    expect(recomputeFinal(voted(copy, 'priya'), 500)).toBe('POS_NO_VALID_WORKFLOW_STEP');
    expect(recomputeFinal(voted(copy, 'lee'), 500)).toMatchObject({ finalOrder: 3 });
  });

  test('COV-21: an edit that adds a step whose only approver is needed on an open step is refused', () => {
    const free = planned([['priya'], ['lee'], ['lee']], false);
    const copy = voted({ ...free, oneVotePerFlow: true, finalOrder: 2 }, 'priya');
    expect(recomputeFinal(copy, 500)).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });

  test('COV-21: an edit is accepted if the steps were required before it', () => {
    const free = planned([['priya'], ['priya'], ['lee']], false);
    const copy = { ...free, oneVotePerFlow: true };
    expect(recomputeFinal(copy, 500)).toMatchObject({ finalOrder: 3 });
    expect(recomputeFinal({ ...copy, finalOrder: 2 }, 500)).toMatchObject({ finalOrder: 3 });
  });

  test('COV-21: a restart needs an approver of its own for each step', () => {
    const copy = voted(upToSecond(['priya', 'lee'], ['lee', 'marcus'], ['priya']), 'priya');
    expect(restartWorkflow(copy, 500)).toMatchObject({ finalOrder: 3, currentOrder: 1 });
    const free = planned([['priya'], ['priya']], false);
    expect(restartWorkflow({ ...free, oneVotePerFlow: true }, 500)).toBe('POS_NO_VALID_WORKFLOW_STEP');
  });
});

describe('a step with too few votes left', () => {
  const blocked = voted(planned([['priya', 'lee'], ['priya']]), 'priya');
  const calendar = { timeZone: 'America/Los_Angeles', holidays: [] };
  const waiting = { waitingSince: '2018-03-20T15:00:00.000-07:00', remindedAt: null, escalatedAt: null };

  test('COV-22: it names who is missing and why', () => {
    expect(lacksVoters(blocked)).toBe(true);
    expect(workflowView(blocked, everybody).steps[1]?.missingApprovers).toEqual([
      { ...approver('priya'), reason: 'VOTED' },
    ]);
    expect(lacksVoters(voted(planned([['priya', 'lee'], ['priya']]), 'lee'))).toBe(false);
  });

  test('COV-22: it escalates at once, and only once', () => {
    const step = { lacksVoters: true };
    expect(nextReminderAt(step, waiting, calendar)).toBe(waiting.waitingSince);
    expect(dueReminder(step, waiting, '2018-03-20T22:00:00.000Z', calendar)).toBe('escalate');
    const escalated = { ...waiting, escalatedAt: '2018-03-20T22:00:00.000Z' };
    expect(nextReminderAt(step, escalated, calendar)).toBeNull();
    expect(dueReminder(step, escalated, '2018-04-20T22:00:00.000Z', calendar)).toBeNull();
  });
});
