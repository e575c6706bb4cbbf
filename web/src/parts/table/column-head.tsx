import { ArrowDown, ArrowUp } from 'lucide-react';
import { Column as AriaColumn } from 'react-aria-components/Table';
import { ColumnResizer } from './column-resizer.tsx';
import type { TableColumn } from './table.tsx';

const headClass =
  'sticky top-0 z-2 h-9 border-b border-line bg-surface px-2 text-left text-xs font-medium whitespace-nowrap text-ink-muted outline-offset-[-2px] first:pl-6 last:pr-6 lg:px-3';

/** The header of a column: sorts when pressed, and resizes at its edge. */
export function ColumnHead<Item>(props: { column: TableColumn<Item>; isResizable: boolean }) {
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
        <span
          data-column={props.isResizable ? column.id : undefined}
          className={`inline-flex items-center gap-1 ${sortDirection ? 'text-ink' : ''}`}
        >
          <span className={column.hideName ? 'sr-only' : ''}>{column.name}</span>
          {sortDirection === 'ascending' ? <ArrowUp aria-hidden className="size-3" /> : null}
          {sortDirection === 'descending' ? <ArrowDown aria-hidden className="size-3" /> : null}
          {props.isResizable ? <ColumnResizer id={column.id} /> : null}
        </span>
      )}
    </AriaColumn>
  );
}
