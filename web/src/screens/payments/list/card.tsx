import type { ListRow } from '#domain/lists/lists';
import { CardLines } from '../../documents/list/card-lines.tsx';
import { paymentDay } from '#domain/payments/payment-day';
import type { PaymentSummary } from '#domain/payments/payment-response';

/** (PA-08) */
export function PaymentCard({ row }: { row: ListRow<PaymentSummary> }) {
  return (
    <CardLines
      number={row.number}
      row={row}
      who={row.payeeName}
      what={`${row.paymentType} · ${row.bankName}`}
      day={paymentDay(row)}
    />
  );
}
