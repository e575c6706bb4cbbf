import { Refusal } from '#domain/codes';
import { amountForLimitsCents } from '#domain/currency/costing';
import { canonicalContent } from '#domain/history/content';
import { mustRestart } from '#domain/history/content-change';
import { inApproval } from '#domain/document';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { decide, editAction } from '#domain/lifecycle/decide';
import { withPayload } from '#domain/lifecycle/change';
import { isNumberTaken, uniqueNumber } from '#store/show/invoices/invoice-number';
import type { SubjectRows } from '#store/show/documents/read-document';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, Reading, Rows } from '#store/d1/query';
import { linesQuery } from '#store/show/documents/lines';
import {
  deleteLinesAfter,
  insertLines,
  updateDocument,
  updateInvoice,
} from '#store/show/documents/write-document';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import type { ActionOutcome } from '#verbs/lifecycle/perform-action';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import { changedContent, lineRows } from '#verbs/lifecycle/content-stamp';
import { validateInvoice, invoiceDraftPlan, numberTaken } from './validate-invoice.ts';
import type { ValidatedInvoice } from './validate-invoice.ts';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { costAfterSave } from '#verbs/lifecycle/costing';
import { draftRows } from '#verbs/documents/draft-references';
import { requireChangeAllowed } from '#verbs/lifecycle/require-current-content';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { invoiceDetail, invoiceFigures, invoiceHeader, invoiceLines } from './invoice-values.ts';
import { linkAttachments } from '#verbs/documents/link-attachments';
import type { SavedContent, SavedVendor } from '#verbs/documents/saved-content';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { saveTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';

/** Reads a stored invoice with its lines and files, and what the draft refers to. */
export const invoiceSavePlan = (context: MembershipContext, id: string, draft: InvoiceDraft) => ({
  ...subjectPlan(context, id),
  ...invoiceDraftPlan(context, draft, id),
  lines: linesQuery(context.store, id),
});
type SavePlan = ReturnType<typeof invoiceSavePlan>;

/**
 * The stored lines and files; `override` allows a number of another invoice, `keepsFiles` leaves the files unchanged.
 */
interface Saving extends Pick<Rows<SavePlan>, 'lines' | 'linkable' | 'attached'> {
  override: boolean;
  keepsFiles: boolean;
}

/**
 * Saves a draft, or an approver's edit while the invoice is in approval (DEC-16, DEC-40). The last write wins, unless
 * the terms name the content that it replaces (DEC-82). `override` as in `createInvoice`. Throws
 * `ERROR_INVOICE_NOT_EDITABLE` and the errors of a create (API-82).
 */
export async function saveInvoice<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  input: InvoiceDraft,
  override: boolean,
  reading: Reading<SavePlan>,
  terms: Terms<After>,
): Promise<ActionOutcome<After>> {
  const { after } = terms;
  const actor = actorOf(context);
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = requireVisible(context, 'INVOICE', reads.subject);
    const subject = subjectOf(rows, context);
    const action = editAction(subject);
    // Permissions and state first: a user who may not edit learns nothing about the errors of the draft (DEC-98).
    await requireChangeAllowed(context, rows, action, terms.contentVersion);
    const adjusted = withKeptDepartment(rows, input);
    const isDepartmentFixed = action === 'edit-in-approval';
    const draftReads = await draftRows(context, adjusted, input, reads);
    const checked = await validateInvoice(context, adjusted, { ...subject, isDepartmentFixed }, draftReads);
    const vendor = await saveTemporaryVendor(context, checked.draft, checked.records);
    const saved = await saveWrites(context, rows, checked, vendor, {
      ...reads,
      override,
      keepsFiles: terms.keepsFiles === true,
    });
    const decision = decide(subject, action, actor, context.settings, {
      at: context.now,
      newTotalCents: saved.amountForLimitsCents,
      restart: saved.restart,
    });
    if (decision.kind === 'ALREADY_DONE') break;
    const change = withPayload(decision, {
      ...invoiceFigures(checked.draft, checked.totalCents, override),
      ...saved.payload,
    });
    const committed = await commitChange(context, rows, actor, change, {
      newContent: saved.content,
      writes: [...saved.writes, ...terms.additionalWrites()],
      ...(after && { after }),
    }).catch((error: unknown) => {
      throw isNumberTaken(error) ? numberTaken() : error;
    });
    if (committed)
      return { rows, committed: { ...committed, outbox: [...committed.outbox, ...vendor.outbox] } };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

/** An approver's edit keeps the department (DEC-16). */
function withKeptDepartment({ document }: SubjectRows, draft: InvoiceDraft): InvoiceDraft {
  if (!inApproval(document.status) || document.departmentId === null) return draft;
  return { ...draft, department: { id: document.departmentId, name: document.departmentName } };
}

async function saveWrites(
  context: RequestContext,
  { document, invoice }: SubjectRows,
  { draft, records, references, totalCents }: ValidatedInvoice,
  vendorRecord: SavedVendor,
  { lines: stored, override, keepsFiles, ...files }: Saving,
): Promise<SavedContent> {
  const { store } = context;
  const { id } = document;
  const vendor = vendorSnapshot(draft, records, vendorRecord, invoice?.vendor);
  const linked = linkAttachments(
    context,
    { id, status: document.status, seq: document.version + 1 },
    keepsFiles ? null : draft.attachments,
    files,
  );
  const storedIds = new Set(stored.map((line) => line.id));
  const values = invoiceHeader(draft, vendor, totalCents);
  const header = { ...values, ...(await costAfterSave(context, document, values)) };
  const detail = invoiceDetail(draft, records, vendor, override);
  const lines = invoiceLines(draft, references, storedIds, context.newId);
  const before = { document, detail: { ...invoice }, lines: stored, files: linked.before };
  const after = {
    document: { ...document, ...header, number: draft.number },
    detail: { ...invoice, ...detail },
    lines: lineRows(document, lines),
    files: linked.files,
  };
  return {
    content: { ...(await changedContent(store, document, before, after)), header: { number: draft.number } },
    payload: linked.payload,
    restart: inApproval(document.status) && mustRestart(canonicalContent(before), canonicalContent(after)),
    amountForLimitsCents: amountForLimitsCents({ ...document, ...header }),
    writes: [
      ...vendorRecord.writes,
      updateDocument(store, id, {
        ...header,
        number: override ? draft.number : uniqueNumber(store, { ...header, id, number: draft.number }),
        attachmentCount: linked.fileIds.length,
      }),
      updateInvoice(store, id, detail),
      deleteLinesAfter(store, id, 0),
      ...insertLines(store, id, lines),
      ...linked.writes,
      ...noteWrites(context, id, draft, 0),
    ],
  };
}
