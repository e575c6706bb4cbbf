import { expect, test } from 'vitest';
import {
  shortWaitingPeople,
  waitingText,
  waitingTime,
} from '../../../web/src/screens/documents/waiting-text.ts';

const waiting = (names: string[], days: number, usualDays: number | null) => ({
  since: '2018-03-20T16:00:00.000Z',
  days,
  usualDays,
  step: 'Unit Manager',
  with: names.map((name) => ({ id: name, name })),
  isNudgedToday: false,
});

test('WAIT-05: a document says with whom it waits, for how long, and what is usual', () => {
  expect(waitingText(waiting(['Priya Raman'], 3, 2))).toBe('With Priya Raman, 3 working days; usually 2');
  expect(waitingText(waiting(['Priya Raman', 'Lee Park'], 1, null))).toBe(
    'With Priya Raman and Lee Park, 1 working day',
  );
  expect(waitingText(waiting(['Priya Raman', 'Lee Park', 'Marcus Oyelaran'], 0, 1))).toBe(
    'With Priya Raman and 2 others, since today; usually 1',
  );
  expect(waitingText(waiting([], 4, null))).toBe('With nobody who can decide, 4 working days');
});

test('WAIT-05: a step that usually takes no working day says so in words', () => {
  expect(waitingText(waiting(['Priya Raman'], 3, 0))).toBe(
    'With Priya Raman, 3 working days; usually the same day',
  );
  expect(waitingTime(waiting([], 0, 0))).toBe('since today; usually the same day');
});

test('WAIT-05: a narrow column counts the other people', () => {
  const three = waiting(['Priya Raman', 'Lee Park', 'Marcus Oyelaran'], 0, 1);
  expect(shortWaitingPeople(three)).toBe('Priya Raman +2');
  expect(waitingTime(three)).toBe('since today; usually 1');
  expect(shortWaitingPeople(waiting(['Priya Raman'], 1, null))).toBe('Priya Raman');
  expect(waitingTime(waiting([], 1, null))).toBe('1 working day');
  expect(shortWaitingPeople(waiting([], 1, null))).toBe('Nobody');
});
