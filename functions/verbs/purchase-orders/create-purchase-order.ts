import { Refusal } from '#domain/codes';
import { stampPayload } from '#domain/history/content';
import { stateOf } from '#domain/history/document-state';
import { createRefusal } from '#domain/identity/permissions';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import { commit } from '#store/show/documents/commit';
import type { Write } from '#store/d1/open';
import { numberWidth, takeNumber, takenNumber } from '#store/show/documents/document-number';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { withDefaults } from '#store/d1/with-defaults';
import { insertDocument, insertLines, insertPurchaseOrder } from '#store/show/documents/write-document';
import { viewAfterwards } from '#verbs/request/prefetch';
import { chained } from '#verbs/lifecycle/apply-change';
import { lineRows, firstStamp } from '#verbs/lifecycle/content-stamp';
import { fullName } from '#verbs/request/context';
import type { ShowContext } from '#verbs/request/context';
import { linkAttachments } from '#verbs/documents/link-attachments';
import { dispatchOutbox } from '#verbs/outbox/dispatch';
import { noteWrites, vendorSnapshot } from '#verbs/documents/draft-values';
import { detailValues, headerValues, lineValues } from './purchase-order-values.ts';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import { checkDraft, savedFigures } from './save-purchase-order.ts';
import { actorOf } from '#verbs/lifecycle/subject';
import { keepTemporaryVendor } from '#verbs/vendors/save-temporary-vendor';

interface Created {
  id: string;
}

/**
 * Creates a purchase order as a draft (API-02, DEC-25 row 1) with its number (DEC-17), and answers its id. The same
 * `repeat` key answers the same document. Throws `FORBIDDEN`, `NO_DEPARTMENT_ASSOCIATION_WITH_USER`, `POS_BAD_REQUEST`,
 * `INVALID_TEMP_VENDOR`.
 */
export function createPurchaseOrder(
  context: ShowContext,
  given: PurchaseOrderDraft,
  repeat: Repeat | null,
): Promise<Created> {
  return once(context, repeat, undefined, (keep) => {
    const id = context.newId();
    viewAfterwards(context, 'PO', id);
    return createDraft(context, id, given, keep);
  });
}

/** The same with an id of the caller's; `keep` makes what is written with it, or nothing of it is. */
export async function createDraft(
  context: ShowContext,
  id: string,
  given: PurchaseOrderDraft,
  keep: (answer: Created) => Write[],
): Promise<Created> {
  const actor = actorOf(context);
  const refused = createRefusal(actor, 'PO', given.department?.id ?? null);
  if (refused) throw new Refusal(refused);
  const fresh = { ...given, lineItems: given.lineItems.map((line) => ({ ...line, id: null })) };
  const { draft, found, cents } = await checkDraft(context, fresh, {
    lockedLineCount: null,
    departmentId: null,
  });
  const { store, now } = context;
  const vendorRecord = await keepTemporaryVendor(context, draft, found);
  const vendor = vendorSnapshot(draft, found, vendorRecord);
  const linked = await linkAttachments(
    context,
    { docType: 'PO', id, status: null, seq: 1 },
    draft.attachments,
  );
  const document = withDefaults(documents, {
    id,
    showId: store.showId,
    type: 'PO',
    status: 'DRAFT',
    submissionStatus: 'Draft',
    version: 1,
    ...headerValues(draft, vendor, cents),
    creatorId: actor.userId,
    creatorName: fullName(context.user),
    creatorUsername: context.user.username,
    ownerId: actor.userId,
    milestones: ['SAVED_AS_DRAFT'],
    attachmentCount: linked.fileIds.length,
    createdAt: now,
    updatedAt: now,
  });
  const detail = {
    documentId: id,
    showId: store.showId,
    prefix: found.department?.poNumberPrefix ?? '',
    ...detailValues(draft, found, vendor),
  };
  const lines = lineValues(draft, new Set(), context.newId);
  const stamp = firstStamp({
    document,
    detail: withDefaults(purchaseOrders, detail),
    lines: lineRows(document, lines),
    files: linked.files,
  });
  const event = chained(context, actor, {
    documentId: id,
    seq: 1,
    action: 'create',
    historyType: null,
    payload: {
      ...savedFigures(draft, cents),
      ...linked.payload,
      ...stampPayload(stamp),
      state: stateOf({ ...document, lockedLineCount: 0 }),
    },
    previousHash: '',
  });
  const result = await commit(store, {
    event,
    expected: null,
    writes: [
      ...keep({ id }),
      takeNumber(store, 'po', context.settings.poNumberStart),
      ...vendorRecord.writes,
      insertDocument(store, {
        ...document,
        ...stamp,
        number: takenNumber(store, 'po', numberWidth.number),
        numberSort: takenNumber(store, 'po', numberWidth.sort),
      }),
      insertPurchaseOrder(store, detail),
      ...insertLines(store, id, lines),
      ...linked.writes,
      ...noteWrites(context, id, draft, 0),
    ],
  });
  if (result === 'lost') throw new Refusal('WORKFLOW_CONFLICT');
  context.later(dispatchOutbox(context.env, store.db, vendorRecord.outbox, now));
  return { id };
}
