import { withLockedLines } from '#domain/purchase-orders/change-order';
import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import type { Code } from '#domain/codes';
import { canonicalContent } from '#domain/history/content';
import { mustRestart } from '#domain/history/content-change';
import { totalCents } from '#domain/documents/line';
import { decide, editAction } from '#domain/lifecycle/decide';
import { withPayload } from '#domain/lifecycle/change';
import { departmentRefusal } from '#domain/identity/permissions';
import { approvedAmountsOf } from '#domain/purchase-orders/line-reduction';
import type { Settings } from '#domain/settings';
import { checkPurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { errorCodes } from '#domain/documents/validation';
import { inApproval } from '#domain/document';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, Reading, Rows } from '#store/d1/query';
import type { LineRow, SubjectRows } from '#store/show/documents/read-document';
import {
  guardReductions,
  invoicedLinesQuery,
  updateLineAmounts,
} from '#store/show/documents/line-reductions';
import { linesQuery } from '#store/show/documents/lines';
import {
  deleteLinesAfter,
  insertLines,
  updateDocument,
  updatePurchaseOrder,
} from '#store/show/documents/write-document';
import type { LineValues } from '#store/show/documents/write-document';
import { requireReductionsAboveInvoices, requireReductionsSupported } from '#verbs/lifecycle/line-reductions';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import type { Terms } from '#verbs/approval/idempotent-change';
import { changedContent, lineRows } from '#verbs/lifecycle/content-stamp';
import type { RequestContext } from '#verbs/request/context';
import { draftPlan, draftReferences, draftRows } from '#verbs/documents/draft-references';
import type { DraftReferences, DraftRows, ExistingDocument } from '#verbs/documents/draft-references';
import { costAfterSave } from '#verbs/lifecycle/costing';
import { linkAttachments, linkPlan } from '#verbs/documents/link-attachments';
import { requireChangeAllowed } from '#verbs/lifecycle/require-current-content';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { detailValues, headerValues, lineValues, withKnownReferences } from './purchase-order-values.ts';
import { storedDraft } from './stored-draft.ts';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { saveTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';
import type { SavedContent, SavedVendor } from '#verbs/documents/saved-content';

/** A draft that passed every rule of a save, with the rows it refers to. */
export interface ValidatedDraft {
  draft: PurchaseOrderDraft;
  found: DraftReferences;
  cents: number;
}

/** Validates a draft against stored data. Throws `POS_BAD_REQUEST` with one code per failed rule (DEC-02). */
export function validateDraft(
  context: RequestContext,
  input: PurchaseOrderDraft,
  rows: DraftRows,
  { lockedLineCount, ...existing }: ExistingDocument & { lockedLineCount: number | null },
): ValidatedDraft {
  const found = draftReferences(input, existing, rows);
  const draft = withKnownReferences(context, input, found);
  const issues = checkPurchaseOrder(draft, 'save', { lockedLineCount });
  if (issues.length > 0) throw new Refusal('POS_BAD_REQUEST', { errors: errorCodes(issues) });
  return { draft, found, cents: totalCents(draft.lineItems) };
}

/** A stored purchase order with its lines and files, and the rows that a draft of it refers to. */
export const purchaseOrderSavePlan = (
  context: Pick<RequestContext, 'store' | 'user'>,
  id: string,
  draft: PurchaseOrderDraft,
) => ({
  ...subjectPlan(context, id),
  ...draftPlan(context, draft),
  ...linkPlan(context, 'PO', id, draft.attachments),
  lines: linesQuery(context.store, id),
  invoiced: invoicedLinesQuery(context.store, id),
});
type SavePlan = ReturnType<typeof purchaseOrderSavePlan>;

/**
 * Saves a purchase order (API-03): a draft, or an approver's edit while it is in approval (DEC-16). The last write
 * wins, unless the terms name the content version that it replaces (DEC-82).
 */
export async function savePurchaseOrder<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  input: PurchaseOrderDraft,
  reading: Reading<SavePlan>,
  { contentVersion, keepsFiles = false, additionalWrites, after }: Terms<After>,
): Promise<ActionOutcome<After>> {
  const actor = actorOf(context);
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = requireVisible(context, 'PO', reads.subject);
    const subject = subjectOf(rows, context);
    const action = editAction(subject);
    // Permissions and state first: a user who may not edit must not learn what is wrong with the draft (DEC-98).
    await requireChangeAllowed(context, rows, action, contentVersion);
    const known = reads.lines;
    const locked = subject.changeOrder.originalLineCount;
    const lockedDraft = keepLocked(context.settings, rows, input, known, locked);
    if (action === 'save' && locked === 0)
      refuse(departmentRefusal(actor, 'PO', lockedDraft.department?.id ?? null));
    const stored = { lockedLineCount: locked > 0 ? locked : null, departmentId: subject.departmentId };
    const checked = validateDraft(
      context,
      lockedDraft,
      await draftRows(context, lockedDraft, input, reads),
      stored,
    );
    const { lineItems } = checked.draft;
    await requireReductionsAboveInvoices(context, rows, lineItems, known, reads.invoiced);
    const vendor = await saveTemporaryVendor(context, checked.draft, checked.found);
    const saved = await saveWrites(context, rows, checked, vendor, { ...reads, locked, keepsFiles });
    const decision = decide(subject, action, actor, context.settings, {
      at: context.now,
      newTotalCents: saved.amountForLimitsCents,
      restart: saved.restart,
    });
    if (decision.kind === 'ALREADY_DONE') break;
    const change = withPayload(decision, { ...savedFigures(checked), ...saved.payload });
    const committed = await commitChange(context, rows, actor, change, {
      newContent: saved.content,
      writes: [...saved.writes, ...additionalWrites()],
      ...(after && { after }),
    });
    if (committed)
      return { rows, committed: { ...committed, outbox: [...committed.outbox, ...vendor.outbox] } };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

function refuse(code: Code | null): void {
  if (code) throw new Refusal(code);
}

/**
 * Keeps the stored value of what may not change, also in a forged request: with a workflow the department (PO-38); in a
 * change order the lines up to the original count, company, currency, department, date and permanent vendor (CO-06,
 * DEC-26). Where the show allows it, those lines may be lowered (CHANGE-05).
 */
function keepLocked(
  { changeOrdersMayReduce }: Settings,
  rows: SubjectRows,
  draft: PurchaseOrderDraft,
  lines: readonly LineRow[],
  locked: number,
): PurchaseOrderDraft {
  const { document, purchaseOrder } = rows;
  const department = document.departmentId
    ? { id: document.departmentId, name: document.departmentName }
    : null;
  const lockedDraft = inApproval(document.status) ? { ...draft, department } : draft;
  if (locked === 0 || !purchaseOrder) return lockedDraft;
  const stored = storedDraft(rows, purchaseOrder, lines);
  return {
    ...lockedDraft,
    ...lockedVendor(document.vendorId, draft, stored),
    department,
    poDate: stored.poDate,
    projectCompanyExternalId: stored.projectCompanyExternalId,
    currency: '',
    projectCompanyCurrencyExternalId: stored.projectCompanyCurrencyExternalId,
    lineItems: withLockedLines(stored.lineItems, draft.lineItems, locked, {
      approved: lines.map(approvedAmountsOf),
      mayReduce: changeOrdersMayReduce,
    }),
  };
}

/** A request that names another vendor than the permanent one also carries that vendor's address and contact. */
function lockedVendor(
  vendorId: string | null,
  draft: PurchaseOrderDraft,
  stored: PurchaseOrderDraft,
): Partial<PurchaseOrderDraft> {
  const { vendor, vendorAddress, vendorContact } = stored;
  const isSame = draft.vendor?.isTemporary === false && draft.vendor.id === vendorId;
  return vendorId === null || isSame ? {} : { vendor, vendorAddress, vendorContact };
}

/** The stored lines and files, how many lines are locked, and whether the files stay. */
interface Saving extends Pick<Rows<SavePlan>, 'lines' | 'linkable' | 'attached'> {
  locked: number;
  keepsFiles: boolean;
}

async function saveWrites(
  context: RequestContext,
  rows: SubjectRows,
  { draft, found, cents }: ValidatedDraft,
  vendorRecord: SavedVendor,
  { lines, locked, keepsFiles, ...files }: Saving,
): Promise<SavedContent> {
  const { store } = context;
  const { document, purchaseOrder } = rows;
  const { id } = document;
  const vendor = vendorSnapshot(draft, found, vendorRecord, purchaseOrder?.vendor);
  const linked = linkAttachments(
    context,
    { id, status: document.status, seq: document.version + 1 },
    keepsFiles ? null : draft.attachments,
    files,
  );
  const allValues = lineValues(draft, new Set(lines.map((line) => line.id)), context.newId);
  const newLines = allValues.slice(locked);
  const lockedLines = lockedLineAmounts(lines, allValues, locked);
  const isReduced = lockedLines.some(({ approvedAmounts }) => approvedAmounts !== null);
  // A draft is checked when it is submitted.
  if (isReduced && inApproval(document.status)) requireReductionsSupported(context);
  const values = headerValues(draft, vendor, cents);
  const costs = await costAfterSave(context, document, values, [...lockedLines, ...newLines]);
  const header = { ...values, ...costs, attachmentCount: linked.fileIds.length };
  const detail = detailValues(draft, found, vendor);
  const before = { document, detail: { ...purchaseOrder }, lines, files: linked.before };
  const after = {
    document: { ...document, ...header },
    detail: { ...purchaseOrder, ...detail },
    lines: [...lockedLines, ...lineRows(document, newLines)],
    files: linked.files,
  };
  return {
    content: await changedContent(store, document, before, after),
    payload: linked.payload,
    restart: inApproval(document.status) && mustRestart(canonicalContent(before), canonicalContent(after)),
    amountForLimitsCents: amountForLimitsCents({ ...document, ...header }),
    writes: [
      ...vendorRecord.writes,
      updateDocument(store, id, header),
      updatePurchaseOrder(store, id, detail),
      deleteLinesAfter(store, id, locked),
      ...updateLineAmounts(
        store,
        lockedLines.filter((line) => hasOtherAmounts(line, lines)),
      ),
      ...insertLines(store, id, newLines),
      ...(isReduced ? [guardReductions(store, id)] : []),
      ...linked.writes,
      ...noteWrites(context, id, draft, document.currentChangeOrder),
    ],
  };
}

/** The locked lines with the amounts that are saved (CHANGE-05). */
function lockedLineAmounts(
  lines: readonly LineRow[],
  saved: readonly LineValues[],
  locked: number,
): LineRow[] {
  return lines.slice(0, locked).map((line, index) => {
    const { quantityHundredths, unitCostCents, totalCents: cents } = saved[index] ?? line;
    const approved = approvedAmountsOf(line);
    const approvedAmounts = cents < approved.totalCents ? approved : null;
    return { ...line, quantityHundredths, unitCostCents, totalCents: cents, approvedAmounts };
  });
}

function hasOtherAmounts(line: LineRow, stored: readonly LineRow[]): boolean {
  const before = stored.find(({ id }) => id === line.id);
  return (
    before?.quantityHundredths !== line.quantityHundredths || before.unitCostCents !== line.unitCostCents
  );
}

export function savedFigures({ draft, cents }: Pick<ValidatedDraft, 'draft' | 'cents'>) {
  return {
    totalCents: cents,
    currency: draft.currency,
    vendor: draft.vendor?.name ?? '',
    lines: draft.lineItems.map((line) => [line.description, line.quantity, line.unitCost]),
  };
}
