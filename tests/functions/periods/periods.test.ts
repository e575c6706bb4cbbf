import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PeriodHistory } from '#domain/periods/period-response';
import {
  changePeriods,
  close,
  forgetPeriods,
  fourWeeks,
  reopen,
} from '../../support/worker/budget/periods.ts';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(forgetPeriods);

const companyOf = ({ body }: Awaited<ReturnType<typeof close>>) =>
  body.companies.find(({ projectCompanyExternalId }) => projectCompanyExternalId === 'pc1');
const statuses = (answer: Awaited<ReturnType<typeof close>>) =>
  companyOf(answer)?.periods.map(({ status }) => status);

describe('setting up', () => {
  test('PERIOD-01: weeks are set up once, and more are added after the last one', async () => {
    const first = await changePeriods('set-up', fourWeeks);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(companyOf(first)).toMatchObject({
      pattern: 'WEEKS',
      periods: [
        {
          number: 1,
          name: 'Week 1',
          firstDay: '2026-11-01',
          lastDay: '2026-11-07',
          status: 'OPEN',
        },
        { name: 'Week 2' },
        { name: 'Week 3' },
        { name: 'Week 4', lastDay: '2026-11-28' },
      ],
    });
    const added = await changePeriods('add', { after: 4, length: 'WEEK', count: 1 });
    expect(companyOf(added)?.periods.at(-1)).toMatchObject({ name: 'Week 5', firstDay: '2026-11-29' });
    const { body } = await as('ada').get<{ settings: { accountingPeriods: boolean } }>(
      '/api/shows/alpha1/settings',
    );
    expect(body).toMatchObject({ accountingPeriods: true });
  });

  test('PERIOD-01: the same set-up again changes nothing, another one is refused', async () => {
    await changePeriods('set-up', fourWeeks);
    expect((await changePeriods('set-up', fourWeeks)).status).toBe(200);
    const other = await changePeriods('set-up', { ...fourWeeks, firstDay: '2026-11-02' });
    expect([other.status, other.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    const late = await changePeriods('add', { after: 3, length: 'WEEK', count: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    expect(statuses(await close(1))).toHaveLength(4);
  });

  test('PERIOD-01: numbered periods can begin with any number, and have lengths of their own', async () => {
    const numbers = {
      pattern: 'NUMBERS',
      firstDay: '2026-11-16',
      firstNumber: 7,
      length: 'MONTH',
      count: 1,
    };
    await changePeriods('set-up', numbers);
    const added = await changePeriods('add', { after: 7, length: 'FIVE_WEEKS', count: 1 });
    expect(companyOf(added)?.periods).toMatchObject([
      { name: 'Period 7', firstDay: '2026-11-16', lastDay: '2026-11-30' },
      { name: 'Period 8', firstDay: '2026-12-01', lastDay: '2027-01-04' },
    ]);
  });

  test.each([
    [{ length: 'MONTH' }, 400],
    [{ firstDay: '2026-02-30' }, 400],
    [{ count: 0 }, 400],
    [{ count: 601 }, 400],
    [{ firstNumber: 0 }, 400],
    [{ projectCompanyExternalId: 'none' }, 404],
  ])('PERIOD-01: %o is refused', async (own, status) => {
    expect((await changePeriods('set-up', { ...fourWeeks, ...own })).status).toBe(status);
    expect((await as('ada').get<PeriodHistory>('/api/periods/changes?showId=alpha1')).body.changes).toEqual(
      [],
    );
  });
});

describe('closing', () => {
  test('PERIOD-03, PERIOD-04: closing and reopening have a history, and a repeat changes nothing', async () => {
    await changePeriods('set-up', fourWeeks);
    expect(statuses(await close(2))).toEqual(['OPEN', 'CLOSED', 'OPEN', 'OPEN']);
    await close(2);
    const without = await changePeriods('reopen', { number: 2, reason: ' ' });
    expect([without.status, without.body.code]).toEqual([400, 'invalid_parameter']);
    expect(statuses(await reopen(2))).toEqual(['OPEN', 'OPEN', 'OPEN', 'OPEN']);
    await reopen(2);
    const { body } = await as('ada').get<PeriodHistory>('/api/periods/changes?showId=alpha1');
    expect(body.hasMore).toBe(false);
    expect(body.changes.map(({ kind, period, reason, by }) => [kind, period, reason, by.name])).toEqual([
      ['REOPENED', 'Week 2', 'Late invoice', 'Ada Stone'],
      ['CLOSED', 'Week 2', '', 'Ada Stone'],
      ['SET_UP', 'Week 1 to Week 4', '', 'Ada Stone'],
    ]);
  });

  test('PERIOD-03: two users close a period at once: the history has one entry', async () => {
    await changePeriods('set-up', fourWeeks);
    const answers = await Promise.all([close(1), close(1), close(1)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await as('ada').get<PeriodHistory>('/api/periods/changes?showId=alpha1');
    expect(body.changes.filter(({ kind }) => kind === 'CLOSED')).toHaveLength(1);
  });

  test('PERIOD-02: users without the permission Budget cannot see or change periods', async () => {
    expect((await as('abel').get('/api/periods?showId=alpha1')).status).toBe(403);
    expect((await changePeriods('set-up', fourWeeks, 'abel')).status).toBe(403);
    expect((await changePeriods('close', { number: 9 })).status).toBe(400);
  });
});

test('PERIOD-02: listing and changing periods take two and three round trips', async () => {
  const counted = countTrips();
  const read = await measureCost(() => as('ada').get('/api/periods?showId=alpha1'));
  const changes = await measureCost(() => as('ada').get('/api/periods/changes?showId=alpha1'));
  const setUp = await measureCost(() => changePeriods('set-up', fourWeeks));
  const added = await measureCost(() => changePeriods('add', { after: 4, length: 'WEEK', count: 1 }));
  const closed = await measureCost(() => close(1));
  const reopened = await measureCost(() => reopen(1));
  counted.stop();
  const all = [read, changes, setUp, added, closed, reopened];
  expect(all.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(all.map(({ cost }) => cost.trips)).toEqual([2, 2, 3, 3, 3, 3]);
});
