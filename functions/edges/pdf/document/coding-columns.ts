import { codeOf, codesText, usedCodeFields } from '#domain/documents/line-codes';
import type { CodeField } from '#domain/documents/line-codes';
import type { Cell, Column } from './page-model.ts';

/** The table's width and the least that a description needs, in digits: without that, codes stand under it. */
const tableWidth = 94;
const descriptionWidth = 28;
const codeWidth = 9;

type Coded = Parameters<typeof codeOf>[0];

interface Codes {
  /** Columns of their own, as far as there is room for them all. */
  columns: Column[];
  /** A line's codes for those columns. */
  cells: (line: Coded) => Cell[];
  /** What stands under the description where there is no room; '' else. */
  under: (line: Coded) => string;
}

/** DEC-52: where the codes of these lines stand; `taken` is the width of all other columns, in digits. */
export function codesOf(lines: readonly Coded[], fields: readonly CodeField[], taken: number): Codes {
  const used = usedCodeFields(lines, fields);
  const fits = tableWidth - taken - codeWidth * used.length >= descriptionWidth;
  const inColumns = fits ? used : [];
  return {
    columns: inColumns.map(({ config_type: key, header: name }) => ({ key, name, width: codeWidth })),
    cells: (line) => inColumns.map(({ config_type }) => ({ text: codeOf(line, config_type) })),
    under: (line) => (fits ? '' : codesText(line, fields)),
  };
}
