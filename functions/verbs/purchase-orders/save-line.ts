import { isLockedLine } from '#domain/purchase-orders/change-order';
import { Refusal } from '#domain/codes';
import type { ContentRow } from '#domain/history/content';
import { storedLines } from '#domain/documents/line';
import { changesOnlyCoding, updatedLine } from '#domain/purchase-orders/line-update';
import type { LineUpdate } from '#domain/purchase-orders/line-update';
import { decide, editAction } from '#domain/lifecycle/decide';
import { withPayload } from '#domain/lifecycle/change';
import { departmentRefusal } from '#domain/identity/permissions';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import { readInOneTrip } from '#store/d1/query';
import type { ReadPlan, Reading, Rows } from '#store/d1/query';
import { attachmentsQuery } from '#store/show/documents/attachments';
import { storedReferencesQuery } from '#store/show/documents/draft-references';
import { linesQuery, updateLine } from '#store/show/documents/lines';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { updateDocument } from '#store/show/documents/write-document';
import type { LineValues } from '#store/show/documents/write-document';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import { changeOnce } from '#verbs/approval/idempotent-change';
import type { Terms } from '#verbs/approval/idempotent-change';
import { changedContent } from '#verbs/lifecycle/content-stamp';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { costAfterSave } from '#verbs/lifecycle/costing';
import { requireChangeAllowed } from '#verbs/lifecycle/require-current-content';
import { savedFigures, validateDraft } from './save-purchase-order.ts';
import type { ValidatedDraft } from './save-purchase-order.ts';
import { storedDraft } from './stored-draft.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { purchaseOrderViewPlan, viewPurchaseOrder } from './view-purchase-order.ts';
import type { Line } from '#domain/purchase-orders/purchase-order-response';

/**
 * Changes one line of a purchase order by the rules of a save (API-10, LI-36, DEC-51): owner and admin any field of a
 * line that no change order locks, a current approver only its coding, which never restarts the approval. Returns the
 * changed line. Throws `NOT_FOUND` for an unknown order or line, `FORBIDDEN`, `ERROR_PO_NOT_EDITABLE`,
 * `POS_BAD_REQUEST`.
 */
export async function saveLine(
  context: RequestContext,
  id: string,
  update: LineUpdate,
  reading: Reading<ReturnType<typeof lineSavePlan>>,
  { contentVersion }: { contentVersion: number | null },
): Promise<Line> {
  const { stored } = reading.rows;
  const after = purchaseOrderViewPlan(context, id);
  const rows = await changeOnce(context, { id, stored, after }, (terms) =>
    write(context, id, update, reading, { contentVersion, ...terms }),
  );
  const { lineItems } = viewPurchaseOrder(context, rows);
  const line = lineItems.find((one) => one.id === update.id);
  if (!line) throw new Refusal('NOT_FOUND');
  return line;
}

/** A stored purchase order with its lines, its files and the rows it refers to. */
export const lineSavePlan = (context: MembershipContext, id: string) => ({
  ...documentChangePlan(context, id),
  lines: linesQuery(context.store, id),
  attached: attachmentsQuery(context.store, id),
  references: storedReferencesQuery(context.store, id),
  accounts: accountFieldsQuery(context.store, true),
});
type LineSavePlan = ReturnType<typeof lineSavePlan>;

async function write<After extends ReadPlan>(
  context: RequestContext,
  id: string,
  update: LineUpdate,
  reading: Reading<LineSavePlan>,
  { contentVersion, additionalWrites, after }: Terms<After>,
): Promise<ActionOutcome<After>> {
  const actor = actorOf(context);
  // An approver's correction of the coding does not restart the approval (DEC-51).
  const settings = { ...context.settings, resetApprovalOnEdit: false };
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = requireVisible(context, 'PO', reads.subject);
    const subject = subjectOf(rows, context);
    const action = editAction(subject);
    const input = { at: context.now, newTotalCents: subject.totalCents };
    await requireChangeAllowed(context, rows, action, contentVersion);
    const decision = decide(subject, action, actor, settings, input);
    if (decision.kind === 'ALREADY_DONE') break;
    const { checked, line, stored, lines } = check(context, rows, reads, update, action);
    const before = {
      document: rows.document,
      detail: { ...rows.purchaseOrder },
      lines: stored,
      files: reads.attached.map(({ attachment, file }) => ({ ...file, ...attachment })),
    };
    const total = { totalCents: checked.cents, currencyCode: rows.document.currencyCode };
    const header = {
      totalCents: checked.cents,
      ...(await costAfterSave(context, rows.document, total, lines)),
    };
    const newContent = await changedContent(context.store, rows.document, before, {
      ...before,
      document: { ...rows.document, ...header },
      lines,
    });
    const committed = await commitChange(context, rows, actor, withPayload(decision, savedFigures(checked)), {
      newContent,
      writes: [
        updateLine(context.store, id, line),
        updateDocument(context.store, id, header),
        ...additionalWrites(),
      ],
      ...(after && { after }),
    });
    if (committed) return { rows, committed };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

/** Validates the whole order with the changed line. Returns the line, and the lines before and after. */
function check(
  context: RequestContext,
  rows: SubjectRows,
  reads: Rows<LineSavePlan>,
  update: LineUpdate,
  action: ReturnType<typeof editAction>,
): { checked: ValidatedDraft; line: LineValues; stored: ContentRow[]; lines: LineRow[] } {
  const { document, purchaseOrder } = rows;
  const { lines } = reads;
  const index = lines.findIndex((line) => line.id === update.id);
  const stored = purchaseOrder && storedDraft(rows, purchaseOrder, lines);
  const before = stored?.lineItems[index];
  if (!stored || !before) throw new Refusal('NOT_FOUND');
  const locked = purchaseOrder.lockedLineCount > 0 ? purchaseOrder.lockedLineCount : null;
  if (action === 'save' && locked === null) requireDepartmentMember(context, document.departmentId);
  const updated = updatedLine(before, update);
  const allowed = action === 'save' || changesOnlyCoding(before, updated);
  if (isLockedLine(index, locked) || !allowed) throw new Refusal('ERROR_PO_NOT_EDITABLE');
  const lineItems = stored.lineItems.with(index, updated);
  const { departmentId } = document;
  const existing = { lockedLineCount: locked, departmentId, unchanged: true };
  const checked = validateDraft(context, { ...stored, lineItems }, reads, existing);
  const line = storedLines(checked.draft.lineItems)[index];
  const known = lines[index];
  if (!line || !known) throw new Refusal('NOT_FOUND');
  const values = { ...line, id: update.id };
  const { lineNumber, keyId } = known;
  const after = lines.with(index, { ...known, ...values, lineNumber, keyId });
  return { checked, line: values, stored: lines, lines: after };
}

function requireDepartmentMember(context: RequestContext, departmentId: string | null): void {
  const refused = departmentRefusal(actorOf(context), 'PO', departmentId);
  if (refused) throw new Refusal(refused);
}
