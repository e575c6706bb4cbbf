import type { Coding } from '#domain/line';
import type { Cell, Column } from './sheet.ts';

const accountNames: Readonly<Record<string, string>> = {
  ACCOUNT: 'Account',
  EPISODE: 'Episode',
  LOCATION: 'Location',
  SET: 'Set',
  INSURANCE: 'Insurance',
  FREE_FIELD: 'Free Field',
};

/** The table's width and the least that a description needs, in digits: without that, codes stand under it. */
const tableWidth = 94;
const descriptionWidth = 28;
const codeWidth = 9;

/** Of a line: its codes; an episode may stand in its own field (LI-01). */
interface Coded {
  coding: Coding;
  episode?: string;
}

interface Codes {
  /** Columns of their own, as far as there is room for them all. */
  columns: Column[];
  /** A line's codes for those columns. */
  cells: (line: Coded) => Cell[];
  /** What stands under the description where there is no room; '' else. */
  under: (line: Coded) => string;
}

function codeOf(line: Coded, key: string): string {
  return line.coding[key] || (key === 'EPISODE' ? (line.episode ?? '') : '');
}

/** The configured types that any line has a code of, in the order of the chart of accounts. */
function usedKeys(lines: readonly Coded[]): string[] {
  const known = Object.keys(accountNames);
  const others = lines.flatMap((line) => Object.keys(line.coding)).filter((key) => !known.includes(key));
  return [...known, ...new Set(others.toSorted())].filter((key) =>
    lines.some((line) => codeOf(line, key) !== ''),
  );
}

/** DEC-52: where the codes of these lines stand; `taken` is the width of all other columns, in digits. */
export function codesOf(lines: readonly Coded[], taken: number): Codes {
  const keys = usedKeys(lines);
  const name = (key: string) => accountNames[key] ?? key.replaceAll('_', ' ');
  const fits = tableWidth - taken - codeWidth * keys.length >= descriptionWidth;
  const inColumns = fits ? keys : [];
  const below = fits ? [] : keys;
  return {
    columns: inColumns.map((key) => ({ key, name: name(key), width: codeWidth })),
    cells: (line) => inColumns.map((key) => ({ text: codeOf(line, key) })),
    under: (line) =>
      below
        .filter((key) => codeOf(line, key) !== '')
        .map((key) => `${name(key)} ${codeOf(line, key)}`)
        .join(' · '),
  };
}
