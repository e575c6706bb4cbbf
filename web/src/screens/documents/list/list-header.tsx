import { memo, useState } from 'react';
import { Plus } from 'lucide-react';
import type { DocType, Persona } from '#domain/document';
import { numberSearch, statusTab, statusTabs } from '#domain/lists/lists';
import type { QueueTotals } from '#domain/lists/lists';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { SortMenu } from '../../../parts/table/sort-menu.tsx';
import { StatusSelect } from '../../../parts/fields/status-select.tsx';
import { useIsBelowDesktop } from '../../../parts/hooks/use-breakpoint.ts';
import { LinkButton } from '../../../parts/controls/link-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { RequirePermission } from '../../../session/require-permission.tsx';
import { kinds } from '../paths.ts';
import { ExportLog, ExportLogProgress } from './export-log.tsx';
import { FiltersButton } from './filters/filters-button.tsx';
import type { ListColumn, ListDefinition, ListRow } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';
import { NumberSearch } from './filters/number-search.tsx';
import { baseSum, baseSumInCents, sumInCents, sums } from './totals.ts';
import type { BaseSum, CurrencySum } from './totals.ts';

interface HeadProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListDefinition<Type, Row, Filters>;
  /** Null where the tabs above the list already show it. */
  title: string | null;
  persona: Persona;
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
  /** (PE-18) */
  onlyOwn: boolean;
  rows: readonly Row[] | undefined;
  total: number;
  /** The totals over all rows, unless all rows are loaded. Undefined while loading. */
  sums: QueueTotals['sums'];
  base: QueueTotals['base'];
  isQueue: boolean;
}

function Amounts({ sums: all }: { sums: readonly CurrencySum[] }) {
  return all.map(({ currency, cents }, index) => (
    <span key={currency}>
      <Money cents={cents} currency={currency} className="font-medium text-ink" />
      {index < all.length - 1 ? <span aria-hidden> ·</span> : null}
    </span>
  ));
}

/** One total in the base currency, with the split by currency on request (CURR-32). */
function BaseTotals({ base, split }: { base: BaseSum; split: readonly CurrencySum[] }) {
  const [isOpen, setOpen] = useState(false);
  const { unconverted } = base;
  const isSplit = split.length > 1 || split.some(({ currency }) => currency !== base.currency);
  return (
    <>
      <Money cents={base.cents} currency={base.currency} className="font-medium text-ink" />
      {unconverted.length > 0 ? (
        <span className="flex flex-wrap gap-x-1">
          <span>+</span>
          <Amounts sums={unconverted} />
          <span>without a rate</span>
        </span>
      ) : null}
      {isSplit ? (
        <LinkButton isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          By currency
        </LinkButton>
      ) : null}
      {isOpen ? <Amounts sums={split} /> : null}
    </>
  );
}

/** The number of documents and their totals, over all rows, loaded or not (LS-46). */
function Totals(props: {
  docType: DocType;
  rows: readonly ListRow[] | undefined;
  total: number;
  sums: QueueTotals['sums'];
  base: QueueTotals['base'];
  isQueue: boolean;
}) {
  const { docType, rows, total } = props;
  const { baseCurrency } = useSession().config.settings;
  // On a phone the totals take a second line, which is reserved so that the list does not move.
  if (!rows || rows.length === 0) return <p aria-hidden className="hidden h-10 max-sm:block" />;
  const { noun, plural } = kinds[docType];
  const countText = total === 1 ? `1 ${noun}` : `${total} ${plural.toLowerCase()}`;
  const ofRows = rows.length < total ? [] : sums(rows);
  const perCurrency = props.sums?.map(sumInCents) ?? ofRows;
  const ofAllRows = rows.length < total ? null : baseSum(rows, baseCurrency);
  const base = props.base ? baseSumInCents(props.base) : ofAllRows;
  return (
    <p
      className="figures flex flex-wrap content-start items-baseline gap-x-1 text-sm text-ink-muted max-sm:min-h-10"
      aria-live="polite"
    >
      <span>
        <span>{props.isQueue ? `${total} waiting for you` : countText}</span>
        {base || perCurrency.length > 0 ? <span aria-hidden> ·</span> : null}
      </span>
      {base ? <BaseTotals base={base} split={perCurrency} /> : <Amounts sums={perCurrency} />}
    </p>
  );
}

