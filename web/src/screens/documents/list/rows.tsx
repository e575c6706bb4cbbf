import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { DocType, Persona } from '#domain/document';
import type { Direction, SortType } from '#domain/lists/lists';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import { useListWidth, wideTable } from '../../../parts/hooks/use-list-width.ts';
import type { TableColumn } from '../../../parts/table/table.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { kinds } from '../paths.ts';
import { Cards } from './cards.tsx';
import type { EmptyListProps } from './empty-list.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { rowActions } from './actions/row-actions-part.ts';
import type { RowActionsProps } from './actions/row-actions-part.ts';
import { RowsTable } from './lazy-rows-table.tsx';
import type { Arrangement, ListDefinition, ListRow, ResponsiveColumn } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';
import { hrefOf } from './row-href.ts';

export interface RowsProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListDefinition<Type, Row, Filters>;
  persona: Persona;
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
}

const EmptyList = lazyPart(async () => (await import('./empty-list.tsx')).EmptyList) as <
  Type extends DocType,
  Row extends ListRow,
  Filters,
>(
  props: EmptyListProps<Type, Row, Filters>,
) => JSX.Element;

/** The accessible name of the rows, such as `Purchase orders`. */
function labelOf(docType: DocType): string {
  const { plural } = kinds[docType];
  return plural.slice(0, 1) + plural.slice(1).toLowerCase();
}

/** The columns of the contract, as far as there is room (VIEW-41). */
function contractColumns<Row>(
  width: number,
  contract: readonly ResponsiveColumn<Row>[],
  insteadOfDate: TableColumn<Row> | undefined,
) {
  return contract.flatMap((column) => {
    if (column.shownFrom && column.shownFrom > width) return [];
    if (width >= wideTable) return column;
    return column.id === 'DATE' && insteadOfDate ? insteadOfDate : { ...column, ...column.narrow };
  });
}

/** The rows: a table or, on a phone, cards (UX-09). */
function RowsOrCards<Type extends DocType, Row extends ListRow, Filters>(
  props: RowsProps<Type, Row, Filters> & {
    rows: readonly Row[] | undefined;
    isStale: boolean;
    startsBelow: boolean;
    picks: RowSelection<Row> | null;
    arrangement: Arrangement<Row> | null;
    /** Runs when an action of a row has changed its document. */
    onChanged: () => void;
    /** The accessible name of the rows; by default that of the list. */
    label?: string;
  },
) {
  const { kind, persona, query, change, rows, isStale, startsBelow, picks, arrangement } = props;
  const ofList = props.label ?? labelOf(kind.docType);
  const [menu, setMenu] = useState<Pick<RowActionsProps, 'row' | 'trigger' | 'isOpen'> | null>(null);
  const onActions = useCallback(
    (row: Row, current: HTMLElement) => setMenu({ row, trigger: { current }, isOpen: true }),
    [],
  );
  const phone = useIsPhone();
  const width = useListWidth();
  const tables = arrangement?.tables;
  const insteadOfDate = arrangement?.insteadOfDate;
  const table = useMemo(
    () =>
      tables?.[width < wideTable ? 'narrow' : 'wide'] ?? {
        columns: contractColumns(width, kind.columns, insteadOfDate),
      },
    [width, kind, tables, insteadOfDate],
  );
  const drawn = useMemo(() => {
    const isSort = (id: string): id is SortType<Type> =>
      id !== 'ATTACHMENTS' && kind.columns.some((column) => column.id === id);
    return {
      label: ofList,
      hrefOf: (row: Row) => hrefOf(kind.docType, row, persona),
      empty: (
        <Suspense fallback={<LoadingContent />}>
          <EmptyList kind={kind} persona={persona} query={query} change={change} />
        </Suspense>
      ),
      sort: { column: query.sort.type, direction: query.sort.direction },
      onSort: (column: string, direction: Direction) => {
        if (isSort(column)) change({ sort: { type: column, direction } });
      },
    };
  }, [kind, persona, query, change, ofList]);
  const { label, empty } = drawn;
  return (
    <Suspense fallback={<LoadingContent />}>
      {phone ? (
        <Cards
          {...{ label, rows, isStale, empty, picks, onActions }}
          Card={kind.Card}
          hrefOf={drawn.hrefOf}
        />
      ) : (
        <RowsTable
          {...drawn}
          {...table}
          items={rows}
          isStale={isStale}
          deferOffscreenRows={!startsBelow}
          isResizable
          onActions={onActions}
          {...(picks && { picks })}
        />
      )}
      {menu && rowActions.Part ? (
        <LazyOverlay onClose={() => setMenu(null)}>
          <rowActions.Part
            key={menu.row.id}
            {...{ docType: kind.docType, persona, onChanged: props.onChanged }}
            {...menu}
            onOpenChange={(isOpen) => setMenu({ ...menu, isOpen })}
          />
        </LazyOverlay>
      ) : null}
    </Suspense>
  );
}

/** Memoized: a table of fifty rows is the most expensive part of a list. */
export const Rows = memo(RowsOrCards) as typeof RowsOrCards;

/** The rows in groups, which load when the list is grouped. */
export interface GroupedRowsProps<Type extends DocType, Row extends ListRow, Filters> extends RowsProps<
  Type,
  Row,
  Filters
> {
  onlyOwn: boolean;
  arrangement: Arrangement<Row> | null;
  /** The grouping that the address names. */
  by: string;
}
