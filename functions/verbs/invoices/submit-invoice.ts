import { Refusal } from '#domain/codes';
import { attachmentIssues } from '#domain/documents/attachments';
import { checkInvoice } from '#domain/invoices/invoice';
import type { FieldChange } from '#domain/history/document-changes';
import { flowChange } from '#domain/workflow/workflow-change';
import { refusal } from '#domain/lifecycle/lifecycle';
import { resolveReferences } from '#domain/relief/relief-reference';
import type { RelievablePo } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';
import { errorCodes } from '#domain/documents/validation';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import type { NoPlan, Plan, Reading } from '#store/d1/query';
import { relievableOfInvoiceQuery } from '#store/show/relief/read-relief';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import type { Terms } from '#verbs/approval/idempotent-change';
import { visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { reliefPlan } from '#verbs/lifecycle/relief-limit';
import { relievableOrdersOf } from '#verbs/relief/list-relievable';
import { storedInvoice } from './stored-invoice.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { workflowPlanInput, submissionPlan } from '#verbs/approval/plan-workflow';

/**
 * Sends an invoice for approval (API-83, DEC-24): rights first, then the rules of a save, the attachment that it must
 * have, then vendor, flow, level and department approver. Throws the code of what is missing.
 */
export function submitInvoice<After extends Plan = NoPlan>(
  context: RequestContext,
  id: string,
  reading: Reading<ReturnType<typeof invoiceSubmissionPlan>>,
  { contentVersion, more, after }: Terms<After>,
): Promise<Acted<After>> {
  let changes: FieldChange[] = [];
  return act(context, { docType: 'INVOICE', id, contentVersion }, 'submit', reading, {
    input: (rows, { lines, relievable, department, template, former, people }) => {
      const orders = relievableOrdersOf(context, relievable);
      const orderDepartmentId = sharedDepartment(lines, orders)?.id ?? null;
      const seen = { contentVersion, orderDepartmentId };
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings, seen);
      if (refused) throw new Refusal(refused);
      checkStored(rows, lines, orders, department.isActive);
      changes = flowChange(former, template);
      return { ...workflowPlanInput(context, people, department.memberIds, template), orderDepartmentId };
    },
    writes: more,
    changes: () => changes,
    relief: ({ draws }) => ({ draws }),
    ...(after && { after }),
  });
}

/** An invoice with what its submission is decided by: lines, orders, relief, workflow and people. */
export const invoiceSubmissionPlan = (context: MembershipContext, id: string) => ({
  ...submissionPlan(context, 'INVOICE', id),
  ...reliefPlan(context, id, 'COUNTING'),
  relievable: relievableOfInvoiceQuery(context.store, id, visibilitiesOf(context, 'PO')),
});

/** The rules of Part 1 on what is stored: a draft may have been saved under other rules, and POs may have gone. */
function checkStored(
  rows: SubjectRows,
  lines: readonly LineRow[],
  orders: readonly RelievablePo[],
  departmentIsActive: boolean,
): void {
  const { document, invoice } = rows;
  if (!invoice) throw new Refusal('NOT_FOUND');
  const stored = storedInvoice(rows, invoice, lines);
  // DEC-62: one that was deactivated since it was chosen is nobody's.
  if (!departmentIsActive) stored.department = null;
  const { issues } = resolveReferences(stored.lineItems, orders);
  // The attachments hang on the document and not on the draft (IN-13).
  const all = [...checkInvoice(stored), ...issues, ...attachmentIssues(document.attachmentCount)];
  if (all.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(all) });
  const { vendor } = invoice;
  if (vendor.isTemporary && (vendor.name.trim() === '' || vendor.address.trim() === '')) {
    throw new Refusal('INVALID_TEMP_VENDOR');
  }
}
