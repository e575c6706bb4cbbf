import { prefetchList } from '../../documents/list/prefetch-list.ts';
import { CreatorScreen } from '../../documents/list/list.tsx';
import { purchaseOrders } from './purchase-orders.tsx';

/** `/po` (SH-05). */
export function CreatorList() {
  return <CreatorScreen kind={purchaseOrders} />;
}

export const prefetch = prefetchList(purchaseOrders, 'CREATOR');
