import { expect, test } from 'vitest';
import { stepState, stepSummary } from '../../../web/src/parts/display/approval-sentence.ts';
import { missingText } from '../../../web/src/parts/display/missing-approvers.ts';
import type { WorkflowStep } from '#domain/workflow/workflow-response';

function approver(name: string, approvedAt?: string) {
  const hasApproved = approvedAt !== undefined;
  return { userId: name, name, initials: name.slice(0, 1), hasApproved, ...(hasApproved && { approvedAt }) };
}

function step(changed: Partial<WorkflowStep>): WorkflowStep {
  return {
    id: 'two',
    order: 2,
    name: 'Producers',
    kind: 'STANDARD',
    rule: 'ALWAYS',
    overAmount: null,
    status: 'PENDING',
    approvalsNeeded: 1,
    approvers: [approver('Ada'), approver('Ben'), approver('Cleo')],
    missingApprovers: [],
    isFinal: false,
    ...changed,
  };
}

function summaryOf(
  changed: Partial<WorkflowStep>,
  { current = 'two', meId = 'Nobody', isPlan = false } = {},
) {
  const one = step(changed);
  const state = stepState(one, current);
  return stepSummary(one, { state, place: 'Step 2 of 3', meId, isPlan, when: (at) => `day ${at}` });
}

test('AP-01, AP-02: the summary of a step names its position, state, approvers, dates, and whose turn it is', () => {
  expect(summaryOf({})).toBe('Step 2 of 3, Producers, current step. Waiting for Ada, Ben or Cleo.');
  expect(summaryOf({}, { meId: 'Ben' })).toBe(
    'Step 2 of 3, Producers, current step. Waiting for you, Ada or Cleo.',
  );
  expect(summaryOf({ approvers: [approver('Ada')] }, { meId: 'Ada' })).toBe(
    'Step 2 of 3, Producers, current step. Your turn.',
  );
  const one = [approver('Ada', '5'), approver('Ben'), approver('Cleo')];
  expect(summaryOf({ approvalsNeeded: 2, approvers: one })).toBe(
    'Step 2 of 3, Producers, current step, 1 of 2 approvals, approved by Ada on day 5. Waiting for Ben or Cleo.',
  );
  expect(summaryOf({ status: 'APPROVED', approvers: one }, { meId: 'Ada' })).toBe(
    'Step 2 of 3, Producers: approved by you on day 5.',
  );
  expect(summaryOf({ status: 'APPROVED' })).toBe('Step 2 of 3, Producers: approved.');
  expect(summaryOf({}, { current: 'one' })).toBe('Step 2 of 3, Producers: not yet, Ada, Ben or Cleo.');
  expect(summaryOf({ approvalsNeeded: 2 }, { current: 'one' })).toBe(
    'Step 2 of 3, Producers: needs 2 approvals, Ada, Ben or Cleo.',
  );
  expect(summaryOf({ status: 'REVISION', approvers: one })).toBe(
    'Step 2 of 3, Producers: sent back, approved by Ada on day 5.',
  );
  expect(summaryOf({ status: 'VOID' })).toBe('Step 2 of 3, Producers: voided.');
  expect(summaryOf({ status: 'DENIED' })).toBe('Step 2 of 3, Producers: denied.');
  expect(summaryOf({ kind: 'DEPARTMENT' }, { isPlan: true })).toBe(
    'Step 2 of 3, Producers: 1 approval from the document’s department, Ada, Ben or Cleo.',
  );
});

test('ROUTE-07: the summary of a step of a forecast names its approvers and who covers them', () => {
  const ben = { ...approver('Ben'), onBehalfOf: { userId: 'Ada', name: 'Ada' } };
  const plan = { approvers: [approver('Ada'), ben] };
  expect(summaryOf(plan, { isPlan: true })).toBe('Step 2 of 3, Producers: 1 approval, Ada or Ben for Ada.');
  expect(summaryOf(plan, { isPlan: true, meId: 'Ben' })).toBe(
    'Step 2 of 3, Producers: 1 approval, Ada or you for Ada.',
  );
  expect(summaryOf({ approvers: [] }, { isPlan: true })).toBe('Step 2 of 3, Producers: 1 approval.');
});

test('DEC-23: a step without enough approvers names the first five missing ones and counts the others', () => {
  const missing = (...names: string[]) =>
    missingText({
      missingApprovers: names.map((name) => ({
        userId: name,
        name,
        initials: name,
        reason: 'INACTIVE' as const,
      })),
    });
  expect(missing()).toBe('');
  expect(missing('Ada')).toBe('Missing: Ada (no longer active).');
  expect(missing('A', 'B', 'C', 'D', 'E', 'F', 'G').replaceAll(' (no longer active)', '')).toBe(
    'Missing: A, B, C, D, E and 2 more.',
  );
});

test('COV-02, COV-06: a step names stand-ins with the absent approver, and who gave an approval', () => {
  const marcus = { ...approver('Marcus'), onBehalfOf: { userId: 'Ada', name: 'Ada' } };
  const approvers = [approver('Ada'), approver('Ben'), marcus];
  expect(summaryOf({ approvers })).toBe(
    'Step 2 of 3, Producers, current step. Waiting for Ada, Ben or Marcus for Ada.',
  );
  expect(summaryOf({ approvers }, { meId: 'Marcus' })).toBe(
    'Step 2 of 3, Producers, current step. Your turn for Ada. Waiting for you, Ada or Ben.',
  );
  const days = { firstDay: '2027-03-03', lastDay: '2027-03-10', setBy: 'Ada' };
  const given = { ...approver('Ada', '5'), castBy: { userId: 'Marcus', name: 'Marcus', ...days } };
  expect(summaryOf({ status: 'APPROVED', approvers: [given] })).toBe(
    'Step 2 of 3, Producers: approved by Ada (given by Marcus) on day 5.',
  );
});
