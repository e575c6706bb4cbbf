import type { BudgetedRate } from '#domain/currency/budgeted-rates';
import { logColumn } from '#domain/lists/log-format';
import type { LogColumn } from '#domain/lists/log-format';
import { toCents } from '#domain/values/money';
import { dimensionNames } from './dimensions.ts';
import type { CostFiguresResponse, CostReport } from './response.ts';

/** The columns of figures, in their order (REPORT-01). */
export const costColumns = [
  { id: 'period', name: 'Period Cost', isSigned: false },
  { id: 'actual', name: 'Actual to Date', isSigned: false },
  { id: 'paid', name: 'Of Which Paid', isSigned: false },
  { id: 'committed', name: 'PO Commitments', isSigned: false },
  { id: 'total', name: 'Total Cost', isSigned: false },
  { id: 'etc', name: 'ETC', isSigned: false },
  { id: 'efc', name: 'EFC', isSigned: false },
  { id: 'budget', name: 'Budget', isSigned: false },
  { id: 'pattern', name: 'Of Which Pattern', isSigned: false },
  { id: 'amort', name: 'Of Which Amort', isSigned: false },
  { id: 'overUnder', name: '(Over)/Under', isSigned: true },
  { id: 'change', name: 'Change', isSigned: true },
] as const satisfies readonly Column[];

interface Column {
  id: keyof CostFiguresResponse;
  name: string;
  isSigned: boolean;
}

/** The columns of a show with budgeted rates, behind the total cost (BUD-92). */
const exchangeColumns = [
  { id: 'budgetedRateTotal', name: 'At Budgeted Rates', isSigned: false },
  { id: 'exchangeVariance', name: 'Exchange Variance', isSigned: true },
] as const satisfies readonly Column[];

export type CostColumn = (typeof costColumns)[number] | (typeof exchangeColumns)[number];

/** The columns of a report, in their order. */
export const costColumnsOf = ({ budgetedRates }: Pick<CostReport, 'budgetedRates'>): readonly CostColumn[] =>
  budgetedRates
    ? costColumns.flatMap((column): CostColumn[] =>
        column.id === 'total' ? [column, ...exchangeColumns] : [column],
      )
    : costColumns;

/** The budgeted rates as a text: `1 USD = 1.3 CAD`. */
export const budgetedRatesText = (rates: readonly BudgetedRate[], base: string): string =>
  rates.map(({ currency, rate }) => `1 ${currency} = ${rate} ${base}`).join(', ');

type ShownReport = Pick<CostReport, 'by' | 'totals' | 'budgetedRates'>;

/** Whether a report shows pattern and amort: by account, of a budget that has one of them (BUD-85). */
export const hasSeries = ({ by, totals }: Pick<CostReport, 'by' | 'totals'>) =>
  by === 'ACCOUNT' && (totals.pattern !== null || totals.amort !== null);

const columnsOf = (report: ShownReport) =>
  costColumnsOf(report).filter(({ id }) => hasSeries(report) || (id !== 'pattern' && id !== 'amort'));

/** What a file shows of a row, or of a sum. */
export type CostFileRow = CostFiguresResponse & { name: string; description: string };

/** The columns of a file. Amounts keep their sign; columns without a figure are empty. */
export function costFileColumns(report: ShownReport): LogColumn<CostFileRow>[] {
  return [
    logColumn<CostFileRow>(dimensionNames[report.by], 'text', 14, ({ name }) => name),
    logColumn<CostFileRow>('Description', 'text', 36, ({ description }) => description),
    ...columnsOf(report).map(({ id, name }) =>
      logColumn<CostFileRow>(name, 'amount', 16, (row) => {
        const amount = row[id];
        return amount === null || amount === undefined ? null : toCents(amount);
      }),
    ),
  ];
}

/** What a file shows of an account, of a payment without invoices, or of the total. */
export interface OpenCostRow {
  account: string;
  description: string;
  open: number | null;
  accrued: number | null;
  /** Of payments without invoices. */
  paid: number | null;
  original: { currency: string; amount: number } | null;
}

const centsOrNull = (amount: number | null) => (amount === null ? null : toCents(amount));

/** Payments have columns of their own if there are any (BUD-93). */
export function openCostColumns(hasPayments: boolean): LogColumn<OpenCostRow>[] {
  const columns = [
    logColumn<OpenCostRow>('Account', 'text', 14, ({ account }) => account),
    logColumn<OpenCostRow>('Description', 'text', 36, ({ description }) => description),
    logColumn<OpenCostRow>('Open Orders', 'amount', 16, ({ open }) => centsOrNull(open)),
    logColumn<OpenCostRow>('Accruals', 'amount', 16, ({ accrued }) => centsOrNull(accrued)),
  ];
  if (!hasPayments) return columns;
  return [
    ...columns,
    logColumn<OpenCostRow>('Payments without Invoices', 'amount', 24, ({ paid }) => centsOrNull(paid)),
    logColumn<OpenCostRow>('Payment Currency', 'text', 16, ({ original }) => original?.currency ?? null),
    logColumn<OpenCostRow>('Payment Amount', 'amount', 16, ({ original }) =>
      centsOrNull(original?.amount ?? null),
    ),
  ];
}

/** Writes the sign of an amount: a deviation reads the same in every column and on paper. */
export function signOf(amount: number): '+' | '−' | '' {
  return amount > 0 ? '+' : amount < 0 ? '−' : '';
}
