import type { BulkItem } from './bulk.ts';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';

/**
 * What an approver has ticked in the list: single payments, each with the step and the content that the screen showed, or
 * everything that the list shows, loaded or not, but for what was taken out again (DEC-45).
 */
export type BulkSelection =
  | { kind: 'picks'; items: readonly BulkItem[] }
  | { kind: 'all'; excludedIds: readonly string[] };

export const nothingSelected: BulkSelection = { kind: 'picks', items: [] };

/** Whether select-all is on: taking a single one out has turned it off (BK-13). */
export function isAllOn(selection: BulkSelection): boolean {
  return selection.kind === 'all' && selection.excludedIds.length === 0;
}

/** BK-12: select-all is a mode of its own; single picks do not outlive it. */
export function toggleAll(selection: BulkSelection): BulkSelection {
  return isAllOn(selection) ? nothingSelected : { kind: 'all', excludedIds: [] };
}

export function isPicked(selection: BulkSelection, id: string): boolean {
  if (selection.kind === 'all') return !selection.excludedIds.includes(id);
  return selection.items.some((item) => item.id === id);
}

/** BK-13: while everything is selected, picking one takes only that one out. */
export function toggleOne(selection: BulkSelection, item: BulkItem): BulkSelection {
  const { id } = item;
  const on = isPicked(selection, id);
  if (selection.kind === 'all') {
    const others = selection.excludedIds.filter((one) => one !== id);
    return { kind: 'all', excludedIds: on ? [...others, id] : others };
  }
  const others = selection.items.filter((one) => one.id !== id);
  return { kind: 'picks', items: on ? others : [...others, item] };
}

/** How many are selected of the `total` that the list shows. */
export function selectedCount(selection: BulkSelection, total: number): number {
  if (selection.kind === 'picks') return selection.items.length;
  return Math.max(0, total - selection.excludedIds.length);
}

/**
 * The selection after the list was read again: what has moved on counts at the step that the user sees now, with the content
 * that it was ticked with (DEC-30), and what is gone from a list that is here whole is no longer selected.
 */
export function seenAgain(
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

/** BK-05: how long the user may still think better of it, in milliseconds. */
export function startDelayMs(selection: BulkSelection, isWhole: boolean): number {
  return isAllOn(selection) && isWhole ? 2000 : 3000;
}

/** BK-14: why `Approve` cannot be pressed; null when it can. */
export function bulkRefusal(count: number, isRunning: boolean): string | null {
  if (isRunning) return 'A bulk approval is in progress.';
  return count === 0 ? 'Select one or more items for bulk approval.' : null;
}

/** API-21: what is asked of the server. With everything selected it is the server that knows what that is (DEC-45). */
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
