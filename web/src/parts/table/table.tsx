import { createContext, memo, use, useCallback, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { CollectionRendererContext } from 'react-aria-components/CollectionBuilder';
import {
  Cell,
  Column as AriaColumn,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table';
import type { Direction } from '#domain/lists/lists';
import { LoadingBackdrop } from '../page/loading-backdrop.tsx';
import { scrollToRow, focusVisibleRow } from './row-focus.ts';
import { useOfferedShortcuts } from '../keyboard/shortcuts.ts';
import { VirtualTable, RenderedRowsContext, renderer, VirtualRow, RowIndexContext } from './virtual-rows.tsx';
import { SelectAllCheckbox, RowCheckbox, RowSelectionContext, selectionById } from './row-selection.tsx';
import type { RowSelection } from './row-selection.tsx';
import { ColumnHead } from './column-head.tsx';
import { rowActionsButton } from './row-actions-button.tsx';
import { rowKeys } from './row-keys.ts';
import { useRowVirtualizer, useSlice } from './use-row-virtualizer.ts';

export interface TableColumn<Item> {
  id: string;
  name: string;
  cell: (item: Item) => ReactNode;
  /** For amounts and counts. */
  align?: 'right';
  isSortable?: boolean;
  /** The cell that names the row for screen readers; one column of each table. */
  isRowHeader?: boolean;
  /** CSS width, such as `8rem` or `30%`; columns without one share the remaining width. */
  width?: string;
  /** The column's header is read aloud but not shown. */
  hideName?: boolean;
}

export interface TableProps<Item extends { id: string }> {
  label: string;
  columns: readonly TableColumn<Item>[];
  /** Undefined while the first page loads: shows skeleton rows. Items are memoized by identity. */
  items: readonly Item[] | undefined;
  sort?: { column: string; direction: Direction };
  onSort?: (column: string, direction: Direction) => void;
  onOpen?: (item: Item) => void;
  /** Makes a row a link instead of `onOpen`: Ctrl or Cmd opens it in a new tab. */
  hrefOf?: (item: Item) => string;
  empty: ReactNode;
  /** The next response is loading: the old rows stay, dimmed. */
  isStale?: boolean;
  /** Rows below the window render a moment later. */
  deferOffscreenRows?: boolean;
  /** Columns are dragged wider or narrower; the change is the event `columnresize`. */
  isResizable?: boolean;
  /** CSS width below which the table scrolls. */
  minWidth?: string | undefined;
  /** Opens the actions of a row at this button, which is in its last cell. */
  onActions?: (item: Item, button: HTMLElement) => void;
  /** Omit for a table without checkboxes. */
  picks?: RowSelection<Item>;
}

const cellClass =
  'h-10 truncate border-b border-line px-2 text-sm outline-offset-[-2px] first:pl-6 last:pr-6 in-data-compact:h-8 in-data-compact:text-xs lg:px-3';
const checkboxCellClass = 'h-10 w-14 border-b border-line p-0 pl-2 outline-offset-[-2px] in-data-compact:h-8';
const right = 'text-right figures';

const skeletonIds = Array.from({ length: 8 }, (_, index) => `skeleton-${index}`);
const skeletonWidths = ['60%', '80%', '45%', '70%'];

type TableContentProps<Item extends { id: string }> = Omit<
  TableProps<Item>,
  'picks' | 'isStale' | 'deferOffscreenRows' | 'items'
> & {
  hasCheckboxes: boolean;
};

/** The table's rows, undefined while the first page loads. A context avoids rerendering the expensive table. */
const KnownRowsContext = createContext<readonly { id: string }[] | undefined>(undefined);

const RerenderContext = createContext<() => void>(() => undefined);

/** Plain cells without focus: the library's would be some 400 components that the first response removes. */
function SkeletonRows<Item>(
  props: Pick<TableContentProps<never>, 'hasCheckboxes'> & { columns: readonly TableColumn<Item>[] },
) {
  return skeletonIds.map((id, row) => (
    <tr key={id}>
      {props.hasCheckboxes ? <td className={checkboxCellClass}>{null}</td> : null}
      {props.columns.map((column, index) => (
        <td key={column.id} className={cellClass}>
          <span className="sr-only">Loading</span>
          <span
            className={`block h-3 animate-skeleton rounded-sm bg-ink-soft ${column.align === 'right' ? 'ml-auto' : ''}`}
            style={{ width: skeletonWidths[(row + index) % skeletonWidths.length] }}
          />
        </td>
      ))}
    </tr>
  ));
}

/** Renders its own cells, so that the table does not keep them. */
function BodyRow<Item extends { id: string }>(
  props: Omit<TableContentProps<Item>, 'label' | 'empty'> & { item: Item },
) {
  const { item, columns, hasCheckboxes, onOpen, hrefOf, onActions } = props;
  const last = onActions ? columns.at(-1) : undefined;
  return (
    <Row
      id={item.id}
      render={(row) => <VirtualRow {...(row as ComponentProps<'tr'>)} rowId={item.id} />}
      {...(hrefOf && { href: hrefOf(item) })}
      {...(onOpen && { onAction: () => onOpen(item) })}
      className={`${onOpen || hrefOf ? 'cursor-pointer' : ''} -outline-offset-2 has-checked:bg-surface-pressed has-data-in-work:bg-surface-pressed not-has-checked:data-hovered:bg-surface-hover`}
    >
      {hasCheckboxes ? (
        <Cell className={checkboxCellClass}>
          <RowCheckbox id={item.id} />
        </Cell>
      ) : null}
      {columns.map((column) => (
        <Cell
          key={column.id}
          className={`${cellClass} ${column.align === 'right' ? right : ''} ${column === last ? 'relative' : ''}`}
        >
          {column.cell(item)}
          {column === last && onActions
            ? rowActionsButton('inset-y-0 right-0 w-6', (button) => onActions(item, button), -1)
            : null}
        </Cell>
      ))}
    </Row>
  );
}

function Rows<Item extends { id: string }>(
  props: Omit<TableContentProps<Item>, 'label' | 'minWidth' | 'isResizable'>,
) {
  const { empty, ...row } = props;
  const { columns, hasCheckboxes, onOpen, hrefOf, onActions } = row;
  const items = use(KnownRowsContext) as readonly Item[] | undefined;
  const rerender = use(RerenderContext);
  // In the same commit as React Aria's own update: its table keeps every row since its last render.
  useLayoutEffect(rerender, [rerender, items]);
  if (items === undefined) {
    const skeletons = <SkeletonRows columns={columns} hasCheckboxes={hasCheckboxes} />;
    return (
      <TableBody render={(body) => <tbody {...(body as ComponentProps<'tbody'>)}>{skeletons}</tbody>}>
        {[]}
      </TableBody>
    );
  }
  return (
    <TableBody
      items={items}
      dependencies={[columns, hasCheckboxes, onOpen, hrefOf, onActions]}
      renderEmptyState={() => empty}
    >
      {(item) => <BodyRow {...row} item={item} />}
    </TableBody>
  );
}

function Grid(
  props: Pick<TableContentProps<never>, 'label' | 'sort' | 'onSort' | 'minWidth'> & { children: ReactNode },
) {
  const { label, sort, onSort, minWidth } = props;
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  return (
    <RerenderContext value={rerender}>
      <AriaTable
        aria-label={label}
        render={(table) => <VirtualTable {...(table as ComponentProps<'table'>)} />}
        {...(minWidth !== undefined && { style: { minWidth } })}
        {...(sort && {
          sortDescriptor: {
            column: sort.column,
            direction: sort.direction === 'ASC' ? ('ascending' as const) : ('descending' as const),
          },
        })}
        onSortChange={(next) =>
          onSort?.(String(next.column), next.direction === 'ascending' ? 'ASC' : 'DESC')
        }
        className="w-full table-fixed border-separate border-spacing-0"
      >
        {props.children}
      </AriaTable>
    </RerenderContext>
  );
}

function TableContent<Item extends { id: string }>(props: TableContentProps<Item>) {
  const { label, sort, onSort, minWidth, isResizable = false, ...rows } = props;
  return (
    <Grid label={label} minWidth={minWidth} {...(sort && { sort })} {...(onSort && { onSort })}>
      <TableHeader>
        {rows.hasCheckboxes ? (
          <AriaColumn className={`${checkboxCellClass} sticky top-0 z-2 bg-surface`}>
            <SelectAllCheckbox />
          </AriaColumn>
        ) : null}
        {rows.columns.map((column) => (
          <ColumnHead key={column.id} column={column} isResizable={isResizable} />
        ))}
      </TableHeader>
      <Rows {...rows} />
    </Grid>
  );
}

/** Memoized, because it is the most expensive part of a list. */
const MemoizedTable = memo(TableContent) as typeof TableContent;

/** Sticky header, sort arrows, 40 px rows, skeletons on the first load; must be inside a scrolling region. */
export function Table<Item extends { id: string }>(props: TableProps<Item>) {
  const { picks, isStale = false, deferOffscreenRows = false, items, ...drawn } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = items?.length ?? 0;
  const { first, end, known, above, below, isPart } = useRowVirtualizer(box, count, deferOffscreenRows);
  const places = useMemo(
    () => (isPart && items ? new Map(items.map(({ id }, place) => [id, place])) : null),
    [items, isPart],
  );
  const scrollTo = useCallback(
    (id: string) => {
      if (box.current && places) scrollToRow(box.current, id, places);
    },
    [places],
  );
  const renderedRows = useMemo(() => ({ first, end, scrollTo }), [first, end, scrollTo]);
  const byId = new Map((items ?? []).map((item) => [item.id, item]));
  const selection = picks ? selectionById(picks, byId) : null;
  useOfferedShortcuts(['nextRow', 'previousRow', 'openRow']);
  useOfferedShortcuts(['pick'], selection !== null);
  useOfferedShortcuts(['rowActions'], props.onActions !== undefined);
  return (
    <RowSelectionContext value={selection}>
      <LoadingBackdrop isLoading={isStale}>
        <div
          ref={box}
          style={{ paddingTop: above, paddingBottom: below }}
          onKeyDownCapture={(event) => rowKeys(event, places, (id) => selection?.pick(id))}
          onFocusCapture={isPart ? focusVisibleRow : undefined}
          aria-busy={items === undefined || isStale}
        >
          <KnownRowsContext value={useSlice(items, known)}>
            <RowIndexContext value={places}>
              <RenderedRowsContext value={renderedRows}>
                <CollectionRendererContext value={renderer}>
                  <MemoizedTable {...drawn} hasCheckboxes={selection !== null} />
                </CollectionRendererContext>
              </RenderedRowsContext>
            </RowIndexContext>
          </KnownRowsContext>
        </div>
      </LoadingBackdrop>
    </RowSelectionContext>
  );
}
