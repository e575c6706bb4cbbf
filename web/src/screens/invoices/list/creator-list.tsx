import { prefetchList } from '../../documents/list/prefetch-list.ts';
import { CreatorScreen } from '../../documents/list/list.tsx';
import { invoices } from './invoices.tsx';

/** `/invoice` (SH-54). */
export function CreatorInvoices() {
  return <CreatorScreen kind={invoices} />;
}

export const prefetch = prefetchList(invoices, 'CREATOR');
