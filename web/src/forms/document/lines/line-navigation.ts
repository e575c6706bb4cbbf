/** Where the editing goes after a key in a cell of the line table. */
export type LineMove = 'next' | 'previous' | 'leave' | null;

export interface CellKey {
  key: string;
  shiftKey: boolean;
  /** The cell is a list or a calendar, whose arrows and Enter are its own. */
  inPicker: boolean;
  /** A modifier that makes it another shortcut. */
  withModifier: boolean;
}

/** LI-08, DEC-80: Enter and ArrowDown go down, ArrowUp goes up, Escape leaves. Tab stays the browser's own. */
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
  /** Which cell of the row, by its name; null: the first. */
  cell: string | null;
}

/** The place after a move: below the last line Enter makes a new one (`row` is then the count), arrows stay. */
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
