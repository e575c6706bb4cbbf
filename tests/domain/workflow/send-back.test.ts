import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earlierSteps, openSendBack, sendBack } from '#domain/workflow/send-back';
import { stepApprovedLast, withoutVote } from '#domain/workflow/take-back';
import { currentApprovers, requiredSteps } from '#domain/workflow/workflow';
import { castVote } from '#domain/workflow/vote';
import type { Instance } from '#domain/workflow/workflow';

const person = (userId: string) => ({ userId, name: userId, initials: userId });

/** A workflow whose steps have the given approvers, of which each step needs so many. */
function flow(steps: readonly { approvers: string[]; needed?: number }[]): Instance {
  return {
    id: 'w',
    templateId: 't',
    templateVersion: 1,
    finalOrder: steps.length,
    currentOrder: 1,
    steps: steps.map(({ approvers, needed = 1 }, index) => ({
      id: `w-${index + 1}`,
      order: index + 1,
      name: `Step ${index + 1}`,
      kind: 'STANDARD',
      amountLimitCents: null,
      approvalsNeeded: needed,
      approvers: approvers.map(person),
      missing: [],
      status: 'PENDING',
      approvals: [],
    })),
  };
}

/** A document in approval, each action of which makes a version. */
class Run {
  version = 1;
  contentVersion = 1;
  instance: Instance;

  constructor(instance: Instance) {
    this.instance = instance;
  }

  approve(userId: string): boolean {
    const { contentVersion } = this;
    const details = { version: this.version + 1, contentVersion };
    const result = castVote(this.instance, userId, `t${this.version}`, details);
    if (!result) return false;
    this.version += 1;
    this.instance = result.instance;
    return true;
  }

  sendBack(toOrder: number): boolean {
    if (!earlierSteps(this.instance).some(({ order }) => order === toOrder)) return false;
    this.version += 1;
    const { version, contentVersion } = this;
    const details = { version, contentVersion, at: `t${version}`, by: 'Sender', reason: 'Wrong episode' };
    this.instance = sendBack(this.instance, toOrder, details);
    return true;
  }

  /** An edit that keeps the votes (DEC-40). */
  edit(): void {
    this.version += 1;
    this.contentVersion += 1;
  }

  takeBack(userId: string): boolean {
    const step = stepApprovedLast(this.instance, this.version, userId);
    if (!step || this.instance.currentOrder === null) return false;
    this.instance = withoutVote(this.instance, step, this.version);
    this.version += 1;
    return true;
  }

  get current() {
    return this.instance.currentOrder;
  }

  voters(order: number) {
    return this.instance.steps[order - 1]?.approvals.map(({ userId }) => userId);
  }
}

const four = () => flow([['a'], ['b', 'c'], ['d'], ['e']].map((approvers) => ({ approvers })));

describe('send back', () => {
  test('BACK-02: votes from the step on go, and earlier ones stay and are marked as kept', () => {
    const run = new Run(four());
    for (const name of ['a', 'b', 'd']) run.approve(name);
    expect(run.sendBack(2)).toBe(true);
    expect([run.current, currentApprovers(run.instance)]).toEqual([2, ['b', 'c']]);
    expect([1, 2, 3, 4].map((order) => run.voters(order))).toEqual([['a'], [], [], []]);
    expect(run.instance.steps[0]?.approvals).toEqual([
      { userId: 'a', at: 't1', version: 2, contentVersion: 1, isKept: true },
    ]);
  });

  test('BACK-03: with the same content it returns to the sender, and the votes in between return as kept', () => {
    const run = new Run(four());
    for (const name of ['a', 'b', 'd']) run.approve(name);
    run.sendBack(2);
    run.approve('c');
    expect(run.current).toBe(4);
    expect(run.voters(3)).toEqual(['d']);
    expect(run.instance.steps[2]?.approvals[0]?.isKept).toBe(true);
    expect(run.instance.steps[1]?.approvals[0]?.isKept).toBeUndefined();
    expect(openSendBack(run.instance)).toBeNull();
  });

  test('BACK-03: with other content each step in between approves again', () => {
    const run = new Run(four());
    for (const name of ['a', 'b', 'd']) run.approve(name);
    run.sendBack(1);
    run.edit();
    const reached = ['a', 'b', 'd'].map((name) => {
      run.approve(name);
      return run.current;
    });
    expect(reached).toEqual([2, 3, 4]);
  });

  test('BACK-03: a step that had approved other content approves again, and the steps after it do not', () => {
    const run = new Run(four());
    run.approve('a');
    run.approve('b');
    run.edit();
    run.approve('d');
    run.sendBack(1);
    run.approve('a');
    expect(run.current).toBe(2);
    run.approve('c');
    expect([run.current, run.voters(3)]).toEqual([4, ['d']]);
  });

  test('BACK-03: a send back within a send back returns to each sender in turn', () => {
    const run = new Run(four());
    for (const name of ['a', 'b', 'd']) run.approve(name);
    run.sendBack(3);
    run.sendBack(1);
    run.approve('a');
    expect([run.current, run.voters(2)]).toEqual([3, ['b']]);
    run.approve('d');
    expect([run.current, openSendBack(run.instance)]).toEqual([4, null]);
  });

  test('BACK-03, RUN-07: the vote that returned the document to its sender can be taken back', () => {
    const run = new Run(four());
    for (const name of ['a', 'b', 'd']) run.approve(name);
    run.sendBack(1);
    const before = run.instance;
    run.approve('a');
    expect(run.takeBack('a')).toBe(true);
    expect(run.instance).toEqual(before);
    run.approve('a');
    expect([run.current, run.voters(2), run.voters(3)]).toEqual([4, ['b'], ['d']]);
  });

  test('BACK-01: nothing is earlier than the first step, and a finished document has no earlier step', () => {
    const run = new Run(flow([{ approvers: ['a'] }, { approvers: ['b'] }]));
    expect(earlierSteps(run.instance)).toEqual([]);
    run.approve('a');
    expect(earlierSteps(run.instance).map(({ order }) => order)).toEqual([1]);
    run.approve('b');
    expect(earlierSteps(run.instance)).toEqual([]);
  });
});

