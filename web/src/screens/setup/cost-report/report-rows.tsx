import { Button as AriaButton } from 'react-aria-components/Button';
import { costColumns, costColumnsOf, hasSeries } from '#domain/budget/cost-report/columns';
import type { CostColumn } from '#domain/budget/cost-report/columns';
import type { CostFiguresResponse, CostReport, CostRowResponse } from '#domain/budget/cost-report/response';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import { formatMoney, toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { ChipShape } from '../../../parts/display/status-shape.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import {
  Amount,
  FigureMark,
  Mark,
  Paid,
  paidName,
  Series,
  seriesColumns,
  seriesName,
  Variance,
  varianceName,
} from './report-figures.tsx';
import type { Item } from './report-figures.tsx';

/** In rem. */
const widths = {
  account: 5.75,
  otherCode: 11,
  description: 7.75,
  /** The gutter of the table in the last column. */
  gutter: 1.125,
  perCharacter: 0.5,
  leastFigure: 6,
  leastSigned: 6.25,
};

/** As wide as the longest amount of the column needs. */
function widthOf(column: (typeof costColumns)[number], items: readonly Item[], currency: string): number {
  const amounts = items.map((item) => item[column.id] ?? 0);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const longest = column.isSigned ? [-Math.max(-least, most)] : [least, most];
  const lengths = longest.map((amount) => formatMoney(toCents(amount), currency).length);
  const minimum = column.isSigned ? widths.leastSigned : widths.leastFigure;
  return Math.max(minimum, Math.max(...lengths) * widths.perCharacter - 0.25);
}

const isUnbudgeted = (item: Item, by: CostReport['by']) =>
  by === 'ACCOUNT' && !item.isSum && item.kind === null;

/**
 * The columns that have a figure in some row. What is paid has no column of its own: it is below the actual amount, as an
 * amort is below the pattern.
 */
const usedColumns = (report: CostReport, items: readonly Item[]) =>
  costColumns.filter(({ id }) =>
    id === 'pattern'
      ? hasSeries(report)
      : id !== 'paid' && id !== 'amort' && items.some((item) => item[id] !== null),
  );

/** What the head of a column calls the figures below those of the column. */
function secondName(id: CostColumn['id'], items: readonly Item[]): string {
  if (id === 'actual' && items.some(({ paid }) => paid !== null && paid !== 0)) return `, ${paidName}`;
  if (id === 'total' && items.some(({ exchangeVariance = 0 }) => exchangeVariance !== 0))
    return `, ${varianceName}`;
  return '';
}

