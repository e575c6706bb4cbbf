import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { useMyDepartments } from '../../forms/document/reference.ts';
import type { DocType } from '#domain/document';
import { Badge } from '../../parts/chip.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useSession } from '../../session/session.tsx';
import type { Rights } from '../../session/wire.ts';
import { GettingStarted } from '../setup/getting-started.tsx';
import { Home } from './home.tsx';
import { DocumentList } from '../documents/list/list.tsx';
import { invoices } from '../invoices/list/invoices.tsx';
import { payments } from '../payments/list/payments.tsx';
import { purchaseOrders } from '../purchase-orders/list/purchase-orders.tsx';

interface HubTab {
  /** The last part of its address (SH-15). */
  id: string;
  text: string;
  /** Where a phone has no room for the text. */
  short: string;
  docType: DocType;
  counts: 'po' | 'invoice' | 'payment';
  isShown: (rights: Rights) => boolean;
  List: ComponentType;
}

function PurchaseOrders() {
  return <DocumentList kind={purchaseOrders} persona="APPROVER" title={null} />;
}

function Invoices() {
  return <DocumentList kind={invoices} persona="APPROVER" title={null} />;
}

function Payments() {
  return <DocumentList kind={payments} persona="APPROVER" title={null} />;
}

/** SH-14, SH-16: what each tab needs is what its documents need. */
const hubTabs: readonly HubTab[] = [
  {
    id: 'purchase-orders',
    text: 'Purchase Orders',
    short: 'POs',
    docType: 'PO',
    counts: 'po',
    isShown: () => true,
    List: PurchaseOrders,
  },
  {
    id: 'invoices',
    text: 'Invoices',
    short: 'Invoices',
    docType: 'INVOICE',
    counts: 'invoice',
    isShown: (rights) => rights.invoices,
    List: Invoices,
  },
  {
    id: 'payments',
    text: 'Payments',
    short: 'Payments',
    docType: 'PAYMENT',
    counts: 'payment',
    isShown: (rights) => rights.payments,
    List: Payments,
  },
];

const tabClass =
  'relative -mb-px flex h-9 touch:h-11 cursor-pointer items-center gap-1.5 border-b-2 border-transparent font-medium text-ink-muted outline-offset-2 data-hovered:text-ink data-selected:border-ink data-selected:text-ink';

/** `/approvals[/:approvalTab]` (SH-14 to SH-17): what waits for me. An unknown tab shows the purchase orders. */
export function ApprovalsHub() {
  const { rights } = useSession();
  const { approvalTab } = useParams();
  const { data: meta } = useMyDepartments();
  useTitle('Approvals');
  const tabs = hubTabs.filter(({ isShown }) => isShown(rights));
  const selected = tabs.find(({ id }) => id === approvalTab)?.id ?? 'purchase-orders';
  return (
    <Tabs selectedKey={selected} keyboardActivation="manual">
      <GettingStarted />
      <div className="gutter pt-5">
        <h1 className="text-xl font-semibold">Approvals</h1>
        <TabList aria-label="Approvals" className="flex gap-5 border-b border-line pt-1">
          {tabs.map(({ id, text, short, counts }) => {
            const waiting = meta?.awaitingApproval[counts] ?? 0;
            return (
              <Tab key={id} id={id} href={`/approvals/${id}`} className={tabClass}>
                <span className="max-sm:sr-only">{text}</span>
                <span aria-hidden className="sm:hidden">
                  {short}
                </span>
                <Badge count={waiting} label={`${waiting} waiting for you`} />
              </Tab>
            );
          })}
        </TabList>
      </div>
      {tabs.map(({ id, docType, List }) => (
        <TabPanel key={id} id={id} className="outline-none">
          <div className="gutter">
            <Home docType={docType} />
          </div>
          <List />
        </TabPanel>
      ))}
    </Tabs>
  );
}
