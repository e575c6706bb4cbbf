import { logColumn } from '#domain/lists/log-format';
import type { LogColumn } from '#domain/lists/log-format';
import { toCents } from '#domain/values/money';
import { dimensionNames } from './dimensions.ts';
import type { ReportDimension } from './dimensions.ts';
import type { CostFiguresResponse, OpenCosts } from './response.ts';

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
  { id: 'overUnder', name: '(Over)/Under', isSigned: true },
  { id: 'change', name: 'Change', isSigned: true },
] as const satisfies readonly { id: keyof CostFiguresResponse; name: string; isSigned: boolean }[];

/** What a file shows of a row, or of a sum. */
export type CostFileRow = CostFiguresResponse & { name: string; description: string };

/** The columns of a file. Amounts keep their sign; columns without a figure are empty. */
export function costFileColumns(by: ReportDimension): LogColumn<CostFileRow>[] {
  return [
    logColumn<CostFileRow>(dimensionNames[by], 'text', 14, ({ name }) => name),
    logColumn<CostFileRow>('Description', 'text', 36, ({ description }) => description),
    ...costColumns.map(({ id, name }) =>
      logColumn<CostFileRow>(name, 'amount', 16, (row) => {
        const amount = row[id];
        return amount === null ? null : toCents(amount);
      }),
    ),
  ];
}

export type OpenCostRow = OpenCosts['rows'][number];

export const openCostColumns: LogColumn<OpenCostRow>[] = [
  logColumn<OpenCostRow>('Account', 'text', 14, ({ account }) => account),
  logColumn<OpenCostRow>('Description', 'text', 36, ({ description }) => description),
  logColumn<OpenCostRow>('Open Orders', 'amount', 16, ({ open }) => toCents(open)),
  logColumn<OpenCostRow>('Accruals', 'amount', 16, ({ accrued }) => toCents(accrued)),
];

/** Writes the sign of an amount: a deviation reads the same in every column and on paper. */
export function signOf(amount: number): '+' | '−' | '' {
  return amount > 0 ? '+' : amount < 0 ? '−' : '';
}
