import { expect, test } from 'vitest';
import type { Instance } from '#domain/workflow/workflow';
import { actor, at, changed, inState, submission, workflow } from './fixtures.ts';

const application = actor('application', 'EP Internal', { isSystem: true });

const hugo = { userId: 'hugo', name: 'Hugo Stone', initials: 'HS' };
const people = {
  ...submission,
  activeUserIds: [...submission.activeUserIds, 'hugo'],
  approverIds: [...submission.approverIds, 'hugo'],
};
const escalation = { backup: hugo, people, admins: [{ userId: 'ada', name: 'Ada Stone' }] };

/** Frank and Gina are listed on step 2, which needs two votes, and these users have voted on step 1. */
function afterVotesOf(...userIds: string[]): Instance {
  const { steps, ...instance } = workflow('APPROVED', 'PENDING');
  const approvals = userIds.map((userId) => ({ userId, at }));
  return {
    ...instance,
    oneVotePerFlow: true,
    steps: steps.map((step) => (step.order === 1 ? { ...step, approvals } : { ...step, approvalsNeeded: 2 })),
  };
}

function escalated(instance: Instance) {
  const pair = { status: 'SUBMITTED_FOR_APPROVAL', submissionStatus: 'Submitted for approval' } as const;
  const { effects, changes } = changed(inState(pair, { instance }), 'escalate', application, { escalation });
  return { effects, entries: changes.map(({ label, after }) => `${label}: ${after}`) };
}

test('COV-22: the Show Admins are notified if the backup approver alone is too few', () => {
  expect(escalated(afterVotesOf('frank', 'gina'))).toEqual({
    effects: [
      { kind: 'notify', event: 'ESCALATED_AT_ONCE', userIds: ['hugo'] },
      { kind: 'notify', event: 'TOO_FEW_VOTES', userIds: ['ada'] },
    ],
    entries: ['Backup approver, too few votes left: Hugo Stone; notified Ada Stone'],
  });
});

test('COV-22: the Show Admins are not notified if the backup approver is enough', () => {
  expect(escalated(afterVotesOf('frank'))).toEqual({
    effects: [{ kind: 'notify', event: 'ESCALATED_AT_ONCE', userIds: ['hugo'] }],
    entries: ['Backup approver, too few votes left: Hugo Stone'],
  });
});
