import { Refusal } from '#domain/codes';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { createRefusal } from '#domain/identity/permissions';
import { commit } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import { isNumberTaken, uniqueNumber } from '#store/show/invoices/invoice-number';
import { invoices } from '#store/show/tables/invoice-tables';
import { withDefaults } from '#store/d1/with-defaults';
import { insertDocument, insertInvoice, insertLines } from '#store/show/documents/write-document';
import { buildFirstEvent, newDocument } from '#verbs/documents/new-document';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { validateInvoice, invoiceDraftPlan, numberTaken } from './validate-invoice.ts';
import type { InvoiceDraftRows } from './validate-invoice.ts';
import { invoiceViewPlan } from './view-invoice.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { invoiceDetail, invoiceFigures, invoiceHeader, invoiceLines } from './invoice-values.ts';
import { linkAttachments } from '#verbs/documents/link-attachments';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { actorOf } from '#verbs/lifecycle/subject';
import { saveTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';

interface Created {
  id: string;
}

/**
 * Creates an invoice as a draft and returns its id and view. With `override` its number may be that of another invoice
 * of the vendor (IN-16). A repeated idempotency key returns the same document. Throws `FORBIDDEN`,
 * `NO_DEPARTMENT_ASSOCIATION_WITH_USER`, `POS_BAD_REQUEST`, `INVALID_TEMP_VENDOR`, `duplicate_vendor_invoice_id`
 * (API-81, DEC-27 row 1).
 */
export async function createInvoice(
  context: RequestContext,
  input: InvoiceDraft,
  override: boolean,
  reads: PlanRows<typeof newInvoicePlan>,
): Promise<Created & { rows: ViewRows }> {
  requireModule(context, 'INVOICE');
  let rows: ViewRows | null = null;
  const { id } = await withIdempotency<Created>(context, reads.stored, async (answerRow) => {
    const created = { id: context.newId() };
    const written = await create(context, created.id, input, override, reads, () => answerRow(created));
    context.runAfterResponse(publishDocumentChanges(context, [{ before: null, audience: written.audience }]));
    rows = written;
    return created;
  });
  return { id, rows: rows ?? (await readInOneTrip(invoiceViewPlan(context, id))) };
}

type ViewRows = PlanRows<typeof invoiceViewPlan>;

export const newInvoicePlan = (context: MembershipContext, draft: InvoiceDraft) => ({
  ...storedAnswerPlan(context),
  ...invoiceDraftPlan(context, draft, null),
});

async function create(
  context: RequestContext,
  id: string,
  input: InvoiceDraft,
  override: boolean,
  reads: InvoiceDraftRows,
  answerRow: () => Write[],
): Promise<ViewRows & { audience: ChangeAudience }> {
  const actor = actorOf(context);
  // The department is checked with the orders that the lines reference (DEC-13).
  const refused = createRefusal(actor, 'INVOICE', null);
  if (refused) throw new Refusal(refused);
  const checked = await validateInvoice(context, input, null, reads);
  const { draft, records, totalCents } = checked;
  const { store, now } = context;
  const vendorRecord = await saveTemporaryVendor(context, draft, records);
  const vendor = vendorSnapshot(draft, records, vendorRecord);
  const linked = linkAttachments(context, { id, status: null, seq: 1 }, draft.attachments, reads);
  const header = invoiceHeader(draft, vendor, totalCents);
  const document = newDocument(context, {
    id,
    type: 'INVOICE',
    ...header,
    number: draft.number,
    attachmentCount: linked.fileIds.length,
  });
  const detail = {
    documentId: id,
    showId: store.showId,
    ...invoiceDetail(draft, records, vendor, override),
  };
  const lines = invoiceLines(draft, checked.references, new Set(), context.newId);
  const { event, stamp } = buildFirstEvent(
    context,
    document,
    { detail: withDefaults(invoices, detail), lines, files: linked.files },
    { ...invoiceFigures(draft, totalCents, override), ...linked.payload },
  );
  const writes = [
    ...answerRow(),
    ...vendorRecord.writes,
    insertDocument(store, {
      ...document,
      ...stamp,
      number: override ? draft.number : uniqueNumber(store, { ...header, id, number: draft.number }),
    }),
    insertInvoice(store, detail),
    ...insertLines(store, id, lines),
    ...linked.writes,
    ...noteWrites(context, id, draft, 0),
  ];
  // A draft is compared with no budget, and counts for none.
  const after = { ...invoiceViewPlan(context, id), affected: null };
  const plan = { audience: changeAudienceQuery(store, id), ...after };
  const written = commit(store, { event, expected: null, day: null, writes }, plan);
  const rows = await written.catch((error: unknown) => {
    throw isNumberTaken(error) ? numberTaken() : error;
  });
  if (!rows) throw new Refusal('WORKFLOW_CONFLICT');
  context.runAfterResponse(dispatchJobs(context.env, store.db, vendorRecord.outbox, now));
  return { ...rows, affected: [] };
}
