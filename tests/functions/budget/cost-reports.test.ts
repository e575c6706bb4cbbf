import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeBudget, newBudget } from '../../support/worker/budget/budgets.ts';
import {
  costDocuments,
  costFile,
  countOn,
  currentReport,
  issueReport,
  issuedReport,
  issuedReports,
  openCosts,
  rowOf,
} from '../../support/worker/budget/cost-reports.ts';
import {
  approvedLine,
  forgetMovements,
  movementFaults,
  numbered,
} from '../../support/worker/budget/movements.ts';
import { approveThrough } from '../../support/worker/fixtures/change-orders.ts';
import { aLine, submitted } from '../../support/worker/fixtures/client.ts';
import { actOnBill, must, openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { recountDocument } from '#store/show/budget/recount';
import { countPage } from '#store/show/budget/uncounted-documents';

const today = new Date().toISOString().slice(0, 10);
const alpha = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
const art = inShow('alpha1').department('art');

beforeAll(async () => {
  await openStudio();
  await openInvoices();
  await sql.directory`UPDATE memberships SET invoice_visibility = 'ALL' WHERE user_id = 'ada'`;
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    VALUES ('alpha1', 'acc', 'acc-6000', '6000', 'Art department', 0),
      ('alpha1', 'acc', 'acc-6200', '6200', 'Rigging', 3)`;
  await sql.alpha`INSERT INTO account_fields (show_id, part_config_id, config_type, header, position, updated_at)
    VALUES ('alpha1', 'set', 'SET', 'Set', 2, '2026-01-01T00:00:00.000Z'),
      ('alpha1', 'epi', 'EPISODE', 'Episode', 3, '2026-01-01T00:00:00.000Z')`;
  await sql.alpha`UPDATE account_parts SET rollup_account_part_id = 'acc-6000' WHERE account_part_id = 'acc-6100'`;
});
beforeEach(async () => {
  for (const table of ['budgets', 'budget_lines', 'budget_changes', 'cost_reports', 'cost_report_rows'])
    await sql.alpha([`DELETE FROM ${table}`] as unknown as TemplateStringsArray);
  await forgetMovements();
});

/** Approves an order, also one with codes that accounting does not know. */
const approveAny = (id: string) => approveThrough(id).catch(() => approveThrough(id));
const unbudgeted = async (unitCost: number) => {
  const lineItems = [aLine({ quantity: 1, unitCost, coding: { ACCOUNT: '6200' } })];
  return approveAny((await submitted('dana', { lineItems })).id);
};

const bill = async (po: Awaited<ReturnType<typeof approvedLine>>, cents: number) => {
  const id = await submittedBill([{ of: numbered(po), line: 1, cents }]);
  await must(actOnBill(id, 'approval'));
  return id;
};

describe('the cost report', () => {
  test('REPORT-01: an order of 10,000 with an invoice of 4,000 against a budget of 15,000', async () => {
    await newBudget();
    await bill(await approvedLine(10_000), 4_000_00);
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
      period: 4_000,
      actual: 4_000,
      committed: 6_000,
      total: 10_000,
      etc: null,
      efc: null,
      budget: 15_000,
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
    const first = await bill(po, 4_000_00);
    await countOn(first, '2025-12-31');
    await countOn(await bill(po, 1_000_00), '2026-01-02');
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
    await alpha.write([recountDocument(alpha, approved.id, new Date().toISOString())]);
    expect(await by('SET')).toEqual([
      ['Barn', 140, null],
      ['No set', 5, null],
    ]);
    expect(await movementFaults()).toEqual([]);
  });

  test('REPORT-05: a row leads to its documents and lines, as of the day', async () => {
    await newBudget();
    const po = await approvedLine(10_000);
    const invoice = await bill(po, 4_000_00);
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
    await bill(po, 4_000_00);
    await submittedBill([{ of: numbered(po), line: 1, cents: 1_000_00 }]);
    expect((await openCosts()).body).toEqual({
      currency: 'USD',
      rows: [{ account: '6100', description: 'Set dressing', open: 6_000, accrued: 1_000 }],
      totals: { open: 6_000, accrued: 1_000 },
    });
  });
});

describe('issued reports', () => {
  beforeEach(async () => {
    await sql.alpha`UPDATE show_settings SET counted_to = NULL WHERE show_id = 'alpha1'`;
  });

  test('REPORT-06: an issued report keeps its figures, and the next one shows the change since it', async () => {
    await newBudget();
    await approvedLine(10_000);
    const { status, body: first } = await issueReport({ note: 'Week 1' });
    expect(status, JSON.stringify(first)).toBe(201);
    expect(first).toMatchObject({ issued: { number: 1, day: today, note: 'Week 1' }, previous: null });
    const other = await approvedLine(2_000);
    await unbudgeted(50);
    expect(await rowOf('6100')).toMatchObject({ total: 12_000, change: 2_000 });
    expect(await rowOf('6200')).toMatchObject({ total: 50, change: 50 });
    const { body: second } = await issueReport();
    expect(second).toMatchObject({
      issued: { number: 2 },
      previous: 1,
      totals: { total: 12_050, change: 2_050 },
    });
    await bill(other, 500_00);
    expect((await issuedReport(1)).body.rows[0]).toMatchObject({ total: 10_000, change: null });
    expect((await issuedReport(2)).body.totals).toMatchObject({ actual: 0, total: 12_050 });
    expect((await issuedReport(2, '&by=department')).body.rows).toMatchObject([
      { name: 'Art', total: 12_050 },
    ]);
    expect((await issuedReports()).body.reports.map(({ number }) => number)).toEqual([2, 1]);
    await expect(sql.alpha`UPDATE cost_reports SET note = 'x'`).rejects.toThrow(/never changes/);
    await expect(sql.alpha`UPDATE cost_report_rows SET rows = '[]'`).rejects.toThrow(/never changes/);
    expect((await issuedReport(3)).status).toBe(404);
  });

  test('REPORT-06: a repeated request issues one report', async () => {
    await newBudget();
    const key = crypto.randomUUID();
    expect((await issueReport({}, key)).body.issued?.number).toBe(1);
    expect((await issueReport({}, key)).body.issued?.number).toBe(1);
    expect((await issuedReports()).body.reports).toHaveLength(1);
  });

  test('REPORT-06: two reports of the same moment have different numbers, or one is refused', async () => {
    await newBudget();
    const answers = await Promise.all([issueReport(), issueReport()]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual(
      [],
    );
    const numbers = (await issuedReports()).body.reports.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('REPORT-06: no budget, a day to come and a day before the last report are refused', async () => {
    expect((await issueReport()).body.message).toBe('This show has no budget yet.');
    await newBudget();
    expect((await issueReport({ day: '2999-01-01' })).body.message).toBe('This day has not come yet.');
    await issueReport({ day: '2026-01-31' });
    const { status, body } = await issueReport({ day: '2026-01-30' });
    expect([status, body.message]).toEqual([
      400,
      'Report 1 was issued as of 2026-01-31. Choose that day or a later one.',
    ]);
    expect((await issuedReports()).body.reports).toHaveLength(1);
  });

  test('REPORT-04: the period begins after the last issued report', async () => {
    await newBudget();
    await issueReport({ day: '2026-01-31' });
    expect((await currentReport('&day=2026-02-20')).body.from).toBe('2026-02-01');
    await issueReport({ day: '2026-02-07' });
    expect((await currentReport('&day=2026-02-20')).body).toMatchObject({ from: '2026-02-08', previous: 2 });
    expect((await currentReport('&day=2026-02-03')).body).toMatchObject({ from: '2026-02-01', previous: 1 });
  });

  test('REPORT-09: reading requires READ Budget, issuing FULL Budget', async () => {
    await newBudget();
    expect((await currentReport('', 'dana')).status).toBe(403);
    expect((await issueReport({}, undefined, 'dana')).status).toBe(403);
  });
});

test('REPORT-02: movements from before an upgrade are added to the sums in the background', async () => {
  await newBudget();
  await bill(await approvedLine(10_000), 4_000_00);
  await sql.alpha`UPDATE budget_movements SET coding = NULL`;
  await sql.alpha`DELETE FROM cost_sums`;
  await sql.alpha`UPDATE show_settings SET counted_to = '' WHERE show_id = 'alpha1'`;
  expect((await currentReport()).body).toMatchObject({ isComplete: false, totals: { total: 0 } });
  expect((await issueReport()).body.message).toMatch(/still being counted/);
  while (!(await countPage(alpha, 3, new Date().toISOString()))) continue;
  expect(await movementFaults()).toEqual([]);
  const [invoiced] = await sql.alpha<{ cents: number }>`SELECT cents FROM account_measures
    WHERE account = '6100' AND measure = 'INVOICED' AND currency_code = 'USD'`;
  expect((await rowOf('6100')).actual).toBe((invoiced?.cents ?? 0) / 100);
  expect((await currentReport()).body.isComplete).toBe(true);
});

describe('files', () => {
  test('REPORT-10: the report as CSV and as a workbook, issued or not, with the totals', async () => {
    await newBudget();
    await bill(await approvedLine(10_000), 4_000_00);
    await sql.alpha`UPDATE show_settings SET counted_to = NULL WHERE show_id = 'alpha1'`;
    await issueReport();
    const file = await costFile('/file', '&number=1');
    expect(file.headers.get('content-disposition')).toContain(`Cost_Report_1_by_Account_alpha`);
    const [heading, first, ...others] = (await file.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(heading).toBe(
      'Account,Description,Period Cost,Actual to Date,PO Commitments,Total Cost,ETC,EFC,Budget,(Over)/Under,Change',
    );
    expect(first).toBe('6100,Set dressing,4000.00,4000.00,6000.00,10000.00,,,15000.00,5000.00,');
    expect(others.map((line) => line.split(',')[0])).toEqual(['—', 'Total', 'Total without contingency']);
    const workbook = await costFile('/file', '&format=xlsx&by=department');
    expect(new Uint8Array(await workbook.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
  });

  test('REPORT-07, REPORT-10: open orders and accruals as CSV', async () => {
    await newBudget();
    await approvedLine(10_000);
    const text = await (await costFile('/open/file')).text();
    expect(text).toContain('6100,Set dressing,10000.00,0.00');
  });

  test('REPORT-09, REPORT-10: files require READ Budget', async () => {
    for (const path of ['/file', '/pdf', '/open/file'] as const)
      expect((await costFile(path, '', 'dana')).status).toBe(403);
  });
});
