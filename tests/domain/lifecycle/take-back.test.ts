import { expect, test } from 'vitest';
import type { Code } from '#domain/codes';
import { refusal } from '#domain/lifecycle/decide';
import type { Actor } from '#domain/lifecycle/subject';
import type { CastBy } from '#domain/workflow/workflow-response';
import { actor, at, deborah, inState, outsider, settings, workflow } from './fixtures.ts';

/** The refusal for an order whose department step was just approved by a vote of Deborah's, which `castBy` sent. */
function takeBackRefusal(who: Actor, castBy?: CastBy): Code | null {
  const instance = workflow('APPROVED', 'PENDING');
  const [first, ...later] = instance.steps;
  if (!first) throw new Error('no step');
  const vote = { userId: deborah.userId, at, version: 3, ...(castBy && { castBy }) };
  const pair = {
    status: 'APPROVED_BY_DEPARTMENT_APPROVER',
    submissionStatus: 'Submitted for approval',
  } as const;
  const steps = [{ ...first, approvals: [vote] }, ...later];
  const subject = inState(pair, { version: 3, instance: { ...instance, steps } });
  return refusal(subject, 'take-back', who, settings());
}

const castBy = {
  userId: outsider.userId,
  name: outsider.name,
  firstDay: '2026-03-02',
  lastDay: '2026-03-09',
  setBy: deborah.name,
};

test('RUN-06: a covering user who is not in the department takes back the approval that they gave', () => {
  expect(takeBackRefusal(outsider, castBy)).toBeNull();
});

test('RUN-06: the absent approver does not take back what another user approved on their behalf', () => {
  expect(takeBackRefusal(deborah, castBy)).toBe('WORKFLOW_CONFLICT');
});

test.each([
  ['left the department', actor('deborah', 'Approver'), undefined],
  ['can no longer approve', actor('outsider', 'PO Creator'), castBy],
])('RUN-06: a user who %s cannot take back their approval', (_why, who, by) => {
  expect(takeBackRefusal(who, by)).not.toBeNull();
});
