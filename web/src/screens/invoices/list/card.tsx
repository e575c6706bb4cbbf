import type { ListRow } from '#domain/lists/lists';
import { CardLines } from '../../documents/list/card-lines.tsx';
import { useCreatorText } from './creator-text.ts';
import type { InvoiceRow } from '#domain/invoices/invoice-response';

/** (UX-09) */
export function InvoiceCard({ row }: { row: ListRow<InvoiceRow> }) {
  const creator = useCreatorText(row.creator);
  return (
    <CardLines
      number={row.number}
      row={row}
      who={row.vendorName}
      what={`${row.description} · ${creator}`}
      day={row.date}
    />
  );
}
