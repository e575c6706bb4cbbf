import * as v from 'valibot';
import type { Archive } from '#domain/operations/archive';
import { importKinds } from '#domain/import/import';
import type { ImportCheck, ImportEntry, ImportProgress } from '#domain/import/import';
import type { ImportError } from '#domain/import/table';
import { described } from '#domain/values/described';

/** Schemas of imports and archives. */
export const importFault: v.GenericSchema<ImportError> = v.object({
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

export const importEntry: v.GenericSchema<ImportEntry> = v.object({
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

export const importCheck: v.GenericSchema<ImportCheck> = v.object({
  kind: v.picklist(importKinds),
  rows: v.number(),
  entries: v.array(importEntry),
  ready: described('The number of items that the import would create. Send it as `count`.', v.number()),
  totals: v.array(v.object({ currency: v.string(), amount: v.number() })),
  faults: v.array(importFault),
  ignored: described('Headings that were ignored.', v.array(v.string())),
});

export const importProgress: v.GenericSchema<ImportProgress> = v.object({
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

export const archive: v.GenericSchema<Archive> = v.object({
  id: v.string(),
  status: v.picklist(['in_progress', 'ready', 'failed', 'cancelled', 'removed']),
  userName: described('The user who requested the archive.', v.string()),
  cancelledBy: v.nullable(v.string()),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  keptUntil: described(
    'The time until which the archive can be downloaded. Null unless the archive is ready.',
    v.nullable(v.string()),
  ),
  total: v.number(),
  done: v.number(),
  parts: described(
    'The zip files. Download each with `GET /api/archives/{id}/{part}`.',
    v.array(v.object({ part: v.number(), documents: v.number(), size: v.number(), fileName: v.string() })),
  ),
});
