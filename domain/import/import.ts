import * as v from 'valibot';
import type { ImportError } from './table.ts';

/** What can be imported: purchase orders as drafts, or temporary vendors. */
export const importKinds = ['PO', 'VENDOR'] as const;
export type ImportKind = (typeof importKinds)[number];

/** What a row group of a file would become: nothing while it is `faulty`, and nothing again where it is `known` already. */
export interface ImportEntry {
  row: number;
  /** The key that the file gives a purchase order; '' for none. */
  key: string;
  vendor: string;
  description: string;
  department: string;
  lines: number;
  currency: string;
  total: number | null;
  state: 'ready' | 'faulty' | 'known';
}

/** What importing a file would do. Nothing has been changed. */
export interface ImportCheck {
  kind: ImportKind;
  rows: number;
  entries: ImportEntry[];
  /** How many entries would be created. */
  ready: number;
  /** What those come to, by ISO code. */
  totals: { currency: string; amount: number }[];
  /** In the order of the rows. */
  faults: ImportError[];
  /** Headings that were passed over. */
  ignored: string[];
}

/** Where an import of purchase orders stands. */
export interface ImportProgress {
  id: string;
  fileName: string;
  status: 'in_progress' | 'done';
  total: number;
  created: number;
  /** What could not be created after all; the row is where it begins in the file. */
  failed: { row: number; key: string; code: string }[];
}

/** How many the user has been told that a file would create. */
export const importCount = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number));

/** How many purchase orders one errand creates: each is some 30 queries, and one run of a Worker has 1,000. */
export const importBatchSize = 20;
