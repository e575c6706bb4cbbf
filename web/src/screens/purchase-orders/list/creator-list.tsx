import { PurchaseOrderList } from './list.tsx';

/** `/po` (SH-05). */
export function CreatorList() {
  return <PurchaseOrderList persona="CREATOR" title="Purchase Orders" />;
}
