import * as v from 'valibot';
import type { ImportError } from './table.ts';

/** What can be imported: purchase orders as drafts, or temporary vendors. */
export const importKinds = ['PO', 'VENDOR'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * What an import creates from a group of rows. It creates nothing for `faulty` rows, nor for `known` ones, which exist
 * already.
 */
export interface ImportEntry {
  row: number;
  /** The import key of a purchase order; '' for none. */
  key: string;
  vendor: string;
  description: string;
  department: string;
  lines: number;
  currency: string;
  total: number | null;
  state: 'ready' | 'faulty' | 'known';
}

/** Preview of an import. Nothing has been changed. */
export interface ImportCheck {
  kind: ImportKind;
  rows: number;
  entries: ImportEntry[];
  /** Number of entries that would be created. */
  ready: number;
  /** Their totals by ISO currency code. */
  totals: { currency: string; amount: number }[];
  /** In the order of the rows. */
  faults: ImportError[];
  /** Unknown headings, which are skipped. */
  ignored: string[];
}

/** Progress of a purchase order import. */
export interface ImportProgress {
  id: string;
  fileName: string;
  status: 'in_progress' | 'done';
  total: number;
  created: number;
  /** Entries that failed in the end; `row` is the first row of the entry in the file. */
  failed: { row: number; key: string; code: string }[];
}

/** The number of entries that the user confirmed. */
export const importCount = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number));

/** Purchase orders that one job creates. Each takes some 30 queries, and one Worker run is limited to 1,000. */
export const importBatchSize = 20;
