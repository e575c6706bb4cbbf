import { kindNames, lineKinds, lineOfOtherKind } from '#domain/budget/budget';
import type { BudgetLine, LineKind } from '#domain/budget/budget';
import type { ImportColumn } from '#domain/import/table';
import type { FileRow } from './file-row.ts';

export const kindColumn = {
  id: 'kind',
  heading: 'Line Kind',
  aliases: ['Kind of Line'],
} as const satisfies ImportColumn<string>;

/** Reads a cell of the column: null when it is empty, undefined for another text (BUD-86). */
export function readLineKind(text: string): LineKind | null | undefined {
  if (text === '') return null;
  return lineKinds.find((kind) => kindNames[kind].toLowerCase() === text.toLowerCase());
}

/** The kind of a row without an entry, by its description. */
export function kindOf(text: string): LineKind {
  if (/\bfringes?\b/i.test(text)) return 'FRINGES';
  return /\bcontingenc(y|ies)\b/i.test(text) ? 'CONTINGENCY' : 'ACCOUNT';
}

/** The first row of each line whose account has an earlier line of another kind, with what to do (BUD-11). */
export function mixedKinds(
  rows: readonly FileRow[],
  lines: readonly BudgetLine[],
): { row: number; message: string }[] {
  return lines.flatMap((line, at) => {
    const earlier = lineOfOtherKind(lines.slice(0, at), line);
    const row = rows.find(({ account, codes }) => account === line.account && codes === line.codes);
    if (!earlier || !row) return [];
    const message = `Account ${line.account} has a line of the kind ${kindNames[earlier.kind]} and this one of the kind ${kindNames[line.kind]}. Enter one of them for all its lines in the column ${kindColumn.heading}.`;
    return [{ row: row.row, message }];
  });
}
