import { useRef } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import type { AnyLine } from '../model/draft.ts';
import { fillFrom, isEntered, revertCell } from './line-edits.ts';
import type { Entered } from './line-edits.ts';
import { lineMove, placeAfter } from './line-navigation.ts';
import type { LineMove, Place } from './line-navigation.ts';
import type { LineKit } from './line-editor.ts';
import type { LineActs } from './line-row.tsx';

function cellElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
}

/** The name of the cell that this stands in, or null. */
function cellOf(target: EventTarget): string | null {
  return cellElement(target)?.dataset['cell'] ?? null;
}

function isOpen(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
}

function opensList(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement && isOpen(target);
}

/** Lists and calendars keep their arrows and their Enter. */
function inPicker(target: EventTarget): boolean {
  return target instanceof HTMLButtonElement || isOpen(target);
}

interface LineKeys<Line extends AnyLine> {
  lines: readonly Line[];
  kit: LineKit<Line>;
  /** The cells that can be edited, in their order. */
  cells: readonly string[];
  place: Place | null;
  onPlace: (place: Place | null) => void;
  onAppend: (cell: string | null) => void;
  acts: LineActs<Line>;
}

/** The field first hands over what was typed: leaving it may correct it. */
function leave(target: EventTarget): void {
  if (target instanceof HTMLElement) target.blur();
}

/** F2: the cell is written on, where typing would begin it anew. */
function writeOn(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement)) return false;
  target.setSelectionRange(target.value.length, target.value.length);
  return true;
}

/**
 * The keys of the line table, as in a spreadsheet (LI-08, DEC-80). Enter after Tab begins the next line in the column in
 * which this one was begun; Escape puts back what the cell held; Ctrl or Cmd with D takes the cell above over.
 */
export function useLineKeys<Line extends AnyLine>(props: LineKeys<Line>) {
  const { lines, kit, cells, place, onPlace, acts } = props;
  const { lockedLineCount } = kit.context;
  // The cell from which Tab set out on this line.
  const begun = useRef<string | null>(null);
  const entered = useRef<Entered<Line> | null>(null);

  /** Tab walks from the last cell of a line into the next one; past the last line it leaves. */
  const tab = (event: KeyboardEvent, at: Place) => {
    begun.current ??= at.cell;
    const row = event.shiftKey ? at.row - 1 : at.row + 1;
    const edge = event.shiftKey ? cells[0] : cells.at(-1);
    if (at.cell !== edge || row < lockedLineCount || row >= lines.length) return;
    event.preventDefault();
    leave(event.target);
    onPlace({ row, cell: (event.shiftKey ? cells.at(-1) : cells[0]) ?? null });
  };
  const go = (event: KeyboardEvent, move: Exclude<LineMove, null>, at: { row: number; cell: string }) => {
    const set = begun.current;
    begun.current = null;
    if (move === 'leave') {
      const was = entered.current;
      entered.current = null;
      onPlace(null);
      const line = lines[at.row];
      return line && was ? acts.change(at.row, (now) => revertCell(was, now, at.cell, kit)) : undefined;
    }
    const isNewRow = event.key === 'Enter' && !event.shiftKey;
    const cell = isNewRow ? (set ?? at.cell) : at.cell;
    const next = placeAfter(move, at, lines.length, event.key === 'Enter');
    leave(event.target);
    if (next.row === lines.length) return props.onAppend(cell);
    return onPlace({ row: Math.max(next.row, lockedLineCount), cell });
  };
  const command = (event: KeyboardEvent, at: { row: number; cell: string }): boolean => {
    if (event.key === 'F2') return writeOn(event.target);
    if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const above = lines[at.row - 1];
    const line = lines[at.row];
    if (!above || !line) return false;
    const was = entered.current;
    leave(event.target);
    // The cell is the same one, and Escape takes this back as well.
    entered.current = was;
    acts.change(at.row, (now) => fillFrom(above, now, at.cell, kit));
    onPlace({ ...at });
    return true;
  };
  const keyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    // Enter and arrows of an input method choose among its words.
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
      begun.current = null;
    },
    onFocusCapture: ({ target }: FocusEvent) => {
      const cell = cellOf(target);
      const line = place && lines[place.row];
      if (cell === null || !line || isEntered(entered.current, line, cell)) return;
      entered.current = { cell, line: structuredClone(line) };
    },
    // What is changed from elsewhere is not the cell's to put back. A list or calendar of the cell is no elsewhere.
    onBlurCapture: ({ target, relatedTarget }: FocusEvent) => {
      const cell = cellElement(target);
      if (cell && !opensList(target) && cellElement(relatedTarget) !== cell) entered.current = null;
    },
  };
}
