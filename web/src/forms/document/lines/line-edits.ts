import { withOnlyChoice, coaExternalId } from '#domain/reference-data/chart-of-accounts';
import type { AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { Coding } from '#domain/reference-data/coding';
import { codeOf, codingOf } from '#domain/documents/line-codes';
import type { AnyLine } from '../model/draft.ts';
import { codingType } from './line-editor.ts';
import type { LineContext, LineEditor } from './line-editor.ts';
import type { AccountField } from '#domain/reference-data/reference-data-response';

/** What a line's codes depend on. `fields` is null while the chart of accounts is missing. */
export interface CodingRules {
  fields: readonly AccountField[] | null;
  allowed: AllowedCodes;
}

/** Adds the codes for which the department and the chart have only one option (LI-29, LI-30). */
export function withDefaultCodes<Line extends AnyLine>(line: Line, { fields, allowed }: CodingRules): Line {
  if (fields === null) return line;
  const before = codingOf(line);
  const coding = withOnlyChoice(before, fields, allowed);
  if (JSON.stringify(coding) === JSON.stringify(before)) return line;
  return { ...line, ...episodeOf(line, coding), coding, coaExternalId: coaExternalId(coding, fields) };
}

/** The draft as its form initially shows it. */
export function withAutomaticCodes<Draft extends { lineItems: AnyLine[] }>(
  draft: Draft,
  rules: CodingRules,
): Draft {
  return { ...draft, lineItems: draft.lineItems.map((line) => withDefaultCodes(line, rules)) };
}

/** Updates the episode field from the codes, so that they never contradict (LI-01). */
function episodeOf(line: AnyLine, coding: Coding): { episode?: string } {
  return 'episode' in line ? { episode: coding['EPISODE'] ?? '' } : {};
}

/** Sets one code of a line; '' removes it. */
export function withCode<Line extends AnyLine>(
  line: Line,
  configType: string,
  code: string,
  fields: readonly AccountField[],
): Line {
  const { [configType]: _old, ...others } = line.coding;
  const coding = code === '' ? others : { ...others, [configType]: code };
  const episode = configType === 'EPISODE' ? episodeOf(line, coding) : {};
  return { ...line, ...episode, coding, coaExternalId: coaExternalId(coding, fields) };
}

/** Sets these codes on every unlocked line. */
export function applyCodesToAll<Line extends AnyLine>(
  lines: readonly Line[],
  codes: readonly (readonly [type: string, code: string])[],
  { coding, lockedLineCount }: Pick<LineContext, 'coding' | 'lockedLineCount'>,
): Line[] {
  const fields = coding.fields ?? [];
  return lines.map((line, row) =>
    row < lockedLineCount
      ? line
      : codes.reduce<Line>((coded, [type, code]) => withCode(coded, type, code, fields), line),
  );
}

function withParts<Line extends AnyLine>(line: Line, other: Line, parts: readonly (keyof Line)[]): Line {
  return parts.reduce<Line>((made, part) => (part in other ? { ...made, [part]: other[part] } : made), line);
}

/** Copies this cell from a neighbouring line. */
export function fillFrom<Line extends AnyLine>(
  other: Line,
  line: Line,
  cell: string,
  { context, columns }: LineEditor<Line>,
): Line {
  const type = codingType(cell);
  if (type !== null) return withCode(line, type, codeOf(other, type), context.coding.fields ?? []);
  const parts = (columns.find(({ name }) => name === cell)?.parts ?? [cell]) as readonly (keyof Line)[];
  return withParts(line, other, parts);
}

/** The line as it was when the cell received the focus. */
export interface CellEdit<Line> {
  cell: string;
  line: Line;
}

/** Whether this is still the same cell of the same line: rows move when lines are removed. */
export function isEditOf<Line extends AnyLine>(
  edit: CellEdit<Line> | null,
  line: Line,
  cell: string,
): edit is CellEdit<Line> {
  return edit !== null && edit.cell === cell && edit.line.keyId === line.keyId;
}

/** Restores this cell, and the fields that its choice has set; keeps the rest of the line (DEC-80). */
export function revertCell<Line extends AnyLine>(
  edit: CellEdit<Line> | null,
  line: Line,
  cell: string,
  editor: LineEditor<Line>,
): Line {
  if (!isEditOf(edit, line, cell)) return line;
  const alsoSet = (editor.columns.find(({ name }) => name === cell)?.alsoSets ??
    []) as readonly (keyof Line)[];
  return fillFrom(edit.line, withParts(line, edit.line, alsoSet), cell, editor);
}

export function replaced<Line>(lines: readonly Line[], index: number, line: Line): Line[] {
  return lines.map((old, at) => (at === index ? line : old));
}

/** The copy is a new line directly below (LI-11). */
export function copied<Line extends AnyLine>(lines: readonly Line[], index: number, keyId: string): Line[] {
  return lines.flatMap((line, at) => (at === index ? [line, { ...line, id: null, keyId }] : [line]));
}

export function removed<Line>(lines: readonly Line[], index: number): Line[] {
  return lines.filter((_line, at) => at !== index);
}

/** Puts a removed line back. */
export function restored<Line>(lines: readonly Line[], index: number, line: Line): Line[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

/** Adds these codes where the line has none. */
export function applyCodesToEmpty<Line extends AnyLine>(
  line: Line,
  codes: Coding,
  fields: readonly AccountField[],
): Line {
  const coding = { ...codes, ...codingOf(line) };
  return { ...line, coding, coaExternalId: coaExternalId(coding, fields) };
}

/** Whether a line has no codes but those that every line of the form gets (LI-29). */
function hasNoCodes(line: AnyLine, rules: CodingRules): boolean {
  const count = (one: AnyLine) => Object.keys(codingOf(one)).length;
  return count(line) === count(withDefaultCodes({ ...line, episode: '', coding: {} }, rules));
}

export interface CodesOffer {
  /** The line with the codes. */
  row: number;
  codes: Coding;
  /** Keys of the lines below it without codes, at least one. */
  keyIds: string[];
}

/** The codes that lines without codes could take from the nearest line above them (ENTRY-06); null if none. */
export function codesOffer(lines: readonly AnyLine[], context: LineContext): CodesOffer | null {
  const blank = (line: AnyLine) => hasNoCodes(line, context.coding);
  const first = lines.findIndex((line, row) => row > 0 && row >= context.lockedLineCount && blank(line));
  const row = first < 0 ? -1 : lines.findLastIndex((line, at) => at < first && !blank(line));
  const source = lines[row];
  if (!source) return null;
  return {
    row,
    codes: codingOf(source),
    keyIds: lines
      .slice(first)
      .filter(blank)
      .map(({ keyId }) => keyId),
  };
}