const names = ['a', 'b', 'c', 'd', 'e'];
const anyFlow = fc
  .array(
    fc.record({
      approvers: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      needed: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 5 },
  )
  .map((steps) =>
    flow(steps.map(({ approvers, needed }) => ({ approvers, needed: Math.min(needed, approvers.length) }))),
  );
type Move = { kind: 'approve' | 'take-back'; who: string } | { kind: 'back'; to: number } | { kind: 'edit' };
const anyMoves = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('approve' as const), who: fc.constantFrom(...names) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('back' as const), to: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('take-back' as const), who: fc.constantFrom(...names) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'edit' as const }) },
  ),
  { maxLength: 60 },
);

function perform(run: Run, move: Move): void {
  if (move.kind === 'approve') run.approve(move.who);
  else if (move.kind === 'take-back') run.takeBack(move.who);
  else if (move.kind === 'back') run.sendBack(move.to);
  else run.edit();
}

test('BACK-02, BACK-03: no vote counts twice, and every passed step is complete', () => {
  fc.assert(
    fc.property(anyFlow, anyMoves, (start, moves) => {
      const run = new Run(start);
      for (const move of moves) {
        perform(run, move);
        const versions = run.instance.steps.flatMap(({ approvals }) =>
          approvals.map(({ version }) => version),
        );
        expect(new Set(versions).size).toBe(versions.length);
        for (const step of requiredSteps(run.instance)) {
          const voters = step.approvals.map(({ userId }) => userId);
          expect(new Set(voters).size).toBe(voters.length);
          const isPassed = run.current === null || step.order < run.current;
          expect(step.status === 'APPROVED').toBe(isPassed);
          expect(voters.length >= step.approvalsNeeded).toBe(isPassed);
          if (run.current !== null && step.order > run.current) expect(voters).toEqual([]);
        }
      }
    }),
  );
});

test('BACK-03: a document never skips a step that has not approved the present content', () => {
  fc.assert(
    fc.property(anyFlow, anyMoves, (start, moves) => {
      const run = new Run(start);
      for (const move of moves) {
        const from = run.current;
        perform(run, move);
        const skipped = run.instance.steps.filter(
          ({ order }) =>
            move.kind === 'approve' && from !== null && order > from && order < (run.current ?? 99),
        );
        for (const { approvals } of skipped)
          expect(approvals.every(({ contentVersion }) => contentVersion === run.contentVersion)).toBe(true);
      }
    }),
  );
});

test('BACK-03: the open send backs are at most as many as the steps before the current one of the sender', () => {
  fc.assert(
    fc.property(anyFlow, anyMoves, (start, moves) => {
      const run = new Run(start);
      for (const move of moves) {
        perform(run, move);
        expect((run.instance.sendBacks ?? []).length).toBeLessThanOrEqual(start.steps.length);
      }
    }),
  );
});
