import { createContext, memo, use, useCallback, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
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
import { scrollToRow, focusVisibleRow, moveInRows } from './row-focus.ts';
import { shortcuts, useOfferedShortcuts } from '../keyboard/shortcuts.ts';
import { VirtualTable, RenderedRowsContext, inPart, VirtualRow, RowIndexContext } from './virtual-rows.tsx';
import { AllTick, RowTick, TicksContext, ticksOf } from './row-selection.tsx';
import type { Picks } from './row-selection.tsx';
import { useRowVirtualizer, useSlice } from './use-row-virtualizer.ts';

export interface TableColumn<Item> {
  id: string;
  name: string;
  cell: (item: Item) => ReactNode;
  /** Amounts and counts stand on the right. */
  align?: 'right';
  isSortable?: boolean;
  /** Names the row for a screen reader; one column of each table has it. */
  isRowHeader?: boolean;
  /** CSS width, such as `8rem` or `30%`; columns without one share the rest. */
  width?: string;
  /** The column's head is read aloud but not drawn. */
  hideName?: boolean;
}

export interface TableProps<Item extends { id: string }> {
  label: string;
  columns: readonly TableColumn<Item>[];
  /** Undefined while the first page loads: skeleton rows stand in. An item that is the same value is not drawn anew. */
  items: readonly Item[] | undefined;
  sort?: { column: string; direction: Direction };
  onSort?: (column: string, direction: Direction) => void;
  onOpen?: (item: Item) => void;
  /** Instead of `onOpen` where a row leads to an address: Ctrl or Cmd then opens it in a new tab. */
  hrefOf?: (item: Item) => string;
  empty: ReactNode;
  /** The next answer is on its way: the old rows stay, dimmed. */
  isStale?: boolean;
  /** Rows that do not fit into the window are drawn a moment after those that do. */
  restComesLater?: boolean;
  /** Leave out for a table without a column of ticks. */
  picks?: Picks<Item>;
}

const arrows: Readonly<Record<string, string>> = {
  [shortcuts.nextRow.keys]: 'ArrowDown',
  [shortcuts.previousRow.keys]: 'ArrowUp',
};
const typed = 'input:not([type="checkbox"]), textarea';

/**
 * j and k move: they stand for the keys that the table already knows. x picks, and so does Space on the row itself.
 * `places` are those of a table that is drawn in part.
 */
function rowKeys(
  event: KeyboardEvent<HTMLElement>,
  places: ReadonlyMap<string, number> | null,
  pick: (rowKey: string) => void,
): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.matches(typed)) return;
  if (event.metaKey || event.altKey) return;
  if (places && moveInRows(event, event.currentTarget, places)) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.ctrlKey) return;
  const key = arrows[event.key];
  const row = target.closest<HTMLElement>('[role="row"]')?.dataset['key'];
  const picks = event.key === shortcuts.pick.keys || (event.key === ' ' && target.role === 'row');
  if (key === undefined && !(picks && row)) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === undefined) return pick(row ?? '');
  target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

const headClass =
  'sticky top-0 z-2 h-9 border-b border-line bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-ink-muted outline-offset-[-2px] first:pl-6 last:pr-6';
const cellClass =
  'h-10 truncate border-b border-line px-3 text-sm outline-offset-[-2px] first:pl-6 last:pr-6';
const tickCellClass = 'h-10 w-16 border-b border-line p-0 outline-offset-[-2px]';
const right = 'text-right figures';

function Head<Item>(props: { column: TableColumn<Item> }) {
  const { column } = props;
  return (
    <AriaColumn
      id={column.id}
      isRowHeader={column.isRowHeader ?? false}
      allowsSorting={column.isSortable ?? false}
      {...(column.width !== undefined && { style: { width: column.width } })}
      className={`${headClass} ${column.align === 'right' ? 'text-right' : ''} ${column.isSortable ? 'cursor-pointer data-hovered:text-ink' : ''}`}
    >
      {({ sortDirection }) => (
        <span className={`inline-flex items-center gap-1 ${sortDirection ? 'text-ink' : ''}`}>
          <span className={column.hideName ? 'sr-only' : ''}>{column.name}</span>
          {sortDirection === 'ascending' ? <ArrowUp aria-hidden className="size-3" /> : null}
          {sortDirection === 'descending' ? <ArrowDown aria-hidden className="size-3" /> : null}
        </span>
      )}
    </AriaColumn>
  );
}

const skeletonIds = Array.from({ length: 8 }, (_, index) => `skeleton-${index}`);
const skeletonWidths = ['60%', '80%', '45%', '70%'];

type DrawnProps<Item extends { id: string }> = Omit<
  TableProps<Item>,
  'picks' | 'isStale' | 'restComesLater' | 'items'
> & {
  hasTicks: boolean;
};

/** The rows that a table knows; undefined while the first page loads. They come past the table, which is dear to draw. */
const KnownContext = createContext<readonly { id: string }[] | undefined>(undefined);

/** Draws the table. */
const RenewContext = createContext<() => void>(() => undefined);

