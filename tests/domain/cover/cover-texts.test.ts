import { expect, test } from 'vitest';
import { auditRows } from '#domain/lists/audit-log';
import { historyText } from '#domain/history/history-text';
import { timelineOf } from '#domain/history/timeline';
import { castByText, workflowCovers, workflowInstance, workflowView } from '#domain/workflow/workflow-view';
import type { Instance } from '#domain/workflow/workflow';

const at = '2027-03-04T17:00:00.000Z';
const days = { firstDay: '2027-03-03', lastDay: '2027-03-10', setBy: 'Priya Raman' };
const onBehalfOf = { userId: 'priya', name: 'Priya Raman', coverId: 'c1', ...days };
const castBy = { userId: 'marcus', name: 'Marcus Oyelaran', ...days };
const instance: Instance = {
  id: 'w1',
  templateId: '',
  templateVersion: 0,
  finalOrder: 1,
  currentOrder: 1,
  steps: [
    {
      id: 's1',
      order: 1,
      name: 'Production',
      kind: 'STANDARD',
      amountLimitCents: null,
      approvalsNeeded: 2,
      approvers: [
        { userId: 'priya', name: 'Priya Raman', initials: 'PR' },
        { userId: 'lee', name: 'Lee Park', initials: 'LP' },
      ],
      missing: [],
      status: 'PENDING',
      approvals: [{ userId: 'priya', at, castBy }],
    },
  ],
};
const marcus = { userId: 'marcus', name: 'Marcus Oyelaran', initials: 'MO' };

test('COV-06: an approval says who gave it on behalf of whom', () => {
  const priya = workflowView(instance).steps[0]?.approvers[0];
  expect(priya && castByText(priya)).toBe(
    'Approved by Marcus Oyelaran on behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)',
  );
});

test('COV-06: the timeline, the audit pack and the audit log name the absent approver', () => {
  const event = {
    id: '3',
    userName: 'Marcus Oyelaran',
    timeStamp: at,
    type: 'APPROVED' as const,
    onBehalfOf,
  };
  expect(timelineOf([event], [])[0]).toMatchObject({
    title: 'Approved',
    userName: 'Marcus Oyelaran',
    note: 'On behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)',
  });
  const stored = {
    documentId: 'd1',
    seq: 3,
    showId: 'alpha1',
    action: 'approve',
    historyType: 'APPROVED' as const,
    actorId: 'marcus',
    actorName: 'Marcus Oyelaran',
    at,
    previousHash: '',
    hash: 'h',
  };
  expect(historyText('Order 12', [{ ...stored, payload: { onBehalfOf } }], 'UTC')).toContain(
    'Marcus Oyelaran: Approved\n   On behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)\n',
  );
  const audited = {
    ...stored,
    type: 'PO' as const,
    number: '12',
    contentVersion: 1,
    submissionStatus: null,
    isWithoutVersion: false,
    emailLink: '',
    changes: [],
  };
  expect(auditRows({ ...audited, onBehalfOf: 'Priya Raman' }, '')[0]?.onBehalfOf).toBe('Priya Raman');
});

test('COV-02: the browser reads votes and stand-ins back from the response', () => {
  const cover = {
    id: 'c1',
    absent: { userId: 'lee', name: 'Lee Park', departmentIds: [] },
    covering: marcus,
    alternate: null,
    ...days,
    types: ['PO' as const],
    limitCents: null,
  };
  const standIn = { ...marcus, onBehalfOf: { userId: 'lee', name: 'Lee Park' }, cover };
  const view = workflowView(instance, null, [standIn]);
  expect(view.currentStep?.approvers.map(({ userId }) => userId)).toEqual(['priya', 'lee', 'marcus']);
  const back = workflowInstance(view);
  expect(back.steps[0]?.approvers.map(({ userId }) => userId)).toEqual(['priya', 'lee']);
  expect(back.steps[0]?.approvals[0]?.castBy).toEqual(castBy);
  expect(workflowCovers(view, 'art')).toMatchObject([
    { absent: { userId: 'lee', departmentIds: ['art'] }, covering: marcus, limitCents: null },
  ]);
});
