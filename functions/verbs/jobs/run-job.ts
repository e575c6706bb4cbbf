import { mailCover } from '#verbs/notifications/mail-cover';
import { Refusal } from '#domain/codes';
import { isFailure, mailKinds } from '#domain/operations/health';
import { addLogFields } from '#edges/log';
import { MailFailure, MailQuotaError } from '#edges/mail/send-mail';
import { mailPauseQuery } from '#store/directory/mail-pause';
import { readMembersToNotify, showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import { leaseJobs, deleteFailedSend, markDone, suspendJob, voidedQuery } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { runPaymentSync } from '#verbs/payments/request-payment-sync';
import { mailArchiveEnded } from '#verbs/archives/mail-archive-ready';
import { archiveShow } from '#verbs/archives/build-archive';
import { approveBatch } from '#verbs/bulk/run-batch';
import { releaseBatch } from '#verbs/bulk/release-batch';
import { deliverWebhook } from '#verbs/webhooks/deliver-webhook';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import { recordPushAttempt } from '#verbs/accounting/push-attempt';
import type { PushAttempt, JobContext } from '#verbs/outbox/job-context';
import { propagateTemporaryVendor } from '#verbs/vendors/propagate-temporary-vendor';
import { sendDocumentMail, sendVendorMail } from '#verbs/mail/send-document-mail';
import { importBatch } from '#verbs/imports/import-batch';
import { syncMasterData } from '#verbs/accounting/sync-master-data';
import { notifyUser, readNotifications } from '#verbs/notifications/notify-user';
import type { NotificationData } from '#verbs/notifications/notify-user';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';
import { sendCollected } from '#verbs/notifications/send-collected';
import { scheduleDigests } from '#verbs/notifications/schedule-digests';
import { callAccounting } from '#verbs/accounting/circuit-breaker';
import { remindApprovers } from '#verbs/approval/remind-approvers';
import { restartWorkflow } from '#verbs/approval/restart-workflow';
import { replaceApprover } from '#verbs/replacement/replace-approver';
import { countDocuments } from '#verbs/operations/count-documents';
import { sealDocuments } from '#verbs/operations/seal-documents';
import { sendDigest } from '#verbs/notifications/send-digest';
import { shareTemporaryVendor } from '#verbs/vendors/mail-temporary-vendor';
import { pushDocument } from '#verbs/accounting/push-document';
import { continueVerification } from '#verbs/operations/verify-histories';
import { mailEndpointDisabled } from '#verbs/webhooks/mail-endpoint-disabled';
import { leaseExpiry } from '#verbs/outbox/lease';
import { pauseMail } from '#verbs/outbox/mail-pause';
import { failJob } from '#verbs/outbox/fail-job';

/**
 * Runs one job of the outbox and closes it. A message for a job that is done, leased by another run or waiting for its
 * retry does nothing, so redelivery is harmless. Returns the seconds until the next attempt, or null for none.
 */
export async function runJob(env: Env, message: OutboxMessage, now: string): Promise<number | null> {
  const context = await openRun(env, message.showId, now);
  if (!context) return null;
  const [entry] = await leaseJobs(context.store, [message.outboxId], now, leaseExpiry(now));
  if (!entry) return null;
  return withAttempt(context, entry, () => executeJob(context, jobOf(entry), entry));
}

/**
 * Runs the notifications of one show that arrived together: one lease and one read serve all of them, and their marks
 * are written in one batch. Returns a function that runs the job of an id.
 */
export async function runNotifications(
  env: Env,
  showId: string,
  ids: readonly string[],
  now: string,
): Promise<(id: string) => Promise<number | null>> {
  const context = await openRun(env, showId, now);
  if (!context) return async () => null;
  const entries = await leaseJobs(context.store, ids, now, leaseExpiry(now));
  const notifications = readNotifications(
    context,
    entries.map(jobOf).filter((job) => job.kind === 'notify'),
  );
  notifications.catch(() => undefined);
  const pending = new Map(entries.map((entry) => [entry.id, entry]));
  return async (id) => {
    const entry = pending.get(id);
    // A message may arrive twice; only the first runs the job.
    pending.delete(id);
    return entry
      ? withAttempt(context, entry, () => executeJob(context, jobOf(entry), entry, notifications))
      : null;
  };
}

const jobOf = ({ payload }: OutboxEntry) => payload as unknown as Job;

interface RunContext extends JobContext {
  mailPausedUntil: string | null;
}

async function openRun(env: Env, showId: string, now: string): Promise<RunContext | null> {
  const source = directoryOf(env, showId);
  const { show, mailPausedUntil } = await readInOneTrip({
    show: showQuery(source),
    mailPausedUntil: mailPauseQuery(source),
  });
  return show && { env, store: storeFor(env, show), show, now, mailPausedUntil };
}

/** Runs a leased job. `run` returns null, or why the job ends without success. Returns as `runJob` does. */
async function withAttempt(
  context: RunContext,
  entry: OutboxEntry,
  run: () => Promise<string | null>,
): Promise<number | null> {
  const { store, now, mailPausedUntil } = context;
  const { kind, attempts, documentId, origin } = entry;
  addLogFields({
    kind,
    attempts,
    document: documentId,
    outcome: 'done',
    ...(origin && { requestId: origin }),
  });
  try {
    if (mailPausedUntil !== null && mailPausedUntil > now && mailKinds.includes(kind)) {
      await suspendJob(store, entry.id, mailPausedUntil);
      addLogFields({ outcome: 'paused' });
      return null;
    }
    const refused = await run();
    // Retried, because the first write may have failed: a job that stays open runs twice.
    await markDone(store, entry.id, now, refused).catch(() => markDone(store, entry.id, now, refused));
    if (refused !== null) {
      addLogFields({ outcome: 'refused' });
      if (isFailure(kind, refused)) logRefused(entry);
    }
    return null;
  } catch (error) {
    if (!(error instanceof MailQuotaError)) return failJob(store, entry, now, error);
    await pauseMail(context, entry);
    return null;
  }
}

/** Returns null when done, otherwise why the job ends without success. Throws while a retry may help. */
async function executeJob(
  context: JobContext,
  job: Job,
  entry: OutboxEntry,
  notifications?: Promise<NotificationData>,
): Promise<string | null> {
  const jobId = entry.id;
  switch (job.kind) {
    case 'notify':
      return sendJobMail(async () =>
        notifyUser(context, job, await (notifications ?? readNotifications(context, [job])), jobId),
      );
    case 'notify-collected':
      return sendJobMail(() => sendCollected(context, job, jobId));
    case 'digest':
      return sendJobMail(() => sendDigest(context, job));
    case 'plan-digests':
      await scheduleDigests(context, job);
      return null;
    case 'push-po':
    case 'push-invoice':
    case 'release-payment':
      return runPush(context, job.actorId, jobId, (attempt) => {
        return pushDocument(context, job, attempt);
      });
    case 'void-in-accounting':
      return runPush(context, job.actorId, jobId, (attempt) =>
        voidInAccounting(context, job.documentId, attempt),
      );
    case 'follow-temp-vendor':
      await propagateTemporaryVendor(context, job, entry);
      return null;
    case 'import-payments':
      await runPaymentSync(context, entry);
      return null;
    case 'import-books':
      await syncMasterData(context, job, entry);
      return null;
    case 'approve-batch':
      await approveBatch(context, job);
      return null;
    case 'release-batch':
      await releaseBatch(context, job, entry);
      return null;
    case 'archive-show':
      await archiveShow(context, job, entry);
      return null;
    case 'import-orders':
      await importBatch(context, job, entry);
      return null;
    case 'restart-flow':
      await restartWorkflow(context, job, entry);
      return null;
    case 'remind-approvers':
      await remindApprovers(context, job, entry);
      return null;
    case 'replace-approver':
      await replaceApprover(context, job, entry);
      return null;
    case 'verify-histories':
      await continueVerification(context, job, entry);
      return null;
    case 'seal-documents':
      await sealDocuments(context, job, entry);
      return null;
    case 'count-documents':
      await countDocuments(context, job, entry);
      return null;
    case 'email-pdf':
      return sendDocumentMail(context, job, entry);
    case 'vendor-email':
      return sendVendorMail(context, job, entry);
    case 'webhook':
      return deliverWebhook(context, job, entry);
    case 'cover-mail':
      return sendJobMail(() => mailCover(context, job));
    case 'webhook-given-up':
      return sendJobMail(() => mailEndpointDisabled(context, job));
    case 'archive-mail':
      return sendJobMail(() => mailArchiveEnded(context, job));
    case 'share-temp-vendor':
      return sendJobMail(() => shareTemporaryVendor(context, job));
    default:
      // A newer Worker enqueued it: the job stays open until that Worker runs it.
      throw new Error(`There is no job of the kind ${(job satisfies never as Job).kind}`);
  }
}

/** A mail that the mail service rejected is not retried; an unreachable service is. */
async function sendJobMail(send: () => Promise<void>): Promise<string | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (error instanceof MailFailure && isPermanent(error)) return error.detail.message ?? error.code;
    throw error;
  }
}

