import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { BudgetLine } from '#domain/budget/budget';
import { measureBudget } from '#domain/budget/budget-measures';
import { codesText, parseCodes } from '#domain/budget/line-codes';
import { measuresByAccount } from '#domain/budget/measures';
import { measuresByCodes } from '#domain/budget/coded-measures';
import type { MeasureName } from '#domain/budget/measures';
import { storeFor } from '#store/d1/open';
import { read } from '#store/d1/query';
import { insertBudget } from '#store/show/budget/budgets';
import { enteredAccountsQuery } from '#store/show/budget/decision';
import { forgetBudgets } from '../../support/worker/budget/budgets.ts';
import { openEpisodes } from '../../support/worker/budget/episodes.ts';
import { forgetMovements } from '../../support/worker/budget/movements.ts';
import { openStudio, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  await openEpisodes();
});

const at = '2026-11-03T10:00:00.000Z';
const code = fc.constantFrom(undefined, 'a', 'b');
const key = fc.record({
  account: fc.constantFrom('6100', '6110', '7000'),
  codes: fc.record({ SET: code, EPISODE: code, FREE_FIELD: code }).map(codesText),
});
const measure = fc.constantFrom<MeasureName>('COMMITTED', 'WAITING', 'INVOICED');
const world = fc.record({
  lines: fc.uniqueArray(key, { selector: (one) => JSON.stringify(one), minLength: 1, maxLength: 8 }),
  counts: fc.array(fc.record({ key, measure, cents: fc.integer({ min: -50, max: 500 }) }), { maxLength: 25 }),
});

const by = { createdBy: 'ada', createdByName: 'Ada', createdAt: at };
const unlocked = { lockedBy: null, lockedByName: null, lockedAt: null };

test('BUD-64, BUD-66: in random budgets, a decision counts at each level what the measures of the budget count', async () => {
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const ancestorsOf = (account: string) => (account === '6110' ? ['6100'] : []);
  const check = async ({ lines, counts }: typeof world extends fc.Arbitrary<infer W> ? W : never) => {
    await forgetBudgets();
    await forgetMovements();
    const budgetLines = lines.map((line, n): BudgetLine => ({
      ...line,
      description: `Line ${n}`,
      kind: 'ACCOUNT',
      originalCents: 100 * n,
      transferCents: 0,
      overageCents: 0,
    }));
    const row = { id: 'b1', showId: 'alpha1', number: 1, name: 'B', currencyCode: 'USD', revision: 1 };
    const change = {
      budgetId: 'b1',
      revision: 1,
      kind: 'CREATED',
      reason: '',
      byId: 'ada',
      byName: 'Ada',
      at,
      entries: [],
    } as const;
    await store.write(
      insertBudget(store, { ...row, status: 'WORKING', ...by, ...unlocked }, budgetLines, change),
    );
    await sql.alpha`INSERT INTO budget_movements (show_id, owner_id, seq, document_id, line_id, account, codes, coding,
        currency_code, measure, cents, effective_day, recorded_at)
      SELECT 'alpha1', 'alpha1_x', key, 'alpha1_x', '', value ->> '$.key.account', nullif(value ->> '$.key.codes', '{}'), '{}',
        'USD', value ->> 'measure', value ->> 'cents', '2026-11-03', ${at} FROM json_each(${JSON.stringify(counts)})`;
    const all = counts.map((count) => ({
      ...count.key,
      currency: 'USD',
      measure: count.measure,
      cents: count.cents,
    }));
    const coded = measuresByCodes(
      all.filter(({ codes }) => codes !== '{}'),
      'USD',
    );
    const measured = measureBudget(
      budgetLines,
      measuresByAccount(all, 'USD').accounts,
      ancestorsOf,
      undefined,
      coded,
    );
    const keys = counts.map((count) => count.key);
    const affected = await read(enteredAccountsQuery(store, { id: '', currency: 'USD', keys }));
    const levels = [...measured.lines, ...measured.notBudgeted];
    const figuresOf = (level: { committedCents: number; waitingCents: number; invoicedCents: number }) => [
      level.committedCents,
      level.waitingCents,
      level.invoicedCents,
    ];
    for (const found of affected) {
      const level = levels.find((one) => one.account === found.account && one.lineCodes === found.levelCodes);
      const expected = level ? [level.finalCents, ...figuresOf(level)] : [null, 0, 0, 0];
      expect([found.finalCents, ...figuresOf(found)], JSON.stringify(found)).toEqual(expected);
    }
    const placed = affected.flatMap((found) =>
      found.keys.map((one) => JSON.stringify([one.account, parseCodes(one.codes)])),
    );
    expect(placed.toSorted()).toEqual(
      [...new Set(keys.map((one) => JSON.stringify([one.account, parseCodes(one.codes)])))].toSorted(),
    );
  };
  await fc.assert(fc.asyncProperty(world, check), { numRuns: 60 });
});
