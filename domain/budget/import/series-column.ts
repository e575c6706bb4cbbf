import type { SeriesKind } from '#domain/budget/budget';
import type { ImportColumn } from '#domain/import/table';

export const seriesColumn = {
  id: 'series',
  heading: 'Pattern or Amort',
  aliases: ['Pattern/Amort', 'Pattern / Amort', 'Amort/Pattern', 'Amort or Pattern'],
} as const satisfies ImportColumn<string>;

const kinds = new Map<string, SeriesKind | null>([
  ['', null],
  ['pattern', 'PATTERN'],
  ['amort', 'AMORT'],
]);

/** Reads a cell of the column; undefined for a text that is neither (BUD-84). */
export function readSeriesKind(text: string): SeriesKind | null | undefined {
  return kinds.get(text.toLowerCase());
}

interface SeriesRow {
  row: number;
  account: string;
  codes: string;
  series: SeriesKind | null;
}

/** Returns the rows that are not of the same kind as an earlier row of the same line, with the number of that row. */
export function differingKinds(rows: readonly SeriesRow[]): { row: number; earlier: number }[] {
  const byLine = Map.groupBy(rows, ({ account, codes }) => JSON.stringify([account, codes]));
  return [...byLine.values()].flatMap(([first, ...others]) =>
    others.flatMap(({ row, series }) =>
      first && series !== first.series ? [{ row, earlier: first.row }] : [],
    ),
  );
}
