import type { Status, SubmissionStatus } from '#domain/document';
import { onBehalfText } from '#domain/cover/cover';
import type { HistoryEvent } from '#domain/history/history-response';
import { dayWords, onDayWords } from '#domain/values/day-words';
import type { Reader } from '#domain/values/day-words';
import { waitingPeopleText } from './waiting-people-text.ts';
import type { Waiting } from '#domain/workflow/waiting-response';
import type { Workflow } from '#domain/workflow/workflow-response';
import { withUsualDays, workingDaysText } from '#domain/workflow/working-days';

/** What the sentence is made of, as a document has it on the wire. */
export interface StatusFacts {
  status: Status;
  submissionStatus: SubmissionStatus | '';
  workflow: Workflow | null;
  waiting: Waiting | null;
  historyEvents: readonly HistoryEvent[];
}

/** Returns `, then Accounting`, `, then Accounting and Studio`, `, then Accounting and 2 more steps`, or ''. */
function thenText(workflow: Workflow | null): string {
  const steps = workflow?.steps ?? [];
  const current = steps.find(({ id }) => id === workflow?.currentStep?.id);
  if (!current) return '';
  const [first, second, ...others] = steps.filter(
    ({ order, status }) => order > current.order && status === 'PENDING',
  );
  if (!first) return '';
  if (!second) return `, then ${first.name}`;
  return others.length === 0
    ? `, then ${first.name} and ${second.name}`
    : `, then ${first.name} and ${others.length + 1} more steps`;
}

const endVerbs = {
  APPROVED: 'Approved',
  VOID: 'Voided',
  DENIED: 'Denied',
  'NEEDS REVISION': 'Sent back for revision',
} as const;

/** The newest such event in words: `Approved by Priya Raman on Tuesday`. */
function eventText(
  type: keyof typeof endVerbs,
  { historyEvents }: StatusFacts,
  reader: Reader,
): string | null {
  const event = historyEvents.find((one) => one.type === type);
  if (!event) return null;
  const { userName, onBehalfOf, timeStamp } = event;
  const forWhom = onBehalfOf ? ` ${onBehalfText(onBehalfOf)}` : '';
  return `${endVerbs[type]} by ${userName}${forWhom} ${onDayWords(timeStamp, reader)}`;
}

/** With whom it waits; an absent approver with who covers: `Priya Raman (Owen Maddox covers)` (COV-02). */
function peopleOf(waiting: Waiting, workflow: Workflow | null): Pick<Waiting, 'with'> {
  const isListed = (userId: string) => waiting.with.some(({ id }) => id === userId);
  const covering = (workflow?.currentStep?.approvers ?? []).filter(
    ({ userId, onBehalfOf }) => onBehalfOf && isListed(userId) && isListed(onBehalfOf.userId),
  );
  return {
    with: waiting.with
      .filter(({ id }) => !covering.some(({ userId }) => userId === id))
      .map((person) => {
        const standIn = covering.find(({ onBehalfOf }) => onBehalfOf?.userId === person.id);
        return standIn ? { ...person, name: `${person.name} (${standIn.name} covers)` } : person;
      }),
  };
}

/**
 * Returns the status of a document in words: `With Priya Raman since Tuesday (3 working days; usually 2), then
 * Accounting`, `Approved by Priya Raman today`. Null where the words would only repeat the chip (REV-06).
 */
export function statusSentence(facts: StatusFacts, reader: Reader): string | null {
  const { status, submissionStatus, workflow, waiting } = facts;
  if (waiting) {
    const { days, usualDays } = waiting;
    const duration = withUsualDays(days === 0 ? '' : workingDaysText(days), usualDays);
    const people = `With ${waitingPeopleText(peopleOf(waiting, workflow))} since ${dayWords(waiting.since, reader)}`;
    return `${people}${duration ? ` (${duration})` : ''}${thenText(workflow)}`;
  }
  if (submissionStatus === 'Needs revision') return eventText('NEEDS REVISION', facts, reader);
  if (submissionStatus === 'Denied') return eventText('DENIED', facts, reader);
  if (status === 'VOID') return eventText('VOID', facts, reader);
  return status === 'APPROVED' ? eventText('APPROVED', facts, reader) : null;
}