/** No key leads to them: cells of the library would be some 400 components, which go with the first answer. */
function SkeletonRows<Item>(
  props: Pick<DrawnProps<never>, 'hasTicks'> & { columns: readonly TableColumn<Item>[] },
) {
  return skeletonIds.map((id, row) => (
    <tr key={id}>
      {props.hasTicks ? <td className={tickCellClass}>{null}</td> : null}
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

/** Its cells are made where it is known, and kept no longer. */
function BodyRow<Item extends { id: string }>(
  props: Omit<DrawnProps<Item>, 'label' | 'empty'> & { item: Item },
) {
  const { item, columns, hasTicks, onOpen, hrefOf } = props;
  return (
    <Row
      id={item.id}
      render={(row) => <VirtualRow {...(row as ComponentProps<'tr'>)} rowId={item.id} />}
      {...(hrefOf && { href: hrefOf(item) })}
      {...(onOpen && { onAction: () => onOpen(item) })}
      className={`${onOpen || hrefOf ? 'cursor-pointer' : ''} -outline-offset-2 has-checked:bg-surface-pressed has-data-in-work:bg-surface-pressed not-has-checked:data-hovered:bg-surface-hover`}
    >
      {hasTicks ? (
        <Cell className={tickCellClass}>
          <RowTick id={item.id} />
        </Cell>
      ) : null}
      {columns.map((column) => (
        <Cell key={column.id} className={`${cellClass} ${column.align === 'right' ? right : ''}`}>
          {column.cell(item)}
        </Cell>
      ))}
    </Row>
  );
}

function Rows<Item extends { id: string }>(props: Omit<DrawnProps<Item>, 'label'>) {
  const { empty, ...row } = props;
  const { columns, hasTicks, onOpen, hrefOf } = row;
  const items = use(KnownContext) as readonly Item[] | undefined;
  const renew = use(RenewContext);
  // Together with what React Aria draws for them anyway: its table keeps every row that it knew since it was drawn itself.
  useLayoutEffect(renew, [renew, items]);
  if (items === undefined) {
    const skeletons = <SkeletonRows columns={columns} hasTicks={hasTicks} />;
    return (
      <TableBody render={(body) => <tbody {...(body as ComponentProps<'tbody'>)}>{skeletons}</tbody>}>
        {[]}
      </TableBody>
    );
  }
  return (
    <TableBody
      items={items}
      dependencies={[columns, hasTicks, onOpen, hrefOf]}
      renderEmptyState={() => empty}
    >
      {(item) => <BodyRow {...row} item={item} />}
    </TableBody>
  );
}

function Grid(props: Pick<DrawnProps<never>, 'label' | 'sort' | 'onSort'> & { children: ReactNode }) {
  const { label, sort, onSort } = props;
  const [, renew] = useReducer((times: number) => times + 1, 0);
  return (
    <RenewContext value={renew}>
      <AriaTable
        aria-label={label}
        render={(table) => <VirtualTable {...(table as ComponentProps<'table'>)} />}
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
    </RenewContext>
  );
}

function DrawnTable<Item extends { id: string }>(props: DrawnProps<Item>) {
  const { label, sort, onSort, ...rows } = props;
  return (
    <Grid label={label} {...(sort && { sort })} {...(onSort && { onSort })}>
      <TableHeader>
        {rows.hasTicks ? (
          <AriaColumn className={`${tickCellClass} sticky top-0 z-2 bg-surface`}>
            <AllTick />
          </AriaColumn>
        ) : null}
        {rows.columns.map((column) => (
          <Head key={column.id} column={column} />
        ))}
      </TableHeader>
      <Rows {...rows} />
    </Grid>
  );
}

/** The most that a list draws: not again for a tick, or for what changes around it. */
const Drawn = memo(DrawnTable) as typeof DrawnTable;

/** Sticky head, sort arrows, 40 px rows, skeletons on the first load; sits in a scrolling region. */
export function Table<Item extends { id: string }>(props: TableProps<Item>) {
  const { picks, isStale = false, restComesLater = false, items, ...drawn } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = items?.length ?? 0;
  const { first, end, known, above, below, isPart } = useRowVirtualizer(box, count, restComesLater);
  const places = useMemo(
    () => (isPart && items ? new Map(items.map(({ id }, place) => [id, place])) : null),
    [items, isPart],
  );
  const bring = useCallback(
    (id: string) => {
      if (box.current && places) scrollToRow(box.current, id, places);
    },
    [places],
  );
  const drawnRows = useMemo(() => ({ first, end, bring }), [first, end, bring]);
  const byId = new Map((items ?? []).map((item) => [item.id, item]));
  const ticks = picks ? ticksOf(picks, byId) : null;
  useOfferedShortcuts(['nextRow', 'previousRow', 'openRow']);
  useOfferedShortcuts(['pick'], ticks !== null);
  return (
    <TicksContext value={ticks}>
      <LoadingBackdrop isLoading={isStale}>
        <div
          ref={box}
          style={{ paddingTop: above, paddingBottom: below }}
          onKeyDownCapture={(event) => rowKeys(event, places, (id) => ticks?.pick(id))}
          onFocusCapture={isPart ? focusVisibleRow : undefined}
          aria-busy={items === undefined || isStale}
        >
          <KnownContext value={useSlice(items, known)}>
            <RowIndexContext value={places}>
              <RenderedRowsContext value={drawnRows}>
                <CollectionRendererContext value={inPart}>
                  <Drawn {...drawn} hasTicks={ticks !== null} />
                </CollectionRendererContext>
              </RenderedRowsContext>
            </RowIndexContext>
          </KnownContext>
        </div>
      </LoadingBackdrop>
    </TicksContext>
  );
}
