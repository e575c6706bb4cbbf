import type { ListRow } from '#domain/lists/lists';
import { Day } from '../../../parts/display/date-format.tsx';
import { TruncatedText, RowName, lastColumns } from '../../documents/list/cells.tsx';
import type { ListColumn } from '../../documents/list/list-definition.ts';
import { paymentDay } from '#domain/payments/payment-day';
import type { PaymentSummary } from '#domain/payments/payment-response';

/** (PA-06, PA-07) */
export const columns: readonly ListColumn<'PAYMENT', ListRow<PaymentSummary>>[] = [
  {
    id: 'PAYMENT_NUMBER',
    name: 'Payment #',
    isSortable: true,
    isRowHeader: true,
    width: '7.75rem',
    cell: (row) => (
      <RowName row={row}>
        <span className="figures font-medium">{row.number}</span>
      </RowName>
    ),
  },
  {
    id: 'DATE',
    name: 'Date',
    isSortable: true,
    width: '6.5rem',
    cell: (row) => <Day day={paymentDay(row)} />,
  },
  {
    id: 'VENDOR_NAME',
    name: 'Vendor Name',
    isSortable: true,
    cell: (row) => <TruncatedText text={row.vendorName} />,
  },
  {
    id: 'PAYMENT_TYPE',
    name: 'Payment Type',
    isSortable: true,
    shownFrom: 1221,
    width: '8.5rem',
    narrow: { width: '7.5rem' },
    cell: (row) => row.paymentType,
  },
  {
    id: 'BANK_NAME',
    name: 'Bank Name',
    isSortable: true,
    shownFrom: 1024,
    cell: (row) => <TruncatedText text={row.bankName} />,
  },
  ...lastColumns('Attachment'),
];
