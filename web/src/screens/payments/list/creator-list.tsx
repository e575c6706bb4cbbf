import { prefetchList } from '../../documents/list/prefetch-list.ts';
import { CreatorScreen } from '../../documents/list/list.tsx';
import { payments } from './payments.tsx';

/** `/payment` (SH-62). */
export function CreatorPayments() {
  return <CreatorScreen kind={payments} />;
}

export const prefetch = prefetchList(payments, 'CREATOR');
