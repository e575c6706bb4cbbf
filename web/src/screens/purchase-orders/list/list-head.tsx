import { Plus } from 'lucide-react';
import type { Persona } from '#domain/document';
import { formatDay } from '#domain/days';
import { statusTab, statusTabs } from '#domain/lists';
import type { PurchaseOrderRow } from '#domain/purchase-order';
import { useDepartments, usePeople } from '../../../forms/purchase-order/reference.ts';
import { ButtonLink } from '../../../parts/button.tsx';
import { PageHead } from '../../../parts/card.tsx';
import { ChipList } from '../../../parts/chip.tsx';
import { useDateFormat } from '../../../parts/date-format.tsx';
import { Money } from '../../../parts/money.tsx';
import { SortMenu } from '../../../parts/sort-menu.tsx';
import { StatusSelect } from '../../../parts/status-select.tsx';
import { useIsBelowDesktop } from '../../../parts/use-width.ts';
import { Gate } from '../../../session/gate.tsx';
import { sortOptions } from './columns.tsx';
import { ExportLog, ExportLogProgress } from './export-log.tsx';
import { chipsOf, withoutChip } from './filter-chips.ts';
import { FiltersButton } from './filters-button.tsx';
import type { ListQuery } from './list-query.ts';
import { NumberSearch } from './number-search.tsx';
import { sums } from './totals.ts';

export interface ListHeadProps {
  /** Null where a hub above has it. */
  title: string | null;
  persona: Persona;
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** PE-18 */
  onlyOwn: boolean;
  rows: readonly PurchaseOrderRow[] | undefined;
  total: number;
}

function Totals(props: Pick<ListHeadProps, 'rows' | 'total'>) {
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

function AppliedFilters({ query, change, onlyOwn }: ListHeadProps) {
  const format = useDateFormat();
  const { data: departments } = useDepartments();
  const { data: people } = usePeople(!onlyOwn && query.creatorIds.length > 0);
  const named = (all: readonly { id: string; name: string }[] | undefined, gone: string) => (id: string) =>
    all ? (all.find((one) => one.id === id)?.name ?? gone) : '…';
  const chips = chipsOf(query, {
    department: named(departments, 'Unknown department'),
    person: named(people, 'someone unknown'),
    day: (day) => formatDay(day, format),
  });
  if (chips.length === 0) return null;
  return (
    <div className="pb-2">
      <ChipList label="Applied filters" items={chips} onRemove={(chip) => change(withoutChip(query, chip))} />
    </div>
  );
}

function CreateNew() {
  return (
    <Gate permission="CreatePurchaseOrders" level="FULL">
      <ButtonLink look="primary" href="/po/create">
        <Plus aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Create New</span>
      </ButtonLink>
    </Gate>
  );
}

/** What stands above the list: its status, its search, its filters, and what can be done with it (LS-02). */
export function ListHead(props: ListHeadProps) {
  const { persona, query, change } = props;
  const narrow = useIsBelowDesktop();
  return (
    <div className="gutter">
      <PageHead title={props.title} detail={<Totals rows={props.rows} total={props.total} />}>
        <StatusSelect
          options={statusTabs.PO[persona].map(({ key, label }) => ({ id: key, text: label }))}
          value={statusTab('PO', persona, query.status).key}
          onChange={(status) => change({ status })}
        />
        <NumberSearch value={query.number} onChange={(number) => change({ number })} />
        {narrow ? (
          <SortMenu options={sortOptions} sort={query.sort} onSort={(sort) => change({ sort })} />
        ) : null}
        <FiltersButton filters={query} onlyOwn={props.onlyOwn} onApply={change} />
        {persona === 'CREATOR' ? (
          <div className="flex gap-2 max-sm:order-2">
            <ExportLog />
            <CreateNew />
          </div>
        ) : null}
      </PageHead>
      <ExportLogProgress />
      <AppliedFilters {...props} />
    </div>
  );
}
