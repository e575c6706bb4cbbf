import { Paperclip } from 'lucide-react';
import type { SortType } from '#domain/lists';
import { toCents } from '#domain/money';
import type { PurchaseOrderRow } from '#domain/purchase-order';
import { numberText } from '../../../forms/purchase-order/number.ts';
import { StatusChip } from '../../../parts/chip.tsx';
import { Day } from '../../../parts/date-format.tsx';
import { Money } from '../../../parts/money.tsx';
import type { TableColumn } from '../../../parts/table.tsx';

export function AttachmentCount(props: { count: number }) {
  const { count } = props;
  if (count === 0) return null;
  return (
    <span className="figures inline-flex items-center gap-1 text-ink-muted">
      <Paperclip aria-hidden className="size-3.5" />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{count === 1 ? '1 attachment' : `${count} attachments`}</span>
    </span>
  );
}

function Cut(props: { text: string }) {
  return <span title={props.text}>{props.text}</span>;
}

/** A change order, said short where its full words have no room. */
function RowBadge(props: { row: PurchaseOrderRow }) {
  const { row } = props;
  if (row.currentChangeOrderNumber === 0) return null;
  return (
    <span
      title={`Change Order ${row.currentChangeOrderNumber}`}
      className="text-xs font-normal text-ink-muted"
    >
      <span aria-hidden>{`CO ${row.currentChangeOrderNumber}`}</span>
      <span className="sr-only">{`Change Order ${row.currentChangeOrderNumber}`}</span>
    </span>
  );
}

type Column = TableColumn<PurchaseOrderRow> & { id: SortType | 'ATTACHMENTS' };

const columns: readonly Column[] = [
  {
    id: 'PO_NUMBER',
    name: 'PO #',
    isSortable: true,
    isRowHeader: true,
    width: '8.75rem',
    cell: (row) => (
      <span className="flex items-center gap-2">
        <span className="figures font-medium">{numberText(row)}</span>
        <RowBadge row={row} />
      </span>
    ),
  },
  { id: 'DATE', name: 'Date', isSortable: true, width: '6.75rem', cell: (row) => <Day day={row.poDate} /> },
  { id: 'VENDOR_NAME', name: 'Vendor', isSortable: true, cell: (row) => <Cut text={row.vendor.name} /> },
  {
    id: 'DEPARTMENT',
    name: 'Department',
    isSortable: true,
    width: '9rem',
    cell: (row) => <Cut text={row.department?.name ?? ''} />,
  },
  {
    id: 'DESCRIPTION',
    name: 'Description',
    isSortable: true,
    cell: (row) => <Cut text={row.description} />,
  },
  {
    id: 'CREATED_BY',
    name: 'Created By',
    isSortable: true,
    width: '10rem',
    cell: (row) => <Cut text={row.creator.name} />,
  },
  {
    id: 'TOTAL',
    name: 'Total',
    isSortable: true,
    align: 'right',
    width: '8rem',
    cell: (row) => <Money cents={toCents(row.totalCost)} currency={row.currency} />,
  },
  {
    id: 'STATUS',
    name: 'Status',
    isSortable: true,
    width: '11.75rem',
    cell: (row) => <StatusChip status={row.status} submissionStatus={row.submissionStatus} />,
  },
  {
    id: 'ATTACHMENTS',
    name: 'Attachments',
    hideName: true,
    width: '4rem',
    cell: (row) => <AttachmentCount count={row.attachmentCount} />,
  },
];

const onlyWide = new Set<string>(['DEPARTMENT', 'CREATED_BY']);

/** LS-03: the columns; on a tablet those stay that tell documents apart. */
export function columnsFor(isNarrow: boolean): readonly Column[] {
  return isNarrow ? columns.filter(({ id }) => !onlyWide.has(id)) : columns;
}

export function isSortType(id: string): id is SortType {
  return id !== 'ATTACHMENTS' && columns.some((column) => column.id === id);
}

/** LS-03: every sort, for where the table's heads are not all in sight. */
export const sortOptions: readonly { id: SortType; text: string }[] = columns.flatMap(({ id, name }) =>
  id === 'ATTACHMENTS' ? [] : [{ id, text: name }],
);
