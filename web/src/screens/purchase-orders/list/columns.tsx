import type { ListRow } from '#domain/lists/lists';
import { orderNumber } from '#domain/documents/document-number';
import { Day } from '../../../parts/display/date-format.tsx';
import { TruncatedText, RowName, lastColumns } from '../../documents/list/cells.tsx';
import type { ListColumn } from '../../documents/list/list-definition.ts';
import type { PurchaseOrderRow } from '#domain/purchase-orders/purchase-order-response';

/** A change order, abbreviated where there is no room for the full text. */
export function RowBadge(props: { row: PurchaseOrderRow }) {
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

/** (LS-03) */
export const columns: readonly ListColumn<'PO', ListRow<PurchaseOrderRow>>[] = [
  {
    id: 'PO_NUMBER',
    name: 'PO #',
    isSortable: true,
    isRowHeader: true,
    width: '8.75rem',
    cell: (row) => (
      <RowName row={row}>
        <span className="flex items-center gap-2">
          <span className="figures font-medium">{orderNumber(row)}</span>
          <RowBadge row={row} />
        </span>
      </RowName>
    ),
  },
  {
    id: 'DATE',
    name: 'Date',
    isSortable: true,
    shownFrom: 900,
    width: '6.5rem',
    cell: (row) => <Day day={row.poDate} />,
  },
  {
    id: 'VENDOR_NAME',
    name: 'Vendor',
    isSortable: true,
    cell: (row) => <TruncatedText text={row.vendor.name} />,
  },
  {
    id: 'DEPARTMENT',
    name: 'Department',
    isSortable: true,
    shownFrom: 1221,
    width: '8rem',
    narrow: { width: '6.75rem' },
    cell: (row) => <TruncatedText text={row.department?.name ?? ''} />,
  },
  {
    id: 'DESCRIPTION',
    name: 'Description',
    isSortable: true,
    cell: (row) => <TruncatedText text={row.description} />,
  },
  {
    id: 'CREATED_BY',
    name: 'Created By',
    isSortable: true,
    shownFrom: 1221,
    width: '8rem',
    narrow: { width: '6.75rem' },
    cell: (row) => <TruncatedText text={row.creator.name} />,
  },
  ...lastColumns('Attachments'),
];
