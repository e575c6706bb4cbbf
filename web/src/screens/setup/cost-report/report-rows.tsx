import { Button as AriaButton } from 'react-aria-components/Button';
import { costColumns, signOf } from '#domain/budget/cost-report/columns';
import type { CostFiguresResponse, CostReport, CostRowResponse } from '#domain/budget/cost-report/response';
import { needsReview } from '#domain/estimates/estimate';
import { dimensionNames } from '#domain/budget/cost-report/dimensions';
import { toCents } from '#domain/values/money';
import { Chip } from '../../../parts/display/chip.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';

export type Item = CostRowResponse & { id: string; currency: string; isSum: boolean };

/** An amount of a column; a deviation has its sign also above zero. */
function Amount(props: {
  figures: CostFiguresResponse;
  column: (typeof costColumns)[number];
  currency: string;
}) {
  const { figures, column, currency } = props;
  const amount = figures[column.id];
  if (amount === null) return <span className="text-ink-muted">—</span>;
  const isOver = column.id === 'overUnder' && amount < 0;
  return (
    <span className={isOver ? 'font-medium text-negative' : undefined}>
      {column.isSigned ? signOf(amount) : ''}
      <Money cents={toCents(column.isSigned ? Math.abs(amount) : amount)} currency={currency} />
    </span>
  );
}

function Mark({ item }: { item: Item }) {
  return (
    <>
      {item.overUnder !== null && item.overUnder < 0 ? (
        <Chip tone="negative" shape="cross">
          Over budget
        </Chip>
      ) : null}
      {!item.isSum && needsReview(item.etc) ? (
        <Chip tone="caution" shape="triangle">
          Above EFC
        </Chip>
      ) : null}
    </>
  );
}

/** Amounts of eight digits in compact rows, so that all columns fit on a screen of 1440 px. */
const figureWidth = '7rem';
const signedWidth = '7.5rem';
/** With the gutter of the table. */
const lastWidth = '8.5rem';

const isUnbudgeted = (item: Item, by: CostReport['by']) =>
  by === 'ACCOUNT' && !item.isSum && item.kind === null;

/** The columns that have a figure in some row. */
const usedColumns = (items: readonly Item[]) =>
  costColumns.filter(({ id }) => items.some((item) => item[id] !== null));

function columnsOf(by: CostReport['by'], used: ReturnType<typeof usedColumns>): TableColumn<Item>[] {
  return [
    {
      id: 'code',
      name: dimensionNames[by],
      width: by === 'ACCOUNT' ? '4.75rem' : '11rem',
      isRowHeader: true,
      cell: (item) => <span className={item.isSum ? 'font-semibold' : 'font-medium'}>{item.name}</span>,
    },
    {
      id: 'description',
      name: 'Description',
      cell: (item) => (
        <span className="flex items-center gap-2" title={item.description}>
          <span className="truncate">{item.description}</span>
          <Mark item={item} />
          {isUnbudgeted(item, by) ? (
            <Chip tone="caution" shape="triangle">
              Not budgeted
            </Chip>
          ) : null}
        </span>
      ),
    },
    ...used.map((column, at): TableColumn<Item> => ({
      id: column.id,
      name: column.name,
      width: at === used.length - 1 ? lastWidth : column.isSigned ? signedWidth : figureWidth,
      align: 'right',
      cell: (item) => <Amount figures={item} column={column} currency={item.currency} />,
    })),
  ];
}

const cardClass = 'block w-full rounded-lg border border-line bg-surface-raised px-4 py-3 text-left';

function Card({ item, by }: { item: Item; by: CostReport['by'] }) {
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
      {costColumns
        .filter(({ id }) => item[id] !== null)
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
  const used = usedColumns(items);
  const canOpen = (item: Item) => !item.isSum && (by === 'ACCOUNT' || item.code !== '');
  const open = onOpen && ((item: Item) => (canOpen(item) ? onOpen(item) : undefined));
  if (!isPhone)
    return (
      <div data-compact="" className="overflow-x-auto [&_td]:px-2 [&_th]:px-2">
        <div style={{ minWidth: `calc(14rem + ${used.length} * ${figureWidth})` }}>
          <Table
            label="Cost report"
            columns={columnsOf(by, used)}
            items={items}
            empty={null}
            {...(open && { onOpen: open })}
          />
        </div>
      </div>
    );
  return (
    <ul aria-label="Cost report" className="gutter grid grid-cols-1 gap-2 pb-4">
      {items.map((item) => (
        <li key={item.id}>
          {open && canOpen(item) ? (
            <AriaButton onPress={() => open(item)} className={`${cardClass} cursor-pointer`}>
              <Card item={item} by={by} />
            </AriaButton>
          ) : (
            <div className={cardClass}>
              <Card item={item} by={by} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
