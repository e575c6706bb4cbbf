import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBudget } from '../../support/worker/budget/budgets.ts';
import {
  approveAny,
  approvedBill,
  costFile,
  currentReport,
  forgetCosts,
  issueReport,
  issuedReport,
  issuedReports,
  openCostShow,
  rowOf,
  unbudgeted,
  today,
} from '../../support/worker/budget/cost-reports.ts';
import { approvedLine, markCounted } from '../../support/worker/budget/movements.ts';
import { aLine, submitted } from '../../support/worker/fixtures/client.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openCostShow);
beforeEach(forgetCosts);

describe('issued reports', () => {
  beforeEach(async () => {
    await markCounted();
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
    await approvedBill(other, 500_00);
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

  test('REPORT-06: a report issued before it had rows by location is not compared by location', async () => {
    await newBudget();
    const lineItems = [
      aLine({ quantity: 1, unitCost: 100, coding: { ACCOUNT: '6100', LOCATION: 'Harbor' } }),
    ];
    await approveAny((await submitted('dana', { lineItems })).id);
    expect((await issueReport()).status).toBe(201);
    await sql.alpha`DELETE FROM cost_report_rows WHERE dimension = 'LOCATION'`;
    expect((await currentReport('&by=LOCATION')).body.rows[0]).toMatchObject({
      name: 'Harbor',
      change: null,
    });
    expect((await currentReport('&by=department')).body.rows[0]).toMatchObject({ name: 'Art', change: 0 });
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

describe('files', () => {
  test('REPORT-10: the report as CSV and as a workbook, issued or not, with the totals', async () => {
    await newBudget();
    await approvedBill(await approvedLine(10_000), 4_000_00);
    await markCounted();
    await issueReport();
    const file = await costFile('/file', '&number=1');
    expect(file.headers.get('content-disposition')).toContain(`Cost_Report_1_by_Account_alpha`);
    const [heading, first, ...others] = (await file.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(heading).toBe(
      'Account,Description,Period Cost,Actual to Date,Of Which Paid,PO Commitments,Total Cost,ETC,EFC,Budget,(Over)/Under,Change',
    );
    expect(first).toBe('6100,Set dressing,4000.00,4000.00,0.00,6000.00,10000.00,,,15000.00,5000.00,');
    expect(others.map((line) => line.split(',')[0])).toEqual([
      '—',
      'Total',
      'Total without contingency',
      'POs and invoices in this show only',
    ]);
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
