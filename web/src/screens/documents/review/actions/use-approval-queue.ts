import { useEffect } from 'react';
import useSWR from 'swr';
import type { DocType } from '#domain/document';
import { pageSize, sorts } from '#domain/lists/lists';
import { keys } from '../../../../keys.ts';
import { useIsPhone } from '../../../../parts/hooks/use-breakpoint.ts';
import { useSession } from '../../../../session/session.tsx';
import { commonParts } from '../../list/filters/common-filters.ts';
import { paymentParts } from '../../../payments/filters/filters.ts';
import { purchaseOrderParts } from '../../../purchase-orders/list/filters.ts';
import type { StoredDocument } from '../../document.ts';
import { noFilters } from '../../list/filters/filter-parts.ts';
import { usePrefetch } from '../../prefetch-document.ts';

const none = {
  PO: noFilters(purchaseOrderParts),
  INVOICE: noFilters(commonParts),
  PAYMENT: noFilters(paymentParts),
} as const;

/** The key of the queue's first page, as the approvals screen requests it. */
function useQueueKey(docType: DocType) {
  const { show, user } = useSession();
  const count = useIsPhone() ? pageSize.mobile : pageSize.dashboard;
  const query = { status: null, number: '', sort: sorts[docType].default, filters: none[docType] };
  return keys.documents(docType, show.id, 'APPROVER', { query, userId: user.id, onlyOwn: false, count }, 1);
}

/**
 * The neighbors of a document in the loaded page of the approver's queue. Prefetches the next one, which opens after a
 * decision (DEC-30).
 */
export function useQueue({ docType, id }: StoredDocument): { next: string | null; previous: string | null } {
  const { data } = useSWR<{ rows: { id: string }[] }>(useQueueKey(docType), null);
  const rows = data?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  const next = rows[at + 1]?.id ?? null;
  const previous = rows[at - 1]?.id ?? null;
  const read = usePrefetch(docType, 'APPROVER');
  useEffect(() => {
    if (next !== null) read(next);
  }, [next, read]);
  return { next, previous };
}
