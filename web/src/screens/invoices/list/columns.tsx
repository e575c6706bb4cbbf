import type { ListRow } from '#domain/lists/lists';
import { Day } from '../../../parts/display/date-format.tsx';
import { TruncatedText, RowName, lastColumns } from '../../documents/list/cells.tsx';
import type { ListColumn } from '../../documents/list/list-definition.ts';
import { useCreatorText } from './creator-text.ts';
import type { InvoiceRow } from '#domain/invoices/invoice-response';

function Creator({ creator }: Pick<InvoiceRow, 'creator'>) {
  return <TruncatedText text={useCreatorText(creator)} />;
}

/** (LS-08, LS-09) */
export const columns: readonly ListColumn<'INVOICE', ListRow<InvoiceRow>>[] = [
  {
    id: 'NUMBER',
    name: 'Invoice#',
    isSortable: true,
    isRowHeader: true,
    width: '8.75rem',
    cell: (row) => (
      <RowName row={row}>
        <span title={row.number} className="figures font-medium">
          {row.number}
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
    cell: (row) => <Day day={row.date} />,
  },
  {
    id: 'VENDOR_NAME',
    name: 'Vendor',
    isSortable: true,
    cell: (row) => <TruncatedText text={row.vendorName} />,
  },
  {
    id: 'DEPARTMENT',
    name: 'Department',
    isSortable: true,
    shownFrom: 1221,
    width: '8rem',
    narrow: { width: '6.75rem' },
    cell: (row) => <TruncatedText text={row.departmentName} />,
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
    cell: (row) => <Creator creator={row.creator} />,
  },
  ...lastColumns('Attachment'),
];
