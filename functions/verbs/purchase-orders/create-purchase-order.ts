import { Refusal } from '#domain/codes';
import { createRefusal } from '#domain/identity/permissions';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { commit } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { NoPlan, ReadPlan, PlanRows, Rows } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { ChangeAudience } from '#store/show/documents/read-change-audience';
import { numberWidth, allocateNumber, allocatedNumber } from '#store/show/documents/document-number';
import { purchaseOrders } from '#store/show/tables/document-tables';
import { withDefaults } from '#store/d1/with-defaults';
import { insertDocument, insertLines, insertPurchaseOrder } from '#store/show/documents/write-document';
import { buildFirstEvent, newDocument } from '#verbs/documents/new-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { draftPlan } from '#verbs/documents/draft-references';
import type { DraftRows } from '#verbs/documents/draft-references';
import { linkAttachments, linkPlan } from '#verbs/documents/link-attachments';
import type { LinkRows } from '#verbs/documents/link-attachments';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { detailValues, headerValues, lineValues } from './purchase-order-values.ts';
import { withIdempotency, storedAnswerPlan } from '#verbs/request/idempotency';
import { validateDraft, savedFigures } from './save-purchase-order.ts';
import { actorOf } from '#verbs/lifecycle/subject';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { saveTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';
import { purchaseOrderViewPlan } from './view-purchase-order.ts';

interface Created {
  id: string;
}

/**
 * Creates a purchase order as a draft (API-02, DEC-25 row 1) with its number (DEC-17) and returns its id; the same
 * idempotency key returns the same document. Throws `FORBIDDEN`, `NO_DEPARTMENT_ASSOCIATION_WITH_USER`,
 * `POS_BAD_REQUEST`, `INVALID_TEMP_VENDOR`.
 */
export async function createPurchaseOrder(
  context: RequestContext,
  input: PurchaseOrderDraft,
  reads: PlanRows<typeof newPurchaseOrderPlan>,
): Promise<Created & { rows: PlanRows<typeof purchaseOrderViewPlan> }> {
  let rows: PlanRows<typeof purchaseOrderViewPlan> | null = null;
  const { id } = await withIdempotency<Created>(context, reads.stored, async (answerRow) => {
    const created = { id: context.newId() };
    // A draft is compared with no budget, and counts for none.
    const after = { ...purchaseOrderViewPlan(context, created.id), affected: null };
    const written = await createDraft(context, created.id, input, reads, {
      writes: () => answerRow(created),
      after,
    });
    context.runAfterResponse(publishDocumentChanges(context, [{ before: null, audience: written.audience }]));
    rows = { ...written, affected: [] };
    return created;
  });
  return { id, rows: rows ?? (await readInOneTrip(purchaseOrderViewPlan(context, id))) };
}

export const newPurchaseOrderPlan = (context: MembershipContext, draft: PurchaseOrderDraft) => ({
  ...storedAnswerPlan(context),
  ...draftPlan(context, draft),
  ...linkPlan(context, 'PO', null, draft.attachments),
});

/** The same with a given id and further writes, all in one batch. */
export async function createDraft<After extends ReadPlan = NoPlan>(
  context: RequestContext,
  id: string,
  input: PurchaseOrderDraft,
  reads: DraftRows & LinkRows,
  { writes, after }: { writes: () => Write[]; after?: After },
): Promise<Rows<After> & { audience: ChangeAudience }> {
  const actor = actorOf(context);
  const refused = createRefusal(actor, 'PO', input.department?.id ?? null);
  if (refused) throw new Refusal(refused);
  const fresh = { ...input, lineItems: input.lineItems.map((line) => ({ ...line, id: null })) };
  const { draft, found, cents } = validateDraft(context, fresh, reads, {
    lockedLineCount: null,
    departmentId: null,
  });
  const { store, now } = context;
  const vendorRecord = await saveTemporaryVendor(context, draft, found);
  const vendor = vendorSnapshot(draft, found, vendorRecord);
  const linked = linkAttachments(context, { id, status: null, seq: 1 }, draft.attachments, reads);
  const document = newDocument(context, {
    id,
    type: 'PO',
    ...headerValues(draft, vendor, cents),
    attachmentCount: linked.fileIds.length,
  });
  const detail = {
    documentId: id,
    showId: store.showId,
    prefix: found.department?.poNumberPrefix ?? '',
    ...detailValues(draft, found, vendor),
  };
  const lines = lineValues(draft, new Set(), context.newId);
  const { event, stamp } = buildFirstEvent(
    context,
    document,
    { detail: withDefaults(purchaseOrders, detail), lines, files: linked.files },
    { ...savedFigures({ draft, cents }), ...linked.payload },
  );
  const statements = [
    ...writes(),
    allocateNumber(store, context.settings.poNumberStart),
    ...vendorRecord.writes,
    insertDocument(store, {
      ...document,
      ...stamp,
      number: allocatedNumber(store, numberWidth.number),
      numberSort: allocatedNumber(store, numberWidth.sort),
    }),
    insertPurchaseOrder(store, detail),
    ...insertLines(store, id, lines),
    ...linked.writes,
    ...noteWrites(context, id, draft, 0),
  ];
  const plan = { audience: changeAudienceQuery(store, id), ...(after as After) };
  const result = await commit(store, { event, expected: null, day: null, writes: statements }, plan);
  if (!result) throw new Refusal('WORKFLOW_CONFLICT');
  context.runAfterResponse(dispatchJobs(context.env, store.db, vendorRecord.outbox, now));
  return result as Rows<After> & { audience: ChangeAudience };
}
