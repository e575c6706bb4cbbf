import { useRef } from 'react';
import type { Persona } from '#domain/document';
import type { PurchaseOrderRow } from '#domain/purchase-order';
import { Button, ButtonLink } from '../../../parts/button.tsx';
import { EmptyState, LoadFailure } from '../../../parts/card.tsx';
import { BackToTop, LoadMore } from '../../../parts/list-end.tsx';
import { Table } from '../../../parts/table.tsx';
import { useIsBelowDesktop, useIsPhone } from '../../../parts/use-width.ts';
import { useSession } from '../../../session/session.tsx';
import { failed } from '../../documents/messages.ts';
import { PurchaseOrderCards } from './cards.tsx';
import { columnsFor, isSortType } from './columns.tsx';
import { useListKeys } from './list-keys.ts';
import { ListHead } from './list-head.tsx';
import { filterCount, noFilters } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { hrefOf } from './row-href.ts';
import { useListQuery } from './use-list-query.ts';
import { useListScroll } from './use-list-scroll.ts';
import { usePurchaseOrders } from './use-purchase-orders.ts';

/** LS-07 */
const empty: Record<Persona, string> = {
  CREATOR: 'None to display.',
  APPROVER:
    "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.",
};

interface ListProps {
  persona: Persona;
  /** Null where a hub above has it. */
  title: string | null;
}

const unfiltered = { ...noFilters, number: '' };

function Nothing(props: { persona: Persona; query: ListQuery; change: (part: Partial<ListQuery>) => void }) {
  const { persona, query, change } = props;
  const narrowed = filterCount(query) > 0 || query.number !== '';
  const elsewhere = persona === 'APPROVER' ? <ButtonLink href="/po">Go to Purchase Orders</ButtonLink> : null;
  const unfilter = <Button onPress={() => change(unfiltered)}>Clear Filters</Button>;
  return <EmptyState action={narrowed ? unfilter : elsewhere}>{empty[persona]}</EmptyState>;
}

/** The rows, as a table or, on a phone, as cards (UX-09). */
function Rows(props: {
  persona: Persona;
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  rows: readonly PurchaseOrderRow[] | undefined;
  isStale: boolean;
}) {
  const { persona, query, change, rows, isStale } = props;
  const phone = useIsPhone();
  const narrow = useIsBelowDesktop();
  const nothing = <Nothing persona={persona} query={query} change={change} />;
  const open = (row: PurchaseOrderRow) => hrefOf(row, persona);
  if (phone) return <PurchaseOrderCards rows={rows} hrefOf={open} isStale={isStale} empty={nothing} />;
  return (
    <Table
      label="Purchase orders"
      columns={columnsFor(narrow)}
      items={rows}
      sort={{ column: query.sort.type, direction: query.sort.direction }}
      onSort={(column, direction) => isSortType(column) && change({ sort: { type: column, direction } })}
      hrefOf={open}
      isStale={isStale}
      empty={nothing}
    />
  );
}

function List({ persona, title }: ListProps) {
  const { config } = useSession();
  const top = useRef<HTMLDivElement>(null);
  const [query, change] = useListQuery();
  const onlyOwn = persona === 'CREATOR' && config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER';
  const list = usePurchaseOrders(persona, query, () => change(unfiltered));
  useListKeys();
  useListScroll(top, JSON.stringify(query));
  const head = { title, persona, query, change, onlyOwn };
  // A list that could not be read is not an empty one: it shows no rows and no total.
  const rows = list.failed ? [] : list.rows;
  return (
    <div ref={top} className="pb-2">
      <ListHead {...head} rows={rows} total={list.total} />
      <div className="pt-1">
        {list.failed ? (
          <LoadFailure text={failed.list('PO')} onRetry={list.refresh} isBusy={list.isRetrying} />
        ) : (
          <Rows persona={persona} query={query} change={change} rows={rows} isStale={list.isStale} />
        )}
        {list.hasMore ? (
          <LoadMore
            isLoading={list.isLoadingMore}
            onLoad={list.more}
            failure={list.moreFailed ? failed.list('PO') : null}
            onRetry={list.refresh}
          />
        ) : null}
      </div>
      <BackToTop />
    </div>
  );
}

/** The list of purchase orders in one persona (LS-01 to LS-07, LS-12 to LS-15, LS-20 to LS-39). */
export function PurchaseOrderList(props: ListProps) {
  const { show } = useSession();
  // Another show or persona is another list: not even for a moment do the rows of the one before stand in it (LS-20).
  return <List key={`${show.id} ${props.persona}`} {...props} />;
}
