import { canonicalContent } from '#domain/history/content';
import { sealedHash } from '#domain/history/verify-content';
import { commit } from '#store/show/documents/commit';
import { sha256 } from '#store/d1/sha256';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { ShowStore } from '#store/d1/open';
import { contentQuery } from '#store/show/documents/read-content';
import { subjectQuery } from '#store/show/documents/read-document';
import { readShowsToSeal, readSnapshots, readUnsealed } from '#store/show/documents/unsealed-documents';
import { updateDocument } from '#store/show/documents/write-document';
import { buildAuditEvent } from '#verbs/lifecycle/audit-event';
import { maxAttempts } from '#verbs/lifecycle/prepare-change';
import { contentHash } from '#verbs/lifecycle/content-stamp';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { queueForShows } from './queue-for-shows.ts';
import type { SealDocumentsJob } from '#verbs/outbox/jobs';
import { read } from '#store/d1/query';

/** Documents per job: each takes some 25 queries, and one run of a Worker has 1,000. */
const sealBatchSize = 25;

const sealer = { userId: 'system', name: 'Backlot' };

/**
 * Queues one sealing job for each show of the shard with documents from before content versions. Returns the number of
 * shows.
 */
export async function queueSealing(env: Env, shard: ShowStore, now: string): Promise<number> {
  return queueForShows(
    env,
    shard,
    await readShowsToSeal(shard.db),
    { payload: { kind: 'seal-documents', after: '' }, round: '' },
    now,
  );
}

/**
 * Appends a `seal` event to each document without a content hash: from then on verification covers its content, state
 * and approved versions, but not what they were before. May be repeated; continues after document `after`.
 */
export async function sealDocuments(
  context: JobContext,
  { after }: SealDocumentsJob,
  entry: OutboxEntry,
): Promise<void> {
  const ids = await readUnsealed(context.store, after, sealBatchSize);
  for (const id of ids) await seal(context, id);
  const last = ids.at(-1);
  if (last && ids.length === sealBatchSize)
    await enqueueContinuation(context, { kind: 'seal-documents', after: last }, entry);
}

async function seal({ store, now }: JobContext, id: string): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [rows, content, snapshots] = await Promise.all([
      read(subjectQuery(store, id)),
      read(contentQuery(store, id)),
      readSnapshots(store, id),
    ]);
    if (!rows || !content || rows.document.contentHash !== '') return;
    const { document } = rows;
    if (content.document['version'] !== document.version) continue;
    const { contentVersion } = document;
    const stamp = { contentVersion, contentHash: contentHash(canonicalContent(content)) };
    const version = document.version + 1;
    const event = buildAuditEvent({ store, now, newId: () => freshId(store.showId) }, sealer, {
      documentId: id,
      seq: version,
      action: 'seal',
      payload: {
        reason: 'sealed on upgrade, earlier content not covered',
        snapshots: snapshots.map((snapshot) => ({ id: snapshot.id, hash: sealedHash(snapshot, sha256) })),
      },
      stamp,
      state: { ...document, lockedLineCount: rows.purchaseOrder?.lockedLineCount ?? 0 },
      previousHash: rows.lastHash,
    });
    // `updatedAt` stays: no user has changed anything.
    const writes = [updateDocument(store, id, { version, ...stamp })];
    if (await commit(store, { event, expected: document, day: null, writes }, {})) return;
  }
  throw new Error('a document was changed too often to be sealed');
}
