import { useTitle } from '../../../parts/use-title.ts';
import { PurchaseOrderList } from './list.tsx';

/** `/po` (SH-05). */
export function CreatorList() {
  useTitle('Purchase Orders');
  return <PurchaseOrderList persona="CREATOR" title="Purchase Orders" />;
}
