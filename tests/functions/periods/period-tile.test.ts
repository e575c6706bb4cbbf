import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Home } from '#domain/lists/home-response';
import { addDays } from '#domain/values/days';
import { today } from '../../support/worker/budget/cost-reports.ts';
import { changePeriods, close, forgetPeriods } from '../../support/worker/budget/periods.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { openInvoices } from '../../support/worker/fixtures/relief.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openInvoices);
afterEach(forgetPeriods);

const periodsOf = async (name: PersonName) =>
  (await as(name).get<Home>('/api/home?showId=alpha1')).body.tiles.periods;
/** Sets up weeks from so many days ago on. */
const weeks = async (days: number, count: number) => {
  const setUp = { pattern: 'WEEKS', firstDay: addDays(today, -days), length: 'WEEK', count };
  expect((await changePeriods('set-up', setUp)).status).toBe(200);
};

test('HOME-14: the accounting periods that have ended and are open, the first to end first', async () => {
  expect(await periodsOf('ada')).toEqual({ count: 0, names: [] });
  // The fourth week ended three days ago.
  await weeks(30, 6);
  expect(await periodsOf('ada')).toEqual({ count: 4, names: ['Week 1', 'Week 2', 'Week 3'] });
  await close(1);
  await close(3);
  expect(await periodsOf('ada')).toEqual({ count: 2, names: ['Week 2', 'Week 4'] });
  expect(await periodsOf('lena')).toBeNull();
});

test('HOME-14: a period has ended on the day after its last one', async () => {
  await weeks(6, 1);
  expect((await periodsOf('ada'))?.count).toBe(0);
  await forgetPeriods();
  await weeks(7, 1);
  expect((await periodsOf('ada'))?.count).toBe(1);
});

test('HOME-14, BUD-37: a user with ranges of accounts closes no period, and has no tile of them', async () => {
  await sql.directory`UPDATE memberships SET budget_accounts = '[{"from":"2000","to":"2999"}]' WHERE user_id = 'ada'`;
  expect(await periodsOf('ada')).toBeNull();
  await sql.directory`UPDATE memberships SET budget_accounts = NULL WHERE user_id = 'ada'`;
});
