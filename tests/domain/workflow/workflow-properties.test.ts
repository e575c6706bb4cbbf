import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  currentApprovers,
  currentStep,
  finalOrderFor,
  planWorkflow,
  requiredSteps,
  type Instance,
  type InstanceStep,
  type TemplateStep,
} from '#domain/workflow/workflow';
import { castVote } from '#domain/workflow/vote';

const users = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'];

const anyStep = fc.record({
  department: fc.boolean(),
  raise: fc.integer({ min: 1, max: 1_000_000 }),
  approvalsNeeded: fc.integer({ min: 1, max: 4 }),
  userIds: fc.uniqueArray(fc.constantFrom(...users), { minLength: 1 }),
});

/** DEC-20: limits of STANDARD steps strictly ascend, null only on the last. */
const anyTemplate = fc
  .tuple(fc.array(anyStep, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([drafts, unlimited]): TemplateStep[] => {
    let limit = 0;
    const last = drafts.findLastIndex((draft) => !draft.department);
    return drafts.map((draft, index) => {
      limit += draft.raise;
      const isUnlimited = draft.department || (unlimited && index === last);
      return {
        order: index + 1,
        name: `Level ${index + 1}`,
        kind: draft.department ? 'DEPARTMENT' : 'STANDARD',
        amountLimitCents: isUnlimited ? null : limit,
        approvalsNeeded: Math.min(draft.approvalsNeeded, draft.userIds.length),
        approvers: draft.userIds.map((userId) => ({ userId, name: userId, initials: userId })),
      };
    });
  });

const anyTotal = fc.integer({ min: -4_000_000, max: 4_000_000 });

const anyPlan = fc.record({
  id: fc.constant('w'),
  totalCents: anyTotal,
  departmentMemberIds: fc.subarray(users),
  activeUserIds: fc.subarray(users, { minLength: 3 }),
  approverIds: fc.subarray(users, { minLength: 3 }),
  selfIds: fc.subarray(users, { maxLength: 1 }),
});

/** A workflow that could be planned, with its plan and its length. */
const anyStart = fc
  .tuple(anyTemplate, anyPlan)
  .map(([steps, plan]) => ({ steps, plan, start: planWorkflow({ id: 't', version: 1, steps }, plan) }))
  .filter((planned): planned is typeof planned & { start: Instance } => typeof planned.start !== 'string');

/** Lets random users approve; returns every state and how often the final step completed. */
function play(start: Instance, clicks: readonly string[]): { states: Instance[]; finals: number } {
  const states = [start];
  let finals = 0;
  for (const [index, userId] of clicks.entries()) {
    const result = castVote(states.at(-1)!, userId, `t${index}`);
    if (!result) continue;
    states.push(result.instance);
    if (result.finalComplete) finals += 1;
  }
  return { states, finals };
}

/** Too few users can approve it, so it is pending forever. */
const isShort = ({ approvers, approvalsNeeded }: InstanceStep) => approvers.length < approvalsNeeded;

const anyClicks = fc.array(fc.constantFrom(...users), { maxLength: 60 });

test('DEC-20: the final step is the first STANDARD step whose limit covers |total|', () => {
  fc.assert(
    fc.property(anyTemplate, anyTotal, (steps, totalCents) => {
      const final = finalOrderFor(steps, totalCents);
      const standard = steps.filter((step) => step.kind === 'STANDARD');
      const covers = (step: TemplateStep) =>
        step.amountLimitCents === null || step.amountLimitCents >= Math.abs(totalCents);
      const first = standard.find(covers)?.order ?? null;
      expect(final).toBe(standard.length === 0 ? steps.length : first);
    }),
  );
});

test('DEC-23: a step never has more approvals than needed, and no approver votes twice on it', () => {
  fc.assert(
    fc.property(anyStart, anyClicks, ({ start }, clicks) => {
      for (const state of play(start, clicks).states) {
        for (const step of state.steps) {
          const voters = step.approvals.map(({ userId }) => userId);
          expect(voters.length).toBeLessThanOrEqual(step.approvalsNeeded);
          expect(new Set(voters).size).toBe(voters.length);
          expect(step.approvers.map(({ userId }) => userId)).toEqual(expect.arrayContaining(voters));
          expect(step.status === 'APPROVED').toBe(
            step.order <= state.finalOrder && voters.length === step.approvalsNeeded,
          );
        }
      }
    }),
  );
});

test('DEC-20, DEC-23: the final step completes exactly once, after every required step', () => {
  fc.assert(
    fc.property(anyStart, anyClicks, ({ start, steps }, clicks) => {
      fc.pre(!requiredSteps(start).some(isShort));
      // Enough clicks by all users to complete any workflow.
      const enoughClicks = [...clicks, ...steps.flatMap(() => users)];
      const { states, finals } = play(start, enoughClicks);
      const end = states.at(-1)!;
      expect(finals).toBe(1);
      expect(end.currentOrder).toBeNull();
      expect(requiredSteps(end).every((step) => step.status === 'APPROVED')).toBe(true);
      expect(
        end.steps.filter((step) => step.order > end.finalOrder).flatMap((step) => step.approvals),
      ).toEqual([]);
    }),
  );
});

test('DEC-13, DEC-23: a running workflow has a user who can approve, or a step with too few approvers', () => {
  fc.assert(
    fc.property(anyStart, anyClicks, ({ start }, clicks) => {
      for (const state of play(start, clicks).states) {
        const step = currentStep(state);
        const waits = step !== null && isShort(step);
        expect(currentApprovers(state).length > 0 || waits).toBe(state.currentOrder !== null);
      }
    }),
  );
});

test('DEC-23: the number of approvals needed does not depend on who can approve', () => {
  fc.assert(
    fc.property(anyStart, ({ start, steps }) => {
      expect(start.steps.map(({ approvalsNeeded }) => approvalsNeeded)).toEqual(
        steps.toSorted((a, b) => a.order - b.order).map(({ approvalsNeeded }) => approvalsNeeded),
      );
      for (const step of start.steps) expect(step.missing.length > 0).toBe(isShort(step));
    }),
  );
});

test('DEC-21, DEC-97: only active users with an approver role are approvers, and none of their own document', () => {
  fc.assert(
    fc.property(anyStart, ({ start, plan }) => {
      for (const { userId } of start.steps.flatMap((step) => step.approvers)) {
        expect(plan.selfIds).not.toContain(userId);
        expect(plan.approverIds).toContain(userId);
        expect(plan.activeUserIds).toContain(userId);
      }
    }),
  );
});
