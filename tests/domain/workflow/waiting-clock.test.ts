import { expect, test } from 'vitest';
import { clockAfterMove } from '#domain/workflow/waiting-clock';
import { usualDurations } from '#domain/workflow/usual-durations';

const calendar = { timeZone: 'America/Los_Angeles', holidays: [] };
const now = '2018-03-28T20:00:00.000Z';
const first = { stepId: 'a', isFirstStep: true };
const second = { stepId: 'b', isFirstStep: false };
const owner = { stepId: null, isFirstStep: false };
const clock = (waitingSince: string | null, waitedDays = 0) => ({ waitingSince, waitedDays });
const at = (place: typeof first | typeof owner, isWithOwner = false) => ({ ...place, isWithOwner });

test('WAIT-01: arrival at another step starts the clock in local time', () => {
  const arrived = clock('2018-03-20T09:00:00.000-07:00');
  expect(clockAfterMove(arrived, first, at(second), now, calendar)).toEqual(
    clock('2018-03-28T13:00:00.000-07:00'),
  );
});

test('WAIT-01: the clock goes on at the same step, and at the first step of another copy of the flow', () => {
  const arrived = clock('2018-03-20T09:00:00.000-07:00');
  expect(clockAfterMove(arrived, second, at(second), now, calendar)).toBeNull();
  expect(clockAfterMove(arrived, first, at({ ...first, stepId: 'c' }), now, calendar)).toBeNull();
});

test('WAIT-04: the clock stops with the owner and continues at the first step with the days that had passed', () => {
  const paused = clockAfterMove(
    clock('2018-03-20T09:00:00.000-07:00'),
    first,
    at(owner, true),
    now,
    calendar,
  );
  expect(paused).toEqual(clock(null, 6));
  const later = '2018-04-20T20:00:00.000Z';
  expect(clockAfterMove(clock(null, 6), owner, at(first), later, calendar)).toEqual(
    clock('2018-04-12T13:00:00.000-07:00'),
  );
});

test('WAIT-04: days of a later step, and of a document that has ended, are not kept', () => {
  const arrived = clock('2018-03-20T09:00:00.000-07:00');
  expect(clockAfterMove(arrived, second, at(owner, true), now, calendar)).toEqual(clock(null));
  expect(clockAfterMove(arrived, first, at(owner), now, calendar)).toEqual(clock(null));
});

test('WAIT-03: usual durations belong to a step of a flow', () => {
  const step = (stepName: string, workingDays: number) => ({ templateId: 'flow', stepName, workingDays });
  const five = [1, 2, 3, 4, 5].map((days) => step('Unit Manager', days));
  expect(usualDurations([...five, step('Producer', 9)])).toEqual({ 'flow Unit Manager': 3 });
});
