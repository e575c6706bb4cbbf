import { withOnlyChoice, coaExternalId } from '#domain/reference-data/chart-of-accounts';
import type { AccountField, AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { Coding } from '#domain/reference-data/coding';
import { codeOf, codingOf } from '#domain/documents/line-codes';
import type { AnyLine } from '../model/draft.ts';
import { codingType } from './line-editor.ts';
import type { LineContext, LineKit } from './line-editor.ts';

/** What a line's coding depends on. `fields` is null while the chart of accounts has not come. */
export interface CodingRules {
  fields: readonly AccountField[] | null;
  allowed: AllowedCodes;
}

/** LI-29, LI-30: a line with what the department and the chart leave no choice about. */
export function withDefaultCodes<Line extends AnyLine>(line: Line, { fields, allowed }: CodingRules): Line {
  if (fields === null) return line;
  const before = codingOf(line);
  const coding = withOnlyChoice(before, fields, allowed);
  if (JSON.stringify(coding) === JSON.stringify(before)) return line;
  return { ...line, ...episodeOf(line, coding), coding, coaExternalId: coaExternalId(coding, fields) };
}

/** The draft as its form shows it before anyone types. */
export function withAutomaticCodes<Draft extends { lineItems: AnyLine[] }>(
  draft: Draft,
  rules: CodingRules,
): Draft {
  return { ...draft, lineItems: draft.lineItems.map((line) => withDefaultCodes(line, rules)) };
}

/** The episode field of a line that has one follows its codes, so that it never contradicts them (LI-01). */
function episodeOf(line: AnyLine, coding: Coding): { episode?: string } {
  return 'episode' in line ? { episode: coding['EPISODE'] ?? '' } : {};
}

/** One code of one line; '' takes it out. */
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

/** Every line that is not locked with these codes. */
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

/** The line with what its neighbour says in this cell. */
export function fillFrom<Line extends AnyLine>(
  other: Line,
  line: Line,
  cell: string,
  { context, columns }: LineKit<Line>,
): Line {
  const type = codingType(cell);
  if (type !== null) return withCode(line, type, codeOf(other, type), context.coding.fields ?? []);
  const parts = (columns.find(({ name }) => name === cell)?.parts ?? [cell]) as readonly (keyof Line)[];
  return withParts(line, other, parts);
}

/** What a cell held when the focus came into it. */
export interface Entered<Line> {
  cell: string;
  line: Line;
}

/** Whether this is still the cell, and the line, that was entered: places move when lines go. */
export function isEntered<Line extends AnyLine>(
  was: Entered<Line> | null,
  line: Line,
  cell: string,
): was is Entered<Line> {
  return was !== null && was.cell === cell && was.line.keyId === line.keyId;
}

/** DEC-80: the line with this cell, and what a choice in it has brought, as it was entered; the rest of it as it is. */
export function revertCell<Line extends AnyLine>(
  was: Entered<Line> | null,
  line: Line,
  cell: string,
  kit: LineKit<Line>,
): Line {
  if (!isEntered(was, line, cell)) return line;
  const brought = (kit.columns.find(({ name }) => name === cell)?.brings ?? []) as readonly (keyof Line)[];
  return fillFrom(was.line, withParts(line, was.line, brought), cell, kit);
}

export function replaced<Line>(lines: readonly Line[], index: number, line: Line): Line[] {
  return lines.map((old, at) => (at === index ? line : old));
}

/** LI-11: the copy stands right below, as a line of its own. */
export function copied<Line extends AnyLine>(lines: readonly Line[], index: number, keyId: string): Line[] {
  return lines.flatMap((line, at) => (at === index ? [line, { ...line, id: null, keyId }] : [line]));
}

export function removed<Line>(lines: readonly Line[], index: number): Line[] {
  return lines.filter((_line, at) => at !== index);
}

/** A removed line where it was. */
export function restored<Line>(lines: readonly Line[], index: number, line: Line): Line[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

/** The line with these codes where it has none of its own. */
export function applyCodesToEmpty<Line extends AnyLine>(
  line: Line,
  codes: Coding,
  fields: readonly AccountField[],
): Line {
  const coding = { ...codes, ...codingOf(line) };
  return { ...line, coding, coaExternalId: coaExternalId(coding, fields) };
}

/** A new line coded like the one above, because people enter alike things one after the other. */
export function withCodesOf<Line extends AnyLine>(before: AnyLine, fresh: Line): Line {
  return { ...fresh, coding: codingOf(before), coaExternalId: before.coaExternalId };
}
