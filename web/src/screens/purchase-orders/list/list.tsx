import { useEffect, useEffectEvent } from 'react';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import type { Persona } from '#domain/document';
import { statusTab, statusTabs } from '#domain/lists';
import { formatDay } from '#domain/days';
import type { PurchaseOrderRow } from '#domain/purchase-order';
import { useDepartments, usePeople } from '../../../forms/purchase-order/reference.ts';
import { ButtonLink } from '../../../parts/button.tsx';
import { EmptyState, PageHead } from '../../../parts/card.tsx';
import { ChipList } from '../../../parts/chip.tsx';
import { useDateFormat } from '../../../parts/date-format.tsx';
import { BackToTop, LoadMore } from '../../../parts/list-end.tsx';
import { Money } from '../../../parts/money.tsx';
import { Select } from '../../../parts/select.tsx';
import { Table } from '../../../parts/table.tsx';
import { useIsBelowDesktop, useIsPhone } from '../../../parts/use-width.ts';
import { Gate } from '../../../session/gate.tsx';
import { useSession } from '../../../session/session.tsx';
import { PurchaseOrderCards } from './cards.tsx';
import { failed } from '../messages.ts';
import { columnsFor, isSortType } from './columns.tsx';
import { chipsOf, withoutChip } from './filter-chips.ts';
import { FiltersButton } from './filters-button.tsx';
import { noFilters } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { hrefOf } from './row-href.ts';
import { NumberSearch } from './number-search.tsx';
import { sums } from './totals.ts';
import { useListQuery } from './use-list-query.ts';
import { usePurchaseOrders } from './use-purchase-orders.ts';

/** LS-07 */
const empty: Record<Persona, string> = {
  CREATOR: 'None to display.',
  APPROVER:
    "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.",
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]') !== null;
}

/** `/` goes to the search; j and k find their way into the list, where the table itself knows them. */
function useListKeys(): void {
  const go = useEffectEvent((event: KeyboardEvent, selector: string) => {
    if (isTyping(event.target)) return;
    const inside = event.target instanceof HTMLElement && event.target.closest('[role="grid"]');
    if (inside && selector !== searchBox) return;
    const target = document.querySelector<HTMLElement>(selector);
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
  useEffect(
    () =>
      tinykeys(window, {
        '/': (event) => go(event, searchBox),
        j: (event) => go(event, firstRow),
        k: (event) => go(event, firstRow),
      }),
    [],
  );
}
const searchBox = 'main input[type="search"]';
const firstRow = 'main [role="grid"] tbody [role="row"], main ul li a';

function Totals(props: { rows: readonly PurchaseOrderRow[] | undefined; total: number }) {
  const { rows, total } = props;
  if (!rows || rows.length === 0) return null;
  const shown = rows.length < total ? `${rows.length} of ${total}` : `${total}`;
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2 text-sm text-ink-muted" aria-live="polite">
      <span>{total === 1 ? '1 purchase order' : `${shown} purchase orders`}</span>
      {sums(rows).map(({ currency, cents }) => (
        <span key={currency}>
          <span aria-hidden>· </span>
          <Money cents={cents} currency={currency} className="font-medium text-ink" />
        </span>
      ))}
    </p>
  );
}

function AppliedFilters(props: {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  onlyOwn: boolean;
}) {
  const { query, change } = props;
  const format = useDateFormat();
  const { data: departments } = useDepartments();
  const { data: people } = usePeople(!props.onlyOwn && query.creatorIds.length > 0);
  const named = (all: readonly { id: string; name: string }[] | undefined) => (id: string) =>
    all?.find((one) => one.id === id)?.name ?? '…';
  const chips = chipsOf(query, {
    department: named(departments),
    person: named(people),
    day: (day) => formatDay(day, format),
  });
  if (chips.length === 0) return null;
  return (
    <ChipList label="Applied filters" items={chips} onRemove={(chip) => change(withoutChip(query, chip))} />
  );
}

/** The list of purchase orders in one persona (LS-01 to LS-07, LS-12 to LS-15, LS-20 to LS-39). */
export function PurchaseOrderList(props: { persona: Persona; title: string }) {
  const { persona } = props;
  const { config } = useSession();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const narrow = useIsBelowDesktop();
  const [query, change] = useListQuery();
  const onlyOwn = persona === 'CREATOR' && config.purchaseOrderVisibility === 'CREATED_BY_THIS_USER';
  const list = usePurchaseOrders(persona, query, () => change({ ...noFilters, number: '' }));
  useListKeys();
  const tab = statusTab('PO', persona, query.status);
  // A list that could not be read is not an empty one.
  const nothing = <EmptyState>{list.failed ? failed.list : empty[persona]}</EmptyState>;
  const open = (row: PurchaseOrderRow) => void navigate(hrefOf(row, persona));
  return (
    <div className="pb-2">
      <div className="gutter">
        <PageHead title={props.title} detail={<Totals rows={list.rows} total={list.total} />}>
          <Select
            label="Status"
            hideLabel
            className="w-max min-w-[150px]"
            options={statusTabs.PO[persona].map(({ key, label }) => ({ id: key, text: label }))}
            value={tab.key}
            onChange={(status) => change({ status })}
          />
          <NumberSearch value={query.number} onChange={(number) => change({ number })} />
          <FiltersButton filters={query} onlyOwn={onlyOwn} onApply={change} />
          {persona === 'CREATOR' ? (
            <Gate permission="CreatePurchaseOrders" level="FULL">
              <ButtonLink look="primary" href="/po/create">
                <Plus aria-hidden className="size-4" />
                <span className="max-sm:sr-only">Create New</span>
              </ButtonLink>
            </Gate>
          ) : null}
        </PageHead>
        <AppliedFilters query={query} change={change} onlyOwn={onlyOwn} />
      </div>
      <div className="pt-1">
        {phone ? (
          <PurchaseOrderCards
            rows={list.failed ? [] : list.rows}
            hrefOf={(row) => hrefOf(row, persona)}
            isStale={list.isStale}
            empty={nothing}
          />
        ) : (
          <Table
            label="Purchase orders"
            columns={columnsFor(narrow)}
            items={list.failed ? [] : list.rows}
            sort={{ column: query.sort.type, direction: query.sort.direction }}
            onSort={(column, direction) =>
              isSortType(column) && change({ sort: { type: column, direction } })
            }
            onOpen={open}
            isStale={list.isStale}
            empty={nothing}
          />
        )}
        {list.hasMore ? (
          <LoadMore isLoading={list.isLoadingMore} onLoad={list.more} rowCount={list.rows?.length ?? 0} />
        ) : null}
      </div>
      <BackToTop />
    </div>
  );
}