/** Shown for types of documents that users can create (PE-05, SH-56). */
function CreateNew(props: { docType: DocType }) {
  const { create, home } = kinds[props.docType];
  if (create === null) return null;
  return (
    <RequirePermission permission={create} level="FULL">
      <ButtonLink look="primary" href={`${home}/create`}>
        <Plus aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Create New</span>
      </ButtonLink>
    </RequirePermission>
  );
}

/** All sort orders, for widths at which not all column headers are visible (LS-03, LS-09). */
function sortOptions<Type extends DocType, Row>(columns: readonly ListColumn<Type, Row>[]) {
  return columns.flatMap(({ id, name }) => (id === 'ATTACHMENTS' ? [] : [{ id, text: name }]));
}

type ToolsProps<Type extends DocType, Row extends ListRow, Filters> = Pick<
  HeadProps<Type, Row, Filters>,
  'kind' | 'persona' | 'query' | 'change' | 'onlyOwn'
>;

function UncachedTools<Type extends DocType, Row extends ListRow, Filters>(
  props: ToolsProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { docType } = kind;
  const narrow = useIsBelowDesktop();
  return (
    <>
      <StatusSelect
        options={statusTabs[docType][persona].map(({ key, label }) => ({ id: key, text: label }))}
        value={statusTab(docType, persona, query.status).key}
        onChange={(status) => change({ status })}
      />
      <NumberSearch
        {...kind.search}
        format={numberSearch[docType]}
        value={query.number}
        onChange={(number) => change({ number })}
      />
      {narrow ? (
        <div className="max-sm:grow max-sm:*:w-full">
          <SortMenu
            options={sortOptions(kind.columns)}
            sort={query.sort}
            onSort={(sort) => change({ sort })}
          />
        </div>
      ) : null}
      <div className="max-sm:grow max-sm:*:w-full">
        <FiltersButton
          kind={kind.filters}
          filters={query.filters}
          onlyOwn={props.onlyOwn}
          onApply={(filters) => change({ filters })}
        />
      </div>
    </>
  );
}

/** Not rendered again when rows arrive. */
const Tools = memo(UncachedTools) as typeof UncachedTools;

function UncachedActions(
  props: Pick<ListDefinition<DocType, ListRow, unknown>, 'docType' | 'log' | 'Actions'>,
) {
  const { docType, log, Actions } = props;
  return (
    <div className="flex items-center gap-2">
      {Actions ? <Actions /> : null}
      {log ? <ExportLog log={log} /> : null}
      <CreateNew docType={docType} />
    </div>
  );
}

const HeaderActions = memo(UncachedActions);

/** The header of a list: status, search, filters and actions (LS-02). */
export function ListHeader<Type extends DocType, Row extends ListRow, Filters>(
  props: HeadProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change, onlyOwn, rows, total } = props;
  const { docType } = kind;
  const { Applied } = kind.filters;
  return (
    <div className="gutter">
      <PageHeader
        title={props.title}
        detail={
          <Totals {...{ docType, rows, total }} sums={props.sums} base={props.base} isQueue={props.isQueue} />
        }
        acts={
          persona === 'CREATOR' ? (
            <HeaderActions docType={docType} log={kind.log} Actions={kind.Actions} />
          ) : null
        }
      >
        <Tools kind={kind} persona={persona} query={query} change={change} onlyOwn={onlyOwn} />
      </PageHeader>
      <ExportLogProgress />
      <Applied filters={query.filters} onlyOwn={onlyOwn} onChange={(filters) => change({ filters })} />
    </div>
  );
}
