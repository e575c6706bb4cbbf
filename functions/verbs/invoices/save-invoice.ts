import { Refusal } from '#domain/codes';
import { canonicalContent } from '#domain/history/content';
import { mustRestart } from '#domain/history/content-change';
import { inApproval } from '#domain/document';
import type { Json } from '#domain/history/history';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { decide, editAction } from '#domain/lifecycle/lifecycle';
import type { Change } from '#domain/lifecycle/decision';
import { isNumberTaken, uniqueNumber } from '#store/show/invoices/invoice-number';
import type { SubjectRows } from '#store/show/documents/read-document';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, Plan, Reading, Rows } from '#store/d1/query';
import { linesQuery } from '#store/show/documents/read-lines';
import {
  deleteLinesAfter,
  insertLines,
  updateDocument,
  updateInvoice,
} from '#store/show/documents/write-document';
import { reached } from '#verbs/lifecycle/reachable-document';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import type { Acted } from '#verbs/lifecycle/perform-action';
import { apply, maxAttempts } from '#verbs/lifecycle/apply-change';
import { changedContent, lineRows } from '#verbs/lifecycle/content-stamp';
import { validateInvoice, invoiceDraftPlan, numberTaken } from './validate-invoice.ts';
import type { ValidatedInvoice } from './validate-invoice.ts';
import type { Terms } from '#verbs/approval/idempotent-change';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { draftRows } from '#verbs/documents/draft-references';
import { mayChange } from '#verbs/lifecycle/require-current-content';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { invoiceDetail, invoiceFigures, invoiceHeader, invoiceLines } from './invoice-values.ts';
import { linkAttachments } from '#verbs/documents/link-attachments';
import type { SavedContent, SavedVendor } from '#verbs/documents/saved-content';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { saveTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';

/** A stored invoice with its lines and files, and what a draft of it names. */
export const invoiceSavePlan = (context: MembershipContext, id: string, draft: InvoiceDraft) => ({
  ...subjectPlan(context, id),
  ...invoiceDraftPlan(context, draft, id),
  lines: linesQuery(context.store, id),
});
type SavePlan = ReturnType<typeof invoiceSavePlan>;

/** What the invoice has, whether its number may be another's, and whether its files stay. */
interface Saving extends Pick<Rows<SavePlan>, 'lines' | 'linkable' | 'attached'> {
  override: boolean;
  keepsFiles: boolean;
}

/**
 * Saves an invoice (API-82): a draft, or an approver's edit while it is in approval (DEC-16, DEC-40). Last write wins, unless
 * the terms name the content that it replaces (DEC-82);
 * `override` as in `createInvoice`. Throws `ERROR_INVOICE_NOT_EDITABLE` and what a create throws.
 */
export async function saveInvoice<After extends Plan = NoPlan>(
  context: RequestContext,
  given: InvoiceDraft,
  override: boolean,
  reading: Reading<SavePlan>,
  terms: Terms<After>,
): Promise<Acted<After>> {
  const { after } = terms;
  const actor = actorOf(context);
  let reads = reading.rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) reads = await readInOneTrip(reading.plan);
    const rows = reached(context, 'INVOICE', reads.subject);
    const subject = subjectOf(rows);
    const action = editAction(subject);
    // Rights and state first: somebody who may not edit learns nothing of what is wrong with his draft (DEC-98).
    await mayChange(context, rows, action, terms.contentVersion);
    const kept = withKeptDepartment(rows, given);
    const isDepartmentFixed = action === 'edit-in-approval';
    const named = await draftRows(context, kept, given, reads);
    const checked = await validateInvoice(context, kept, { ...subject, isDepartmentFixed }, named);
    const vendor = await saveTemporaryVendor(context, checked.draft, checked.found);
    const saved = await saveWrites(context, rows, checked, vendor, {
      ...reads,
      override,
      keepsFiles: terms.keepsFiles === true,
    });
    const decision = decide(subject, action, actor, context.settings, {
      at: context.now,
      newTotalCents: checked.totalCents,
      restart: saved.restart,
    });
    if (decision.kind === 'ALREADY_DONE') break;
    const change = withPayload(decision, checked, override, saved.payload);
    const applied = await apply(context, rows, actor, change, {
      content: saved.content,
      writes: [...saved.writes, ...terms.more()],
      ...(after && { after }),
    }).catch((error: unknown) => {
      throw isNumberTaken(error) ? numberTaken() : error;
    });
    if (applied) return { rows, applied: { ...applied, outbox: [...applied.outbox, ...vendor.outbox] } };
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

/** DEC-16: an approver's edit leaves the department as it is. */
function withKeptDepartment({ document }: SubjectRows, draft: InvoiceDraft): InvoiceDraft {
  if (!inApproval(document.status) || document.departmentId === null) return draft;
  return { ...draft, department: { id: document.departmentId, name: document.departmentName } };
}

async function saveWrites(
  context: RequestContext,
  { document, invoice }: SubjectRows,
  { draft, found, references, totalCents }: ValidatedInvoice,
  vendorRecord: SavedVendor,
  { lines: stored, override, keepsFiles, ...files }: Saving,
): Promise<SavedContent> {
  const { store } = context;
  const { id } = document;
  const vendor = vendorSnapshot(draft, found, vendorRecord, invoice?.vendor);
  const linked = linkAttachments(
    context,
    { id, status: document.status, seq: document.version + 1 },
    keepsFiles ? null : draft.attachments,
    files,
  );
  const known = new Set(stored.map((line) => line.id));
  const header = invoiceHeader(draft, vendor, totalCents);
  const detail = invoiceDetail(draft, found, vendor, override);
  const lines = invoiceLines(draft, references, known, context.newId);
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

function withPayload(
  change: Change,
  { draft, totalCents }: ValidatedInvoice,
  override: boolean,
  files: Record<string, Json>,
): Change {
  const payload = { ...change.event.payload, ...invoiceFigures(draft, totalCents, override), ...files };
  return { ...change, event: { ...change.event, payload } };
}
