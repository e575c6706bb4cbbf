import { Refusal } from '#domain/codes';
import type { InvoiceDraft } from '#domain/invoice';
import { createRefusal } from '#domain/permissions';
import { commit } from '#store/commit';
import type { Write } from '#store/open';
import { isNumberTaken, uniqueNumber } from '#store/show/invoice-number';
import { insertDocument, insertInvoice, insertLines } from '#store/show/write-document';
import { mustHaveModule } from './act.ts';
import { viewAfterwards } from './ahead.ts';
import { chained } from './apply.ts';
import { checkedInvoice, numberTaken } from './check-invoice.ts';
import { fullName } from './context.ts';
import type { ShowContext } from './context.ts';
import { noteWrites, vendorSnapshot } from './draft-values.ts';
import { invoiceDetail, invoiceFigures, invoiceHeader, invoiceLines } from './invoice-values.ts';
import { linkAttachments } from './link-attachments.ts';
import { dispatchOutbox } from './outbox-dispatch.ts';
import { once } from './repeat.ts';
import type { Repeat } from './repeat.ts';
import { actorOf } from './subject.ts';
import { keepTemporaryVendor } from './temporary-vendor.ts';

interface Created {
  id: string;
}

/**
 * Creates an invoice as a draft (API-81, DEC-27 row 1) and answers its id. With `override` another invoice of the vendor
 * may have its number (IN-16). The same `repeat` key answers the same document. Throws `FORBIDDEN`,
 * `NO_DEPARTMENT_ASSOCIATION_WITH_USER`, `POS_BAD_REQUEST`, `INVALID_TEMP_VENDOR`, `duplicate_vendor_invoice_id`.
 */
export function createInvoice(
  context: ShowContext,
  given: InvoiceDraft,
  override: boolean,
  repeat: Repeat | null,
): Promise<Created> {
  mustHaveModule(context, 'INVOICE');
  return once(context, repeat, (keep) => create(context, given, override, keep));
}

async function create(
  context: ShowContext,
  given: InvoiceDraft,
  override: boolean,
  keep: (answer: Created) => Write[],
): Promise<Created> {
  const actor = actorOf(context);
  const refused = createRefusal(actor, 'INVOICE', given.department?.id ?? null);
  if (refused) throw new Refusal(refused);
  const checked = await checkedInvoice(context, given, null);
  const { draft, found, totalCents } = checked;
  const { store, now } = context;
  const id = context.newId();
  viewAfterwards(context, 'INVOICE', id);
  const vendorRecord = await keepTemporaryVendor(context, draft, found);
  const vendor = vendorSnapshot(draft, found, vendorRecord.tempVendorId);
  const linked = await linkAttachments(context, { docType: 'INVOICE', id, isNew: true }, draft.attachments);
  const header = invoiceHeader(draft, vendor, totalCents);
  const event = chained(context, actor, {
    documentId: id,
    seq: 1,
    action: 'create',
    historyType: null,
    payload: invoiceFigures(draft, totalCents),
    previousHash: '',
  });
  const written = commit(store, {
    event,
    expected: null,
    writes: [
      ...keep({ id }),
      ...vendorRecord.writes,
      insertDocument(store, {
        id,
        showId: store.showId,
        type: 'INVOICE',
        status: 'DRAFT',
        submissionStatus: 'Draft',
        version: 1,
        ...header,
        number: override ? draft.number : uniqueNumber(store, { ...header, id, number: draft.number }),
        creatorId: actor.userId,
        creatorName: fullName(context.user),
        creatorUsername: context.user.username,
        ownerId: actor.userId,
        milestones: ['SAVED_AS_DRAFT'],
        attachmentCount: linked.fileIds.length,
        createdAt: now,
        updatedAt: now,
      }),
      insertInvoice(store, {
        documentId: id,
        showId: store.showId,
        ...invoiceDetail(draft, found, vendor, override),
      }),
      ...insertLines(store, id, invoiceLines(draft, checked.references, new Set(), context.newId)),
      ...linked.writes,
      ...noteWrites(context, id, draft, 0),
    ],
  });
  const result = await written.catch((error: unknown) => {
    throw isNumberTaken(error) ? numberTaken() : error;
  });
  if (result === 'lost') throw new Refusal('WORKFLOW_CONFLICT');
  context.later(dispatchOutbox(context.env, store.db, vendorRecord.outbox, now));
  return { id };
}
