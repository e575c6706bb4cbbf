import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { errorCodes } from '#domain/documents/validation';
import type { FieldChange } from '#domain/history/document-changes';
import { describeWorkflowChange } from '#domain/history/workflow-change';
import { refusal } from '#domain/lifecycle/decide';
import type { NoPlan, ReadPlan, Reading } from '#store/d1/query';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { assignNumber, allocateNumber } from '#store/show/documents/document-number';
import { requireReductionsAboveInvoices, requireReductionsSupported } from '#verbs/lifecycle/line-reductions';
import { performAction } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { RequestContext } from '#verbs/request/context';
import { costAtSubmit, costedContent, noCosts, versionsInBase } from '#verbs/lifecycle/costing';
import { storedDraft } from './stored-draft.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { workflowPlanInput } from '#verbs/approval/plan-workflow';
import { overrunsAtSubmit } from '#verbs/approval/submit-overruns';
import type { submissionPlan } from '#verbs/approval/plan-workflow';

/**
 * Submits a purchase order for approval (API-05, DEC-24): checks permissions, the rules of a save and the aggregate
 * total, then vendor, workflow, level and department approver. With `wantsNumber` an order without a number gets its
 * own (PO-60, DEC-17). `budgetReason` is for one that goes over budget (BUD-30). Throws the code of what is missing.
 */
export function submitPurchaseOrder<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  id: string,
  { wantsNumber, budgetReason }: { wantsNumber: boolean; budgetReason: string | null },
  reading: Reading<ReturnType<typeof submissionPlan>>,
  { contentVersion, additionalWrites, after }: Terms<After>,
): Promise<ActionOutcome<After>> {
  const { store, settings } = context;
  let numberless = false;
  let costs = noCosts;
  let changes: FieldChange[] = [];
  return performAction(context, { docType: 'PO', id, contentVersion }, 'submit', reading, {
    input: async (rows, { lines, department, template, former, people, versions, invoiced, ...reads }) => {
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), settings, { contentVersion });
      if (refused) throw new Refusal(refused);
      const draft = requireCompleteOrder(rows, lines, department.isActive);
      await checkReductions(context, rows, draft, lines, invoiced ?? new Map());
      numberless = wantsNumber && rows.document.number === '';
      changes = describeWorkflowChange(former, template);
      costs = costAtSubmit(context, rows, reads.costTerms, people, lines);
      const plans = versionsInBase(costs, versions ?? []);
      return {
        ...workflowPlanInput(context, people, department.memberIds, template, {
          approvedVersions: plans,
          overruns: overrunsAtSubmit(rows, { affected: reads.affected, lines, costing: costs.costing }),
        }),
        reason: budgetReason,
        newTotalCents: amountForLimitsCents({ ...rows.document, ...costs }),
      };
    },
    content: (rows, { content }) => costedContent(context, rows, content, costs),
    writes: () => [
      ...(numberless ? [allocateNumber(store, settings.poNumberStart), assignNumber(store, id)] : []),
      ...additionalWrites(),
    ],
    changes: () => changes,
    ...(after && { after }),
  });
}

/**
 * Applies the rules of Part 1 to the stored draft, which may have been saved under other rules. Throws
 * `POS_BAD_REQUEST` with the errors, `INVALID_TEMP_VENDOR`.
 */
export function requireCompleteOrder(
  rows: SubjectRows,
  lines: readonly LineRow[],
  departmentIsActive: boolean,
): PurchaseOrderDraft {
  const { document, purchaseOrder } = rows;
  if (!purchaseOrder) throw new Refusal('NOT_FOUND');
  const locked = document.currentChangeOrder > 0 ? purchaseOrder.lockedLineCount : null;
  const { vendor } = purchaseOrder;
  const stored = storedDraft(rows, purchaseOrder, lines);
  // The department of a change order is locked (DEC-26), so it may have been deactivated since.
  if (locked === null && !departmentIsActive) stored.department = null;
  const hasReduction = rows.reducedLineCount > 0;
  const issues = checkPurchaseOrder(stored, 'submit', { lockedLineCount: locked, hasReduction });
  if (issues.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(issues) });
  if (vendor.isTemporary && (vendor.name.trim() === '' || vendor.address.trim() === '')) {
    throw new Refusal('INVALID_TEMP_VENDOR');
  }
  return stored;
}

/** Throws `reduction_unsupported`, `reduction_exceeded` (CHANGE-05, CHANGE-06). */
async function checkReductions(
  context: RequestContext,
  rows: SubjectRows,
  { lineItems }: PurchaseOrderDraft,
  lines: readonly LineRow[],
  invoiced: ReadonlyMap<string, number>,
): Promise<void> {
  if (rows.reducedLineCount === 0) return;
  requireReductionsSupported(context);
  await requireReductionsAboveInvoices(context, rows, lineItems, lines, invoiced);
}
