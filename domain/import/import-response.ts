import * as v from 'valibot';
import { importKinds } from '#domain/import/import';
import { described } from '#domain/values/described';

/** Schemas of imports and archives. */
export const importFault = v.object({
  row: described(
    'The row number in the spreadsheet. Null if the problem concerns the whole file.',
    v.nullable(v.number()),
  ),
  column: described(
    'The column heading. Null if the problem does not concern one cell.',
    v.nullable(v.string()),
  ),
  message: v.string(),
});
export type ImportError = v.InferOutput<typeof importFault>;

export const importEntry = v.object({
  row: described('The first row of the item in the file.', v.number()),
  key: described('The import key. Empty if there is none.', v.string()),
  vendor: v.string(),
  description: v.string(),
  department: v.string(),
  lines: v.number(),
  currency: v.string(),
  total: v.nullable(v.number()),
  state: described(
    '`known`: the item exists already and is not created again.',
    v.picklist(['ready', 'faulty', 'known']),
  ),
});
export type ImportEntry = v.InferOutput<typeof importEntry>;

export const importCheck = v.object({
  kind: v.picklist(importKinds),
  rows: v.number(),
  entries: v.array(importEntry),
  ready: described('The number of items that the import would create. Send it as `count`.', v.number()),
  totals: v.array(v.object({ currency: v.string(), amount: v.number() })),
  faults: v.array(importFault),
  ignored: described('Headings that were ignored.', v.array(v.string())),
});
export type ImportCheck = v.InferOutput<typeof importCheck>;

export const importProgress = v.object({
  id: v.string(),
  fileName: v.string(),
  status: v.picklist(['in_progress', 'done']),
  total: v.number(),
  created: v.number(),
  failed: described(
    'The items that could not be created.',
    v.array(v.object({ row: v.number(), key: v.string(), code: v.string() })),
  ),
});
export type ImportProgress = v.InferOutput<typeof importProgress>;
