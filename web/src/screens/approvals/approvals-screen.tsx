import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import type { DocType } from '#domain/document';
import { isApprover } from '#domain/identity/permissions';
import { PageTabs } from '../../parts/page/page-tabs.tsx';
import { later } from '../../parts/hooks/lazy-part.tsx';
import { Loading } from '../../parts/controls/spinner.tsx';
import { useTitle } from '../../parts/hooks/use-document-title.ts';
import { useSession } from '../../session/session.tsx';
import type { Prefetch } from '../../session/startup.ts';
import { useCounts } from '../../session/waiting-counts.ts';
import type { Rights } from '../../session/api-types.ts';
import { kinds } from '../documents/paths.ts';
import { GettingStarted } from '../setup/getting-started.tsx';
import { Home, readHome, useHome } from './queue-summary.tsx';
import { OwnDocuments } from './own-documents.tsx';
import { prefetchList } from '../documents/list/prefetch-list.ts';
import { DocumentList } from '../documents/list/list.tsx';
import { purchaseOrders } from '../purchase-orders/list/purchase-orders.tsx';

interface HubTab {
  /** The last part of its address (SH-15). */
  id: string;
  text: string;
  /** Where a phone has no room for the text. */
  short: string;
  docType: DocType;
  isShown: (rights: Rights) => boolean;
  List: ComponentType;
}

function PurchaseOrders() {
  return <DocumentList kind={purchaseOrders} persona="APPROVER" title={null} />;
}

// The other queues are one press away, and come after the first.
const Invoices = later(async () => {
  const { invoices } = await import('../invoices/list/invoices.tsx');
  return () => <DocumentList kind={invoices} persona="APPROVER" title={null} />;
});
const Payments = later(async () => {
  const { payments } = await import('../payments/list/payments.tsx');
  return () => <DocumentList kind={payments} persona="APPROVER" title={null} />;
});

const ShowFindings = later(async () => (await import('./show-findings.tsx')).ShowFindings);

const purchaseOrderTab: HubTab = {
  id: 'purchase-orders',
  text: 'Purchase Orders',
  short: 'POs',
  docType: 'PO',
  isShown: () => true,
  List: PurchaseOrders,
};

/** SH-14, SH-16: what each tab needs is what its documents need. */
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

const ordersAhead = prefetchList(purchaseOrders, 'APPROVER');

/** What the hub opens with; the other queues come after it. */
export const readAhead: Prefetch = (who, at) => {
  const isOrders = /^\/approvals\/?$|\/purchase-orders\/?$/.test(at.pathname);
  return Promise.all([readHome(who.show.id), isOrders && ordersAhead(who, at)]);
};

/**
 * `/approvals[/:approvalTab]` (SH-14 to SH-17): what waits for me. An unknown tab shows the purchase orders; the tab of
 * documents that the user may not have leads to `/` (SH-36).
 */
export function ApprovalsHub() {
  const { rights, show, shows, can } = useSession();
  const { approvalTab } = useParams();
  const { data: meta } = useCounts();
  const home = useHome();
  const tabs = hubTabs.filter(({ isShown }) => isShown(rights));
  const selected = tabs.find(({ id }) => id === approvalTab) ?? purchaseOrderTab;
  const { docType, List } = selected;
  // Of orders it is known from the start (SH-50).
  const atStart = shows.find(({ id }) => id === show.id)?.awaitingApprovalCount;
  const waiting = (tab: HubTab) =>
    meta?.awaitingApproval[kinds[tab.docType].code] ?? (tab === purchaseOrderTab ? atStart : undefined);
  const toRevise = isApprover(rights.role) ? (meta?.toRevise?.po ?? 0) + (meta?.toRevise?.invoice ?? 0) : 0;
  useTitle(selected === purchaseOrderTab ? 'Approvals' : `Approvals: ${selected.text}`);
  const isRefused = hubTabs.some(({ id, isShown }) => id === approvalTab && !isShown(rights));
  // One's own documents would push the queue down, which is empty for whoever approves nothing.
  const isHeld = !isApprover(rights.role) && !home.data && !home.error;
  if (isRefused) return <Navigate to="/" replace />;
  return (
    <>
      <GettingStarted />
      {can('Show', 'FULL') ? (
        <Suspense>
          <ShowFindings />
        </Suspense>
      ) : null}
      <div className="gutter pt-5 pb-1 max-sm:p-0">
        <h1 className="text-xl font-semibold max-sm:sr-only">Approvals</h1>
      </div>
      {isHeld ? (
        <Loading />
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
            <Suspense fallback={<Loading />}>
              <List />
            </Suspense>
          </PageTabs>
        </>
      )}
    </>
  );
}
