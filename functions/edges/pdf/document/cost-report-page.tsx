import { raw } from 'hono/html';
import { budgetedRatesText, costColumnsOf, signOf } from '#domain/budget/cost-report/columns';
import { categoryOf } from '#domain/budget/cost-report/categories';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import type { CostColumn } from '#domain/budget/cost-report/columns';
import type { CostFiguresResponse, CostReport, CostRowResponse } from '#domain/budget/cost-report/response';
import { needsReview } from '#domain/estimates/estimate';
import { formatMoney, toCents } from '#domain/values/money';
import type { PrintJob } from '#edges/pdf/browser-renderer';
import { day, instant, paperSizeOf } from './formatting.ts';
import { documentHtml, pageFooter, pageHeader } from './html-page.tsx';
import type { Dates } from './page-model.ts';

/** A cost report to print (REPORT-11). */
export interface CostReportPage {
  report: CostReport;
  showName: string;
  dates: Dates;
}

/** What all rows of a report share. */
interface Sheet {
  columns: readonly CostColumn[];
  currency: string;
  /** With the columns of budgeted rates: amounts without their currency, which the head names, so that they fit. */
  isWide: boolean;
}

/** The columns of a landscape page. Pattern and amort have rows of their own, which need no further width. */
const printedColumnsOf = (report: CostReport) =>
  costColumnsOf(report).filter(({ id }) => id !== 'pattern' && id !== 'amort');
const seriesRows = [
  { id: 'pattern', name: 'Of which pattern' },
  { id: 'amort', name: 'Of which amort' },
] as const;

/** Eleven columns on a landscape page: smaller than the text of a document. */
const style = `
.cost{font-size:7pt}
.cost td,.cost th{padding-left:.6mm;padding-right:.6mm}
.cost .code{width:19mm}
.cost th{white-space:nowrap;font-size:5.8pt;letter-spacing:.03em}
.cost th.figure{white-space:normal}
.cost .figure{width:21mm}
.cost .under{font-size:inherit}
/* Two columns more, for budgeted rates. */
.cost.wide{font-size:6.3pt}
.cost.wide th{font-size:5.4pt;letter-spacing:.02em}
.cost.wide .code{width:13mm}
.cost.wide .figure{width:17.7mm}
.cost .over{color:#ac2a20;font-weight:600}
.cost .group td{font-weight:600;padding-top:3mm;break-after:avoid}
.cost .sum td{font-weight:600;border-top:.25mm solid #181c19}
.cost .grand td{font-weight:700;border-top:.35mm solid #181c19;border-bottom:.9mm double #181c19}
.cost .part td{color:#59625c;border-top:0;padding-top:0;break-before:avoid}
.cost .part td:first-child{padding-left:20mm}
.note{margin-top:3mm}
`;

function amountText(amount: number, currency: string, isWide: boolean): string {
  const text = formatMoney(toCents(amount), currency);
  return isWide ? text.replace(/^(-?)[^\d-]+/, '$1') : text;
}

function Figures({ figures, columns, currency, isWide }: Sheet & { figures: CostFiguresResponse }) {
  return (
    <>
      {columns.map(({ id, isSigned }) => {
        const amount = figures[id] ?? null;
        const isOver = id === 'overUnder' && amount !== null && amount < 0;
        const text = amount === null ? '' : amountText(Math.abs(amount), currency, isWide);
        const sign = amount === null ? '' : isSigned ? signOf(amount) : amount < 0 ? '−' : '';
        return (
          <td class={isOver ? 'figure over' : 'figure'} key={id}>
            {sign + text}
          </td>
        );
      })}
    </>
  );
}

/** The parts of the budget that are pattern and amort, below it (BUD-85). */
function SeriesRows({ figures, columns, currency, isWide }: Sheet & { figures: CostFiguresResponse }) {
  return (
    <>
      {seriesRows.map(({ id, name }) => {
        const amount = figures[id];
        if (amount === null) return null;
        return (
          <tr class="part" key={id}>
            <td colspan={2}>{name}</td>
            {columns.map((column) => (
              <td class="figure" key={column.id}>
                {column.id === 'budget' ? amountText(amount, currency, isWide) : ''}
              </td>
            ))}
          </tr>
        );
      })}
    </>
  );
}

