import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import useSWR, { useSWRConfig } from 'swr';
import { inApproval } from '#domain/document';
import type { DocType } from '#domain/document';
import { pageSize } from '#domain/lists/lists';
import { currentApprovers } from '#domain/workflow/workflow';
import { keys } from '../../../../keys.ts';
import { useIsPhone } from '../../../../parts/hooks/use-breakpoint.ts';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { defaultSort } from '../../../../session/queue-sort.ts';
import { useSession } from '../../../../session/session.tsx';
import { useCounts } from '../../../../session/waiting-counts.ts';
import { invoiceParts } from '../../../invoices/list/filter-parts.ts';
import type { InvoiceListFilters } from '../../../invoices/list/filter-parts.ts';
import { paymentParts } from '../../../payments/filters/filter-parts.ts';
import type { PaymentListFilters } from '../../../payments/filters/filter-parts.ts';
import { purchaseOrderParts } from '../../../purchase-orders/list/filter-parts.ts';
import type { PurchaseOrderListFilters } from '../../../purchase-orders/list/filter-parts.ts';
import type { StoredDocument } from '../../document.ts';
import { withoutDecided } from '../../list/decided-rows.ts';
import type { QueuePage, QueueRow } from '../../list/decided-rows.ts';
import { noFilters } from '../../list/filters/filter-parts.ts';
import { listTexts } from '../../list/messages.ts';
import { kinds, nextPath } from '../../paths.ts';
import { usePrefetch } from '../../prefetch-document.ts';

const none: {
  PO: PurchaseOrderListFilters;
  INVOICE: InvoiceListFilters;
  PAYMENT: PaymentListFilters;
} = {
  PO: noFilters(purchaseOrderParts),
  INVOICE: noFilters(invoiceParts),
  PAYMENT: noFilters(paymentParts),
};

/** The first rows of a queue, as the list caches them. */
type Queue = QueuePage<QueueRow>;

/** The key of the queue's first `count` rows. With the size of a page it is the one of the approvals screen. */
function useQueueKey(docType: DocType): (more?: number) => ReturnType<typeof keys.documents> {
  const { show, user } = useSession();
  const size = useIsPhone() ? pageSize.mobile : pageSize.dashboard;
  const sort = defaultSort(docType, 'APPROVER', user.id, null);
  const query = { status: null, number: '', sort, filters: none[docType] };
  return (more = 0) => {
    const request = { query, userId: user.id, onlyOwn: false, count: size + more };
    return keys.documents(docType, show.id, 'APPROVER', request, 1);
  };
}

/** Navigation state of a run through the queue: the documents that the user has passed in it, oldest first. */
interface RunState {
  passed: readonly string[];
}

function passedIn(state: unknown): readonly string[] {
  return (state as Partial<RunState> | null)?.passed ?? [];
}

/** The first document behind this one, else from the beginning, that the run has not passed. */
function firstUnseen(rows: readonly { id: string }[], id: string, passed: readonly string[]): string | null {
  const at = rows.findIndex((row) => row.id === id);
  const turned = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return turned.find((row) => !passed.includes(row.id))?.id ?? null;
}

function rowsOf(queue: Queue | undefined): readonly QueueRow[] {
  return queue ? (withoutDecided<QueueRow, Queue>([queue])[0]?.rows ?? []) : [];
}

/** The run through the approver's queue that this document is part of; opening a document from a list begins one. */
export function useApprovalRun({ docType, id }: StoredDocument) {
  const { mutate } = useSWRConfig();
  const { state } = useLocation() as { state: unknown };
  const passed = passedIn(state);
  const keyOf = useQueueKey(docType);
  const { data: queue } = useSWR<Queue>(keyOf(), null);
  const rows = rowsOf(queue);
  const candidate = firstUnseen(rows, id, passed);
  return {
    passed,
    rows,
    candidate,
    /** The navigation options of the next document. */
    onward: { state: { passed: [...passed.filter((each) => each !== id), id] } satisfies RunState },
    /** Records that the queue is empty, so that the list shows it at once. */
    markEmpty: () => {
      const key = keyOf();
      const empty = {
        rows: [],
        total: 0,
        sums: [],
        requestKey: JSON.stringify(key[4]),
        requestedAt: performance.now(),
      };
      void mutate(key, empty, { revalidate: false });
    },
    /** The document to open next, null at the end of the run. Reads the queue if no loaded row is left. */
    findNext: async (): Promise<string | null> => {
      if (candidate !== null) return candidate;
      // One row more for each passed document, so that one that was not passed is among them.
      const key = keyOf(passed.length);
      const { readQueue } = await import('./read-queue.ts');
      const read = await mutate<Queue>(key, readQueue(docType, key), { revalidate: false });
      return firstUnseen(rowsOf(read), id, passed);
    },
  };
}

/**
 * Moves through the approver's queue without deciding. `next` is null only if nothing else waits for the user; at the
 * end of the run it leads to the list (RUN-01). Prefetches the next document.
 */
export function useQueue(document: StoredDocument) {
  const { docType, id } = document;
  const { user } = useSession();
  const { data: counts } = useCounts();
  const navigate = useNavigate();
  const flash = useToast();
  const run = useApprovalRun(document);
  const { passed, rows, candidate, onward } = run;
  const [isLoading, setLoading] = useState(false);
  const read = usePrefetch(docType, 'APPROVER');
  useEffect(() => {
    if (candidate !== null) read(candidate);
  }, [candidate, read]);
  const { code, queue: list } = kinds[docType];
  const isOwnTurn =
    inApproval(document.status) && currentApprovers(document.subject.instance).includes(user.id);
  const others = counts && Math.max(0, counts.awaitingApproval[code] - (isOwnTurn ? 1 : 0));
  const isEnd = candidate === null && (others ?? 0) <= rows.filter((row) => row.id !== id).length;
  const before = passed.at(-1) ?? rows[rows.findIndex((row) => row.id === id) - 1]?.id ?? null;
  const openNext = async () => {
    setLoading(true);
    const { pathname } = location;
    try {
      const next = await run.findNext();
      if (location.pathname !== pathname) return;
      await (next === null ? navigate(list) : navigate(nextPath(docType, next), onward));
    } catch {
      flash('failure', listTexts.failed(docType));
    } finally {
      setLoading(false);
    }
  };
  return {
    /** How many other documents wait for the user. Undefined while loading. */
    others,
    isOwnTurn,
    isLoading,
    next: isEnd && passed.length === 0 ? null : { isEnd, open: () => void openNext() },
    previous:
      before === null
        ? null
        : () => void navigate(nextPath(docType, before), { state: { passed: passed.slice(0, -1) } }),
  };
}
