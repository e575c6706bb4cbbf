import { importLimits } from '#domain/import/table';
import { logColumn } from '#domain/lists/log-format';
import type { LogColumn } from '#domain/lists/log-format';
import { toCents } from '#domain/values/money';
import { kindNames, seriesNames } from '#domain/budget/budget';
import type { Budget, BudgetLineResponse } from '#domain/budget/budget-response';
import { kindColumn } from './kind-column.ts';
import { seriesColumn } from './series-column.ts';
import { lineCodeNames, lineCodeTypes } from '#domain/budget/line-codes';

/** A line of a budget, or its total. */
type FileRow = BudgetLineResponse | { total: Budget['totals'] };

const amountColumn = (
  name: string,
  amountOf: (amounts: Pick<BudgetLineResponse, 'original' | 'transfers' | 'overages' | 'final'>) => number,
) => logColumn<FileRow>(name, 'amount', 16, (row) => toCents(amountOf('total' in row ? row.total : row)));

const lineColumn = (name: string, width: number, textOf: (line: BudgetLineResponse) => string | undefined) =>
  logColumn<FileRow>(name, 'text', width, (row) => ('total' in row ? null : (textOf(row) ?? null)));

/**
 * The columns of a budget as a file, under the headings that an import reads (BUD-86). The amount to import is the last
 * one; imports ignore those before it.
 */
export function budgetFileColumns({ status, lines, isPartial }: Budget): LogColumn<FileRow>[] {
  const usedTypes = lineCodeTypes.filter((type) => lines.some(({ codes }) => codes[type]));
  const hasSeries = lines.some(({ series }) => series !== null);
  const totalName = isPartial ? 'Total of the listed accounts' : 'Total';
  return [
    // A line without an account of the chart is found by its kind.
    lineColumn('Account', 14, ({ account, kind }) => (account === kind ? '' : account)),
    logColumn<FileRow>('Description', 'text', 36, (row) => ('total' in row ? totalName : row.description)),
    lineColumn(kindColumn.heading, 12, ({ kind }) => kindNames[kind]),
    ...usedTypes.map((type) => lineColumn(lineCodeNames[type], 12, ({ codes }) => codes[type])),
    ...(hasSeries
      ? [lineColumn(seriesColumn.heading, 16, ({ series }) => (series === null ? '' : seriesNames[series]))]
      : []),
    ...(status === 'LOCKED'
      ? [
          amountColumn('Locked Budget', ({ original }) => original),
          amountColumn('Transfers', ({ transfers }) => transfers),
          amountColumn('Approved Overages', ({ overages }) => overages),
        ]
      : []),
    amountColumn('Budget', ({ final }) => final),
  ];
}

/** The lines, and their total where the file may have one row more. */
export const budgetFileRows = ({ lines, totals }: Budget): FileRow[] => [
  ...lines,
  ...(lines.length < importLimits.rows ? [{ total: totals }] : []),
];
