import { env } from 'cloudflare:workers';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import type { CostReport } from '#domain/budget/cost-report/response';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { costReportPdf } from '#edges/pdf/document/cost-report-pdf';
import { pageTexts } from '../../support/pdf/read-text.ts';

afterAll(() => closeBrowser(env));

const figures = (actual: number, committed: number, budget: number | null, change: number) => ({
  period: actual,
  actual,
  paid: actual / 4,
  committed,
  total: actual + committed,
  etc: null,
  efc: null,
  budget,
  pattern: null,
  amort: null,
  overUnder: budget === null ? null : budget - actual - committed,
  change,
});

const row = (code: string, description: string, amounts: ReturnType<typeof figures>) => ({
  code,
  name: code,
  description,
  kind: amounts.budget === null ? null : ('ACCOUNT' as const),
  category: '2300',
  estimateRevision: 0,
  ...amounts,
});

const totals = figures(7_000, 12_500, 20_000, -125.5);
const report: CostReport = {
  issued: {
    number: 4,
    day: '2026-11-28',
    from: '2026-11-22',
    note: 'Week 12',
    issuedBy: { userId: 'sam', name: 'Sam Delgado' },
    issuedAt: '2026-11-28T17:00:00.000Z',
    currency: 'USD',
    totals,
  },
  day: '2026-11-28',
  from: '2026-11-22',
  currency: 'USD',
  budgetName: 'Locked script budget',
  hasActuals: false,
  heading: 'POs and invoices in this show only',
  isComplete: true,
  by: 'ACCOUNT',
  rows: [
    row('2310', 'Set dressing labor', figures(4_000, 6_000, 15_000, 2_000)),
    row('2320', 'Purchases', figures(3_000, 6_500, 5_000, -2_125.5)),
    row('2390', 'Couriers', figures(12, 0, null, 12)),
  ],
  categories: [{ code: '2300', description: 'Set Dressing', ...totals }],
  totals,
  withoutContingency: totals,
  previous: 3,
};
const page = {
  report,
  showName: 'Northern Lite',
  dates: { dateFormat: 'YYYY_MM_DD', timeZone: 'America/Los_Angeles' },
} as const;

test('REPORT-11: the report is printed in landscape, with the sign of deviations', async () => {
  const bytes = await costReportPdf(env, page);
  const [first] = (await PDFDocument.load(bytes)).getPages();
  expect(first?.getSize()).toEqual({ width: 792, height: 612 });
  const [text = ''] = await pageTexts(bytes);
  for (const part of [
    'No. 4',
    'Northern Lite',
    'Locked script budget',
    'POs and invoices in this show only',
    'Week 12',
    'Report 3',
    'Sam Delgado',
    '2300 Set Dressing',
    '+$5,000.00',
    '−$4,500.00',
    '−$2,125.50',
    '+$2,000.00',
    'Not budgeted',
    'OF WHICH PAID',
    '$1,750.00',
    'Total 2300 Set Dressing',
    'Total without contingency',
  ])
    expect(text).toContain(part);
});

test('REPORT-11, EFC-07: with estimates, ETC and EFC are printed, and accounts above their EFC are marked', async () => {
  const estimated = (code: string, etc: number, efc: number, budget: number) => ({
    ...row(code, 'Labor', figures(5_200, efc - etc - 5_200, budget, 0)),
    etc,
    efc,
    overUnder: budget - efc,
  });
  const rows = [estimated('2310', 3_300, 14_500, 15_000), estimated('2320', -700, 9_250.25, 9_000)];
  const sum = { ...figures(10_400, 10_750.25, 24_000, 0), etc: 2_600, efc: 23_750.25, overUnder: 249.75 };
  const whole = { totals: sum, withoutContingency: sum };
  const categories = [{ code: '2300', description: 'Set Dressing', ...sum }];
  const actuals = { hasActuals: true, heading: '' };
  const printed = { ...report, ...actuals, ...whole, rows, categories };
  const [text = ''] = await pageTexts(await costReportPdf(env, { ...page, report: printed }));
  for (const part of [
    '$3,300.00',
    '$14,500.00',
    '−$700.00',
    '$9,250.25',
    '+$500.00',
    '−$250.25',
    '$23,750.25',
  ])
    expect(text).toContain(part);
  expect(text.match(/Above EFC/g)).toHaveLength(1);
  expect(text).not.toContain('POs and invoices in this show only');
});

test('BUD-85: pattern and amort are printed below the budget, of accounts and sums', async () => {
  const series = { pattern: 12_000, amort: 3_100.25 };
  const [first, ...others] = report.rows;
  const sum = { ...totals, pattern: 12_000, amort: 3_100.25 };
  const printed = { ...report, rows: [{ ...first!, ...series }, ...others], totals: sum };
  const [text = ''] = await pageTexts(await costReportPdf(env, { ...page, report: printed }));
  expect(text).toMatch(/Set dressing labor.*Of which pattern \$12,000\.00 Of which amort \$3,100\.25 2320/);
  expect(text.match(/Of which pattern/g)).toHaveLength(2);
  const [plain = ''] = await pageTexts(await costReportPdf(env, page));
  expect(plain).not.toContain('pattern');
});

test('REPORT-11: a report with many rows repeats its heading on each page', async () => {
  const rows = Array.from({ length: 120 }, (_, n) =>
    row(String(2_300 + n), `Account ${n}`, figures(n, 10, 500, 0)),
  );
  const texts = await pageTexts(await costReportPdf(env, { ...page, report: { ...report, rows } }));
  expect(texts.length).toBeGreaterThan(2);
  for (const text of texts.slice(0, -1)) expect(text.toUpperCase()).toContain('PO COMMITMENTS');
});

test('REPORT-11, BUD-92: with budgeted rates, amounts are printed without their currency', async () => {
  const atBudgetedRates = { budgetedRateTotal: 27_575_386.43, exchangeVariance: -770.51 };
  const rates = [{ currency: 'CAD', rate: '0.74' }];
  const printed = { ...report, budgetedRates: rates, totals: { ...totals, ...atBudgetedRates } };
  const [text = ''] = await pageTexts(await costReportPdf(env, { ...page, report: printed }));
  for (const part of ['1 CAD = 0.74 USD', '27,575,386.43', '−770.51', '+5,000.00'])
    expect(text).toContain(part);
  expect(text).not.toContain('$');
});
