import type { ImportCell, ImportRow } from '#domain/import/table';
import { decodeWorkbookText } from './plain-text.ts';
import { unreadable, UnreadableSpreadsheet } from './unreadable-workbook.ts';
import { walkXml } from './walk-xml.ts';

/** The data that the cells of a sheet refer to. */
export interface Workbook {
  texts: readonly string[];
  /** By style index: true when it shows a number as a date. */
  isDay: readonly boolean[];
  dayOf: (serial: number) => ImportCell;
}

/** Excel's own limits: no file that it writes has cells beyond them. */
const [lastRow, lastColumn] = [1_048_576, 16_384];

/**
 * Reads the non-blank rows of a sheet. Stops after `limits.rows`; a non-blank cell beyond `limits.columns` replaces the
 * last one within. Blank cells and rows cost nothing, wherever they are. Throws `UnreadableSpreadsheet`.
 */
export function readRows(
  xml: string,
  workbook: Workbook,
  limits: { rows: number; columns: number },
): ImportRow[] {
  const rows = new Map<number, ImportCell[]>();
  let [row, column] = [0, 0];
  let cell: { type: string; style: number; parts: string[] } | null = null;
  let [isValue, isPhonetic] = [false, false];
  const finishCell = () => {
    const value = cell ? valueOf(cell.type, cell.style, cell.parts.join(''), workbook) : '';
    cell = null;
    if (value === '') return;
    const cells = rows.get(row) ?? [];
    rows.set(row, cells);
    const at = Math.min(column, limits.columns) - 1;
    while (cells.length < at) cells.push('');
    cells[at] = value;
  };
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = checkBounds(Number(attributes().get('r') ?? row + 1), lastRow);
        column = 0;
      } else if (name === 'c') {
        const values = attributes();
        const reference = values.get('r');
        if (reference === undefined) column = checkBounds(column + 1, lastColumn);
        else [column, row] = parseCellReference(reference);
        cell = { type: values.get('t') ?? 'n', style: Number(values.get('s') ?? -1), parts: [] };
      } else if (name === 'v' || name === 't') isValue = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isValue) cell?.parts.push(text());
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c') finishCell();
      // Everything after the rows is formatting.
      return name !== 'sheetData' && rows.size < limits.rows;
    },
  });
  return [...rows].map(([number, cells]) => ({ number, cells })).toSorted((a, b) => a.number - b.number);
}

function checkBounds(number: number, maximum: number): number {
  if (!Number.isInteger(number) || number < 1 || number > maximum)
    throw new UnreadableSpreadsheet(unreadable);
  return number;
}

/** `AB12` is column 28 of row 12. */
function parseCellReference(reference: string): [column: number, row: number] {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/i.exec(reference) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return [checkBounds(column, lastColumn), checkBounds(Number(digits), lastRow)];
}

/** A formula is stored with its last result. */
function valueOf(type: string, style: number, text: string, { texts, isDay, dayOf }: Workbook): ImportCell {
  if (type === 's') return texts[Number(text)] ?? '';
  if (type === 'b') return ['1', 'true'].includes(text.trim()) ? 'true' : 'false';
  if (type === 'd') return text.trim().slice(0, 10);
  const number = Number(text);
  if (type !== 'n' || Number.isNaN(number)) return decodeWorkbookText(text);
  if (text.trim() === '' || !Number.isFinite(number)) return '';
  return isDay[style] ? dayOf(number) : number;
}
