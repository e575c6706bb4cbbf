import { Refusal } from '#domain/codes';
import { deliveryLogDays } from '#domain/webhooks/webhook';
import { archiveRetentionDays } from '#domain/operations/archive';
import { failureReason } from '#domain/operations/health';
import { deleteFiles } from '#edges/files/files';
import { log } from '#edges/log';
import { sweepTokens } from '#store/directory/api-tokens';
import { recordSweep } from '#store/directory/last-sweep';
import { sweepPasswordLinks } from '#store/directory/password-links';
import { sweepPendingSignIns } from '#store/directory/pending-sign-ins';
import { sweepSessions } from '#store/directory/sessions';
import { sweepAttempts } from '#store/directory/sign-in-attempts';
import { allShards } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { readAbandonedArchives, readOldArchives } from '#store/show/imports/archives';
import { readAbandonedRuns } from '#store/show/bulk/bulk-runs';
import { deleteOrphans } from '#store/show/documents/files';
import { normalizeNumbers } from '#store/show/invoices/invoice-number';
import { indexSources } from '#store/show/lists/search-backfill';
import { readAbandonedImports } from '#store/show/imports/imports';
import { deleteOldApprovalLinks } from '#store/show/mail/approval-links';
import { deleteMailedLinks, readEndedLinks } from '#store/show/mail/download-links';
import { closeExhaustedJobs, readUndispatched } from '#store/show/outbox/outbox';
import {
  deletePdfTasks,
  readExpiredPdfTasks,
  readOldPdfTasks,
  readUndispatchedPdfTasks,
} from '#store/show/outbox/pdf-tasks';
import { purgeKeys } from '#store/show/outbox/idempotency-keys';
import { deleteOldPreviews, failAbandonedReplacements } from '#store/show/replacement/replacements';
import { deleteOldDeliveries } from '#store/show/webhooks/deliveries';
import { failArchive, removeArchive } from '#verbs/archives/manage-archives';
import { requestDuePaymentSyncs } from '#verbs/payments/request-payment-sync';
import { failRun } from '#verbs/bulk/run-batch';
import { logFields } from '#verbs/outbox/job-context';
import { failImport } from '#verbs/imports/import-batch';
import { requestDueSyncs } from '#verbs/accounting/sync-master-data';
import { linkKey } from '#verbs/mail/download-link';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { pdfKey } from '#verbs/pdf/pdf-tasks';
import type { PdfMessage } from '#verbs/pdf/pdf-tasks';
import { announceCovers } from '#verbs/cover/announce-covers';
import { catchUpDigests } from '#verbs/notifications/schedule-digests';
import { queueReminders } from '#verbs/approval/remind-approvers';
import { queueCounting } from '#verbs/operations/count-documents';
import { queueSealing } from '#verbs/operations/seal-documents';
import { refreshUsualDurations } from '#verbs/operations/usual-durations';
import { failTask, pdfFailures } from '#verbs/pdf/render-task';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The age at which the sweep dispatches a message again, and at which it ends a PDF task or a job. */
const maxAges = { message: minute, pdf: 10 * minute, job: 7 * day };

/** A shard takes some eighteen queries and their follow-ups; one run of a Worker has 1,000. */
const shardsPerMinute = 30;

interface Sweep {
  env: Env;
  shard: ShowStore;
  now: string;
  /** The instant `age` milliseconds ago. */
  before: (age: number) => string;
}

/** One part of the sweep on one shard. Returns how many rows it changed. */
type Part = (sweep: Sweep) => Promise<number>;

const parts: Record<string, Part> = {
  'outbox closed as dead': closeExpiredJobs,
  'bulk runs given up': endBulkRuns,
  'imports given up': endImports,
  'archives given up': endArchives,
  'archives removed': removeArchives,
  'replacements given up': ({ shard, now }) => failAbandonedReplacements(shard.db, now),
  'previews of replacements removed': ({ shard, before }) => deleteOldPreviews(shard.db, before(day)),
  'outbox sent again': dispatchLost('others'),
  'webhooks sent again': dispatchLost('webhooks'),
  'payments asked for': ({ env, shard, now }) => requestDuePaymentSyncs(env, shard, now),
  'covers announced': ({ env, shard, now }) => announceCovers(env, shard, now),
  'books asked for': ({ env, shard, now }) => requestDueSyncs(env, shard, now),
  'shows queued for sealing': ({ env, shard, now }) => queueSealing(env, shard, now),
  'shows queued for counting': ({ env, shard, now }) => queueCounting(env, shard, now),
  'reminders queued': ({ env, shard, now }) => queueReminders(env, shard, now),
  'usual durations computed': ({ env, shard, now }) => refreshUsualDurations(env, shard, now),
  'pdf given up': endPdfs,
  'pdf sent again': sendPdfs,
  'pdf removed': removePdfs,
  'mailed links removed': removeLinks,
  'approval links removed': ({ shard, before }) => deleteOldApprovalLinks(shard.db, before(30 * day)),
  'files removed': removeFiles,
  'webhook deliveries removed': ({ shard, before }) =>
    deleteOldDeliveries(shard.db, before(deliveryLogDays * day)),
  'invoice numbers normalized': ({ shard }) => normalizeNumbers(shard.db),
  'sources indexed': ({ shard }) => indexSources(shard.db),
  'repeats removed': async ({ shard, before }) => {
    await purgeKeys(shard, before(day));
    return 0;
  },
};

