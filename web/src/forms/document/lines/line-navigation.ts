/** The move after a key in a cell of the line table. */
export type LineMove = 'next' | 'previous' | 'leave' | null;

export interface CellKey {
  key: string;
  shiftKey: boolean;
  /** The cell is a list or a calendar, which handles arrows and Enter itself. */
  inPicker: boolean;
  /** A modifier that makes the key another shortcut. */
  withModifier: boolean;
}

/** Enter and ArrowDown move down, ArrowUp moves up, Escape leaves. Tab is left to the browser (LI-08, DEC-80). */
export function lineMove({ key, shiftKey, inPicker, withModifier }: CellKey): LineMove {
  if (withModifier) return null;
  if (key === 'Escape') return 'leave';
  if (inPicker) return null;
  if (key === 'Enter') return shiftKey ? 'previous' : 'next';
  if (key === 'ArrowDown') return 'next';
  return key === 'ArrowUp' ? 'previous' : null;
}

export interface Place {
  row: number;
  /** The name of the cell, or null for the first one. */
  cell: string | null;
}

/** The place after a move. Enter below the last line adds a new one (`row` is then the count); arrows stay. */
export function placeAfter(
  move: 'next' | 'previous',
  place: Place,
  count: number,
  mayAppend: boolean,
): Place {
  const row = move === 'next' ? place.row + 1 : place.row - 1;
  const last = mayAppend ? count : count - 1;
  return { ...place, row: Math.max(0, Math.min(row, last)) };
}
