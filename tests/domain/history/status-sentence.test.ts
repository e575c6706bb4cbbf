import { expect, test } from 'vitest';
import type { HistoryEvent } from '#domain/history/history-response';
import { dayWords, onDayWords } from '#domain/values/day-words';
import { statusSentence } from '#domain/history/status-sentence';
import type { StatusFacts } from '#domain/history/status-sentence';
import type { Workflow } from '#domain/workflow/workflow-response';

// A Friday.
const reader = { today: '2026-11-27', timeZone: 'America/Los_Angeles' };

/** A flow of these steps that waits at the first one. */
function flow(...names: string[]): Workflow {
  const steps = names.map((name, at) => ({
    rule: 'ALWAYS' as const,
    overAmount: null,
    id: `s${at}`,
    order: at,
    name,
    kind: 'STANDARD' as const,
    status: 'PENDING' as const,
    approvalsNeeded: 1,
    approvers: [],
    missingApprovers: [],
    isFinal: at === names.length - 1,
  }));
  return { id: 'w', steps, currentStep: { id: 's0', approvers: [] } };
}

const waiting = (names: string[], days = 3, usualDays: number | null = 2) => ({
  since: '2026-11-24T18:00:00.000Z',
  days,
  usualDays,
  step: 'Line Producer',
  with: names.map((name) => ({ id: name, name })),
  isNudgedToday: false,
});

const inApproval: StatusFacts = {
  status: 'SUBMITTED_FOR_APPROVAL',
  submissionStatus: 'Submitted for approval',
  workflow: flow('Line Producer', 'Accounting'),
  waiting: waiting(['Priya Raman']),
  historyEvents: [],
};

const event = (type: HistoryEvent['type'], more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: '1',
  userName: 'Marcus Oyelaran',
  timeStamp: '2026-11-24T18:00:00.000Z',
  type,
  ...more,
});

test('REV-06: a document in approval says with whom it is, since when, and what follows', () => {
  const sentence = (facts: Partial<StatusFacts>) => statusSentence({ ...inApproval, ...facts }, reader);
  expect(sentence({})).toBe('With Priya Raman since Tuesday (3 working days; usually 2), then Accounting');
  expect(sentence({ waiting: waiting(['Priya Raman', 'Lee Park'], 1, null) })).toBe(
    'With Priya Raman and Lee Park since Tuesday (1 working day), then Accounting',
  );
  expect(sentence({ workflow: flow('Line Producer'), waiting: waiting([], 0, null) })).toBe(
    'With nobody who can decide since Tuesday',
  );
  const five = flow('A', 'B', 'C', 'D', 'E');
  expect(sentence({ workflow: five })).toContain('then B and 3 more steps');
  expect(sentence({ workflow: flow('A', 'B', 'C') })).toMatch(/\), then B and C$/);
});

test('REV-06, COV-02: who covers is named in parentheses after the absent approver', () => {
  const workflow = flow('Line Producer');
  const standIn = { userId: 'Owen Maddox', name: 'Owen Maddox', initials: 'OM', hasApproved: false };
  const onBehalfOf = { userId: 'Priya Raman', name: 'Priya Raman' };
  const covered = { ...workflow, currentStep: { id: 's0', approvers: [{ ...standIn, onBehalfOf }] } };
  const facts = { ...inApproval, workflow: covered, waiting: waiting(['Priya Raman', 'Owen Maddox']) };
  expect(statusSentence(facts, reader)).toBe(
    'With Priya Raman (Owen Maddox covers) since Tuesday (3 working days; usually 2)',
  );
  const withLee = { ...facts, waiting: waiting(['Priya Raman', 'Lee Park', 'Owen Maddox'], 0, null) };
  expect(statusSentence(withLee, reader)).toBe(
    'With Priya Raman (Owen Maddox covers) and Lee Park since Tuesday',
  );
});

test('REV-06: a document that is not in approval says who ended it and when', () => {
  const sentence = (facts: Partial<StatusFacts>) =>
    statusSentence({ ...inApproval, workflow: null, waiting: null, ...facts }, reader);
  expect(
    sentence({
      status: 'DRAFT',
      submissionStatus: 'Needs revision',
      historyEvents: [event('NEEDS REVISION')],
    }),
  ).toBe('Sent back for revision by Marcus Oyelaran on Tuesday');
  expect(
    sentence({ status: 'APPROVED', submissionStatus: 'Approved', historyEvents: [event('APPROVED')] }),
  ).toBe('Approved by Marcus Oyelaran on Tuesday');
  expect(sentence({ status: 'VOID', submissionStatus: 'Void', historyEvents: [event('VOID')] })).toBe(
    'Voided by Marcus Oyelaran on Tuesday',
  );
  expect(sentence({ status: 'VOID', submissionStatus: 'Denied', historyEvents: [event('DENIED')] })).toBe(
    'Denied by Marcus Oyelaran on Tuesday',
  );
  expect(sentence({ status: 'DRAFT', submissionStatus: 'Draft' })).toBeNull();
});

test('REV-06: an approval in place of another user names both', () => {
  const onBehalfOf = {
    userId: 'p',
    name: 'Priya Raman',
    coverId: 'c',
    firstDay: '2026-11-23',
    lastDay: '2026-11-27',
    setBy: 'Priya Raman',
  };
  expect(
    statusSentence(
      {
        ...inApproval,
        status: 'APPROVED',
        submissionStatus: 'Approved',
        waiting: null,
        historyEvents: [event('APPROVED', { onBehalfOf })],
      },
      reader,
    ),
  ).toMatch(/^Approved by Marcus Oyelaran on behalf of Priya Raman .*on Tuesday$/);
});

test.each([
  ['2026-11-27T18:00:00.000Z', 'today', 'today'],
  // Still Thursday in Los Angeles.
  ['2026-11-27T05:00:00.000Z', 'yesterday', 'yesterday'],
  ['2026-11-21T18:00:00.000Z', 'Saturday', 'on Saturday'],
  ['2026-11-20T18:00:00.000Z', 'November 20', 'on November 20'],
  ['2025-11-20T18:00:00.000Z', 'November 20, 2025', 'on November 20, 2025'],
  // A clock that is ahead.
  ['2026-11-29T18:00:00.000Z', 'November 29', 'on November 29'],
])('REV-06: %s is %s', (at, word, afterVerb) => {
  expect(dayWords(at, reader)).toBe(word);
  expect(onDayWords(at, reader)).toBe(afterVerb);
});