function Row({ row, ...sheet }: Sheet & { row: CostRowResponse }) {
  return (
    <>
      <tr>
        <td>{row.name}</td>
        <td>
          {row.description}
          {row.kind === null && row.code !== '' && <span class="under">Not budgeted</span>}
          {needsReview(row.etc) && <span class="under">Above EFC</span>}
        </td>
        <Figures figures={row} {...sheet} />
      </tr>
      <SeriesRows figures={row} {...sheet} />
    </>
  );
}

function SumRow(props: Sheet & { name: string; className: string; figures: CostFiguresResponse }) {
  const { name, className, ...figures } = props;
  return (
    <>
      <tr class={className}>
        <td colspan={2}>{name}</td>
        <Figures {...figures} />
      </tr>
      <SeriesRows {...figures} />
    </>
  );
}

/** The rows of a report: by account under their categories, each with its sum. */
function Rows({ report, ...sheet }: Sheet & { report: CostReport }) {
  const { by, rows, categories } = report;
  if (by !== 'ACCOUNT')
    return (
      <>
        {rows.map((row) => (
          <Row row={{ ...row, kind: 'ACCOUNT' }} {...sheet} key={row.code} />
        ))}
      </>
    );
  const byCategory = Map.groupBy(rows, categoryOf);
  return (
    <>
      {categories.map((category) => {
        const name = [/\d/.test(category.code) ? category.code : '', category.description]
          .filter(Boolean)
          .join(' ');
        const ofCategory = byCategory.get(category.code) ?? [];
        return (
          <>
            <tr class="group">
              <td colspan={sheet.columns.length + 2}>{name}</td>
            </tr>
            {ofCategory.map((row) => (
              <Row row={row} {...sheet} key={row.code} />
            ))}
            {ofCategory.length > 1 && (
              <SumRow name={`Total ${name}`} className="sum" figures={category} {...sheet} />
            )}
          </>
        );
      })}
    </>
  );
}

function Heading({ report, showName, dates }: CostReportPage) {
  const { issued, heading, isComplete, previous } = report;
  const facts = [
    ['As of', day(report.day, dates)],
    ['Period', `${day(report.from, dates)} to ${day(report.day, dates)}`],
    ['Budget', report.budgetName],
    ['Currency', report.currency],
    ['Budgeted rates', budgetedRatesText(report.budgetedRates ?? [], report.currency)],
    ['Compared with', previous === null ? '' : `Report ${previous}`],
    ['Issued', issued ? `${issued.issuedBy.name}, ${instant(issued.issuedAt, dates)}` : 'Not issued'],
  ].filter(([, value]) => value);
  return (
    <>
      <header class="letterhead">
        <div>
          <p class="company">
            <bdi>{showName}</bdi>
          </p>
          <p class="production">Cost report by {dimensionNames[report.by].toLowerCase()}</p>
        </div>
        <div class="title">
          <h1>Cost Report</h1>
          <p class="number">{issued ? `No. ${issued.number}` : 'Draft'}</p>
        </div>
      </header>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {heading && <p class="note muted">{heading}</p>}
      {!isComplete && <p class="note muted">Documents from before the upgrade are still being counted.</p>}
      {issued?.note && <p class="note">{issued.note}</p>}
    </>
  );
}

/** The page as a print job. */
export function costReportJob(page: CostReportPage): PrintJob {
  const { report, showName } = page;
  const isWide = report.budgetedRates !== undefined;
  const sheet = { columns: printedColumnsOf(report), currency: report.currency, isWide };
  const name = report.issued ? `Cost Report ${report.issued.number}` : 'Cost Report';
  const html = documentHtml(
    name,
    <>
      <style>{raw(style)}</style>
      <Heading {...page} />
      <section>
        <table class={isWide ? 'cost wide' : 'cost'}>
          <thead>
            <tr>
              <th class="code">{dimensionNames[report.by]}</th>
              <th>Description</th>
              {sheet.columns.map((column) => (
                <th class="figure" key={column.id}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Rows report={report} {...sheet} />
            {report.by === 'ACCOUNT' && (
              <SumRow
                name="Total without contingency"
                className="sum"
                figures={report.withoutContingency}
                {...sheet}
              />
            )}
            <SumRow name="Total" className="grand" figures={report.totals} {...sheet} />
          </tbody>
        </table>
      </section>
    </>,
  );
  return {
    html,
    paperSize: paperSizeOf(report.currency),
    isLandscape: true,
    headerHtml: pageHeader(''),
    footerHtml: pageFooter(showName, name),
  };
}
