import { Refusal } from '#domain/codes';
import { inApproval } from '#domain/document';
import type { InvoiceDraft } from '#domain/invoice';
import { decide, editAction } from '#domain/lifecycle';
import type { Change } from '#domain/lifecycle-decision';
import { departmentRefusal } from '#domain/permissions';
import type { Write } from '#store/open';
import { isNumberTaken, uniqueNumber } from '#store/show/invoice-number';
import type { SubjectRows } from '#store/show/read-document';
import { readLines } from '#store/show/read-lines';
import { deleteLinesAfter, insertLines, updateDocument, updateInvoice } from '#store/show/write-document';
import { reach } from './act.ts';
import type { Acted } from './act.ts';
import { apply, attemptsAtMost } from './apply.ts';
import { checkedInvoice, numberTaken } from './check-invoice.ts';
import type { CheckedInvoice } from './check-invoice.ts';
import type { ShowContext } from './context.ts';
import { noteWrites, vendorSnapshot } from './draft-values.ts';
import { invoiceDetail, invoiceFigures, invoiceHeader, invoiceLines } from './invoice-values.ts';
import { linkAttachments } from './link-attachments.ts';
import { actorOf, subjectOf } from './subject.ts';
import { keepTemporaryVendor } from './temporary-vendor.ts';
import type { KeptVendor } from './temporary-vendor.ts';

/**
 * Saves an invoice (API-82): a draft, or an approver's edit while it is in approval (DEC-16, DEC-40). Last write wins;
 * `override` as in `createInvoice`. Throws `ERROR_INVOICE_NOT_EDITABLE` and what a create throws.
 */
export async function saveInvoice(
  context: ShowContext,
  id: string,
  given: InvoiceDraft,
  override: boolean,
): Promise<Acted> {
  const actor = actorOf(context);
  for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
    const rows = await reach(context, 'INVOICE', id);
    const subject = subjectOf(rows);
    const action = editAction(subject);
    // Rights and state first: somebody who may not edit learns nothing of what is wrong with his draft (DEC-98).
    decide(subject, action, actor, context.settings, { at: context.now, newTotalCents: subject.totalCents });
    const kept = withKeptDepartment(rows, given);
    const refused =
      action === 'save' ? departmentRefusal(actor, 'INVOICE', kept.department?.id ?? null) : null;
    if (refused) throw new Refusal(refused);
    const checked = await checkedInvoice(context, kept, subject);
    const decision = decide(subject, action, actor, context.settings, {
      at: context.now,
      newTotalCents: checked.totalCents,
    });
    if (decision.kind === 'ALREADY_DONE') break;
    const vendor = await keepTemporaryVendor(context, checked.draft, checked.found);
    const writes = await saveWrites(context, rows, checked, vendor, override);
    const applied = await apply(context, rows, actor, withPayload(decision, checked), writes).catch(
      (error: unknown) => {
        throw isNumberTaken(error) ? numberTaken() : error;
      },
    );
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
  context: ShowContext,
  { document }: SubjectRows,
  { draft, found, references, totalCents }: CheckedInvoice,
  vendorRecord: KeptVendor,
  override: boolean,
): Promise<Write[]> {
  const { store } = context;
  const { id } = document;
  const vendor = vendorSnapshot(draft, found, vendorRecord.tempVendorId);
  const linked = await linkAttachments(context, { docType: 'INVOICE', id }, draft.attachments);
  const known = new Set((await store.foreseen.ask(readLines, store, id)).map((line) => line.id));
  const header = invoiceHeader(draft, vendor, totalCents);
  return [
    ...vendorRecord.writes,
    updateDocument(store, id, {
      ...header,
      number: override ? draft.number : uniqueNumber(store, { ...header, id, number: draft.number }),
      attachmentCount: linked.fileIds.length,
    }),
    updateInvoice(store, id, invoiceDetail(draft, found, vendor, override)),
    deleteLinesAfter(store, id, 0),
    ...insertLines(store, id, invoiceLines(draft, references, known, context.newId)),
    ...linked.writes,
    ...noteWrites(context, id, draft, 0),
  ];
}

function withPayload(change: Change, { draft, totalCents }: CheckedInvoice): Change {
  const payload = { ...change.event.payload, ...invoiceFigures(draft, totalCents) };
  return { ...change, event: { ...change.event, payload } };
}
