import { describe, expect, test } from 'vitest';
import { daysRefusal, peopleRefusal } from '#domain/cover/cover-request';
import type { SetCover } from '#domain/cover/cover-request';

const person = (userId: string, mayApprove = true) => ({ userId, name: userId, mayApprove });
const days = { firstDay: '2027-03-03', lastDay: '2027-03-10' };
const of = (
  own: Partial<Parameters<typeof peopleRefusal>[0]> = {},
  set: readonly SetCover[] = [],
): string | null => {
  const standard = { absent: person('priya'), covering: person('marcus'), alternate: null };
  return peopleRefusal({ ...standard, actorId: 'priya', ...own }, days, set);
};

describe('days', () => {
  const standard = { today: '2027-03-03', maxCoverDays: 31 };

  test('COV-07: a cover of 31 days that begins today is accepted', () => {
    expect(daysRefusal({ firstDay: '2027-03-03', lastDay: '2027-04-02' }, standard)).toBeNull();
  });

  test.each([
    ['begins in the past', { firstDay: '2027-03-02', lastDay: '2027-03-10' }],
    ['ends before it begins', { firstDay: '2027-03-05', lastDay: '2027-03-04' }],
    ['is longer than 31 days', { firstDay: '2027-03-03', lastDay: '2027-04-03' }],
  ])('COV-07: a cover that %s is refused', (_why, refused) => {
    expect(daysRefusal(refused, standard)).not.toBeNull();
  });

  test('COV-16: a cover lasts at most as many days as the show allows', () => {
    const longer = { today: '2027-03-03', maxCoverDays: 60 };
    expect(daysRefusal({ firstDay: '2027-03-03', lastDay: '2027-05-01' }, longer)).toBeNull();
    expect(daysRefusal({ firstDay: '2027-03-03', lastDay: '2027-05-02' }, longer)).toBe(
      'A cover lasts at most 60 days. For a longer absence, replace the approver.',
    );
  });
});

describe('people', () => {
  test('COV-07: another approver who is there may cover', () => {
    expect(of()).toBeNull();
    expect(of({ alternate: person('alma') })).toBeNull();
  });

  test.each([
    ['the absent user themselves', { covering: person('priya') }],
    ['the same user as covering user and alternate', { alternate: person('marcus') }],
    ['a user who cannot approve', { covering: person('marcus', false) }],
    ['an alternate who cannot approve', { alternate: person('alma', false) }],
    ['the administrator who sets the cover', { actorId: 'marcus' }],
  ])('COV-07: a cover by %s is refused', (_who, own) => {
    expect(of(own)).not.toBeNull();
  });

  test('COV-07: a second cover of the absent user on one of the days is refused', () => {
    expect(of({}, [{ absentId: 'priya', firstDay: '2027-03-10', lastDay: '2027-03-12' }])).toContain('priya');
    expect(of({}, [{ absentId: 'priya', firstDay: '2027-03-11', lastDay: '2027-03-12' }])).toBeNull();
  });

  test('COV-07: a covering user who is away on one of the days is refused, so mutual cover is, too', () => {
    expect(of({}, [{ absentId: 'marcus', firstDay: '2027-03-10', lastDay: '2027-03-12' }])).toContain(
      'marcus',
    );
  });
});
