import type { KeyboardEvent, ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from 'react-aria-components/Checkbox';
import {
  Cell,
  Column as AriaColumn,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
} from 'react-aria-components/Table';
import type { Direction } from '#domain/lists';
import { LoadingBackdrop } from './backdrop.tsx';
import { PickBox } from './checkbox.tsx';

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
  /** Undefined while the first page loads: skeleton rows stand in. */
  items: readonly Item[] | undefined;
  sort?: { column: string; direction: Direction };
  onSort?: (column: string, direction: Direction) => void;
  onOpen?: (item: Item) => void;
  /** Instead of `onOpen` where a row leads to an address: Ctrl or Cmd then opens it in a new tab. */
  hrefOf?: (item: Item) => string;
  empty: ReactNode;
  /** The next answer is on its way: the old rows stay, dimmed. */
  isStale?: boolean;
  /** Ticked rows; leave out for a table without a tick column. */
  picked?: ReadonlySet<string>;
  onPick?: (ids: ReadonlySet<string>) => void;
}

const arrows: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

/** j and k move, x picks: they stand for the keys that the table already knows. */
function vimKeys(event: KeyboardEvent): void {
  const key = arrows[event.key];
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (key === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  event.target.dispatchEvent(
    new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
}

const headClass =
  'sticky top-0 z-2 h-9 border-b border-line bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-ink-muted outline-offset-[-2px] first:pl-6 last:pr-6';
const cellClass =
  'h-10 truncate border-b border-line px-3 text-sm outline-offset-[-2px] first:pl-6 last:pr-6';
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

/** Sticky head, sort arrows, 40 px rows, skeletons on the first load; sits in a scrolling region. */
export function Table<Item extends { id: string }>(props: TableProps<Item>) {
  const { columns, items, sort, onSort, onOpen, hrefOf, picked, onPick } = props;
  const byId = new Map((items ?? []).map((item) => [item.id, item]));
  const pickable = picked !== undefined && items !== undefined;
  return (
    <LoadingBackdrop isLoading={props.isStale ?? false}>
      <div onKeyDownCapture={vimKeys} aria-busy={items === undefined || (props.isStale ?? false)}>
        <AriaTable
          aria-label={props.label}
          selectionMode={pickable ? 'multiple' : 'none'}
          selectedKeys={picked ?? new Set()}
          onSelectionChange={(keys) =>
            onPick?.(new Set(keys === 'all' ? byId.keys() : [...keys].map(String)))
          }
          {...(sort && {
            sortDescriptor: {
              column: sort.column,
              direction: sort.direction === 'ASC' ? ('ascending' as const) : ('descending' as const),
            },
          })}
          onSortChange={(next) =>
            onSort?.(String(next.column), next.direction === 'ascending' ? 'ASC' : 'DESC')
          }
          {...(onOpen && {
            onRowAction: (key: string | number) => {
              const item = byId.get(String(key));
              if (item) onOpen(item);
            },
          })}
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <TableHeader>
            {pickable ? (
              <AriaColumn className={`${headClass} w-14`}>
                <Checkbox slot="selection" className="group grid cursor-pointer">
                  {PickBox}
                </Checkbox>
              </AriaColumn>
            ) : null}
            {columns.map((column) => (
              <Head key={column.id} column={column} />
            ))}
          </TableHeader>
          <TableBody renderEmptyState={() => props.empty}>
            {items === undefined
              ? skeletonIds.map((id, row) => (
                  <Row key={id} id={id}>
                    {columns.map((column, index) => (
                      <Cell key={column.id} textValue="Loading" className={cellClass}>
                        <span className="sr-only">Loading</span>
                        <span
                          className={`block h-3 animate-skeleton rounded-sm bg-ink-soft ${column.align === 'right' ? 'ml-auto' : ''}`}
                          style={{ width: skeletonWidths[(row + index) % skeletonWidths.length] }}
                        />
                      </Cell>
                    ))}
                  </Row>
                ))
              : items.map((item) => (
                  <Row
                    key={item.id}
                    id={item.id}
                    {...(hrefOf && { href: hrefOf(item) })}
                    className={`${onOpen || hrefOf ? 'cursor-pointer' : ''} -outline-offset-2 data-hovered:bg-surface-hover data-selected:bg-info-soft`}
                  >
                    {pickable ? (
                      <Cell className={`${cellClass} w-14`}>
                        <Checkbox slot="selection" className="group grid cursor-pointer">
                          {PickBox}
                        </Checkbox>
                      </Cell>
                    ) : null}
                    {columns.map((column) => (
                      <Cell
                        key={column.id}
                        className={`${cellClass} ${column.align === 'right' ? right : ''}`}
                      >
                        {column.cell(item)}
                      </Cell>
                    ))}
                  </Row>
                ))}
          </TableBody>
        </AriaTable>
      </div>
    </LoadingBackdrop>
  );
}
