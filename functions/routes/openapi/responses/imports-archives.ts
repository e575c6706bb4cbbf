import * as v from 'valibot';
import type { Archive } from '#domain/operations/archive';
import { importKinds } from '#domain/import/import';
import type { ImportCheck, ImportEntry, ImportProgress } from '#domain/import/import';
import type { ImportError } from '#domain/import/table';
import { said } from './described.ts';

/** Files that come in and archives that go out, on the wire. */
export const importFault: v.GenericSchema<ImportError> = v.object({
  row: said(
    'The row number in the spreadsheet. Null if the problem concerns the whole file.',
    v.nullable(v.number()),
  ),
  column: said('The column heading. Null if the problem does not concern one cell.', v.nullable(v.string())),
  message: v.string(),
});

export const importEntry: v.GenericSchema<ImportEntry> = v.object({
  row: said('The first row of the item in the file.', v.number()),
  key: said('The import key. Empty if there is none.', v.string()),
  vendor: v.string(),
  description: v.string(),
  department: v.string(),
  lines: v.number(),
  currency: v.string(),
  total: v.nullable(v.number()),
  state: said(
    '`known`: the item exists already and is not created again.',
    v.picklist(['ready', 'faulty', 'known']),
  ),
});

export const importCheck: v.GenericSchema<ImportCheck> = v.object({
  kind: v.picklist(importKinds),
  rows: v.number(),
  entries: v.array(importEntry),
  ready: said('The number of items that the import would create. Send it as `count`.', v.number()),
  totals: v.array(v.object({ currency: v.string(), amount: v.number() })),
  faults: v.array(importFault),
  ignored: said('Headings that were ignored.', v.array(v.string())),
});

export const importProgress: v.GenericSchema<ImportProgress> = v.object({
  id: v.string(),
  fileName: v.string(),
  status: v.picklist(['in_progress', 'done']),
  total: v.number(),
  created: v.number(),
  failed: said(
    'The items that could not be created.',
    v.array(v.object({ row: v.number(), key: v.string(), code: v.string() })),
  ),
});

export const archive: v.GenericSchema<Archive> = v.object({
  id: v.string(),
  status: v.picklist(['in_progress', 'ready', 'failed', 'cancelled', 'removed']),
  userName: said('The user who requested the archive.', v.string()),
  cancelledBy: v.nullable(v.string()),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
  keptUntil: said(
    'The time until which the archive can be downloaded. Null unless the archive is ready.',
    v.nullable(v.string()),
  ),
  total: v.number(),
  done: v.number(),
  parts: said(
    'The zip files. Download each with `GET /api/archives/{id}/{part}`.',
    v.array(v.object({ part: v.number(), documents: v.number(), size: v.number(), fileName: v.string() })),
  ),
});
