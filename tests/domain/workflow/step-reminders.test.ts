import { describe, expect, test } from 'vitest';
import { backupRefusal } from '#domain/workflow/backup-approver';
import { dueReminder, isNudgedOn, nextReminderAt, sentAfterMove } from '#domain/workflow/step-reminders';
import type { InstanceStep } from '#domain/workflow/workflow';

const calendar = { timeZone: 'America/Los_Angeles', holidays: [] };
const goodFriday = { ...calendar, holidays: [{ day: '2018-03-30' }] };
const tuesday = '2018-03-20T15:00:00.000-07:00';
const nothing = { remindedAt: null, escalatedAt: null };
const waiting = { waitingSince: tuesday, ...nothing };
const escalation = { escalateAfterDays: 14 };

describe('when a step reminds and escalates', () => {
  test('NUDGE-06: 14 working days after Tuesday, March 20, 2018, it escalates on Tuesday, April 10', () => {
    expect(nextReminderAt(escalation, waiting, calendar)).toBe('2018-04-10T07:00:00.000Z');
    expect(dueReminder(escalation, waiting, '2018-04-10T06:59:00.000Z', calendar)).toBeNull();
    expect(dueReminder(escalation, waiting, '2018-04-10T07:00:00.000Z', calendar)).toBe('escalate');
  });

  test('NUDGE-06: with Friday, March 30 a holiday, it escalates on Wednesday, April 11', () => {
    expect(nextReminderAt(escalation, waiting, goodFriday)).toBe('2018-04-11T07:00:00.000Z');
    expect(dueReminder(escalation, waiting, '2018-04-10T20:00:00.000Z', goodFriday)).toBeNull();
    expect(dueReminder(escalation, waiting, '2018-04-11T20:00:00.000Z', goodFriday)).toBe('escalate');
  });

  test('NUDGE-05: the reminder comes first, and each only once', () => {
    const step = { remindAfterDays: 3, escalateAfterDays: 3 };
    const late = '2018-05-01T20:00:00.000Z';
    expect(nextReminderAt(step, waiting, calendar)).toBe('2018-03-26T07:00:00.000Z');
    expect(dueReminder(step, waiting, late, calendar)).toBe('remind');
    const reminded = { ...waiting, remindedAt: late };
    expect(dueReminder(step, reminded, late, calendar)).toBe('escalate');
    const both = { ...reminded, escalatedAt: late };
    expect([dueReminder(step, both, late, calendar), nextReminderAt(step, both, calendar)]).toEqual([
      null,
      null,
    ]);
  });

  test('NUDGE-05: a step without days and a document that does not wait have none', () => {
    const late = '2018-05-01T20:00:00.000Z';
    expect(nextReminderAt({}, waiting, calendar)).toBeNull();
    expect(dueReminder({}, waiting, late, calendar)).toBeNull();
    const idle = { ...waiting, waitingSince: null };
    expect([
      nextReminderAt(escalation, idle, calendar),
      dueReminder(escalation, idle, late, calendar),
    ]).toEqual([null, null]);
  });

  test('NUDGE-07: another wait sends again, one that goes on keeps its reminder, another copy gets the backup', () => {
    const sent = { remindedAt: 'r', escalatedAt: 'e' };
    const move = { isNewWait: false, isPaused: false, isNewCopy: false };
    expect(sentAfterMove(sent, move)).toEqual(sent);
    expect(sentAfterMove(sent, { ...move, isNewWait: true })).toEqual(nothing);
    const kept = { remindedAt: 'r', escalatedAt: null };
    expect(sentAfterMove(sent, { ...move, isNewWait: true, isPaused: true })).toEqual(kept);
    expect(sentAfterMove(sent, { ...move, isNewCopy: true })).toEqual(kept);
  });

  test('NUDGE-02: the day of a nudge is that of the show', () => {
    const nudgedAt = '2018-03-21T05:00:00.000Z';
    expect(isNudgedOn(nudgedAt, '2018-03-21T06:59:00.000Z', 'America/Los_Angeles')).toBe(true);
    expect(isNudgedOn(nudgedAt, '2018-03-21T07:00:00.000Z', 'America/Los_Angeles')).toBe(false);
    expect(isNudgedOn(nudgedAt, '2018-03-21T07:00:00.000Z', 'Europe/Berlin')).toBe(true);
    expect(isNudgedOn(null, nudgedAt, 'Europe/Berlin')).toBe(false);
  });
});

describe('whom an escalation can add', () => {
  const person = (userId: string) => ({ userId, name: userId, initials: userId });
  const step: InstanceStep = {
    id: 's',
    order: 1,
    name: 'Level',
    kind: 'STANDARD',
    amountLimitCents: null,
    approvalsNeeded: 2,
    approvers: [person('lena')],
    missing: [],
    status: 'PENDING',
    approvals: [],
  };
  const people = {
    activeUserIds: ['hugo', 'lena', 'dana'],
    approverIds: ['hugo', 'lena'],
    departmentMemberIds: [],
    selfIds: [],
  };
  const cover = { userId: 'hugo', name: 'Hugo', firstDay: '', lastDay: '', setBy: '' };
  const voted = { ...step, approvals: [{ userId: 'lena', at: '', castBy: cover }] };

  test.each([
    ['one who may approve', step, 'hugo', people, null],
    ['no backup approver', step, null, people, 'NONE'],
    ['an approver of the step', step, 'lena', people, 'LISTED'],
    ['one who voted on behalf of another', voted, 'hugo', people, 'LISTED'],
    ['one who is no longer active', step, 'gone', people, 'INACTIVE'],
    ['one whose role does not approve', step, 'dana', people, 'ROLE'],
    ['one outside the department', { ...step, kind: 'DEPARTMENT' as const }, 'hugo', people, 'DEPARTMENT'],
    ['an author of the document', step, 'hugo', { ...people, selfIds: ['hugo'] }, 'SELF'],
  ])('NUDGE-06: %s', (_who, onStep, userId, candidates, refusal) => {
    expect(backupRefusal(onStep, userId === null ? null : person(userId), candidates)).toBe(refusal);
  });
});
