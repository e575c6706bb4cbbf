import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { AccountField } from '#domain/reference-data/chart-of-accounts';
import type { TaxCode } from '#domain/reference-data/company';
import type { Issue } from '#domain/documents/validation';
import type { AnyLine } from '../model/draft.ts';
import type { CodingRules } from './line-edits.ts';
import type { PasteAround } from './pasted-lines.ts';

/** What the lines of every document depend on beside themselves. */
export interface LineContext {
  currency: string;
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
  /** Lines up to here may not be touched (CO-06). */
  lockedLineCount: number;
  /** LI-28: when the chart was read, an instant; null while it has not come. */
  codesAsOf: string | null;
}

export interface LineColumn {
  /** Of the field of the line, or what else an issue may name; codes are `coding.ACCOUNT`. */
  name: string;
  label: string;
  /** In rem; of the one that `grows` the least. */
  width: number;
  /** The same once a line comes to a million, for columns of amounts. */
  wideWidth?: number;
  /** It takes the room that the others leave. */
  grows?: true;
  align?: 'right';
  /** It tells something about the line, and has no field. */
  isReadOnly?: boolean;
  /** What of a line it is about, where that is not the field of its name. */
  parts?: readonly string[];
  /** What else of a line a choice in it fills in; Escape takes that back too. */
  brings?: readonly string[];
  /** What else of the line decides how it is drawn. */
  hangsOn?: readonly string[];
}

export interface LineFieldProps<Line extends AnyLine> {
  name: string;
  label: string;
  /** Labels are drawn on a phone; in the table the column's head names the cell. */
  hideLabel?: boolean;
  line: Line;
  error: string | null;
  /** Changes the line as it is when the change is made: a cell is not drawn again for what is typed beside it. */
  onChange: (edit: (line: Line) => Line) => void;
}

export interface LinesOffer<Line> {
  text: string;
  action: string;
  /** All lines, once it is taken. */
  lines: Line[];
}

/**
 * What the lines of one type of document are made of, in the surroundings that they have now. The table, the sheet of a
 * phone, their keys, copies, pastes and undos are the same for all types, and know lines only through this.
 */
export interface LineKit<Line extends AnyLine> {
  context: LineContext;
  /** Why no further line can be added. */
  tooMany: string;
  /** In their order; the last one is the amount, which stays in sight. */
  columns: readonly LineColumn[];
  /** Whether a cell of this line has anything to edit or to say. A column that no line has is not drawn. */
  hasCell: (name: string, line: Line) => boolean;
  /** A column as it heads these lines. */
  fitted?: (column: LineColumn, lines: readonly Line[]) => LineColumn;
  /** What a cell says while it is not edited. */
  cell: (name: string, line: Line) => ReactNode;
  field: (props: LineFieldProps<Line>) => ReactNode;
  /** NaN while the line has no amount. */
  cents: (line: Line) => number;
  /** The second line of its card on a phone. */
  summary: (line: Line) => ReactNode;
  empty: (keyId: string) => Line;
  /** A new line below this one, which may take something over from it. */
  below: (line: Line, fresh: Line) => Line;
  /** IN-14: an invoice keeps its last line; a PO may be without for as long as it is worked on. */
  keepsOne: boolean;
  /** Nothing was typed into it yet. */
  isUntouched: (line: Line) => boolean;
  /** Lines that could stand in the place of one that says little yet. */
  offer: (lines: readonly Line[], newKey: () => string) => LinesOffer<Line> | null;
  /** In rem: what its columns take with a usual chart of accounts, so that nothing moves when the chart is here. */
  usualWidth: number;
  /** What stands below the lines as they are. */
  note: (lines: readonly Line[]) => ReactNode;
  /** Rows copied in a spreadsheet, as lines. */
  pasted: (text: string, around: PasteAround) => Line[];
}

const millionCents = 100_000_000;
const billionCents = 1000 * millionCents;
/** In rem: a column of amounts where a line comes to a billion; room for `-CA$9,999,999,999.99`. */
const billionWidth = 10.75;

/** The columns that these lines have, of none those that a new one would have; each with its width. */
function drawnColumns<Line extends AnyLine>(kit: LineKit<Line>, lines: readonly Line[]): LineColumn[] {
  const all = lines.length > 0 ? lines : [kit.empty('')];
  const most = Math.max(0, ...all.map((line) => Math.abs(kit.cents(line)) || 0));
  const widthOf = ({ width, wideWidth }: LineColumn) => {
    if (wideWidth === undefined || most < millionCents) return width;
    return most < billionCents ? wideWidth : billionWidth;
  };
  return kit.columns
    .filter(({ name }) => all.some((line) => kit.hasCell(name, line)))
    .map((column) => kit.fitted?.(column, all) ?? column)
    .map((column) => ({ ...column, width: widthOf(column) }));
}

/** The same ones for as long as no line brings or takes one, so that no row is drawn again. */
export function useColumns<Line extends AnyLine>(kit: LineKit<Line>, lines: readonly Line[]) {
  const said = JSON.stringify(drawnColumns(kit, lines));
  return useMemo(() => JSON.parse(said) as LineColumn[], [said]);
}

/** In rem, with the number of the line and its acts. */
export function leastWidth(columns: readonly LineColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 2.75 + 4.5);
}

/** In rem: as wide as the longest code with the arrow of its list, and not much wider than a code usually is. */
function codeWidth({ account_parts: parts }: AccountField): number {
  const longest = Math.max(0, ...parts.map(({ id_code: code }) => code.length));
  return Math.min(6.5, Math.max(4.25, 2.35 + longest * 0.6));
}

/** A column for each configured type of code (LI-27). */
export function codeColumns({ coding }: LineContext): LineColumn[] {
  return (coding.fields ?? []).map((field) => ({
    name: `coding.${field.config_type}`,
    label: field.header,
    parts: ['coding'],
    width: codeWidth(field),
  }));
}

export function codingType(name: string): string | null {
  return name.startsWith('coding.') ? name.slice('coding.'.length) : null;
}

export function accountField(coding: CodingRules, name: string): AccountField | null {
  const type = codingType(name);
  return coding.fields?.find((field) => field.config_type === type) ?? null;
}

/** The words of the rule that this cell breaks, or null. */
export function cellError(issues: readonly Issue[], row: number, name: string): string | null {
  return issues.find(({ field }) => field === `lineItems.${row}.${name}`)?.message ?? null;
}
