import { PurchaseOrderList } from '../purchase-orders/list/list.tsx';

/** `/approvals[/:approvalTab]` (SH-14 to SH-18): what waits for me. Every tab without a list of its own shows POs. */
export function ApprovalsHub() {
  return <PurchaseOrderList persona="APPROVER" title="Approvals" />;
}
