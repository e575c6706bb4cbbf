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
