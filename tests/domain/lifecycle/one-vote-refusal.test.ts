import { expect, test } from 'vitest';
import { Refusal } from '#domain/codes';
import type { Instance } from '#domain/workflow/workflow';
import { at, frank, inState, settings, when, workflow } from './fixtures.ts';

/** The admin, the only approver of the step above 5,000.00, has voted on the first step. */
function withVoteOfAdmin(oneVotePerFlow: boolean): Instance {
  const { steps, ...instance } = workflow('APPROVED', 'PENDING');
  const approvers = [{ userId: 'admin', name: 'admin', initials: 'ad' }];
  const approvals = [{ userId: 'admin', at }];
  return {
    ...instance,
    oneVotePerFlow,
    steps: steps.map((step) => (step.order === 1 ? { ...step, approvers, approvals } : step)),
  };
}

function refusalOf(instance: Instance, newTotalCents: number, resetApprovalOnEdit: boolean) {
  const pair = { status: 'SUBMITTED_FOR_APPROVAL', submissionStatus: 'Submitted for approval' } as const;
  const rules = settings({ resetApprovalOnEdit });
  try {
    when(inState(pair, { instance }), 'edit-in-approval', frank, { newTotalCents }, rules);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, reason: error.detail.body?.['reason'] };
  }
}

test.each([
  ['edit', false],
  ['restart', true],
])('COV-21: the refusal of an %s names one vote per flow as its reason', (_name, isReset) => {
  const refusal = { code: 'POS_NO_VALID_WORKFLOW_STEP', reason: 'one_vote_per_flow' };
  expect(refusalOf(withVoteOfAdmin(true), 500_001, isReset)).toEqual(refusal);
  expect(refusalOf(withVoteOfAdmin(false), 500_001, isReset)).toBeNull();
});

test('COV-21: a refusal for another reason does not name one vote per flow', () => {
  const instance = withVoteOfAdmin(true);
  const steps = instance.steps.map((step) => (step.order === 3 ? { ...step, approvers: [] } : step));
  expect(refusalOf({ ...instance, steps }, 500_001, false)).toEqual({
    code: 'POS_NO_VALID_WORKFLOW_STEP',
    reason: undefined,
  });
});
