import { useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { AnyLine } from '../model/draft.ts';
import { fillFrom, isEditOf, revertCell } from './line-edits.ts';
import type { CellEdit } from './line-edits.ts';
import { lineMove, placeAfter } from './line-navigation.ts';
import type { LineMove, Place } from './line-navigation.ts';
import type { LineEditor } from './line-editor.ts';
import type { LineActions } from './line-row.tsx';

function cellElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
}

/** The name of the cell that contains the target, or null. */
function cellOf(target: EventTarget): string | null {
  return cellElement(target)?.dataset['cell'] ?? null;
}

function isOpen(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
}

function opensList(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement && isOpen(target);
}

/** Lists and calendars handle arrows and Enter themselves. */
function inPicker(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement || isOpen(target);
}

interface LineKeyboardOptions<Line extends AnyLine> {
  lines: readonly Line[];
  editor: LineEditor<Line>;
  /** The editable cells in their order. */
  cells: readonly string[];
  place: Place | null;
  onPlace: (place: Place | null) => void;
  onAppend: (cell: string | null) => void;
  actions: LineActions<Line>;
}

/** Blur applies the typed text and may correct it. */
function leave(target: EventTarget): void {
  if (target instanceof HTMLElement) target.blur();
}

/** F2 continues the text of the cell, where typing would replace it. */
function moveCaretToEnd(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  target.setSelectionRange(target.value.length, target.value.length);
  return true;
}

/**
 * The keys of the line table, as in a spreadsheet. Enter after Tab starts the next line in the column where Tab
 * started; Escape restores the cell; Ctrl or Cmd with D copies the cell above (LI-08, DEC-80).
 */
export function useLineKeyboard<Line extends AnyLine>(props: LineKeyboardOptions<Line>) {
  const { lines, editor, cells, place, onPlace, actions } = props;
  const { lockedLineCount } = editor.context;
  // The cell in which Tab started on this line.
  const tabStart = useRef<string | null>(null);
  const cellEdit = useRef<CellEdit<Line> | null>(null);

  /** Tab moves from the last cell of a line to the next line; after the last line it leaves the table. */
  const tab = (event: KeyboardEvent, at: Place) => {
    tabStart.current ??= at.cell;
    const row = event.shiftKey ? at.row - 1 : at.row + 1;
    const edge = event.shiftKey ? cells[0] : cells.at(-1);
    if (at.cell !== edge || row < lockedLineCount || row >= lines.length) return;
    event.preventDefault();
    leave(event.target);
    onPlace({ row, cell: (event.shiftKey ? cells.at(-1) : cells[0]) ?? null });
  };
  const go = (event: KeyboardEvent, move: Exclude<LineMove, null>, at: { row: number; cell: string }) => {
    const startCell = tabStart.current;
    tabStart.current = null;
    if (move === 'leave') {
      const was = cellEdit.current;
      cellEdit.current = null;
      onPlace(null);
      const line = lines[at.row];
      return line && was ? actions.change(at.row, (now) => revertCell(was, now, at.cell, editor)) : undefined;
    }
    const isNewRow = event.key === 'Enter' && !event.shiftKey;
    const cell = isNewRow ? (startCell ?? at.cell) : at.cell;
    const next = placeAfter(move, at, lines.length, event.key === 'Enter');
    leave(event.target);
    if (next.row === lines.length) return props.onAppend(cell);
    return onPlace({ row: Math.max(next.row, lockedLineCount), cell });
  };
  const command = (event: KeyboardEvent, at: { row: number; cell: string }): boolean => {
    if (event.key === 'F2') return moveCaretToEnd(event.target);
    if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const above = lines[at.row - 1];
    const line = lines[at.row];
    if (!above || !line) return false;
    const was = cellEdit.current;
    leave(event.target);
    // Blur has cleared it; the same cell is edited, and Escape must revert this too.
    cellEdit.current = was;
    actions.change(at.row, (now) => fillFrom(above, now, at.cell, editor));
    onPlace({ ...at });
    return true;
  };
  const keyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    // Enter and arrows of an input method choose among its suggestions.
    if (!place || cell === null || event.nativeEvent.isComposing) return;
    const at = { row: place.row, cell };
    const withModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Tab' && !withModifier) return tab(event, at);
    if (command(event, at)) return event.preventDefault();
    const { key, shiftKey } = event;
    const move = lineMove({ key, shiftKey, inPicker: inPicker(event.target), withModifier });
    // The first Escape closes an open list, the next one leaves the line.
    if (move === null || (move === 'leave' && isOpen(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    go(event, move, at);
  };
  return {
    onKeyDownCapture: keyDown,
    onPointerDownCapture: () => {
      tabStart.current = null;
    },
    onFocusCapture: ({ target }: FocusEvent) => {
      const cell = cellOf(target);
      const line = place && lines[place.row];
      if (cell === null || !line || isEditOf(cellEdit.current, line, cell)) return;
      cellEdit.current = { cell, line: structuredClone(line) };
    },
    // A change from outside the cell is not reverted. The list or calendar of the cell counts as inside.
    onBlurCapture: ({ target, relatedTarget }: FocusEvent) => {
      const cell = cellElement(target);
      if (cell && !opensList(target) && cellElement(relatedTarget) !== cell) cellEdit.current = null;
    },
  };
}
