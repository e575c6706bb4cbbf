import type { BulkItem } from './bulk.ts';
import type { SelectableAction } from './bulk-preview.ts';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';

/**
 * The approver's selection: single payments, each with the step and content that the screen showed, or every payment of
 * the list, loaded or not, except those deselected again (DEC-45).
 */
export type BulkSelection =
  | { kind: 'picks'; items: readonly BulkItem[] }
  | { kind: 'all'; excludedIds: readonly string[] };

export const emptySelection: BulkSelection = { kind: 'picks', items: [] };

/** True while select-all is on; deselecting a single payment turns it off (BK-13). */
export function isAllOn(selection: BulkSelection): boolean {
  return selection.kind === 'all' && selection.excludedIds.length === 0;
}

/** Select-all is a mode of its own and replaces single selections (BK-12). */
export function toggleAll(selection: BulkSelection): BulkSelection {
  return isAllOn(selection) ? emptySelection : { kind: 'all', excludedIds: [] };
}

export function isSelected(selection: BulkSelection, id: string): boolean {
  if (selection.kind === 'all') return !selection.excludedIds.includes(id);
  return selection.items.some((item) => item.id === id);
}

/** While everything is selected, toggling a payment only excludes that one (BK-13). */
export function toggleOne(selection: BulkSelection, item: BulkItem): BulkSelection {
  const { id } = item;
  const isOn = isSelected(selection, id);
  if (selection.kind === 'all') {
    const others = selection.excludedIds.filter((one) => one !== id);
    return { kind: 'all', excludedIds: isOn ? [...others, id] : others };
  }
  const others = selection.items.filter((one) => one.id !== id);
  return { kind: 'picks', items: isOn ? others : [...others, item] };
}

/** Returns how many of the list's `total` payments are selected. */
export function selectedCount(selection: BulkSelection, total: number): number {
  if (selection.kind === 'picks') return selection.items.length;
  return Math.max(0, total - selection.excludedIds.length);
}

/**
 * Adjusts the selection to the reloaded list. A payment that moved on counts at its new step, with the content it was
 * selected with (DEC-30). One that is missing from a completely loaded list is deselected.
 */
export function reconcileSelection(
  selection: BulkSelection,
  rows: readonly BulkItem[],
  isWhole: boolean,
): BulkSelection {
  const now = new Map(rows.map((row) => [row.id, row]));
  if (selection.kind === 'all') {
    const excludedIds = selection.excludedIds.filter((id) => !isWhole || now.has(id));
    return excludedIds.length === selection.excludedIds.length ? selection : { kind: 'all', excludedIds };
  }
  const items = selection.items.flatMap((item) => {
    const row = now.get(item.id);
    if (row) return { ...item, workflowStepId: row.workflowStepId };
    return isWhole ? [] : item;
  });
  const isSame =
    items.length === selection.items.length &&
    items.every((item, n) => item.workflowStepId === selection.items[n]?.workflowStepId);
  return isSame ? selection : { kind: 'picks', items };
}

/** How long the user can still undo the start, in milliseconds (BK-05). */
export function startDelayMs(selection: BulkSelection, isWhole: boolean): number {
  return isAllOn(selection) && isWhole ? 2000 : 3000;
}

/** Returns why `Approve` is disabled, or null when it is enabled (BK-14). */
export function bulkRefusal(
  count: number,
  isRunning: boolean,
  action: SelectableAction = 'approve',
): string | null {
  const isApproval = action === 'approve';
  if (isRunning) return isApproval ? 'A bulk approval is in progress.' : 'A bulk action is in progress.';
  if (count > 0) return null;
  return isApproval ? 'Select one or more items for bulk approval.' : 'Select one or more items.';
}

/** The request body. When everything is selected, the server determines the payments (API-21, DEC-45). */
export function bulkBody(
  selection: BulkSelection,
  list: { showId: string; filters: PaymentFilterBody; total: number; timeZone: string },
) {
  const { showId, filters, timeZone } = list;
  const common = { showId, timeZone, total: selectedCount(selection, list.total), isRetry: false };
  if (selection.kind === 'picks') {
    return { ...common, items: [...selection.items], allSelected: false, filters: null, excludedIds: [] };
  }
  return { ...common, items: [], allSelected: true, filters, excludedIds: [...selection.excludedIds] };
}
