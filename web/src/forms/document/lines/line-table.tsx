import { memo, useLayoutEffect, useRef, useEffect } from 'react';
import type { ClipboardEvent } from 'react';
import type { Issue } from '#domain/documents/validation';
import { useRestoreFocus } from '../../../parts/hooks/use-restore-focus.ts';
import type { AnyLine } from '../model/draft.ts';
import type { Place } from './line-navigation.ts';
import { minWidth } from './line-editor.ts';
import type { LineColumn, LineEditor } from './line-editor.ts';
import { pinnedFade } from './line-row.tsx';
import type { LineActions } from './line-row.tsx';
import { LineRows } from './line-rows.tsx';
import { isMultiCell } from './clipboard-cells.ts';
import { useLineKeyboard } from './use-line-keyboard.ts';
import { useOfferedShortcuts } from '../../../parts/keyboard/shortcuts.ts';

/** Sets `data-more` on a horizontally scrolling element while there is more to the right. */
function useHorizontalOverflow<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-more', rest > 1);
    };
    const sizes = new ResizeObserver(mark);
    for (const one of [element, ...element.children]) sizes.observe(one);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return box;
}

export interface LineTableProps<Line extends AnyLine> {
  lines: readonly Line[];
  columns: readonly LineColumn[];
  issues: readonly Issue[];
  editor: LineEditor<Line>;
  /** The edited cell, or null. */
  place: Place | null;
  onPlace: (place: Place | null) => void;
  actions: LineActions<Line>;
  /** Adds a line at the end and edits it. */
  onAppend: (cell: string | null) => void;
  onPaste: (text: string) => void;
}

const headClass =
  'h-9 border-b border-line px-2 text-left text-xs font-medium whitespace-nowrap text-ink-muted';
const pinnedHead = `sticky right-18 z-1 bg-surface-raised ${pinnedFade}`;
const lineShortcuts = ['nextLine', 'previousLine', 'fillLine', 'writeOn', 'leaveLine'] as const;
const focusable = 'input:not([disabled]), button:not([disabled])';

function focusCell(table: HTMLElement, { row, cell }: Place): void {
  const line = table.querySelector(`[data-row="${row}"]`);
  const cellElement = cell === null ? null : line?.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
  const first = line?.querySelector(`[data-cell] :is(${focusable})`);
  const field = cellElement?.querySelector<HTMLElement>(focusable) ?? first;
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** Focuses the cell at `place`, or the row's own button after Escape. */
function useFocusOnPlace(place: Place | null) {
  const table = useRef<HTMLTableElement>(null);
  const before = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = place;
    if (place && table.current) focusCell(table.current, place);
    else if (left) {
      table.current?.querySelector<HTMLElement>(`[data-row="${left.row}"] [data-edit]`)?.focus();
    }
  }, [place]);
  return table;
}

const Heads = memo((props: { columns: readonly LineColumn[] }) => {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${headClass} sticky left-0 z-1 w-11 bg-surface-raised pl-4`}>
          #
        </th>
        {props.columns.map(({ name, label, width, grows, align }, at) => (
          <th
            key={name}
            scope="col"
            {...(grows ? {} : { style: { width: `${width}rem` } })}
            className={`${headClass} ${align === 'right' ? 'text-right' : ''} ${at === props.columns.length - 1 ? pinnedHead : ''}`}
          >
            {label}
          </th>
        ))}
        <th scope="col" className={`${headClass} sticky right-0 z-1 w-18 bg-surface-raised`}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
});

/**
 * The lines as a spreadsheet: click or type, Enter and arrows between lines, paste of rows (LI-06 to LI-08, DEC-80).
 */
export function LineTable<Line extends AnyLine>(props: LineTableProps<Line>) {
  const { lines, columns, editor, place, actions } = props;
  const cells = columns.flatMap(({ name, isReadOnly = false }) => (isReadOnly ? [] : [name]));
  const table = useFocusOnPlace(place);
  const box = useHorizontalOverflow<HTMLElement>();
  useRestoreFocus(table);
  const keys = useLineKeyboard({ ...props, cells });
  useOfferedShortcuts(lineShortcuts);
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isMultiCell(text)) return;
    event.preventDefault();
    props.onPaste(text);
  };
  return (
    <section
      ref={box}
      // The amount is sticky and always visible, so focusing it must not scroll.
      className="group/lines relative -mx-5 scroll-pr-54 scroll-pl-12 overflow-x-auto outline-offset-[-2px] has-[[data-pinned]_:focus]:scroll-pr-18"
      aria-label="Table of lines"
      onPaste={paste}
    >
      <table
        ref={table}
        aria-rowcount={lines.length + 1}
        {...keys}
        // Fixed column widths, so that the table does not move while typing.
        style={{ minWidth: `${minWidth(columns)}rem` }}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <Heads columns={columns} />
        <LineRows
          lines={lines}
          issues={props.issues}
          columns={columns}
          editor={editor}
          editedRow={place?.row ?? null}
          actions={actions}
        />
      </table>
    </section>
  );
}

/** The cell of an issue's field, such as `lineItems.2.quantity`; null if it is not a cell. */
export function placeOfIssue(field: string): { row: number; cell: string } | null {
  const match = /^lineItems\.(\d+)\.(\w+)$/.exec(field);
  if (!match) return null;
  return { row: Number(match[1]), cell: match[2] ?? '' };
}
