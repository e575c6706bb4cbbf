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
import { readDefaultTemplate, readFormerFlow } from '#store/show/approval/read-default-template';
import { readLines } from '#store/show/documents/read-lines';
import { readDepartmentOf } from '#store/show/management/read-show-context';
import { act } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import { unnamed } from '#verbs/approval/idempotent-change';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { ShowContext } from '#verbs/request/context';
import { offeredToStored } from '#verbs/relief/list-relievable';
import { storedInvoice } from './stored-invoice.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { submissionOf } from '#verbs/approval/plan-workflow';

/**
 * Sends an invoice for approval (API-83, DEC-24): rights first, then the rules of a save, the attachment that it must
 * have, then vendor, flow, level and department approver. Throws the code of what is missing.
 */
export function submitInvoice(
  context: ShowContext,
  id: string,
  { contentVersion, more }: Terms = unnamed,
): Promise<Acted> {
  const { store, settings } = context;
  let changes: FieldChange[] = [];
  return act(
    context,
    { docType: 'INVOICE', id, contentVersion },
    'submit',
    async (rows) => {
      const [lines, orders] = await Promise.all([
        store.foreseen.ask(readLines, store, id),
        offeredToStored(context, id),
      ]);
      const orderDepartmentId = sharedDepartment(lines, orders)?.id ?? null;
      const seen = { contentVersion, orderDepartmentId };
      const refused = refusal(subjectOf(rows), 'submit', actorOf(context), settings, seen);
      if (refused) throw new Refusal(refused);
      const department = await store.foreseen.ask(readDepartmentOf, store, id);
      checkStored(rows, lines, orders, department.isActive);
      const template = await store.foreseen.ask(readDefaultTemplate, store, 'INVOICE');
      changes = flowChange(await store.foreseen.ask(readFormerFlow, store, id), template);
      return { ...(await submissionOf(context, department.memberIds, template)), orderDepartmentId };
    },
    more,
    () => changes,
  );
}

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
