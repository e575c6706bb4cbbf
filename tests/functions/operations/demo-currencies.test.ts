import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { convertCents } from '#domain/currency/exchange-rate';
import { storeFor } from '#store/d1/open';
import { countPage } from '#store/show/budget/uncounted-documents';
import { verifyHistories } from '#verbs/operations/verify-histories';
import { verifyMeasures, verifyMovements } from '#verbs/operations/verify-movements';
import { makeAssets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const store = storeFor(env, { id: 'nlite', shard: 0 });

beforeAll(async () => {
  const order = { seed: 'test', anchor, assets: await makeAssets() };
  await seedStudio({ DIRECTORY, SHOWS_0, SHOWS_1, FILES }, order);
  while (!(await countPage(store, 100, new Date(anchor).toISOString()))) continue;
});

const query = async <Row>(sql: string) => (await SHOWS_0.prepare(sql).all<Row>()).results;

it('CURR-10: what was submitted in Northern Lights has the rate of that day and a total in US dollars', async () => {
  const documents = await query<{
    submits: number;
    currency: string;
    total: number;
    base: number | null;
    rate: string | null;
    earlier: string | null;
    newest: string | null;
  }>(
    `SELECT d.currency_code AS currency, d.total_cents AS total, d.base_total_cents AS base, d.costing ->> 'rate' AS rate,
      d.costing -> 'earlier' AS earlier,
      (SELECT count(*) FROM document_events e WHERE e.document_id = d.id AND e.action = 'submit') AS submits,
      (SELECT r.rate FROM exchange_rates r WHERE r.show_id = 'nlite' AND r.currency_code = d.currency_code AND r.day <=
        (SELECT date(max(e.at), '-8 hours') FROM document_events e WHERE e.document_id = d.id AND e.action = 'submit')
        ORDER BY r.day DESC LIMIT 1) AS newest
     FROM documents d WHERE d.show_id = 'nlite'`,
  );
  const submitted = documents.filter(({ submits }) => submits > 0);
  expect(submitted.every(({ base }) => base !== null)).toBe(true);
  expect(documents.filter(({ submits, base }) => submits === 0 && base !== null)).toEqual([]);
  const foreign = submitted.filter(({ currency, earlier }) => currency !== 'USD' && earlier === null);
  expect(new Set(foreign.map(({ currency }) => currency))).toEqual(new Set(['CAD', 'EUR', 'HUF']));
  for (const { total, base, rate, newest } of foreign) {
    expect(base).toBe(convertCents(total, { rate: rate ?? '', currency: 'USD' }));
    expect(rate).toBe(newest);
  }
});

it('CURR-08: each rate of Northern Lights is in the history of its currencies', async () => {
  const wrong = await query(
    `SELECT r.currency_code, r.day FROM exchange_rates r WHERE r.show_id = 'nlite' AND NOT EXISTS (
      SELECT 1 FROM currency_changes c WHERE c.show_id = 'nlite' AND c.kind = 'RATE' AND c.subject = r.currency_code
        AND c.day = r.day AND c.after = r.rate)`,
  );
  expect(wrong).toEqual([]);
  expect(
    await query(`SELECT count(*) AS n FROM currency_changes WHERE show_id = 'nlite' AND kind = 'BASE'`),
  ).toEqual([{ n: 1 }]);
});

it('BUD-90, BUD-92: Northern Lights has a budgeted rate of each other currency, and costs that differ at it', async () => {
  expect(
    await query(
      `SELECT b.currency_code AS currency, b.rate = c.after AS hasHistory,
         (SELECT count(*) > 0 FROM foreign_cost_sums s WHERE s.show_id = 'nlite' AND s.dimension = 'ACCOUNT'
           AND s.original_currency = b.currency_code AND s.cents <> round(s.original_cents * b.rate)) AS differs
       FROM budgeted_rates b LEFT JOIN currency_changes c ON c.show_id = b.show_id AND c.kind = 'RATE'
         AND c.subject = b.currency_code AND c.day IS NULL
       WHERE b.show_id = 'nlite' ORDER BY 1`,
    ),
  ).toEqual(['CAD', 'EUR', 'HUF'].map((currency) => ({ currency, hasHistory: 1, differs: 1 })));
});

it('BUD-40, BUD-20: everything in Northern Lights counts in US dollars, and verification finds nothing', async () => {
  expect(
    await query(`SELECT DISTINCT currency_code AS code FROM budget_movements WHERE show_id = 'nlite'`),
  ).toEqual([{ code: 'USD' }]);
  expect(await verifyMovements(store, 'nlite_', 'nlite_\u{10FFFF}')).toEqual([]);
  expect(await verifyMeasures(store, 10)).toEqual([]);
  expect((await verifyHistories(store)).faults).toEqual([]);
});

it('PERIOD-01, BUD-28: Northern Lights has closed and open periods, and a step of the accountant over budget', async () => {
  const periods = await query<{ name: string; lastDay: string; status: string; companies: number }>(
    `SELECT name, last_day AS lastDay, status, count(*) AS companies FROM accounting_periods WHERE show_id = 'nlite'
     GROUP BY 1, 2, 3 ORDER BY last_day`,
  );
  expect(periods.slice(0, 6)).toEqual([
    { name: 'Period 1', lastDay: '2025-10-31', status: 'CLOSED', companies: 2 },
    { name: 'Period 2', lastDay: '2025-11-30', status: 'CLOSED', companies: 2 },
    { name: 'Period 3', lastDay: '2025-12-31', status: 'CLOSED', companies: 2 },
    { name: 'Period 4', lastDay: '2026-01-31', status: 'CLOSED', companies: 2 },
    { name: 'Period 5', lastDay: '2026-02-28', status: 'OPEN', companies: 2 },
    { name: 'Period 6', lastDay: '2026-03-31', status: 'OPEN', companies: 2 },
  ]);
  expect(
    await query(
      `SELECT s.name, s.over_budget_limit AS "limit", a.user_id AS userId FROM workflow_template_steps s
       JOIN workflow_template_approvers a ON a.step_id = s.id WHERE s.show_id = 'nlite' AND s.over_budget_unit = 'AMOUNT'`,
    ),
  ).toEqual([{ name: 'Production accountant', limit: 0, userId: 'user-sam-delgado' }]);
  expect(
    await query(
      `SELECT settings ->> 'accountingPeriods' AS periods, settings ->> 'budgetOnDecision' AS decision
       FROM show_settings WHERE show_id = 'nlite'`,
    ),
  ).toEqual([{ periods: 1, decision: 'ANSWER' }]);
});
