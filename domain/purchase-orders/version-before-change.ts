import { formatMoney, toCents } from '#domain/values/money';
import type { ApprovedVersion, PurchaseOrder } from './purchase-order-response.ts';
import type { Workflow } from '#domain/workflow/workflow-response';

type ChangedOrder = Pick<PurchaseOrder, 'status' | 'lockedLineCount' | 'approvalHistory' | 'approvalEvents'>;

/**
 * Returns the approved version that the open change order changes, and when the change was requested, or null without
 * one.
 */
export function versionBeforeChange(
  order: ChangedOrder,
): { version: ApprovedVersion; requestedAt: string } | null {
  if (order.lockedLineCount === 0 || order.status === 'APPROVED' || order.status === 'VOID') return null;
  const version = order.approvalHistory.at(-1);
  const requestedAt = order.approvalEvents.at(-1)?.created;
  return version && requestedAt !== undefined ? { version, requestedAt } : null;
}

/**
 * Until a change order is submitted, its order still shows the workflow that approved the version before, marked with
 * that version and its amount (DEC-26).
 */
export function withApprovedVersion(workflow: Workflow | null, order: ChangedOrder): Workflow | null {
  const { version } = versionBeforeChange(order) ?? {};
  const isComplete = workflow?.steps.every(({ status }) => status === 'APPROVED') ?? false;
  if (!workflow || !version || !isComplete) return workflow;
  const { created, changeOrderNumber, totalCost, currency } = version;
  return { ...workflow, approvedVersion: { created, changeOrderNumber, totalCost, currency } };
}

/** Returns `approved version, $500.00`, for what was approved, mailed or sent before the open change order. */
export function versionText({
  totalCost,
  currency,
}: Pick<ApprovedVersion, 'totalCost' | 'currency'>): string {
  return `approved version, ${formatMoney(toCents(totalCost), currency)}`;
}

/** The note above the shown approvals; '' when they are for the current document. */
export function approvalsNote(workflow: Workflow | null): string {
  const version = workflow?.approvedVersion;
  return version ? `Given for the ${versionText(version)}. The change order has no approvals yet.` : '';
}

/** Anything sent before the open change order is shown with the amount of the version before it. */
export function sentText(text: string, at: string, order: ChangedOrder): string {
  const before = versionBeforeChange(order);
  return before && at < before.requestedAt ? `${text}: ${versionText(before.version)}` : text;
}
