import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { countedOrder } from '../support/fixtures/budgets.ts';
import { chartOfAccounts } from '../support/fixtures/chart-of-accounts.ts';
import { costReport, issuedReport } from '../support/fixtures/cost-reports.ts';
import type { Report } from '../support/fixtures/cost-reports.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';

async function openReport(own: Partial<Report> = {}, options: AppOptions = {}): Promise<App> {
  const app = await openApp('/setup/budget/report', {
    as: 'sam',
    ...options,
    api: (fake, channel) => {
      options.api?.(fake, channel);
      fake.on('GET /api/cost-reports', { reports: [issuedReport(3, 'Week 12')] });
      fake.on('GET /api/cost-reports/current', costReport(own));
      fake.on(
        'GET /api/cost-reports/:number',
        costReport({ ...own, issued: issuedReport(3, 'Week 12'), previous: 2 }),
      );
    },
  });
  await expect(app.page.getByRole('heading', { name: 'Cost Report' })).toBeVisible();
  return app;
}

describe('the cost report', () => {
  test('REPORT-01, REPORT-12: rows show the columns, and print the sign of deviations', async () => {
    const { page } = await openReport();
    await expect(page.getByText('POs and invoices in this show only')).toBeVisible();
    const labor = page.getByRole('row', { name: /2310/ });
    for (const text of ['$4,000.00', '$40,000.00', '$31,250.50', '$71,250.50', '+$57,149.50', '+$2,000.00'])
      await expect(labor).toContainText(text);
    const props = page.getByRole('row', { name: /2400/ });
    for (const text of ['Over budget', '−$1,000.00', '−$350.25']) await expect(props).toContainText(text);
    await expect(page.getByRole('row', { name: /3500/ })).toContainText('Not budgeted');
    await expect(page.getByText('Change since report 3')).toBeVisible();
  });

  test('BUD-76: what is paid is below the actual amount, which names it', async () => {
    const [labor, ...others] = costReport().rows;
    const { page } = await openReport({ rows: [{ ...labor!, paid: 25_000 }, ...others] });
    await expect(page.getByRole('columnheader', { name: 'Actual to Date, of Which Paid' })).toBeVisible();
    await expect(page.getByRole('row', { name: /2310/ })).toContainText('$40,000.00of Which Paid $25,000.00');
    await expect(page.getByRole('row', { name: /2400/ })).not.toContainText('of Which Paid');
    await expectAccessible(page);
  });

  test.each([
    ['all codes', chartOfAccounts, ['Account', 'Department', 'Set', 'Episode', 'Location', 'Free Field']],
    [
      'no free field',
      chartOfAccounts.filter(({ config_type: type }) => type !== 'FREE_FIELD'),
      ['Account', 'Department', 'Set', 'Episode', 'Location'],
    ],
  ])('REPORT-12: rows by the codes of a chart of accounts with %s', async (_, chart, names) => {
    const { page } = await openReport({}, { api: (fake) => fake.on('GET /api/coa/:license', [...chart]) });
    await page.getByRole('button', { name: /By$/ }).click();
    await expect(page.getByRole('option')).toHaveText(names);
  });

  test('REPORT-08, REPORT-12: a category of the chart leads to its accounts', async () => {
    const { page } = await openReport();
    const chart = page.getByRole('region', { name: 'By category' });
    await expect(chart).toContainText('$128,400.00');
    await chart.getByRole('link', { name: '2400 Property' }).click();
    await expect(page.getByText('Accounts of Property only.')).toBeVisible();
    await expect(page.getByText('Accounts of Property only.')).toBeFocused();
    await expect(page.getByRole('row', { name: /2310/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show all accounts' }).click();
    await expect(page.getByRole('row', { name: /2310/ })).toBeVisible();
  });

  test('REPORT-05, REPORT-12: a row opens its documents and lines', async () => {
    const { page, api } = await openReport();
    api.on('GET /api/cost-reports/current/documents', {
      documents: [
        {
          ...countedOrder,
          actual: 0,
          paid: 0,
          committed: 1_250.5,
          accrued: 0,
          lines: [
            {
              lineNumber: 2,
              description: 'Drapes',
              account: '2310',
              actual: 0,
              paid: 0,
              committed: 1_250.5,
              accrued: 0,
            },
          ],
        },
      ],
      hidden: { count: 1, actual: 9, paid: 4, committed: 0, accrued: 0 },
      hasMore: false,
    });
    await page.getByRole('row', { name: /2310/ }).click();
    const dialog = page.getByRole('dialog', { name: '2310 Set dressing labor' });
    await expect(dialog.getByRole('link', { name: 'PO 00042' })).toBeVisible();
    await expect(dialog).toContainText('Line 2 · 2310 · Drapes');
    await expect(dialog).toContainText('A document that you may not see');
    await expect(dialog).toContainText('of which paid $4.00');
    await expectAccessible(page);
  });

  test('REPORT-06, REPORT-12: issuing keeps the report under its number', async () => {
    const { page, api } = await openReport();
    api.on('POST /api/cost-reports', costReport({ issued: issuedReport(3, 'Week 12') }));
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Issue Cost Report' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Week 12');
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
    await expect(page.getByText('Report 3 issued.')).toBeVisible();
    await expect(page.getByText(/Issued by Sam Delgado/)).toBeVisible();
    expect(api.calls('POST /api/cost-reports').at(-1)?.body).toEqual({ day: '2026-11-28', note: 'Week 12' });
  });

  test('REPORT-07, REPORT-12, BUD-70, BUD-71: open orders and accruals by account', async () => {
    const { page, api } = await openReport();
    api.on('GET /api/cost-reports/open', {
      currency: 'USD',
      heading: 'POs and invoices in this show only',
      rows: [{ account: '2310', description: 'Set dressing labor', open: 31_250.5, accrued: 1_000 }],
      totals: { open: 31_250.5, accrued: 1_000 },
      paymentsWithoutInvoices: null,
    });
    await page.getByRole('button', { name: 'Open Orders', exact: true }).click();
    const table = page.getByRole('table', { name: 'Open orders and accruals' });
    await expect(table).toContainText('$31,250.50');
    await expect(page.getByText('POs and invoices in this show only.')).toBeVisible();
    await expect(page.getByText(/Remaining Balance of the PO log takes off as well/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Open Orders' })).toBeVisible();
    await expectAccessible(page);
  });

  test('REPORT-07: an account of the open orders opens its documents and lines', async () => {
    const { page, api } = await openReport();
    api.on('GET /api/cost-reports/open', {
      currency: 'USD',
      heading: '',
      rows: [{ account: '2310', description: 'Set dressing labor', open: 1_250.5, accrued: 80 }],
      totals: { open: 1_250.5, accrued: 80 },
      paymentsWithoutInvoices: null,
    });
    const none = { actual: 0, paid: 0, committed: 0, accrued: 0 };
    const line = { ...none, lineNumber: 2, description: 'Drapes', account: '2310' };
    const order = { ...countedOrder, ...none, prefix: 'ART', committed: 1_250.5 };
    const invoice = {
      ...countedOrder,
      ...none,
      id: 'invoice1',
      type: 'INVOICE',
      number: 'LR-7',
      accrued: 80,
    } as const;
    api.on('GET /api/cost-reports/current/documents', {
      documents: [
        { ...order, lines: [{ ...line, committed: 1_250.5 }] },
        { ...invoice, lines: [{ ...line, accrued: 80 }] },
      ],
      hidden: { count: 0, ...none },
      hasMore: false,
    });
    await page.getByRole('button', { name: 'Open Orders', exact: true }).click();
    await page.getByRole('button', { name: '2310 Set dressing labor' }).click();
    const dialog = page.getByRole('dialog', { name: '2310 Set dressing labor' });
    await expect(dialog.getByRole('link', { name: 'PO ART-00042' })).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Lines of PO ART-00042' })).toContainText('Open $1,250.50');
    await expect(dialog.getByRole('list', { name: 'Lines of Invoice LR-7' })).toContainText('Accrued $80.00');
    expect(api.calls('GET /api/cost-reports/current/documents').at(-1)?.query['open']).toBe('yes');
    await expectAccessible(page);
  });

  test('BUD-93: payments without invoices have a table of their own, with links and the original amounts', async () => {
    const { page, api } = await openReport();
    const payment = { number: '5002', vendorName: 'Lumen Rentals', date: '2026-11-20' };
    api.on('GET /api/cost-reports/open', {
      currency: 'USD',
      heading: '',
      rows: [],
      totals: { open: 0, accrued: 0 },
      paymentsWithoutInvoices: {
        rows: [
          { ...payment, id: 'p2', amount: 73.5, original: { currency: 'CAD', amount: 100 } },
          { ...payment, id: 'p1', number: '5001', amount: null, original: { currency: 'EUR', amount: 20 } },
        ],
        total: 73.5,
        hasMore: true,
      },
    });
    await page.getByRole('button', { name: 'Open Orders', exact: true }).click();
    const table = page.getByRole('table', { name: 'Payments without Invoices' });
    const row = table.getByRole('row', { name: /5002/ });
    for (const text of ['Lumen Rentals', '$73.50', 'CAD 100']) await expect(row).toContainText(text);
    await expect(row.getByRole('link', { name: '5002' })).toHaveAttribute('href', /p2/);
    await expect(table.getByRole('row', { name: /5001/ })).toContainText('EUR 20');
    await expect(table.getByRole('row', { name: /Total/ })).toContainText('$73.50');
    await expect(page.getByText(/the 2 with the highest numbers/)).toBeVisible();
    await expectAccessible(page);
  });

  test('BUD-71: all columns and names of a report with a change fit in 1440 px', async () => {
    const [row] = costReport().rows;
    const rows = Array.from({ length: 60 }, (_, at) => ({
      ...row!,
      code: `2310-${String(at + 1).padStart(2, '0')}`,
      name: `2310-${String(at + 1).padStart(2, '0')}`,
      period: 1_234_567.89,
      actual: 24_000_000,
      paid: 23_999_999.99,
      committed: 24_000_000,
      total: 24_000_000,
      etc: at === 0 ? -1_234_567.89 : 24_000_000,
      efc: 24_000_000,
      budget: 24_000_000,
      overUnder: -23_455_139.94,
      change: 23_455_139.94,
    }));
    const { page } = await openReport({ hasActuals: true, heading: '', rows }, { width: 1440 });
    const table = page.getByRole('grid', { name: 'Cost report' });
    const marked = table.getByRole('row', { name: /2310-01/ });
    for (const text of ['Over budget', 'Above EFC']) await expect(marked.getByText(text)).toBeVisible();
    await expect(table.getByText('Without contingency').last()).toBeVisible();
    const { isScrolled, cut, description, heights } = await table.evaluate((grid) => {
      const area = grid.closest('.overflow-x-auto');
      // As narrow as with a scroll bar that takes space.
      if (area instanceof HTMLElement) area.style.width = `${area.clientWidth - 15}px`;
      const cells = [...grid.querySelectorAll('th, td')];
      return {
        isScrolled: area !== null && area.scrollWidth > area.clientWidth,
        cut: cells
          .flatMap((cell) => [cell, ...cell.querySelectorAll('.truncate')])
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map((part) => part.textContent),
        description: grid.querySelectorAll('th')[1]?.clientWidth ?? 0,
        heights: new Set([...grid.querySelectorAll('tbody tr')].map((one) => one.clientHeight)).size,
      };
    });
    expect({ isScrolled, cut, heights }).toEqual({ isScrolled: false, cut: [], heights: 1 });
    expect(description).toBeGreaterThanOrEqual(124);
  });

  test('BUD-85: a series has pattern and amort of each budget in one column, in rows of one height', async () => {
    const [first, second, third] = costReport().rows;
    const rows = [{ ...first!, pattern: 1_024_000, amort: 260_000.5 }, { ...second!, amort: 41_000 }, third!];
    const totals = { ...costReport().totals, pattern: 1_024_000, amort: 301_000.5 };
    const { page } = await openReport({ rows, totals }, { width: 1440 });
    await expect(page.getByRole('columnheader', { name: 'of Which Pattern, Amort' })).toBeVisible();
    await expect(page.getByRole('row', { name: /2310/ })).toContainText(
      'Of Which Pattern $1,024,000.00Of Which Amort $260,000.50',
    );
    await expect(page.getByRole('row', { name: /2400/ })).toContainText(
      'Of Which Pattern —Of Which Amort $41,000.00',
    );
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText('$301,000.50');
    const grid = page.getByRole('grid', { name: 'Cost report' });
    const heights = await grid.evaluate((one) =>
      [...one.querySelectorAll('tbody tr')].map((row) => row.clientHeight),
    );
    expect(new Set(heights).size).toBe(1);
    await expectAccessible(page);
  });

  test('BUD-85: on a phone, a card names pattern and amort', async () => {
    const [first, ...others] = costReport().rows;
    const totals = { ...costReport().totals, pattern: 64_000, amort: null };
    const { page } = await openReport(
      { rows: [{ ...first!, pattern: 64_000 }, ...others], totals },
      { width: 375 },
    );
    await expect(page.getByRole('listitem').filter({ hasText: '2310' })).toContainText(
      'Of Which Pattern$64,000.00',
    );
    await expect(page.getByText('Of Which Amort')).toHaveCount(0);
  });

  test('REPORT-12: a report without costs leads to the budget', async () => {
    const { page } = await openReport({ rows: [], categories: [] });
    await expect(page.getByText('No costs as of this day yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Budget' })).toHaveAttribute('href', '/setup/budget');
  });

  for (const width of [375, 1440])
    test(
      `REPORT-12: the report is accessible at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openReport({}, { width });
        await expect(page.getByText('POs and invoices in this show only')).toBeVisible();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );
});
