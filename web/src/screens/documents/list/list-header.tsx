import { memo, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { Plus, Send } from 'lucide-react';
import type { DocType } from '#domain/document';
import { numberSearch, statusTab, statusTabs } from '#domain/lists/lists';
import type { QueueTotals } from '#domain/lists/lists';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { lazyPart, loadOptional } from '../../../parts/hooks/lazy-part.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { SortMenu } from '../../../parts/table/sort-menu.tsx';
import { StatusSelect } from '../../../parts/fields/status-select.tsx';
import { useListWidth, wideTable } from '../../../parts/hooks/use-list-width.ts';
import { useSession } from '../../../session/session.tsx';
import { RequirePermission } from '../../../session/require-permission.tsx';
import { kinds } from '../paths.ts';
import { ExportLog, ExportLogProgress, useExportShown } from './export-log.tsx';
import { FiltersButton } from './filters/filters-button.tsx';
import type { HeadProps, ListColumn, ListDefinition, ListRow, ToolsProps } from './list-definition.ts';
import { NumberSearch } from './filters/number-search.tsx';
import { Amounts } from './amounts.tsx';
import { loadListViews } from './arranger.ts';
import { BaseTotals } from './base-totals.tsx';
import { sumInCents, sums } from './totals.ts';

interface TotalsProps {
  docType: DocType;
  rows: readonly ListRow[] | undefined;
  total: number;
  sums: QueueTotals['sums'];
  base: QueueTotals['base'];
  isQueue: boolean;
}

/** The totals of the list. While they are unknown or it is empty, the last ones keep their room, so that nothing moves. */
function Totals(props: TotalsProps) {
  const { rows = [], total, sums: ofAll, base } = props;
  const isKnown = rows.length > 0 && Boolean(ofAll ?? base ?? rows.length >= total);
  const [last, setLast] = useState(props);
  const isNew = last.rows !== props.rows || last.sums !== ofAll || last.base !== base;
  if (isKnown && isNew) setLast(props);
  return (
    <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
      {isKnown ? null : (
        <div aria-hidden className="invisible">
          <TotalsLine {...last} />
        </div>
      )}
      {rows.length > 0 ? <TotalsLine {...props} /> : null}
    </div>
  );
}

/** The number of documents and their totals, over all rows, loaded or not (LS-46). */
function TotalsLine(props: TotalsProps) {
  const { docType, rows, total } = props;
  const { baseCurrency } = useSession().config.settings;
  // Their line, on a phone two lines, is reserved before the first rows.
  if (!rows || rows.length === 0) return <p className="h-5 max-sm:h-10" />;
  const { noun, plural } = kinds[docType];
  // Users look for a way to raise one here.
  const origin = docType === 'PAYMENT' ? ' from accounting' : '';
  const countText = `${total === 1 ? `1 ${noun}` : `${total} ${plural.toLowerCase()}`}${origin}`;
  const ofRows = rows.length < total ? [] : sums(rows);
  const perCurrency = props.sums?.map(sumInCents) ?? ofRows;
  const base = props.base || rows.length === total ? baseCurrency : null;
  return (
    <p
      className="figures flex flex-wrap content-start items-baseline gap-x-1 text-sm text-ink-muted max-sm:min-h-10 max-sm:gap-x-2"
      aria-live="polite"
    >
      <span>
        <span>{props.isQueue ? `${total} waiting for you` : countText}</span>
        {base || perCurrency.length > 0 ? (
          <span aria-hidden className="max-sm:hidden">
            {' ·'}
          </span>
        ) : null}
      </span>
      {base ? (
        <BaseTotals base={props.base} baseCurrency={base} rows={rows} split={perCurrency} />
      ) : (
        <Amounts sums={perCurrency} />
      )}
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

/** An export needs the view, too (RP-04). */
function MissingView({ top }: Pick<ToolsProps<DocType, ListRow, unknown>, 'top'>) {
  const flash = useToast();
  useExportShown(top, () => flash('failure', 'Unable to generate report.'));
  return null;
}

const nothing = () => null;
/** Without a network the rows stay, and the list lacks what saves and shows views. */
const ViewButton = lazyPart(async () => (await loadOptional(loadListViews))?.ViewButton ?? MissingView) as <
  Type extends DocType,
  Row extends ListRow,
  Filters,
>(
  props: ToolsProps<Type, Row, Filters>,
) => JSX.Element;
const ViewTabs = lazyPart(async () => (await loadOptional(loadListViews))?.ViewTabs ?? nothing);

/** Shows the drafts to submit, which can be selected (BULK-10). */
function SubmitDrafts<Type extends DocType, Row extends ListRow, Filters>(
  props: Pick<ToolsProps<Type, Row, Filters>, 'kind' | 'persona' | 'query' | 'change'>,
) {
  const { kind, persona, query, change } = props;
  const { create } = kinds[kind.docType];
  const filters = kind.filters.withDrafts(query.filters);
  if (persona !== 'CREATOR' || filters === query.filters) return null;
  const show = () => change({ status: null, filters });
  const button = (
    <Button onPress={show}>
      <Send aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Submit Drafts</span>
    </Button>
  );
  if (create === null) return button;
  return (
    <RequirePermission permission={create} level="FULL">
      {button}
    </RequirePermission>
  );
}

function UncachedTools<Type extends DocType, Row extends ListRow, Filters>(
  props: ToolsProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { docType } = kind;
  const hasAllHeaders = useListWidth() === wideTable;
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
      {hasAllHeaders ? null : (
        <div className="max-sm:grow max-sm:*:w-full">
          <SortMenu
            options={sortOptions(kind.columns)}
            sort={query.sort}
            onSort={(sort) => change({ sort })}
          />
        </div>
      )}
      <div className="max-sm:grow max-sm:*:w-full">
        <FiltersButton
          kind={kind.filters}
          filters={query.filters}
          onlyOwn={props.onlyOwn}
          onApply={(filters) => change({ filters })}
        />
      </div>
      <Suspense fallback={<span className="h-control w-20.25" />}>
        <ViewButton {...props} />
      </Suspense>
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
            <div className="flex items-center gap-2">
              <SubmitDrafts kind={kind} persona={persona} query={query} change={change} />
              <HeaderActions docType={docType} log={kind.log} Actions={kind.Actions} />
            </div>
          ) : null
        }
      >
        <Tools {...{ kind, persona, query, change, onlyOwn }} onArrange={props.onArrange} top={props.top} />
      </PageHeader>
      <Suspense fallback={null}>
        <ViewTabs docType={docType} persona={persona} query={query} />
      </Suspense>
      <ExportLogProgress />
      <Applied filters={query.filters} onlyOwn={onlyOwn} onChange={(filters) => change({ filters })} />
    </div>
  );
}