/**
 * Runs every minute: dispatches jobs whose message was lost, ends what cannot end by itself, and deletes old rows. The
 * rows are the truth; messages only trigger their processing. A part that fails is logged, and the others run.
 */
export async function sweep(env: Env, now: string): Promise<void> {
  const before = (age: number) => new Date(Date.parse(now) - age).toISOString();
  await runPart('sessions', -1, async () => {
    await Promise.all([sweepSessions(env, before(day)), sweepTokens(env, before(30 * day))]);
    return 0;
  });
  await runPart('sign-ins', -1, async () => {
    await Promise.all([sweepPendingSignIns(env, now), sweepPasswordLinks(env, now), sweepAttempts(env, now)]);
    return 0;
  });
  await runPart('digest days planned', -1, () => catchUpDigests(env, now));
  for (const shard of shardsOf(allShards(env), now)) {
    for (const [name, part] of Object.entries(parts)) {
      await runPart(name, shard.shard, () => part({ env, shard, now, before }));
    }
  }
  await runPart('time recorded', -1, async () => {
    await recordSweep(env, now);
    return 0;
  });
}

/** The shards to sweep in this minute. With more than `shardsPerMinute`, each is swept every few minutes. */
export function shardsOf<Shard>(shards: readonly Shard[], now: string): readonly Shard[] {
  const turns = Math.max(1, Math.ceil(shards.length / shardsPerMinute));
  const turn = Math.floor(Date.parse(now) / minute) % turns;
  return shards.filter((_, index) => index % turns === turn);
}

async function runPart(part: string, shard: number, task: () => Promise<number>): Promise<void> {
  try {
    const count = await task();
    if (count > 0) log('info', 'sweep done', { part, shard, count });
  } catch (error) {
    // The show began to move in this moment: the next sweep leaves it out.
    const isMoving = error instanceof Refusal && error.code === 'show_is_moving';
    log(isMoving ? 'info' : 'error', 'sweep failed', { part, shard }, error);
  }
}

async function closeExpiredJobs({ shard, now, before }: Sweep): Promise<number> {
  const expired = await closeExhaustedJobs(shard.db, before(maxAges.job), now);
  for (const { origin, ...entry } of expired) {
    const facts = { ...logFields(entry), reason: failureReason(entry) };
    log('error', 'job exhausted', { ...facts, ...(origin && { requestId: origin }) });
  }
  return expired.length;
}

async function endBulkRuns({ env, shard, now }: Sweep): Promise<number> {
  const abandoned = await readAbandonedRuns(shard.db);
  for (const { id, showId } of abandoned) await failRun({ env, store: { ...shard, showId }, now }, id);
  return abandoned.length;
}

async function endImports({ shard, now }: Sweep): Promise<number> {
  const abandoned = await readAbandonedImports(shard.db);
  for (const { id, showId } of abandoned) await failImport({ ...shard, showId }, id, now);
  return abandoned.length;
}

async function endArchives({ shard, now }: Sweep): Promise<number> {
  const abandoned = await readAbandonedArchives(shard.db);
  for (const { id, showId } of abandoned) await failArchive({ ...shard, showId }, id, now);
  return abandoned.length;
}

async function removeArchives({ env, shard, before }: Sweep): Promise<number> {
  const old = await readOldArchives(shard.db, before(archiveRetentionDays * day));
  for (const { id, showId } of old) await removeArchive(env, { ...shard, showId }, id);
  return old.length;
}

function dispatchLost(queue: 'webhooks' | 'others'): Part {
  return async ({ env, shard, now, before }) => {
    const lost = await readUndispatched(shard.db, queue, before(maxAges.message), now);
    await dispatchJobs(env, shard.db, lost, now);
    return lost.length;
  };
}

async function endPdfs({ env, shard, now, before }: Sweep): Promise<number> {
  const expired = await readExpiredPdfTasks(shard.db, before(maxAges.pdf));
  for (const { id, showId } of expired)
    await failTask(env, { ...shard, showId }, id, pdfFailures.failed, now);
  return expired.length;
}

async function sendPdfs({ env, shard, now, before }: Sweep): Promise<number> {
  const lost = await readUndispatchedPdfTasks(shard.db, before(maxAges.message), now);
  for (const { id, showId } of lost) {
    await env.PDF_QUEUE.send({ showId, taskId: id } satisfies PdfMessage);
  }
  return lost.length;
}

/**
 * A finished PDF is available for a day (DEC-55). Files go first: when the run fails, the remaining row brings the
 * sweep back here.
 */
async function removePdfs({ env, shard, before }: Sweep): Promise<number> {
  const old = await readOldPdfTasks(shard.db, before(day));
  await deleteFiles(env, old.map(pdfKey));
  if (old.length > 0) await deletePdfTasks(shard.db, old);
  return old.length;
}

/** Removes expired download links (DEC-57), with their files first, as for PDFs. */
async function removeLinks({ env, shard, now }: Sweep): Promise<number> {
  const ended = await readEndedLinks(shard.db, now);
  await deleteFiles(env, ended.map(linkKey));
  if (ended.length > 0) await deleteMailedLinks(shard.db, ended);
  return ended.length;
}

/**
 * Removes uploads that were not linked within a day (DEC-53). Rows go first: a file that was linked meanwhile keeps its
 * bytes.
 */
async function removeFiles({ env, shard, before }: Sweep): Promise<number> {
  const removed = await deleteOrphans(shard, before(day));
  await deleteFiles(env, removed);
  return removed.length;
}
