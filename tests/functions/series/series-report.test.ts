import { beforeAll, beforeEach, expect, test } from 'vitest';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import {
  costFile,
  currentReport,
  forgetCosts,
  issueReport,
  issuedReport,
  openCostShow,
  rowOf,
} from '../../support/worker/budget/cost-reports.ts';
import { markCounted } from '../../support/worker/budget/movements.ts';

beforeAll(openCostShow);
beforeEach(forgetCosts);

/** A budget of set dressing with a pattern of 1,000 for two episodes and an amort of 300.50, and a contingency. */
async function seriesBudget() {
  const budget = await newBudget();
  const series = { account: '6100', episodes: ['103', '104'], pattern: 1_000, amort: 300.5 };
  const { status, body } = await changeBudget(budget.id, 'series', series);
  expect(status, JSON.stringify(body)).toBe(200);
  return (await changeBudget(budget.id, 'lock')).body;
}

test('BUD-85: a report of a series has pattern and amort by account, in categories and in totals', async () => {
  await seriesBudget();
  const { body } = await currentReport();
  const amounts = { pattern: 2_000, amort: 300.5 };
  expect(body.rows).toMatchObject([
    { code: '6100', budget: 2_300.5, ...amounts },
    { kind: 'CONTINGENCY', budget: 50_000, pattern: null, amort: null },
  ]);
  expect(body.categories[0]).toMatchObject({ code: '6000', ...amounts });
  expect(body.totals).toMatchObject({ budget: 52_300.5, ...amounts });
  expect(body.withoutContingency).toMatchObject({ budget: 2_300.5, ...amounts });
});

test('BUD-85: a transfer moves budget of the pattern, from its day on', async () => {
  const { id } = await seriesBudget();
  const moved = await changeBudget(id, 'transfers', {
    from: '6100',
    fromCodes: { EPISODE: '103' },
    to: '6100',
    amount: 400,
    reason: 'Built once for all episodes',
  });
  expect(moved.status).toBe(200);
  expect(await rowOf('6100')).toMatchObject({ budget: 2_300.5, pattern: 1_600, amort: 700.5 });
  expect(await rowOf('6100', '&day=2026-01-31')).toMatchObject({
    budget: 2_300.5,
    pattern: 2_000,
    amort: 300.5,
  });
});

test('BUD-85: a report by another code has neither, also in its totals', async () => {
  await seriesBudget();
  const { body } = await currentReport('&by=department');
  for (const figures of [body.totals, body.withoutContingency])
    expect(figures).toMatchObject({ pattern: null, amort: null });
  expect(body.totals.budget).toBe(52_300.5);
});

test('BUD-85: an issued report keeps both; those of before, and of other shows, have none', async () => {
  await markCounted();
  const { id } = await newBudget();
  await issueReport();
  const series = { account: '6100', episodes: ['103'], pattern: 1_000 };
  await changeBudget(id, 'series', series);
  await issueReport();
  await changeBudget(id, 'series', { ...series, pattern: 2_000 });
  expect((await issuedReport(1)).body.totals).toMatchObject({ pattern: null, amort: null });
  expect((await issuedReport(2)).body.rows[0]).toMatchObject({ code: '6100', pattern: 1_000, amort: null });
  expect((await issuedReport(2, '&by=department')).body.rows).toEqual([]);
});

test('BUD-85: files have both columns beside the budget', async () => {
  await seriesBudget();
  const text = await (await costFile('/file')).text();
  const [heading, first, , total] = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(heading).toContain(',Budget,Of Which Pattern,Of Which Amort,(Over)/Under,');
  expect(first).toContain(',2300.50,2000.00,300.50,2300.50,');
  expect(total).toContain(',52300.50,2000.00,300.50,52300.50,');
  expect(await (await costFile('/file', '&by=department')).text()).not.toContain('Pattern');
});
