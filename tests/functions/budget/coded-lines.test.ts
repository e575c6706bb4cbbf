import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  changeBudget,
  changesOf,
  checkBudget,
  forgetBudgets,
  importBudget,
  postBudget,
  readBudget,
} from '../../support/worker/budget/budgets.ts';
import { openEpisodes } from '../../support/worker/budget/episodes.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await openEpisodes();
});
beforeEach(forgetBudgets);

const [harbor, fire] = [{ EPISODE: '103' }, { EPISODE: '104' }];

/** A budget of set dressing: 10,000 for one episode and 4,000 for the whole account. */
async function episodicBudget(isLocked = false) {
  const { status, body } = await postBudget({
    name: 'Season 1',
    lines: [
      { account: '6100', codes: harbor, amount: 10_000 },
      { account: '6100', amount: 4_000 },
    ],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return isLocked ? (await changeBudget(body.id, 'lock')).body : body;
}
const finalsOf = async (id: string) =>
  (await readBudget(id)).lines.map(({ codes, final }) => [codes.EPISODE ?? '', final]);

describe('pattern and amort of a series', () => {
  const linesOf = async (id: string) =>
    (await readBudget(id)).lines.map(({ codes, series, final }) => [codes.EPISODE ?? '', series, final]);

  test('BUD-80, BUD-82: both are set in one change, and the totals have them', async () => {
    const { id } = await episodicBudget();
    const series = { account: '6100', episodes: ['103', '104'], pattern: 20_000, amort: 5_000.5 };
    const { status, body } = await changeBudget(id, 'series', series);
    expect(status).toBe(200);
    expect(body.revision).toBe(2);
    expect(await linesOf(id)).toEqual([
      ['103', 'PATTERN', 20_000],
      ['', 'AMORT', 5_000.5],
      ['104', 'PATTERN', 20_000],
    ]);
    expect(body.totals).toMatchObject({ pattern: 40_000, amort: 5_000.5, final: 45_000.5 });
    expect((await changesOf(id)).changes[0]).toMatchObject({
      kind: 'AMOUNT',
      lines: [{ amount: 10_000 }, { amount: 20_000 }, { amount: 1_000.5 }],
    });
  });

  test('BUD-81: a new pattern replaces the earlier one; repeated with its key it changes nothing more', async () => {
    const { id } = await episodicBudget();
    await changeBudget(id, 'series', { account: '6100', episodes: ['103', '104'], pattern: 20_000 });
    const series = { revision: 2, account: '6100', episodes: ['104'], pattern: 30_000 };
    const key = crypto.randomUUID();
    expect((await changeBudget(id, 'series', series, key)).status).toBe(200);
    expect((await changeBudget(id, 'series', series, key)).body.revision).toBe(3);
    expect(await linesOf(id)).toEqual([
      ['103', null, 0],
      ['', null, 4_000],
      ['104', 'PATTERN', 30_000],
    ]);
    expect((await changeBudget(id, 'series', series)).status).toBe(409);
  });

  test('BUD-81: an unknown episode and a locked budget are refused; a transfer keeps the kind', async () => {
    const { id } = await episodicBudget();
    const series = { account: '6100', episodes: ['103', '104'], pattern: 20_000 };
    const unknown = await changeBudget(id, 'series', { ...series, episodes: ['999'] });
    expect(unknown.body.message).toBe('Episode 999 is not in the chart of accounts.');
    await changeBudget(id, 'series', series);
    await changeBudget(id, 'lock');
    expect((await changeBudget(id, 'series', series)).status).toBe(400);
    const move = {
      from: '6100',
      fromCodes: harbor,
      to: '6100',
      toCodes: fire,
      amount: 1_000,
      reason: 'Moved',
    };
    expect((await changeBudget(id, 'transfers', move)).body.totals.pattern).toBe(40_000);
  });
});

describe('lines of a budget below an account', () => {
  test('BUD-61: an account has a line for itself and one for each of its episodes', async () => {
    const { id } = await episodicBudget();
    await changeBudget(id, 'amounts', { account: '6100', codes: harbor, amount: 11_000 });
    await changeBudget(id, 'amounts', { account: '6100', codes: { EPISODE: '104', SET: '' }, amount: 7_000 });
    expect(await finalsOf(id)).toEqual([
      ['103', 11_000],
      ['', 4_000],
      ['104', 7_000],
    ]);
    expect((await changesOf(id)).changes[0]?.lines).toEqual([
      { account: '6100', codes: fire, amount: 7_000, final: 7_000 },
    ]);
  });

  test('BUD-61: transfers and overages concern the line with its codes', async () => {
    const { id } = await episodicBudget(true);
    const moved = { from: '6100', fromCodes: harbor, to: '6100', toCodes: fire, amount: 2_500 };
    await changeBudget(id, 'transfers', { ...moved, reason: 'Moved to the fire' });
    await changeBudget(id, 'overages', { account: '6100', codes: fire, amount: 500, reason: 'Rain' });
    expect(await finalsOf(id)).toEqual([
      ['103', 7_500],
      ['', 4_000],
      ['104', 3_000],
    ]);
  });

  test('BUD-61: a line that is in the budget twice, and an unknown code, are refused', async () => {
    const line = { account: '6100', codes: harbor, amount: 1 };
    const refused = await postBudget({ name: 'Wrong', lines: [line, line] });
    expect([refused.status, refused.body.message]).toEqual([400, 'Account 6100 is in the budget twice.']);
    const unknown = await postBudget({ name: 'Wrong', lines: [{ ...line, codes: { EPISODE: '999' } }] });
    expect([unknown.status, unknown.body.message]).toEqual([
      400,
      'Episode 999 is not in the chart of accounts.',
    ]);
    const { id } = await episodicBudget();
    const { status } = await changeBudget(id, 'amounts', { ...line, codes: { EPISODE: '999' } });
    expect(status).toBe(400);
  });

  test('BUD-62: a file with a column of episodes creates the lines of its dry run', async () => {
    const file = 'Account,Episode,Budget\n6100,103 The Harbor,600\n6100,104,400\n6100,,50';
    const { body: check } = await checkBudget(file);
    expect(check.lines.map(({ codes, amount }) => [codes, amount])).toEqual([
      [harbor, 600],
      [fire, 400],
      [{}, 50],
    ]);
    const { status, body } = await importBudget(file, { count: check.ready, total: check.importedTotal });
    expect(status).toBe(201);
    expect(await finalsOf(body.id)).toEqual([
      ['103', 600],
      ['104', 400],
      ['', 50],
    ]);
  });
});
