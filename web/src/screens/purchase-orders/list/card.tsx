import type { ListRow } from '#domain/lists/lists';
import { orderNumber } from '#domain/documents/document-number';
import { CardLines } from '../../documents/list/card-lines.tsx';
import type { PurchaseOrderRow } from '#domain/purchase-orders/purchase-order-response';

/** (UX-09) */
export function PurchaseOrderCard({ row }: { row: ListRow<PurchaseOrderRow> }) {
  return (
    <CardLines
      number={orderNumber(row)}
      row={row}
      who={row.vendor.name}
      what={`${row.description} · ${row.creator.name}`}
      day={row.poDate}
    />
  );
}
