import { amountForLimitsCents } from '#domain/currency/costing';
import { canonicalContent } from '#domain/history/content';
import type { ContentRows } from '#domain/history/content';
import { mustRestart } from '#domain/history/content-change';
import { Refusal } from '#domain/codes';
import { inApproval } from '#domain/document';
import { decide } from '#domain/lifecycle/decide';
import type { Change } from '#domain/lifecycle/change';
import type { Settings } from '#domain/settings';
import { parseSettings } from '#domain/settings';
import { log } from '#edges/log';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { VendorSnapshot } from '#store/show/tables/snapshots';
import { temporaryVendorQuery } from '#store/show/vendors/read-reference-data';
import { readInOneTrip, read } from '#store/d1/query';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { contentQuery } from '#store/show/documents/read-content';
import type { SubjectRows } from '#store/show/documents/read-document';
import { showContextQuery } from '#store/show/management/read-show-context';
import { readDocumentsUsing } from '#store/show/vendors/temporary-vendors';
import type { TemporaryVendorRow } from '#store/show/vendors/temporary-vendors';
import { updateDocument, updateInvoice, updatePurchaseOrder } from '#store/show/documents/write-document';
import { accountingActor, subjectOf } from '#verbs/lifecycle/subject';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import { changedContent } from '#verbs/lifecycle/content-stamp';
import { freshId } from '#verbs/request/context';
import { isSameVendor } from '#verbs/documents/draft-values';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { PropagateVendorJob } from '#verbs/outbox/jobs';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';

/** Documents per job: each takes some 25 queries, and one run of a Worker has 1,000. */
export const propagateBatchSize = 25;

type UpdateDocumentsJob = Extract<PropagateVendorJob, { kind: 'follow-temp-vendor' }>;

/**
 * Copies a changed temporary vendor into every draft and every document in approval that uses it (DEC-34), each in its
 * own change: in approval another payee restarts at step 1 (DEC-40). A continuation processes the documents beyond one
 * job. Approved documents keep their copy. May be repeated: documents that are up to date are skipped. Throws when a
 * document is changed concurrently too often.
 */
export async function propagateTemporaryVendor(
  jobContext: JobContext,
  job: UpdateDocumentsJob,
  entry: OutboxEntry,
): Promise<void> {
  const [record, { settings }] = await Promise.all([
    read(temporaryVendorQuery(jobContext.store, job.tempVendorId)),
    read(showContextQuery(jobContext.store, job.actorId)),
  ]);
  if (!record) return;
  const page = { after: job.after ?? '', limit: propagateBatchSize };
  const ids = await readDocumentsUsing(jobContext.store, record.id, page);
  for (const id of ids)
    await updateDocumentVendor(jobContext, job, { record, settings: parseSettings(settings?.settings) }, id);
  const last = ids.at(-1);
  if (last && ids.length === propagateBatchSize)
    await enqueueContinuation(jobContext, { ...job, after: last }, entry);
}

async function updateDocumentVendor(
  { env, store, show, now }: JobContext,
  { actorId, actorName }: UpdateDocumentsJob,
  { record, settings }: { record: TemporaryVendorRow; settings: Settings },
  id: string,
): Promise<void> {
  // No webhooks. The user's permission was checked when the record was changed; this change is made by the system.
  const context = {
    store,
    user: { id: actorId },
    now,
    settings,
    webhooks: [],
    newId: () => freshId(show.id),
  };
  const actor = { ...accountingActor, userId: actorId, name: actorName };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { subject: rows, content: before } = await readInOneTrip({
      ...subjectPlan({ store }, id),
      content: contentQuery(store, id),
    });
    const copy = rows && outdatedCopy(rows, record);
    if (!rows || !copy) return;
    if (!before) continue;
    const after = withVendor(before, copy);
    try {
      const decision = decide(subjectOf(rows), 'update-temp-vendor', actor, settings, {
        at: now,
        newTotalCents: amountForLimitsCents(rows.document),
        restart: mustRestart(canonicalContent(before), canonicalContent(after)),
      });
      if (decision.kind === 'ALREADY_DONE') return;
      const newContent = await changedContent(store, rows.document, before, after);
      const change = withVendorPayload(decision, record);
      const writes = vendorWrites(store, rows, copy);
      const committed = await commitChange(context, rows, actor, change, { newContent, writes });
      if (!committed) continue;
      await publishDocumentChanges({ env, store }, [{ before: rows, audience: committed.audience }]);
      await dispatchJobs(env, store.db, committed.outbox, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'show_is_moving') throw error;
      log('warn', 'vendor change not propagated', { show: show.id, document: id, cause: error.code });
    }
    return;
  }
  throw new Error('a document was changed too often to follow its vendor');
}

/** The document's copy of the vendor as it should become; null when nothing changes. */
function outdatedCopy({ document, ...rows }: SubjectRows, record: TemporaryVendorRow): VendorSnapshot | null {
  const detail = rows.purchaseOrder ?? rows.invoice;
  const isOpen = document.status === 'DRAFT' || inApproval(document.status);
  if (!detail || !isOpen || document.temporaryVendorId !== record.id) return null;
  const copy = { ...detail.vendor, ...snapshotOf(record) };
  return isSameVendor(detail.vendor, copy) ? null : copy;
}

function withVendor(before: ContentRows, vendor: VendorSnapshot): ContentRows {
  return {
    ...before,
    document: { ...before.document, vendorName: vendor.name },
    detail: { ...before.detail, vendor },
  };
}

function vendorWrites(
  store: JobContext['store'],
  { document, invoice }: SubjectRows,
  vendor: VendorSnapshot,
) {
  const { id } = document;
  return [
    updateDocument(store, id, { vendorName: vendor.name }),
    invoice ? updateInvoice(store, id, { vendor }) : updatePurchaseOrder(store, id, { vendor }),
  ];
}

/** Adds the temporary vendor's id to the event. */
function withVendorPayload(change: Change, record: TemporaryVendorRow): Change {
  const payload = { ...change.event.payload, tempVendorId: record.id, vendor: record.name };
  return { ...change, event: { ...change.event, payload } };
}

/** The fields of a document's copy that come from the record. */
function snapshotOf(record: TemporaryVendorRow) {
  const { name, isRelatedParty, contact, email, phone, address, city, state, postalCode, version } = record;
  return {
    name,
    isRelatedParty,
    contact,
    email,
    phoneNumber: phone,
    address,
    city,
    state,
    postalCode,
    tempVendorVersion: version,
  };
}
