import type { LineKind, SeriesKind } from '#domain/budget/budget';

/** A row of an imported budget. */
export interface FileRow {
  row: number;
  account: string;
  codes: string;
  description: string;
  cents: number;
  kind: LineKind;
  /** The file names its kind: it is a line, whatever it adds up (BUD-86). */
  isLine: boolean;
  series: SeriesKind | null;
}
