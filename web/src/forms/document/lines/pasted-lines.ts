import { availableParts } from '#domain/reference-data/chart-of-accounts';
import { descriptionField, textBoxOf } from '#domain/documents/line-fields';
import { fieldsOf } from '#domain/documents/text-fields';
import type { LineFields } from '#domain/documents/line-fields';
import type { DateFormat } from '#domain/values/days';
import { detectDateFormat, parsePastedDate } from '#domain/import/spreadsheet-dates';
import type { AnyLine } from '../model/draft.ts';
import { withDefaultCodes, withCode } from './line-edits.ts';
import type { CodingRules } from './line-edits.ts';
import { codingType } from './line-editor.ts';
import type { LineContext } from './line-editor.ts';
import { parseCells, pastedHundredths } from './clipboard-cells.ts';

/** The user's date format, the current day, and a generator of line keys. */
export interface PasteOptions {
  dateFormat: DateFormat | null;
  today: string;
  newKey: () => string;
}

export interface PasteContext extends PasteOptions, LineContext {}

/** The line field of each column, or null to ignore it. */
type Columns = readonly (string | null)[];

export type Content = 'words' | 'number' | 'day' | 'type' | 'empty';

/** Paste rules of one document type. */
export interface PasteColumns<Line extends AnyLine> {
  /** Column headers in lower case, in addition to those that all types share. */
  heads: Readonly<Record<string, string>>;
  fields: LineFields;
  /** Whether a cell contains an item type. */
  isType: (cell: string) => boolean;
  /** Without headers: the fields of `count` columns of this content, from the left. */
  namesFor: (content: Content, count: number) => Columns;
  empty: (keyId: string) => Line;
  /** Sets a field that only this document type has. */
  withCell: (line: Line, column: string, cell: string, around: PasteOptions) => Line;
  /** Completes a line after all its cells have been set. */
  finished: (line: Line, columns: Columns) => Line;
}

const sharedHeads: Readonly<Record<string, string>> = {
  description: 'description',
  item: 'description',
};

function readHeaders<Line extends AnyLine>(
  row: readonly string[],
  { fields }: CodingRules,
  rules: PasteColumns<Line>,
): Columns | null {
  const textHeads = new Map(
    fieldsOf(rules.fields).flatMap(({ name, label, aliases }) =>
      [label, ...aliases].map((heading) => [heading.toLowerCase(), name] as const),
    ),
  );
  const columns = row.map((cell) => {
    const head = cell.toLowerCase();
    const field = fields?.find(({ header }) => header.toLowerCase() === head);
    return (
      rules.heads[head] ??
      sharedHeads[head] ??
      textHeads.get(head) ??
      (field ? `coding.${field.config_type}` : null)
    );
  });
  return columns.includes('description') ? columns : null;
}

function contentOf(
  cells: readonly string[],
  context: PasteContext,
  isType: (cell: string) => boolean,
): Content {
  const filledCells = cells.filter((cell) => cell !== '');
  if (filledCells.length === 0) return 'empty';
  if (filledCells.every((cell) => parsePastedDate(cell, context) !== null)) return 'day';
  if (filledCells.every(isType)) return 'type';
  return filledCells.every((cell) => pastedHundredths(cell, context.currency) !== null) ? 'number' : 'words';
}

/** Without headers, columns are identified by their content. */
function detectColumns<Line extends AnyLine>(
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
  // A cell may contain only the code, or the code and its name.
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
  if (column === 'description') return { ...line, description: cell.slice(0, descriptionField.maxLength) };
  const textBox = textBoxOf(rules.fields, column);
  if (textBox) return { ...line, [column]: cell.slice(0, textBox.maxLength) };
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
 * Parses rows copied from a spreadsheet. A first row with headers (one of them `Description` or `Item`) names the
 * columns; otherwise their content identifies them. A cell that is no valid number or date leaves the field's default;
 * a number beyond the limit leaves it empty, so that the user must enter it.
 */
export function parsePastedLines<Line extends AnyLine>(
  text: string,
  options: PasteContext,
  rules: PasteColumns<Line>,
): Line[] {
  const rows = parseCells(text);
  const context = { ...options, dateFormat: detectDateFormat(rows, options) };
  const headed = readHeaders(rows[0] ?? [], context.coding, rules);
  const body = headed ? rows.slice(1) : rows;
  if (body.length === 0) return [];
  const columns = headed ?? detectColumns(body, context, rules);
  return body.map((row) => {
    const line = columns.reduce<Line>(
      (made, column, at) => (column ? withCell(made, column, row[at] ?? '', context, rules) : made),
      rules.empty(context.newKey()),
    );
    return withDefaultCodes(rules.finished(line, columns), context.coding);
  });
}
