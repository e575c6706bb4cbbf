import { editable } from '#domain/document';
import type { Persona } from '#domain/document';
import type { PurchaseOrderRow } from '#domain/purchase-order';

/** DEC-79: drafts open the form, which sends on whoever may not edit; approvers always review. */
export function hrefOf(row: Pick<PurchaseOrderRow, 'id' | 'submissionStatus'>, persona: Persona): string {
  if (persona === 'APPROVER') return `/po/review/${row.id}/approver`;
  return editable(row.submissionStatus) ? `/po/edit/${row.id}` : `/po/review/${row.id}/creator`;
}
