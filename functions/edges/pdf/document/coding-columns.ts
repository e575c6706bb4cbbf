import { codeOf, codesText, usedCodeFields } from '#domain/documents/line-codes';
import type { CodeField } from '#domain/documents/line-codes';
import type { Cell, Column } from './page-model.ts';

/**
 * The table's width and the minimum width of the description, in digits. If that does not fit, codes go below the
 * description.
 */
const tableWidth = 94;
const descriptionWidth = 28;
const codeWidth = 9;

type Coded = Parameters<typeof codeOf>[0];

interface Codes {
  /** Separate columns, if there is room for all of them. */
  columns: Column[];
  /** A line's codes for those columns. */
  cells: (line: Coded) => Cell[];
  /** The codes below the description where there is no room for columns; '' otherwise. */
  under: (line: Coded) => string;
}

/** Lays out the codes of these lines; `usedWidth` is the width of all other columns, in digits (DEC-52). */
export function codesOf(lines: readonly Coded[], fields: readonly CodeField[], usedWidth: number): Codes {
  const usedFields = usedCodeFields(lines, fields);
  const fits = tableWidth - usedWidth - codeWidth * usedFields.length >= descriptionWidth;
  const inColumns = fits ? usedFields : [];
  return {
    columns: inColumns.map(({ config_type: key, header: name }) => ({ key, name, width: codeWidth })),
    cells: (line) => inColumns.map(({ config_type }) => ({ text: codeOf(line, config_type) })),
    under: (line) => (fits ? '' : codesText(line, fields)),
  };
}
