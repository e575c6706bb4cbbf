import { costFileColumns, openCostColumns } from '#domain/budget/cost-report/columns';
import type { CostFileRow, OpenCostRow } from '#domain/budget/cost-report/columns';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import type { CostReport, OpenCosts } from '#domain/budget/cost-report/response';
import { logFileName } from '#domain/lists/log-format';
import type { LogColumn, LogFormat } from '#domain/lists/log-format';
import { dateInZone } from '#domain/values/days';
import { createLogFile, logTypes } from '#edges/files/log-file';
import type { LogFile } from '#verbs/lists/export-log';
import type { RequestContext } from '#verbs/request/context';

interface FileOptions {
  format: LogFormat;
  timeZone: string;
}

/** The name of a report's file without its ending. */
function fileName({ issued, by }: CostReport): `Cost_Report${string}` {
  const number = issued ? `_${issued.number}` : '';
  return `Cost_Report${number}_by_${dimensionNames[by]}`;
}

/** What a total is of, when the user does not see all accounts. */
const scopeOf = ({ isPartial }: Pick<CostReport, 'isPartial'>) =>
  isPartial ? ' of the listed accounts' : '';

/** A cost report as a file: its rows, the totals, and what they leave out (REPORT-10). */
export function exportCostReport(
  context: RequestContext,
  report: CostReport,
  options: FileOptions,
): Promise<LogFile> {
  const of = scopeOf(report);
  const totals: CostFileRow[] = [{ name: `Total${of}`, description: '', ...report.totals }];
  if (report.by === 'ACCOUNT')
    totals.push({ name: `Total without contingency${of}`, description: '', ...report.withoutContingency });
  return fileOf(context, options, {
    name: fileName(report),
    day: report.day,
    title: 'Cost Report',
    columns: costFileColumns(report),
    rows: [...report.rows, ...totals],
    heading: report.heading,
  });
}

/** Open orders and accruals by account, and payments without invoices, as a file (REPORT-07, BUD-93). */
export function exportOpenCosts(
  context: RequestContext,
  open: OpenCosts,
  options: FileOptions,
): Promise<LogFile> {
  const none = { paid: null, original: null };
  const payments = open.paymentsWithoutInvoices?.rows ?? [];
  const rows: OpenCostRow[] = [
    ...open.rows.map((row) => ({ ...row, ...none })),
    ...payments.map(({ number, vendorName, amount, original }) => ({
      account: '',
      description: [`Payment ${number}`, vendorName].filter(Boolean).join(' · '),
      open: null,
      accrued: null,
      paid: amount,
      original,
    })),
    {
      account: `Total${scopeOf(open)}`,
      description: '',
      ...open.totals,
      ...none,
      paid: open.paymentsWithoutInvoices?.total ?? null,
    },
  ];
  return fileOf(context, options, {
    name: 'Open_Orders_and_Accruals',
    day: dateInZone(context.now, options.timeZone),
    title: 'Open Orders and Accruals',
    columns: openCostColumns(payments.length > 0),
    rows,
    heading: open.heading,
  });
}

async function fileOf<Row>(
  { show, user }: RequestContext,
  { format, timeZone }: FileOptions,
  table: {
    name: Parameters<typeof logFileName>[0];
    day: string;
    title: string;
    columns: LogColumn<Row>[];
    rows: readonly Row[];
    /** What the figures leave out, which is the last row; '' for none. */
    heading: string;
  },
): Promise<LogFile> {
  const { name, day, title, rows, heading } = table;
  async function* each(): AsyncGenerator<Row | null> {
    yield* rows;
    if (heading) yield null;
  }
  const columns = table.columns.map((column, n) => ({
    ...column,
    value: (row: Row | null) => (row === null ? (n === 0 ? heading : null) : column.value(row)),
  }));
  return {
    fileName: logFileName(name, show.slug, day, format),
    contentType: logTypes[format],
    body: await createLogFile(
      { title, columns, rows: each(), formatOptions: { dateFormat: user.dateFormat, timeZone } },
      format,
    ),
  };
}

/** A cost report as a PDF to print (REPORT-11). The libraries are loaded with the first one. */
export async function printCostReport(
  { env, show, user }: RequestContext,
  report: CostReport,
  timeZone: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string; fileName: string }> {
  const { costReportPdf } = await import('#edges/pdf/document/cost-report-pdf');
  const bytes = await costReportPdf(env, {
    report,
    showName: show.name,
    dates: { dateFormat: user.dateFormat, timeZone },
  });
  return {
    body: new Uint8Array(bytes),
    contentType: 'application/pdf',
    fileName: `${fileName(report)}_${report.day}.pdf`,
  };
}
