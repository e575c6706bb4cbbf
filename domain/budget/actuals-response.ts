import * as v from 'valibot';
import { importFault } from '#domain/import/import-response';
import { described } from '#domain/values/described';
import { actualKinds } from './actuals.ts';

const namedUser = v.object({ userId: v.string(), name: v.string() });

const fileRow = v.object({
  row: described('The row number in the spreadsheet.', v.number()),
  account: v.string(),
  day: v.string(),
  description: v.string(),
  amount: v.number(),
});

/** The result of a dry run. */
export const actualsCheck = v.object({
  currency: v.string(),
  accounts: described(
    'What the import would count, by account.',
    v.array(v.object({ account: v.string(), amount: v.number() })),
  ),
  ready: described('The number of rows that would count. Send it as `count`.', v.number()),
  fileTotal: described(
    'The total that the file states, or the sum of its rows if it states none.',
    v.number(),
  ),
  importedTotal: described('The total of the rows that would count. Send it as `total`.', v.number()),
  difference: described('`fileTotal` less `importedTotal`.', v.number()),
  matched: described('Rows that are left out: invoices of this show, which count already.', v.array(fileRow)),
  repeated: described('Rows that are left out: their transaction was imported before.', v.array(fileRow)),
  unknown: described(
    'Rows that are left out: the chart of accounts does not have their account.',
    v.array(fileRow),
  ),
  faults: described('Errors by row. A file with errors cannot be imported.', v.array(importFault)),
  ignored: described('Headings that were ignored.', v.array(v.string())),
});
export type ActualsCheck = v.InferOutput<typeof actualsCheck>;

/** An import of actuals. */
export const actualImport = v.object({
  id: v.string(),
  number: described('Imports of a show are numbered from 1.', v.number()),
  fileName: v.string(),
  companyName: v.string(),
  currency: v.string(),
  rows: described('The rows that count.', v.number()),
  total: described('Null for a user who sees a part of the accounts.', v.nullable(v.number())),
  firstDay: v.string(),
  lastDay: v.string(),
  by: namedUser,
  at: v.string(),
  reversed: described(
    'Null while the import counts.',
    v.nullable(v.object({ by: namedUser, at: v.string(), reason: v.string() })),
  ),
});
export type ActualImport = v.InferOutput<typeof actualImport>;

export const actualImports = v.object({
  imports: described('The newest first.', v.array(actualImport)),
  hasMore: v.boolean(),
});
export type ActualImports = v.InferOutput<typeof actualImports>;

/** Actuals of an import or of an account. */
export const actualRows = v.object({
  rows: v.array(
    v.object({
      import: described('The number of the import.', v.number()),
      row: v.number(),
      account: v.string(),
      day: v.string(),
      kind: v.picklist(actualKinds),
      number: described('The number of the transaction in accounting.', v.string()),
      description: v.string(),
      amount: v.number(),
      invoiceId: described(
        'The invoice of this show that counts already, so that the row does not; else null.',
        v.nullable(v.string()),
      ),
    }),
  ),
  hasMore: v.boolean(),
});
export type ActualRows = v.InferOutput<typeof actualRows>;
