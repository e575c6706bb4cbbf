import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import type { DocType } from '#domain/document';
import { isApprover } from '#domain/identity/permissions';
import { PageTabs } from '../../parts/page/page-tabs.tsx';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { useTitle } from '../../parts/hooks/use-document-title.ts';
import { useSession } from '../../session/session.tsx';
import type { Prefetch } from '../../session/startup.ts';
import { useCounts } from '../../session/waiting-counts.ts';
import type { Rights } from '../../session/api-types.ts';
import { kinds } from '../documents/paths.ts';
import { GettingStarted } from '../setup/getting-started.tsx';
import { Home, readHome, useHome } from './queue-summary.tsx';
import { prefetchList } from '../documents/list/prefetch-list.ts';
import { DocumentList } from '../documents/list/list.tsx';
import { purchaseOrders } from '../purchase-orders/list/purchase-orders.tsx';
import { Link } from 'react-aria-components/Link';
import { StatusChip } from '../../parts/display/chip.tsx';
import { hrefOf } from '../documents/list/row-href.ts';
import { OwnDocument } from './own-document.tsx';
import { Questions } from './questions.tsx';
import { HomeTiles, useEarlierLines } from './tiles.tsx';

/** The questions to the user and their own documents, above the queue, for users who approve nothing (DEC-14). */
function OwnDocuments() {
  const { rights, can } = useSession();
  const { data } = useHome();
  if (isApprover(rights.role) || !data || data.own.length === 0) return null;
  const toRevise = data.own.filter(({ submissionStatus }) => submissionStatus === 'Needs revision').length;
  const lists = [kinds.PO, ...(rights.invoices ? [kinds.INVOICE] : [])].filter(({ create }) =>
    can(create, 'READ'),
  );
  return (
    <>
      {data.questions.length > 0 ? (
        <div className="gutter pt-3">
          <Questions questions={data.questions} />
        </div>
      ) : null}
      <section aria-labelledby="own-documents" className="gutter pt-3 pb-4 max-sm:pb-3">
        <div className="flex max-w-3xl flex-wrap items-baseline gap-x-4">
          <h2 id="own-documents" className="grow pb-1 font-semibold">
            Your documents
            {toRevise > 0 ? (
              <span className="font-normal text-ink-muted">{` · ${toRevise} sent back to you`}</span>
            ) : null}
          </h2>
          {lists.map(({ home, plural }) => (
            <Link
              key={home}
              href={`${home}?status=all`}
              className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm text-sm text-ink-muted underline underline-offset-2 data-hovered:no-underline"
            >
              {`All ${plural}`}
            </Link>
          ))}
        </div>
        <ul className="max-w-3xl">
          {data.own.map((row) => (
            <OwnDocument key={row.id} row={row} href={hrefOf(row.docType, row, 'CREATOR')}>
              <span className="w-42 shrink-0 max-sm:order-last max-sm:w-full">
                <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
              </span>
            </OwnDocument>
          ))}
        </ul>
      </section>
    </>
  );
}

interface HubTab {
  /** The last part of the tab's path (SH-15). */
  id: string;
  text: string;
  /** Shown on a phone, which has no room for `text`. */
  short: string;
  docType: DocType;
  isShown: (rights: Rights) => boolean;
  List: ComponentType;
}

function PurchaseOrders() {
  return <DocumentList kind={purchaseOrders} persona="APPROVER" title={null} />;
}

// The other queues load after the first one.
const Invoices = lazyPart(async () => {
  const { invoices } = await import('../invoices/list/invoices.tsx');
  return () => <DocumentList kind={invoices} persona="APPROVER" title={null} />;
});
const Payments = lazyPart(async () => {
  const { payments } = await import('../payments/list/payments.tsx');
  return () => <DocumentList kind={payments} persona="APPROVER" title={null} />;
});

const purchaseOrderTab: HubTab = {
  id: 'purchase-orders',
  text: 'Purchase Orders',
  short: 'POs',
  docType: 'PO',
  isShown: () => true,
  List: PurchaseOrders,
};

/** A tab is shown to users who may see its type of document (SH-14, SH-16). */
const hubTabs: readonly HubTab[] = [
  purchaseOrderTab,
  {
    id: 'invoices',
    text: 'Invoices',
    short: 'Invoices',
    docType: 'INVOICE',
    isShown: (rights) => rights.invoices,
    List: Invoices,
  },
  {
    id: 'payments',
    text: 'Payments',
    short: 'Payments',
    docType: 'PAYMENT',
    isShown: (rights) => rights.payments,
    List: Payments,
  },
];

const prefetchOrders = prefetchList(purchaseOrders, 'APPROVER');

/** Prefetches what the screen opens with. The other queues load later. */
export const prefetch: Prefetch = (who, at) => {
  const isOrders = /^\/approvals\/?$|\/purchase-orders\/?$/.test(at.pathname);
  return Promise.all([readHome(who.show.id), isOrders && prefetchOrders(who, at)]);
};

/**
 * `/approvals[/:approvalTab]`: the documents that wait for the user (SH-14 to SH-17). An unknown tab shows the purchase
 * orders. A tab of documents that the user may not see redirects to `/` (SH-36).
 */
export function ApprovalsHub() {
  const { rights, show, shows } = useSession();
  const { approvalTab } = useParams();
  const { data: meta } = useCounts();
  const home = useHome();
  const tabs = hubTabs.filter(({ isShown }) => isShown(rights));
  const selected = tabs.find(({ id }) => id === approvalTab) ?? purchaseOrderTab;
  const { docType, List } = selected;
  // The startup response already has the count for purchase orders (SH-50).
  const atStart = shows.find(({ id }) => id === show.id)?.awaitingApprovalCount;
  const waiting = (tab: HubTab) =>
    meta?.awaitingApproval[kinds[tab.docType].code] ?? (tab === purchaseOrderTab ? atStart : undefined);
  const toRevise = isApprover(rights.role) ? meta?.toRevise : undefined;
  useTitle(selected === purchaseOrderTab ? 'Approvals' : `Approvals: ${selected.text}`);
  const isRefused = hubTabs.some(({ id, isShown }) => id === approvalTab && !isShown(rights));
  const earlierLines = useEarlierLines();
  // What comes above the queue must not push it down: the own documents of a user who approves nothing, and at the first
  // visit the tiles, whose height is not known.
  const isAboveUnknown = !isApprover(rights.role) || earlierLines === null;
  const isHomeLoading = isAboveUnknown && !home.data && !home.error;
  if (isRefused) return <Navigate to="/" replace />;
  return (
    <>
      <GettingStarted />
      <div className="gutter pt-5 pb-1 max-sm:p-0">
        <h1 className="text-xl font-semibold max-sm:sr-only">Approvals</h1>
      </div>
      <HomeTiles earlierLines={earlierLines} />
      {isHomeLoading ? (
        <LoadingContent />
      ) : (
        <>
          <OwnDocuments />
          <PageTabs
            label="Approvals"
            selected={selected.id}
            tabs={tabs.map((tab) => ({ ...tab, href: `/approvals/${tab.id}`, waiting: waiting(tab) ?? 0 }))}
          >
            <div className="gutter">
              <Home docType={docType} waiting={waiting(selected)} toRevise={toRevise} />
            </div>
            <Suspense fallback={<LoadingContent />}>
              <List />
            </Suspense>
          </PageTabs>
        </>
      )}
    </>
  );
}
