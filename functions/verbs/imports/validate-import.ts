import { toCents, fromCents } from '#domain/values/money';
import type { ImportKind } from '#domain/import/import';
import type { ImportedVendor } from '#domain/import/vendors';
import type { RequestContext } from '#verbs/request/context';
import { readOrders, readVendors } from './parse-import.ts';
import type { ParsedFile, ParsedOrder, ImportFile } from './parse-import.ts';
import type { ImportCheck, ImportEntry } from '#domain/import/import-response';

/**
 * What importing this file would do, and all its errors by row and column, without changing anything. Throws
 * `FORBIDDEN`, `file_too_large`, and `invalid_parameter` with a message for a file that is not a spreadsheet.
 */
export async function validateImport(
  context: RequestContext,
  kind: ImportKind,
  file: ImportFile,
): Promise<ImportCheck> {
  if (kind === 'VENDOR') return reportOf(kind, await readVendors(context, file), vendorEntry);
  return reportOf(kind, await readOrders(context, file), orderEntry);
}

function reportOf<Item extends { faults: ImportCheck['faults']; isKnown: boolean }>(
  kind: ImportKind,
  { table, items }: ParsedFile<Item>,
  entryOf: (item: Item, state: ImportEntry['state']) => ImportEntry,
): ImportCheck {
  const entries = items.map((item) => entryOf(item, stateOf(item)));
  const ready = entries.filter(({ state }) => state === 'ready');
  return {
    kind,
    rows: table.rows.length,
    entries,
    ready: ready.length,
    totals: totalsOf(ready),
    faults: [...table.faults, ...items.flatMap((item) => (item.isKnown ? [] : item.faults))],
    ignored: table.ignored,
  };
}

/** An item that exists already is not created, and its errors do not count. */
export function stateOf(item: { faults: readonly unknown[]; isKnown: boolean }): ImportEntry['state'] {
  if (item.isKnown) return 'known';
  return item.faults.length > 0 ? 'faulty' : 'ready';
}

function totalsOf(entries: readonly ImportEntry[]): ImportCheck['totals'] {
  const cents = new Map<string, number>();
  for (const { currency, total } of entries)
    if (total !== null) cents.set(currency, (cents.get(currency) ?? 0) + toCents(total));
  return [...cents].map(([currency, sum]) => ({ currency, amount: fromCents(sum) }));
}

function orderEntry({ draft, ...order }: ParsedOrder, state: ImportEntry['state']): ImportEntry {
  return {
    row: order.row,
    key: order.key,
    vendor: draft.vendor?.name ?? '',
    description: draft.description,
    department: draft.department?.name ?? '',
    lines: order.lines,
    currency: draft.currency,
    total: order.total,
    state,
  };
}

function vendorEntry({ row, values }: ImportedVendor, state: ImportEntry['state']): ImportEntry {
  const { name, address, city } = values;
  const description = [address, city].filter(Boolean).join(', ');
  return {
    row,
    key: '',
    vendor: name,
    description,
    department: '',
    lines: 0,
    currency: '',
    total: null,
    state,
  };
}
