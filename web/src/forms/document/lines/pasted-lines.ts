import { availableParts } from '#domain/reference-data/chart-of-accounts';
import type { DateFormat } from '#domain/values/days';
import { detectDateFormat, parsePastedDate } from '#domain/import/spreadsheet-dates';
import type { AnyLine } from '../model/draft.ts';
import { withDefaultCodes, withCode } from './line-edits.ts';
import type { CodingRules } from './line-edits.ts';
import { codingType } from './line-editor.ts';
import type { LineContext } from './line-editor.ts';
import { parseCells, pastedHundredths } from './clipboard-cells.ts';

/** Who pastes, when, and what the new lines are known by. */
export interface PasteAround {
  dateFormat: DateFormat | null;
  today: string;
  newKey: () => string;
}

export interface PasteContext extends PasteAround, LineContext {}

/** What a column is, by the names of the cells of a line; null is left out. */
type Columns = readonly (string | null)[];

export type Content = 'words' | 'number' | 'day' | 'type' | 'empty';

/** What can be pasted into the lines of one type of document. */
export interface PasteColumns<Line extends AnyLine> {
  /** The names that people give to columns, in small letters, beside those that all types know. */
  heads: Readonly<Record<string, string>>;
  /** Whether a cell names a type of item. */
  isType: (cell: string) => boolean;
  /** Without heads: what columns of this content are, from the left; `count` is how many there are. */
  namesFor: (content: Content, count: number) => Columns;
  empty: (keyId: string) => Line;
  /** A cell of a column that only this type of document has. */
  withCell: (line: Line, column: string, cell: string, around: PasteAround) => Line;
  /** What follows for a line from the cells that it has and those that it lacks. */
  finished: (line: Line, columns: Columns) => Line;
}

const sharedHeads: Readonly<Record<string, string>> = {
  description: 'description',
  item: 'description',
  tax: 'taxCode',
  'tax code': 'taxCode',
};

function headedColumns<Line extends AnyLine>(
  row: readonly string[],
  { fields }: CodingRules,
  rules: PasteColumns<Line>,
): Columns | null {
  const columns = row.map((cell) => {
    const head = cell.toLowerCase();
    const field = fields?.find(({ header }) => header.toLowerCase() === head);
    return rules.heads[head] ?? sharedHeads[head] ?? (field ? `coding.${field.config_type}` : null);
  });
  return columns.includes('description') ? columns : null;
}

function contentOf(
  cells: readonly string[],
  context: PasteContext,
  isType: (cell: string) => boolean,
): Content {
  const said = cells.filter((cell) => cell !== '');
  if (said.length === 0) return 'empty';
  if (said.every((cell) => parsePastedDate(cell, context) !== null)) return 'day';
  if (said.every(isType)) return 'type';
  return said.every((cell) => pastedHundredths(cell, context.currency) !== null) ? 'number' : 'words';
}

/** Without heads: told by what is in them. */
function guessedColumns<Line extends AnyLine>(
  rows: readonly (readonly string[])[],
  context: PasteContext,
  rules: PasteColumns<Line>,
): Columns {
  const width = Math.max(...rows.map((row) => row.length));
  const contents = Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    return contentOf(cells, context, rules.isType);
  });
  return contents.map((content, at) => {
    const count = contents.filter((one) => one === content).length;
    const before = contents.slice(0, at).filter((one) => one === content).length;
    return rules.namesFor(content, count)[before] ?? null;
  });
}

function withCodeOf<Line extends AnyLine>(
  line: Line,
  type: string,
  cell: string,
  { fields, allowed }: CodingRules,
): Line {
  const field = fields?.find(({ config_type }) => config_type === type);
  if (!field || !fields) return line;
  if (field.account_parts.length === 0) return withCode(line, type, cell.slice(0, 100), fields);
  // A cell may hold the code alone, or the code and its name.
  const [first = ''] = cell.split(/\s/);
  const offered = availableParts(field, allowed).some(({ id_code }) => id_code === first);
  return offered ? withCode(line, type, first, fields) : line;
}

function withCell<Line extends AnyLine>(
  line: Line,
  column: string,
  cell: string,
  context: PasteContext,
  rules: PasteColumns<Line>,
): Line {
  if (cell === '') return line;
  if (column === 'description') return { ...line, description: cell.slice(0, 1000) };
  if (column === 'taxCode') {
    const known = context.taxCodes.find(({ code }) => code.toLowerCase() === cell.toLowerCase());
    return known ? { ...line, taxCode: known.code } : line;
  }
  const type = codingType(column);
  return type === null
    ? rules.withCell(line, column, cell, context)
    : withCodeOf(line, type, cell, context.coding);
}

/**
 * Rows copied in a spreadsheet as new lines. A first row with heads (one of them `Description` or `Item`) names the
 * columns; otherwise they are told by what is in them. Cells that are no number or day leave the field as it begins; a
 * number beyond what a line may have leaves it empty, so that it is asked for.
 */
export function parsePastedLines<Line extends AnyLine>(
  text: string,
  surroundings: PasteContext,
  rules: PasteColumns<Line>,
): Line[] {
  const rows = parseCells(text);
  const context = { ...surroundings, dateFormat: detectDateFormat(rows, surroundings) };
  const headed = headedColumns(rows[0] ?? [], context.coding, rules);
  const body = headed ? rows.slice(1) : rows;
  if (body.length === 0) return [];
  const columns = headed ?? guessedColumns(body, context, rules);
  return body.map((row) => {
    const line = columns.reduce<Line>(
      (made, column, at) => (column ? withCell(made, column, row[at] ?? '', context, rules) : made),
      rules.empty(context.newKey()),
    );
    return withDefaultCodes(rules.finished(line, columns), context.coding);
  });
}
