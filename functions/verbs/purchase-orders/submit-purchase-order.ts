import { Refusal } from '#domain/codes';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import { errorCodes } from '#domain/documents/validation';
import type { FieldChange } from '#domain/history/document-changes';
import { flowChange } from '#domain/workflow/workflow-change';
import { refusal } from '#domain/lifecycle/lifecycle';
import type { SubjectRows } from '#store/show/documents/read-document';
import { giveNumber, takeNumber } from '#store/show/documents/document-number';
import { readDefaultTemplate, readFormerFlow } from '#store/show/approval/read-default-template';
import { readLines } from '#store/show/documents/read-lines';
import { readDepartmentOf } from '#store/show/management/read-show-context';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import { unnamed } from '#verbs/approval/idempotent-change';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { ShowContext } from '#verbs/request/context';
import { storedDraft } from './stored-draft.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { submissionOf } from '#verbs/approval/plan-workflow';

/**
 * Sends a purchase order for approval (API-05, DEC-24): rights first, then the rules of a save and the aggregate total,
 * then vendor, flow, level and department approver. With `wantsNumber` an order without a number gets its own (PO-60,
 * DEC-17). Throws the code of what is missing.
 */
export function submitPurchaseOrder(
  context: ShowContext,
  id: string,
  wantsNumber: boolean,
  { contentVersion, more }: Terms = unnamed,
): Promise<Acted> {
  const { store, settings } = context;
  let numberless = false;
  let changes: FieldChange[] = [];
  return act(
    context,
    { docType: 'PO', id, contentVersion },
    'submit',
    async (rows) => {
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), settings, { contentVersion });
      if (refused) throw new Refusal(refused);
      const department = await store.foreseen.ask(readDepartmentOf, store, id);
      await checkStored(context, rows, department.isActive);
      numberless = wantsNumber && rows.document.number === '';
      const template = await store.foreseen.ask(readDefaultTemplate, store, 'PURCHASE_ORDER');
      changes = flowChange(await store.foreseen.ask(readFormerFlow, store, id), template);
      return submissionOf(context, department.memberIds, template);
    },
    () => [
      ...(numberless ? [takeNumber(store, 'po', settings.poNumberStart), giveNumber(store, id)] : []),
      ...more(),
    ],
    () => changes,
  );
}

/** The rules of Part 1 on what is stored: a draft may have been saved under other rules. */
async function checkStored(
  context: ShowContext,
  rows: SubjectRows,
  departmentIsActive: boolean,
): Promise<void> {
  const { document, purchaseOrder } = rows;
  if (!purchaseOrder) throw new Refusal('NOT_FOUND');
  const lines = await context.store.foreseen.ask(readLines, context.store, document.id);
  const locked = document.currentChangeOrder > 0 ? purchaseOrder.lockedLineCount : null;
  const { vendor } = purchaseOrder;
  const stored = storedDraft(rows, purchaseOrder, lines);
  // That of a change order is locked (DEC-26), so it may have been deactivated meanwhile.
  if (locked === null && !departmentIsActive) stored.department = null;
  const issues = checkPurchaseOrder(stored, 'submit', { lockedLineCount: locked });
  if (issues.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(issues) });
  if (vendor.isTemporary && (vendor.name.trim() === '' || vendor.address.trim() === '')) {
    throw new Refusal('INVALID_TEMP_VENDOR');
  }
}
