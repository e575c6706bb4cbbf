import { invoiceHeaderFields } from '#domain/documents/header-fields';
import { textsOf } from '#domain/documents/text-fields';
import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import { attachmentIssues } from '#domain/documents/attachments';
import { checkInvoice } from '#domain/invoices/invoice';
import type { FieldChange } from '#domain/history/document-changes';
import { describeWorkflowChange } from '#domain/history/workflow-change';
import { refusal } from '#domain/lifecycle/decide';
import { resolveReferences } from '#domain/relief/relief-reference';
import { sharedDepartment } from '#domain/relief/shared-department';
import { errorCodes } from '#domain/documents/validation';
import type { LineRow, SubjectRows, InvoiceDetail } from '#store/show/documents/read-document';
import type { NoPlan, ReadPlan, Reading } from '#store/d1/query';
import { relievableOfInvoiceQuery } from '#store/show/relief/read-relief';
import { performAction } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import type { Terms } from '#verbs/approval/idempotent-change';
import { visibilitiesOf } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { reliefPlan } from '#verbs/lifecycle/relief-writes';
import { relievableOrdersOf } from '#verbs/relief/list-relievable';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { overrunsAtSubmit } from '#verbs/approval/submit-overruns';
import { workflowPlanInput, submissionPlan } from '#verbs/approval/plan-workflow';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { invoiceLineDraft } from '#domain/invoices/invoice-line';
import { fromCents } from '#domain/values/money';
import { costAtSubmit, costedContent, noCosts } from '#verbs/lifecycle/costing';
import { storedHeader } from '#verbs/documents/stored-header';
import { invoiceLineOf } from './view-invoice.ts';
import type { RelievablePo } from '#domain/relief/relief-response';

/**
 * Submits an invoice for approval. Checks permissions, then the rules of a save, the required attachment, the vendor,
 * the workflow, the step and the department approver. Throws the code of the first missing one (API-83, DEC-24).
 */
export function submitInvoice<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  id: string,
  { budgetReason }: { budgetReason: string | null },
  reading: Reading<ReturnType<typeof invoiceSubmissionPlan>>,
  { contentVersion, additionalWrites, after }: Terms<After>,
): Promise<ActionOutcome<After>> {
  let costs = noCosts;
  let changes: FieldChange[] = [];
  return performAction(context, { docType: 'INVOICE', id, contentVersion }, 'submit', reading, {
    input: (rows, { lines, relievable, department, template, former, people, ...reads }) => {
      const orders = relievableOrdersOf(context, relievable);
      const orderDepartmentId = sharedDepartment(lines, orders)?.id ?? null;
      const actionInput = { contentVersion, orderDepartmentId };
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), context.settings, actionInput);
      if (refused) throw new Refusal(refused);
      requireCompleteInvoice(rows, lines, orders, department.isActive);
      changes = describeWorkflowChange(former, template);
      costs = costAtSubmit(context, rows, reads.costTerms, people);
      return {
        ...workflowPlanInput(context, people, department.memberIds, template, {
          overruns: overrunsAtSubmit(rows, { ...reads, lines, costing: costs.costing }),
        }),
        reason: budgetReason,
        orderDepartmentId,
        newTotalCents: amountForLimitsCents({ ...rows.document, ...costs }),
      };
    },
    content: (rows, { content }) => costedContent(context, rows, content, costs),
    writes: additionalWrites,
    changes: () => changes,
    relief: ({ draws }) => ({ draws }),
    ...(after && { after }),
  });
}

/** Reads an invoice with what its submission is decided by: lines, orders, relief, workflow and people. */
export const invoiceSubmissionPlan = (context: MembershipContext, id: string) => ({
  ...submissionPlan(context, 'INVOICE', id),
  ...reliefPlan(context, id, 'COUNTING'),
  relievable: relievableOfInvoiceQuery(context.store, id, visibilitiesOf(context, 'PO')),
});

/**
 * Applies the rules of Part 1 to the stored invoice: it may have been saved under other rules, and its purchase orders
 * may be gone. Without `orders` the latter is not checked. Throws `POS_BAD_REQUEST` with the errors,
 * `INVALID_TEMP_VENDOR`.
 */
export function requireCompleteInvoice(
  rows: SubjectRows,
  lines: readonly LineRow[],
  orders: readonly RelievablePo[] | null,
  departmentIsActive: boolean,
): void {
  const { document, invoice } = rows;
  if (!invoice) throw new Refusal('NOT_FOUND');
  const stored = storedInvoice(rows, invoice, lines);
  // A department that was deactivated since it was chosen counts as missing (DEC-62).
  if (!departmentIsActive) stored.department = null;
  const issues = orders ? resolveReferences(stored.lineItems, orders).issues : [];
  // Attachments belong to the document, not to the draft (IN-13).
  const all = [...checkInvoice(stored), ...issues, ...attachmentIssues(document.attachmentCount)];
  if (all.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(all) });
  const { vendor } = invoice;
  if (vendor.isTemporary && (vendor.name.trim() === '' || vendor.address.trim() === '')) {
    throw new Refusal('INVALID_TEMP_VENDOR');
  }
}

/** A stored invoice as a draft, to check it by the rules of a save. */
export function storedInvoice(
  rows: Pick<SubjectRows, 'document'>,
  invoice: InvoiceDetail,
  lines: readonly LineRow[],
): InvoiceDraft {
  const { number, businessDay } = rows.document;
  return {
    ...storedHeader(rows, invoice),
    number,
    date: businessDay,
    dueDate: invoice.dueDay ?? '',
    amount: fromCents(invoice.amountCents),
    userTotal: invoice.userTotal,
    ...textsOf(invoiceHeaderFields, invoice),
    lineItems: lines.map((line) => invoiceLineDraft(invoiceLineOf(line))),
    duplicateReason: invoice.duplicateReason,
  };
}
