import { withoutUnseen } from '#domain/values/safe-text';

/**
 * Of a file that is read: bytes, what it may unpack to, texts that its cells share, rows below the headings, columns, and
 * characters of a cell.
 */
export const importLimits = {
  bytes: 5 * 1024 * 1024,
  unpackedBytes: 16 * 1024 * 1024,
  sharedTexts: 250_000,
  rows: 2000,
  columns: 60,
  cell: 1000,
} as const;

/** A cell as a file has it: a number stays one, so that no separator has to be guessed; a day is `YYYY-MM-DD`. */
export type ImportCell = string | number;

/** A row of a file; `number` is the one that a spreadsheet shows beside it. */
export interface ImportRow {
  number: number;
  cells: readonly ImportCell[];
}

/** What is wrong, and where; without a row it is the whole file's. */
export interface ImportError {
  row: number | null;
  /** The heading; null where no single cell is to blame. */
  column: string | null;
  message: string;
}

/** A column that is understood: its heading in the template, and what else people call it. */
export interface ImportColumn<Id extends string> {
  id: Id;
  heading: string;
  aliases: readonly string[];
  /** The file is of no use without it. */
  isRequired?: boolean;
}

/** A row by its columns; what is empty is left out. */
export interface NamedRow {
  number: number;
  cells: ReadonlyMap<string, ImportCell>;
}

export interface NamedTable {
  rows: NamedRow[];
  /** The headings as the file has them, by column. */
  headings: ReadonlyMap<string, string>;
  /** The same, and those of the template for columns that it lacks. */
  names: ReadonlyMap<string, string>;
  /** Headings that nobody knows. */
  ignored: string[];
  faults: ImportError[];
}

/** `PO #` and `po number` are the same heading. */
function plain(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The text of a cell. */
export function cellText(cell: ImportCell | undefined): string {
  return cell === undefined ? '' : withoutUnseen(String(cell)).trim();
}

/** The first row with anything in it has the headings; the rows below it that are not empty, each cell by its column. */
export function namedTable<Id extends string>(
  rows: readonly ImportRow[],
  columns: readonly ImportColumn<Id>[],
): NamedTable {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cellText(cell) !== ''));
  const [head, ...body] = filled;
  const { at, headings, ignored, twice } = placesOf(head?.cells ?? [], columns);
  const missing = columns.filter(({ id, isRequired }) => isRequired && !headings.has(id));
  const faults: ImportError[] = [
    ...(filled.length > 0 && headings.size === 0
      ? [whole('The first row has none of the column headings. Start from the template.')]
      : missing.map(({ heading }) => whole(`The column “${heading}” is missing.`))),
    ...twice.map((heading) => whole(`Two columns have the heading “${heading}”.`)),
  ];
  if (body.length === 0) faults.push(whole('There are no rows below the headings.'));
  if (body.length > importLimits.rows)
    faults.push(whole(`There are more than ${importLimits.rows.toLocaleString('en-US')} rows.`));
  if (filled.some(({ cells }) => cellText(cells[importLimits.columns]) !== ''))
    faults.push(whole(`There are more than ${importLimits.columns} columns.`));
  const names = new Map([...columns.map(({ id, heading }) => [id as string, heading] as const), ...headings]);
  return { rows: body.map((row) => named(row, at)), headings, names, ignored, faults };
}

/** A fault of the file as a whole. */
function whole(message: string): ImportError {
  return { row: null, column: null, message };
}

function placesOf(cells: readonly ImportCell[], columns: readonly ImportColumn<string>[]) {
  const at: (string | null)[] = [];
  const headings = new Map<string, string>();
  const ignored: string[] = [];
  const twice: string[] = [];
  for (const cell of cells) {
    const text = cellText(cell);
    const known = columns.find(({ heading, aliases }) =>
      [heading, ...aliases].some((one) => plain(one) === plain(text)),
    );
    at.push(known && !headings.has(known.id) ? known.id : null);
    if (known && headings.has(known.id)) twice.push(text);
    else if (known) headings.set(known.id, text);
    else if (text !== '') ignored.push(text.slice(0, 100));
  }
  return { at, headings, ignored, twice };
}

function named({ number, cells }: ImportRow, at: readonly (string | null)[]): NamedRow {
  const byColumn = cells.flatMap((cell, index) => {
    const id = at[index];
    return id && cellText(cell) !== '' ? [[id, cell] as const] : [];
  });
  return { number, cells: new Map(byColumn) };
}

/** Faults of cells that hold more than any field takes. */
export function overlong({ rows, headings }: NamedTable): ImportError[] {
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
