import { formatMoney, toCents } from '#domain/values/money';
import type { ApprovedVersion, PurchaseOrder } from './purchase-order.ts';
import type { Workflow } from '#domain/workflow/workflow-view';

type Changing = Pick<PurchaseOrder, 'status' | 'lockedLineCount' | 'approvalHistory' | 'approvalEvents'>;

/** The approved version that the open change order changes, and when the change was requested; null without one. */
export function versionBeforeChange(
  order: Changing,
): { version: ApprovedVersion; requestedAt: string } | null {
  if (order.lockedLineCount === 0 || order.status === 'APPROVED' || order.status === 'VOID') return null;
  const version = order.approvalHistory.at(-1);
  const requestedAt = order.approvalEvents.at(-1)?.created;
  return version && requestedAt !== undefined ? { version, requestedAt } : null;
}

/**
 * DEC-26: until the change order is submitted, its order still shows the flow that approved the version before it: it says
 * so, and for how much.
 */
export function withApprovedVersion(workflow: Workflow | null, order: Changing): Workflow | null {
  const { version } = versionBeforeChange(order) ?? {};
  const isComplete = workflow?.steps.every(({ status }) => status === 'APPROVED') ?? false;
  if (!workflow || !version || !isComplete) return workflow;
  const { created, changeOrderNumber, totalCost, currency } = version;
  return { ...workflow, approvedVersion: { created, changeOrderNumber, totalCost, currency } };
}

/** `approved version, $500.00`: what was approved, mailed or sent before the open change order. */
export function versionText({
  totalCost,
  currency,
}: Pick<ApprovedVersion, 'totalCost' | 'currency'>): string {
  return `approved version, ${formatMoney(toCents(totalCost), currency)}`;
}

/** Over the approvals that are shown; '' where they are of the document as it is. */
export function approvalsOf(workflow: Workflow | null): string {
  const version = workflow?.approvedVersion;
  return version ? `Given for the ${versionText(version)}. The change order has no approvals yet.` : '';
}

/** What was sent at `at` is of the version before the open change order, and is told with that version's amount. */
export function sentText(text: string, at: string, order: Changing): string {
  const before = versionBeforeChange(order);
  return before && at < before.requestedAt ? `${text}: ${versionText(before.version)}` : text;
}
