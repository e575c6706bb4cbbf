import { toCents, fromCents } from '#domain/values/money';
import type { ImportCheck, ImportEntry, ImportKind } from '#domain/import/import';
import type { ImportedVendor } from '#domain/import/vendors';
import type { RequestContext } from '#verbs/request/context';
import { readOrders, readVendors } from './parse-import.ts';
import type { Found, FoundOrder, ImportFile } from './parse-import.ts';

/**
 * What importing this file would do, and everything that is wrong with it by row and column; nothing is changed. Throws
 * `FORBIDDEN`, `file_too_large`, and `invalid_parameter` with a sentence for a file that is no sheet.
 */
export async function checkImport(
  context: RequestContext,
  kind: ImportKind,
  file: ImportFile,
): Promise<ImportCheck> {
  if (kind === 'VENDOR') return checked(kind, await readVendors(context, file), vendorEntry);
  return checked(kind, await readOrders(context, file), orderEntry);
}

function checked<Item extends { faults: ImportCheck['faults']; isKnown: boolean }>(
  kind: ImportKind,
  { table, items }: Found<Item>,
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

/** What is there already is not created, and nobody need mend it. */
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

function orderEntry({ draft, ...order }: FoundOrder, state: ImportEntry['state']): ImportEntry {
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
