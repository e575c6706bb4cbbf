import { beforeAll, describe, expect, test } from 'vitest';
import { expectWholeChain, fifty, sideRows, tally } from '../../support/worker/concurrency.ts';
import {
  action,
  approveAs,
  as,
  withTotal,
  read,
  sessionOf,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, pushesOf, sql } from '../../support/worker/fixtures/studio.ts';

const bravoApprovers = ['bea', 'ben', 'bob', 'bill', 'bess'] as const;

beforeAll(async () => {
  await openStudio();
  await Promise.all(
    [...bravoApprovers, 'abel', 'lena', 'luis', 'lara', 'nora', 'dana'].map((name) =>
      sessionOf(name as PersonName),
    ),
  );
});

describe('fifty concurrent calls', () => {
  test('DEC-82, DEC-23: fifty clicks of one approver are one approval, one push, and fifty equal answers', async () => {
    const po = await submitted('nora', withTotal(120), 'bravo2');
    const answers = await Promise.all(fifty(() => action('bea', 'approval', po)));
    expect(tally(answers)).toEqual({ 200: 50 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 'APPROVED', submissionStatus: 'Approved' });
    expect((await expectWholeChain('bravo2', po.id)).map((event) => event.action)).toEqual([
      'create',
      'submit',
      'approve',
    ]);
    // Outbox: five notifications of waiting, the push, and the notification of the owner.
    expect(await sideRows('bravo2', po.id)).toEqual({
      votes: 1,
      notes: 0,
      outbox: 7,
      waiting: 0,
      snapshots: 1,
    });
    expect(await pushesOf(po.id)).toEqual([{ kind: 'PO_PUSH', total_cents: 12_000 }]);
  });

  test('DEC-82: ten clicks of five approvers each are one final approval; the others get 409', async () => {
    const po = await submitted('nora', withTotal(130), 'bravo2');
    const names = fifty((n) => bravoApprovers[n % 5] ?? 'bea');
    const answers = await Promise.all(names.map((name) => action(name, 'approval', po)));
    expect(tally(answers)).toEqual({ 200: 10, 409: 40 });
    const winners = new Set(names.filter((_name, n) => answers[n]?.status === 200));
    expect(winners.size).toBe(1);
    expect(
      answers.filter((one) => one.status === 409).every((one) => one.body.code === 'WORKFLOW_CONFLICT'),
    ).toBe(true);
    const events = await expectWholeChain('bravo2', po.id);
    expect(events.map((event) => event.action)).toEqual(['create', 'submit', 'approve']);
    expect(events.at(-1)?.actorId).toBe([...winners][0]);
    expect(await sideRows('bravo2', po.id)).toEqual({
      votes: 1,
      notes: 0,
      outbox: 7,
      waiting: 0,
      snapshots: 1,
    });
    expect(await pushesOf(po.id)).toHaveLength(1);
  });

  test('DEC-23: where two of three are needed, fifty clicks are two votes of two users', async () => {
    const po = await submitted('dana', withTotal(140));
    await approveAs(po, 'abel');
    const at2 = await read('lena', po.id);
    const three = ['lena', 'luis', 'lara'] as const;
    const names = fifty((n) => three[n % 3] ?? 'lena');
    const answers = await Promise.all(names.map((name) => action(name, 'approval', at2)));
    const votes = await sql.alpha<{ user_id: string }>`SELECT user_id FROM step_approvals
      WHERE step_id = ${at2.workflow?.currentStep?.id ?? ''}`;
    const voters = new Set(votes.map((vote) => vote.user_id));
    expect([votes.length, voters.size]).toEqual([2, 2]);
    names.forEach((name, n) => {
      expect([name, answers[n]?.status]).toEqual([name, voters.has(name) ? 200 : 409]);
    });
    expect((await expectWholeChain('alpha1', po.id)).map((event) => event.action)).toEqual([
      'create',
      'submit',
      'approve',
      'approve',
      'approve',
    ]);
    expect(await read('dana', po.id)).toMatchObject({
      status: 'APPROVED',
      approvalHistory: [{ totalCost: 140 }],
    });
    expect(await sideRows('alpha1', po.id)).toMatchObject({ votes: 3, waiting: 0, snapshots: 1 });
    expect(await pushesOf(po.id)).toHaveLength(1);
  });

  test('DEC-82: fifty approvals and returns have one outcome, and nothing of the others', async () => {
    const po = await submitted('nora', withTotal(150), 'bravo2');
    const answers = await Promise.all(
      fifty((n) =>
        n % 2 === 0
          ? action('bea', 'approval', po)
          : action('ben', 'revision', po, { reason: `Reason ${n}` }),
      ),
    );
    const events = await expectWholeChain('bravo2', po.id);
    expect(events).toHaveLength(3);
    const approved = events[2]?.action === 'approve';
    expect(tally(answers)).toEqual(approved ? { 200: 25, 409: 25 } : { 200: 1, 409: 49 });
    const { status, submissionStatus } = await read('nora', po.id);
    expect([status, submissionStatus]).toEqual(
      approved ? ['APPROVED', 'Approved'] : ['DRAFT', 'Needs revision'],
    );
    expect(await sideRows('bravo2', po.id)).toEqual({
      votes: approved ? 1 : 0,
      notes: approved ? 0 : 1,
      outbox: approved ? 7 : 6,
      waiting: 0,
      snapshots: approved ? 1 : 0,
    });
    expect(await pushesOf(po.id)).toHaveLength(approved ? 1 : 0);
  });

  test('DEC-82: a concurrent pull, edit and approvals leave a consistent document', async () => {
    const po = await submitted('dana', withTotal(160));
    const work = fifty((n) => {
      if (n % 10 === 0) return as('dana').put(`/api/pos/${po.id}/pull-from-approval`);
      return n % 10 === 5 ? action('abel', 'void', po, { reason: 'No' }) : action('abel', 'approval', po);
    });
    const answers = await Promise.all(work);
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
    await expectWholeChain('alpha1', po.id);
    const { status, workflow } = await read('dana', po.id);
    const { waiting } = await sideRows('alpha1', po.id);
    const expected = status === 'APPROVED_BY_DEPARTMENT_APPROVER' ? 3 : 0;
    expect([waiting, workflow?.currentStep ? 3 : 0]).toEqual([expected, expected]);
  });

  test('DEC-100, NO-13: notes written during approvals are all stored', async () => {
    const po = await submitted('nora', withTotal(170), 'bravo2');
    const notes = Array.from({ length: 5 }, (_one, n) =>
      as('nora').post(`/api/pos/${po.id}/notes`, { keyId: `k${n}`, content: `Note ${n}` }),
    );
    const answers = await Promise.all([
      ...notes,
      ...bravoApprovers.map((name) => action(name, 'approval', po)),
    ]);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect((await read('nora', po.id)).notes).toHaveLength(5);
    expect((await expectWholeChain('bravo2', po.id)).map((event) => event.action).toSorted()).toEqual([
      'approve',
      'create',
      'note',
      'note',
      'note',
      'note',
      'note',
      'submit',
    ]);
  });
});
