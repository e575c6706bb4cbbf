import { stripInvisible } from '#domain/values/safe-text';
import type { ImportError } from './import-response.ts';

/**
 * Limits of an import file: bytes, unpacked bytes, shared strings, rows below the headings, columns, and characters per
 * cell.
 */
export const importLimits = {
  bytes: 5 * 1024 * 1024,
  unpackedBytes: 16 * 1024 * 1024,
  sharedTexts: 250_000,
  rows: 2000,
  columns: 60,
  cell: 1000,
} as const;

/** A cell of a file. A number stays a number, so that no separator has to be guessed; a day is `YYYY-MM-DD`. */
export type ImportCell = string | number;

/** A row of a file; `number` is the row number that the spreadsheet shows. */
export interface ImportRow {
  number: number;
  cells: readonly ImportCell[];
}

/** A supported column: its heading in the template, and other common names for it. */
export interface ImportColumn<Id extends string> {
  id: Id;
  heading: string;
  aliases: readonly string[];
  /** The file cannot be imported without it. */
  isRequired?: boolean;
}

/** A row by column id, without empty cells. */
export interface NamedRow {
  number: number;
  cells: ReadonlyMap<string, ImportCell>;
}

export interface NamedTable {
  rows: NamedRow[];
  /** The file's headings by column id. */
  headings: ReadonlyMap<string, string>;
  /** The same, with the template's headings for missing columns. */
  names: ReadonlyMap<string, string>;
  /** Unknown headings. */
  ignored: string[];
  faults: ImportError[];
}

/** Makes `PO #` and `po number` the same heading. */
function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function cellText(cell: ImportCell | undefined): string {
  return cell === undefined ? '' : stripInvisible(String(cell)).trim();
}

/** Reads the headings from the first non-empty row, and maps the cells of each non-empty row below to their columns. */
export function namedTable<Id extends string>(
  rows: readonly ImportRow[],
  columns: readonly ImportColumn<Id>[],
): NamedTable {
  const nonEmptyRows = rows.filter(({ cells }) => cells.some((cell) => cellText(cell) !== ''));
  const [headerRow, ...body] = nonEmptyRows;
  const { columnIds, headings, ignored, duplicates } = mapHeadings(headerRow?.cells ?? [], columns);
  const missing = columns.filter(({ id, isRequired }) => isRequired && !headings.has(id));
  const faults: ImportError[] = [
    ...(nonEmptyRows.length > 0 && headings.size === 0
      ? [fileError('The first row has none of the column headings. Start from the template.')]
      : missing.map(({ heading }) => fileError(`The column “${heading}” is missing.`))),
    ...duplicates.map((heading) => fileError(`Two columns have the heading “${heading}”.`)),
  ];
  if (body.length === 0) faults.push(fileError('There are no rows below the headings.'));
  if (body.length > importLimits.rows)
    faults.push(fileError(`There are more than ${importLimits.rows.toLocaleString('en-US')} rows.`));
  if (nonEmptyRows.some(({ cells }) => cellText(cells[importLimits.columns]) !== ''))
    faults.push(fileError(`There are more than ${importLimits.columns} columns.`));
  const names = new Map([...columns.map(({ id, heading }) => [id as string, heading] as const), ...headings]);
  return { rows: body.map((row) => toNamedRow(row, columnIds)), headings, names, ignored, faults };
}

/** An error that concerns the whole file. */
function fileError(message: string): ImportError {
  return { row: null, column: null, message };
}

function mapHeadings(cells: readonly ImportCell[], columns: readonly ImportColumn<string>[]) {
  const columnIds: (string | null)[] = [];
  const headings = new Map<string, string>();
  const ignored: string[] = [];
  const duplicates: string[] = [];
  for (const cell of cells) {
    const text = cellText(cell);
    const match = columns.find(({ heading, aliases }) =>
      [heading, ...aliases].some((one) => normalizeHeading(one) === normalizeHeading(text)),
    );
    columnIds.push(match && !headings.has(match.id) ? match.id : null);
    if (match && headings.has(match.id)) duplicates.push(text);
    else if (match) headings.set(match.id, text);
    else if (text !== '') ignored.push(text.slice(0, 100));
  }
  return { columnIds, headings, ignored, duplicates };
}

function toNamedRow({ number, cells }: ImportRow, columnIds: readonly (string | null)[]): NamedRow {
  const byColumn = cells.flatMap((cell, index) => {
    const id = columnIds[index];
    return id && cellText(cell) !== '' ? [[id, cell] as const] : [];
  });
  return { number, cells: new Map(byColumn) };
}

/** Reports cells that are longer than any field. */
export function tooLongCells({ rows, headings }: NamedTable): ImportError[] {
  return rows.flatMap(({ number, cells }) =>
    [...cells].flatMap(([id, cell]) =>
      cellText(cell).length > importLimits.cell
        ? [
            {
              row: number,
              column: headings.get(id) ?? null,
              message: `This is longer than ${importLimits.cell.toLocaleString('en-US')} characters.`,
            },
          ]
        : [],
    ),
  );
}
