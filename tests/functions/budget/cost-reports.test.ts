import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approveAny,
  approvedBill,
  costDocuments,
  costFile,
  countOn,
  currentReport,
  forgetCosts,
  issueReport,
  openCosts,
  openCostShow,
  rowOf,
  unbudgeted,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import {
  approvedLine,
  leaveUncounted,
  movementFaults,
  numbered,
} from '../../support/worker/budget/movements.ts';
import { aLine, submitted } from '../../support/worker/fixtures/client.ts';
import { submittedBill } from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { recountDocument } from '#store/show/budget/recount';
import { countPage } from '#store/show/budget/uncounted-documents';

const alpha = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
const art = inShow('alpha1').department('art');

beforeAll(openCostShow);
beforeEach(forgetCosts);

describe('the cost report', () => {
  test('REPORT-01: an order of 10,000 with an invoice of 4,000 against a budget of 15,000', async () => {
    await newBudget();
    await approvedBill(await approvedLine(10_000), 4_000_00);
    const { body } = await currentReport();
    expect(body).toMatchObject({
      currency: 'USD',
      heading: 'POs and invoices in this show only',
      day: today,
      from: `${today.slice(0, 7)}-01`,
      previous: null,
    });
    expect(body.rows[0]).toEqual({
      code: '6100',
      name: '6100',
      description: 'Set dressing',
      kind: 'ACCOUNT',
      category: '6000',
      estimateRevision: 0,
      period: 4_000,
      actual: 4_000,
      paid: 0,
      committed: 6_000,
      total: 10_000,
      etc: null,
      efc: null,
      budget: 15_000,
      pattern: null,
      amort: null,
      overUnder: 5_000,
      change: null,
    });
    expect(body.totals).toMatchObject({ total: 10_000, budget: 65_000, overUnder: 55_000 });
    expect(body.withoutContingency).toMatchObject({ total: 10_000, budget: 15_000, overUnder: 5_000 });
    expect(body.categories).toMatchObject([
      { code: '6000', description: 'Art department', total: 10_000, budget: 15_000 },
      { code: 'CONTINGENCY', description: 'Contingency', total: 0, budget: 50_000 },
    ]);
  });

  test('REPORT-01: an account without a budget is a row, and a show without a budget has none', async () => {
    await unbudgeted(9);
    expect((await currentReport()).body).toMatchObject({ rows: [], currency: '' });
    await newBudget();
    expect(await rowOf('6200')).toMatchObject({
      description: 'Rigging',
      kind: null,
      budget: null,
      total: 9,
    });
  });

  test('REPORT-02: the report is as of any day, and the period is what lies between two days', async () => {
    await newBudget();
    const po = await approvedLine(10_000);
    await countOn(po.id, '2025-11-20');
    const first = await approvedBill(po, 4_000_00);
    await countOn(first, '2025-12-31');
    await countOn(await approvedBill(po, 1_000_00), '2026-01-02');
    await countOn(po.id, '2025-11-20');
    const at = async (day: string, from = day) => {
      const { actual, period } = await rowOf('6100', `&day=${day}&from=${from}`);
      return [actual, period];
    };
    expect(await at('2025-12-30')).toEqual([0, 0]);
    expect(await at('2025-12-31')).toEqual([4_000, 4_000]);
    expect(await at('2026-01-01', '2025-12-31')).toEqual([4_000, 4_000]);
    expect(await at('2026-01-01')).toEqual([4_000, 0]);
    expect(await at('2026-01-02', '2025-12-01')).toEqual([5_000, 5_000]);
    expect(await at('2026-01-02', '2026-01-01')).toEqual([5_000, 1_000]);
    expect((await rowOf('6100', '&day=2025-11-19')).committed).toBe(0);
    expect((await rowOf('6100', '&day=2025-11-20')).committed).toBe(5_000);
    expect(await movementFaults()).toEqual([]);
  });

  test('REPORT-02: the budget is that of the day, without later transfers', async () => {
    const budget = await newBudget(true);
    await changeBudget(budget.id, 'transfers', {
      from: 'CONTINGENCY',
      to: '6100',
      amount: 3_000,
      reason: 'Rain',
    });
    expect((await rowOf('6100')).budget).toBe(18_000);
    expect((await rowOf('CONTINGENCY')).budget).toBe(47_000);
    expect((await rowOf('6100', '&day=2025-11-19')).budget).toBe(15_000);
  });

  test('REPORT-03: by department, set and episode, with what has no code in a row of its own', async () => {
    await newBudget();
    const line = (unitCost: number, own: object) => aLine({ quantity: 1, unitCost, ...own });
    const po = await submitted('dana', {
      lineItems: [
        line(100, { coding: { ACCOUNT: '6100', SET: 'Castle' } }),
        line(40, { coding: { ACCOUNT: '6100', SET: 'Barn' }, episode: '101' }),
        line(5, {}),
      ],
    });
    const approved = await approveAny(po.id);
    const by = async (dimension: string) =>
      (await currentReport(`&by=${dimension}`)).body.rows.map(({ name, total, budget }) => [
        name,
        total,
        budget,
      ]);
    expect(await by('SET')).toEqual([
      ['Barn', 40, null],
      ['Castle', 100, null],
      ['No set', 5, null],
    ]);
    expect(await by('EPISODE')).toEqual([
      ['101', 40, null],
      ['No episode', 105, null],
    ]);
    expect(await by('department')).toEqual([['Art', 145, null]]);
    expect(await movementFaults()).toEqual([]);
    // What an order leaves open follows its lines, with the next change of what it counts.
    await sql.alpha`UPDATE document_lines SET coding = json_set(coding, '$.SET', 'Barn')
      WHERE document_id = ${approved.id} AND line_number = 1`;
    await alpha.write([
      recountDocument(alpha, approved.id, { at: new Date().toISOString(), day: today, effectiveDay: null }),
    ]);
    expect(await by('SET')).toEqual([
      ['Barn', 140, null],
      ['No set', 5, null],
    ]);
    expect(await movementFaults()).toEqual([]);
  });

  test('REPORT-03: by location and free field, with documents, file and day', async () => {
    await newBudget();
    const line = (unitCost: number, codes: object) =>
      aLine({ quantity: 1, unitCost, coding: { ACCOUNT: '6100', ...codes } });
    const po = await submitted('dana', {
      lineItems: [line(100, { LOCATION: 'Harbor', FREE_FIELD: 'Rain' }), line(40, { LOCATION: 'Barn' })],
    });
    await approveAny(po.id);
    const by = async (query: string) =>
      (await currentReport(query)).body.rows.map(({ name, total }) => [name, total]);
    expect(await by('&by=LOCATION')).toEqual([
      ['Barn', 40],
      ['Harbor', 100],
    ]);
    expect(await by('&by=FREE_FIELD')).toEqual([
      ['Rain', 100],
      ['No free field', 40],
    ]);
    expect(await by('&by=FREE_FIELD&day=2025-11-20')).toEqual([]);
    const { body } = await costDocuments('&by=FREE_FIELD&code=Rain');
    expect(body.documents).toMatchObject([{ id: po.id, committed: 100, lines: [{ lineNumber: 1 }] }]);
    expect(await (await costFile('/file', '&by=LOCATION')).text()).toContain('Harbor');
    expect(await movementFaults()).toEqual([]);
  });

  test('REPORT-05: a row leads to its documents and lines, as of the day', async () => {
    await newBudget();
    const po = await approvedLine(10_000);
    const invoice = await approvedBill(po, 4_000_00);
    const { body } = await costDocuments('&code=6100');
    expect(
      body.documents.map(({ id, actual, committed, lines }) => ({ id, actual, committed, lines })),
    ).toEqual(
      expect.arrayContaining([
        {
          id: po.id,
          actual: 0,
          committed: 6_000,
          lines: [expect.objectContaining({ lineNumber: 1, account: '6100', committed: 6_000 })],
        },
        {
          id: invoice,
          actual: 4_000,
          committed: 0,
          lines: [expect.objectContaining({ lineNumber: 1, account: '6100', actual: 4_000 })],
        },
      ]),
    );
    expect((await costDocuments('&code=6100&day=2025-01-01')).body.documents).toEqual([]);
    expect((await costDocuments(`&by=department&code=${art}`)).body.documents).toHaveLength(2);
    expect((await costDocuments('&code=6200')).body.documents).toEqual([]);
  });

  test('REPORT-07: open orders and invoices in approval, by account', async () => {
    await newBudget();
    const po = await approvedLine(10_000);
    await approvedBill(po, 4_000_00);
    await submittedBill([{ of: numbered(po), line: 1, cents: 1_000_00 }]);
    expect((await openCosts()).body).toEqual({
      currency: 'USD',
      heading: 'POs and invoices in this show only',
      rows: [{ account: '6100', description: 'Set dressing', open: 6_000, accrued: 1_000 }],
      totals: { open: 6_000, accrued: 1_000 },
      paymentsWithoutInvoices: null,
    });
  });

  test('REPORT-07: a row leads to what its orders leave open and to its invoices in approval', async () => {
    await newBudget();
    const po = await approvedLine(10_000);
    const approved = await approvedBill(po, 4_000_00);
    const waiting = await submittedBill([{ of: numbered(po), line: 1, cents: 1_000_00 }]);
    const lineItems = [aLine({ quantity: 1, unitCost: 70, coding: { ACCOUNT: '6100' } })];
    await submitted('dana', { lineItems });
    const { body } = await costDocuments('&code=6100&open=yes');
    const shown = body.documents.map(({ id, actual, committed, accrued, lines }) => ({
      id,
      amounts: [actual, committed, accrued],
      lines: lines.map((line) => [line.lineNumber, line.committed, line.accrued]),
    }));
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        { id: po.id, amounts: [0, 6_000, 0], lines: [[1, 6_000, 0]] },
        { id: waiting, amounts: [0, 0, 1_000], lines: [[1, 0, 1_000]] },
      ]),
    );
    expect(body.hidden).toEqual({ count: 0, actual: 0, paid: 0, committed: 0, accrued: 0 });
    expect(shown.map(({ id }) => id)).not.toContain(approved);
    expect((await costDocuments('&code=6200&open=yes')).body.documents).toEqual([]);
    expect((await costDocuments('&code=6100&open=no')).status).toBe(400);
  });
});