function columnsOf(report: CostReport, items: readonly Item[]) {
  const { by, currency } = report;
  const used = usedColumns(report, items).map((column, at, { length }) => ({
    ...column,
    width:
      Math.max(
        ...(column.id === 'pattern' ? seriesColumns : [column]).map((one) => widthOf(one, items, currency)),
      ) + (at === length - 1 ? widths.gutter : 0),
  }));
  const codeWidth = by === 'ACCOUNT' ? widths.account : widths.otherCode;
  const columns: TableColumn<Item>[] = [
    {
      id: 'code',
      name: dimensionNames[by],
      width: `${codeWidth}rem`,
      isRowHeader: true,
      cell: ({ isSum, name }) => (
        <span className={isSum ? 'sr-only' : 'font-medium'} title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'description',
      name: 'Description',
      cell: (item) =>
        item.isSum ? (
          <span aria-hidden className="font-semibold">
            {item.name}
          </span>
        ) : (
          <>
            <span className="block truncate" title={item.description}>
              {item.description}
            </span>
            {isUnbudgeted(item, by) ? (
              <span className="flex items-center gap-1 font-medium text-caution">
                <ChipShape shape="triangle" />
                Not budgeted
              </span>
            ) : null}
          </>
        ),
    },
    ...used.map((column): TableColumn<Item> => ({
      id: column.id,
      name: column.id === 'pattern' ? seriesName : column.name + secondName(column.id, items),
      width: `${column.width}rem`,
      align: 'right',
      cell: (item) => (
        <>
          {column.id === 'pattern' ? (
            <Series item={item} />
          ) : (
            <Amount figures={item} column={column} currency={item.currency} />
          )}
          {column.id === 'actual' ? <Paid {...item} /> : null}
          {column.id === 'total' ? <Variance {...item} /> : null}
          {column.id === 'overUnder' || column.id === 'efc' ? (
            <FigureMark item={item} column={column.id} />
          ) : null}
        </>
      ),
    })),
  ];
  const figures = used.reduce((sum, { width }) => sum + width, 0);
  return { columns, minWidth: `${codeWidth + widths.description + figures}rem` };
}

const cardClass = 'block w-full rounded-lg border border-line bg-surface-raised px-4 py-3 text-left';

function Card({ item, report }: { item: Item; report: CostReport }) {
  const { by } = report;
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={item.isSum ? 'font-semibold' : 'font-medium'}>{item.name}</span>
        <Mark item={item} />
        {isUnbudgeted(item, by) ? (
          <Chip tone="caution" shape="triangle">
            Not budgeted
          </Chip>
        ) : null}
      </span>
      <span className="block text-sm wrap-anywhere text-ink-muted">{item.description}</span>
      {costColumnsOf(report)
        .filter(({ id }) => (item[id] ?? null) !== null)
        .map((column) => (
          <span key={column.id} className="flex justify-between gap-3 text-sm">
            <span className="text-ink-muted">{column.name}</span>
            <Amount figures={item} column={column} currency={item.currency} />
          </span>
        ))}
    </>
  );
}

/** Rows and totals of a report; a row opens its documents unless the report is issued (REPORT-05). */
export function ReportRows(props: {
  report: CostReport;
  rows: readonly CostRowResponse[];
  onOpen: ((item: Item) => void) | null;
}) {
  const { report, rows, onOpen } = props;
  const { by, currency } = report;
  const isPhone = useIsPhone();
  const sum = (id: string, name: string, figures: CostFiguresResponse): Item => ({
    ...figures,
    id,
    code: id,
    name,
    description: '',
    kind: null,
    category: '',
    estimateRevision: 0,
    currency,
    isSum: true,
  });
  const isWhole = rows.length === report.rows.length;
  const items: Item[] = [
    ...rows.map((row) => ({ ...row, id: row.code || '-', currency, isSum: false })),
    ...(isWhole && by === 'ACCOUNT'
      ? [sum('#without', 'Without contingency', report.withoutContingency)]
      : []),
    ...(isWhole ? [sum('#total', 'Total', report.totals)] : []),
  ];
  const canOpen = (item: Item) => !item.isSum && (by === 'ACCOUNT' || item.code !== '');
  const open = onOpen && ((item: Item) => (canOpen(item) ? onOpen(item) : undefined));
  if (!isPhone) {
    const { columns, minWidth } = columnsOf(report, items);
    return (
      <div
        data-compact=""
        className="overflow-x-auto [&_td]:px-1.5 [&_td]:leading-[0.95rem] [&_th]:px-1.5 [&_th]:whitespace-normal"
      >
        <div style={{ minWidth }}>
          <Table
            label="Cost report"
            columns={columns}
            items={items}
            empty={null}
            {...(open && { onOpen: open })}
          />
        </div>
      </div>
    );
  }
  return (
    <ul aria-label="Cost report" className="gutter grid grid-cols-1 gap-2 pb-4">
      {items.map((item) => (
        <li key={item.id}>
          {open && canOpen(item) ? (
            <AriaButton onPress={() => open(item)} className={`${cardClass} cursor-pointer`}>
              <Card item={item} report={report} />
            </AriaButton>
          ) : (
            <div className={cardClass}>
              <Card item={item} report={report} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
