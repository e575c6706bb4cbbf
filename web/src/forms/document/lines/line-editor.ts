import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Split } from '#domain/series/episode-split';
import { fieldsOf } from '#domain/documents/text-fields';
import type { LineFields } from '#domain/documents/line-fields';
import type { Issue } from '#domain/documents/validation';
import type { AnyLine } from '../model/draft.ts';
import type { CodingRules } from './line-edits.ts';
import type { PasteOptions } from './pasted-lines.ts';
import type { AccountField, TaxCode } from '#domain/reference-data/reference-data-response';

/** Data that the lines of every document depend on. */
export interface LineContext {
  currency: string;
  coding: CodingRules;
  taxCodes: readonly TaxCode[];
  /** Lines before this index cannot be edited (CO-06). */
  lockedLineCount: number;
  /** When the chart was loaded, an instant; null while it is missing (LI-28). */
  codesAsOf: string | null;
}

export interface LineColumn {
  /** A field of the line, or another name used by issues; account codes are `coding.ACCOUNT`. */
  name: string;
  label: string;
  /** In rem; the minimum width for the column that `grows`. */
  width: number;
  /** Width in rem once an amount reaches a million. */
  wideWidth?: number;
  /** The column takes the remaining width. */
  grows?: true;
  align?: 'right';
  /** The user may hide it (ENTRY-04). */
  isOptional?: true;
  /** The column has no field. */
  isReadOnly?: boolean;
  /** The fields of the line that it edits, if they differ from its name. */
  parts?: readonly string[];
  /** Other fields that its choice sets; Escape reverts them too. */
  alsoSets?: readonly string[];
  /** Other fields that its rendering depends on. */
  dependsOn?: readonly string[];
}

export interface LineFieldProps<Line extends AnyLine> {
  name: string;
  label: string;
  /** Hidden in the table, where the column header names the cell. */
  hideLabel?: boolean;
  line: Line;
  error: string | null;
  /** Receives a function of the current line, because cells are memoized. */
  onChange: (edit: (line: Line) => Line) => void;
}

export interface LinesOffer<Line> {
  text: string;
  action: string;
  /** All lines after the offer is accepted. */
  lines: Line[];
}

/**
 * The line editor of one document type. The table, the phone's sheet, keyboard, copy, paste and undo are the same for
 * all types and use lines only through this interface.
 */
export interface LineEditor<Line extends AnyLine> {
  context: LineContext;
  /** The message when no more lines can be added. */
  tooMany: string;
  /** In their order; the last one is the amount, which is sticky. */
  columns: readonly LineColumn[];
  /** Whether a line has this cell. A column that no line has is hidden. */
  hasCell: (name: string, line: Line) => boolean;
  /** Adapts the header of a column to the lines. */
  fitted?: (column: LineColumn, lines: readonly Line[]) => LineColumn;
  /** A cell while it is not edited. */
  cell: (name: string, line: Line) => ReactNode;
  field: (props: LineFieldProps<Line>) => ReactNode;
  /** NaN while the line has no amount. */
  cents: (line: Line) => number;
  /** The second line of a line's card on a phone. */
  summary: (line: Line) => ReactNode;
  empty: (keyId: string) => Line;
  /** An invoice keeps at least one line; a PO draft may have none (IN-14). */
  keepsOne: boolean;
  /** The line has no input yet. */
  isUntouched: (line: Line) => boolean;
  /** Lines that could replace an incomplete one. */
  offer: (lines: readonly Line[], newKey: () => string) => LinesOffer<Line> | null;
  /**
   * In rem: the width of its columns with a typical chart of accounts, to avoid a layout shift when the chart loads.
   */
  usualWidth: number;
  /** Shown below the lines. */
  note: (lines: readonly Line[]) => ReactNode;
  /** The lines that replace a line which is split (BUD-77). */
  split: (line: Line, split: Split, newKey: () => string) => Line[];
  /** Parses rows copied from a spreadsheet. */
  pasted: (text: string, around: PasteOptions) => Line[];
}

const millionCents = 100_000_000;
const billionCents = 1000 * millionCents;
/** In rem: width of an amount column once an amount reaches a billion, enough for `-CA$9,999,999,999.99`. */
const billionWidth = 10.75;

/** The columns of these lines, or of an empty line if there are none, each with its width. */
function visibleColumns<Line extends AnyLine>(
  editor: LineEditor<Line>,
  lines: readonly Line[],
): LineColumn[] {
  const all = lines.length > 0 ? lines : [editor.empty('')];
  const maxCents = Math.max(0, ...all.map((line) => Math.abs(editor.cents(line)) || 0));
  const widthOf = ({ width, wideWidth }: LineColumn) => {
    if (wideWidth === undefined || maxCents < millionCents) return width;
    return maxCents < billionCents ? wideWidth : billionWidth;
  };
  return editor.columns
    .filter(({ name }) => all.some((line) => editor.hasCell(name, line)))
    .map((column) => editor.fitted?.(column, all) ?? column)
    .map((column) => ({ ...column, width: widthOf(column) }));
}

/** Stable while no line adds or removes a column, to avoid rerendering rows. */
export function useColumns<Line extends AnyLine>(editor: LineEditor<Line>, lines: readonly Line[]) {
  const json = JSON.stringify(visibleColumns(editor, lines));
  return useMemo(() => JSON.parse(json) as LineColumn[], [json]);
}

/** In rem, including the line number and the actions. */
export function minWidth(columns: readonly LineColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 2.75 + 4.5);
}

/** In rem: fits the longest code and the list's arrow, within limits. */
function codeWidth({ account_parts: parts }: AccountField): number {
  const longest = Math.max(0, ...parts.map(({ id_code: code }) => code.length));
  return Math.min(6.5, Math.max(4.25, 2.35 + longest * 0.6));
}

/** One column per configured code type (LI-27). */
export function codeColumns({ coding }: LineContext): LineColumn[] {
  return (coding.fields ?? []).map((field) => ({
    name: `coding.${field.config_type}`,
    label: field.header,
    parts: ['coding'],
    width: codeWidth(field),
    isOptional: true,
  }));
}

/** A column for each text of a line that no account code edits. */
export function textColumns(fields: LineFields): LineColumn[] {
  return fieldsOf(fields).flatMap(({ name, label, control, formWidth }) =>
    control === 'codes' ? [] : [{ name, label, width: formWidth, isOptional: true }],
  );
}

export function codingType(name: string): string | null {
  return name.startsWith('coding.') ? name.slice('coding.'.length) : null;
}

export function accountField(coding: CodingRules, name: string): AccountField | null {
  const type = codingType(name);
  return coding.fields?.find((field) => field.config_type === type) ?? null;
}

/** The error of this cell, or null. */
export function cellError(issues: readonly Issue[], row: number, name: string): string | null {
  return issues.find(({ field }) => field === `lineItems.${row}.${name}`)?.message ?? null;
}