test('REPORT-02: movements from before an upgrade are added to the sums in the background', async () => {
  await newBudget();
  await approvedBill(await approvedLine(10_000), 4_000_00);
  await sql.alpha`UPDATE budget_movements SET coding = NULL`;
  await sql.alpha`DELETE FROM cost_sums`;
  await leaveUncounted();
  expect((await currentReport()).body).toMatchObject({ isComplete: false, totals: { total: 0 } });
  expect((await issueReport()).body.message).toMatch(/still being counted/);
  while (!(await countPage(alpha, 3, new Date().toISOString()))) continue;
  expect(await movementFaults()).toEqual([]);
  const [invoiced] = await sql.alpha<{ cents: number }>`SELECT cents FROM account_measures
    WHERE account = '6100' AND measure = 'INVOICED' AND currency_code = 'USD'`;
  expect((await rowOf('6100')).actual).toBe((invoiced?.cents ?? 0) / 100);
  expect((await currentReport()).body.isComplete).toBe(true);
});

test('REPORT-03: movements from before costs by location get it with the recount in the background', async () => {
  await newBudget();
  const lineItems = [aLine({ quantity: 1, unitCost: 100, coding: { ACCOUNT: '6100', LOCATION: 'Pier' } })];
  await approveAny((await submitted('dana', { lineItems })).id);
  await sql.alpha`UPDATE budget_movements SET coding = json_remove(coding, '$.LOCATION')`;
  await sql.alpha`DELETE FROM cost_sums WHERE dimension = 'LOCATION'`;
  await leaveUncounted();
  expect(await movementFaults()).toEqual([]);
  while (!(await countPage(alpha, 3, new Date().toISOString()))) continue;
  expect(await rowOf('Pier', '&by=LOCATION')).toMatchObject({ total: 100 });
  expect(await movementFaults()).toEqual([]);
});