/**
 * A push that accounting refused is in the send history and left to the users (DEC-03). An unreachable accounting is
 * retried.
 */
async function runPush(
  { env, show }: JobContext,
  actorId: string,
  jobId: string,
  push: (attempt: PushAttempt) => Promise<void>,
): Promise<string | null> {
  const [sender] = await readMembersToNotify(env, show.id, [actorId]);
  const attempt = {
    id: jobId,
    actorId,
    firstName: sender?.firstName ?? '',
    lastName: sender?.lastName ?? '',
  };
  try {
    await push(attempt);
    return null;
  } catch (error) {
    if (error instanceof Refusal && isPermanent(error)) return error.detail.message ?? error.code;
    throw error;
  }
}

/** Voids an order in accounting, unless accounting has never received it (DEC-25, row 16). */
async function voidInAccounting(context: JobContext, id: string, attempt: PushAttempt): Promise<void> {
  const { store } = context;
  const { voided, circuit } = await readInOneTrip({
    voided: voidedQuery(store, id),
    circuit: circuitQuery(store),
  });
  if (!voided) return;
  const order = { docId: id, revision: voided.version, reason: 'Voided in Backlot' };
  try {
    const isKnown = await callAccounting(context, circuit, (accounting) => accounting.voidPo(order));
    if (isKnown) await recordPushAttempt(context, id, attempt, null);
    // An earlier attempt may have failed before accounting could report this.
    else await deleteFailedSend(store, attempt.id, id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordPushAttempt(context, id, attempt, error, { prefix: 'Not voided in accounting: ' });
    throw error;
  }
}
