import { Refusal } from '#domain/codes';
import { isFailure } from '#domain/operations/health';
import { about } from '#edges/log';
import { MailFailure } from '#edges/mail/send-mail';
import { readPeopleToNotify, showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import { circuitQuery } from '#store/show/accounting/circuit-breaker';
import { leaseJobs, forgetFailedSending, markDone, voidedQuery } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { runPaymentSync } from '#verbs/payments/request-payment-sync';
import { tellArchiveEnded } from '#verbs/archives/mail-archive-ready';
import { archiveShow } from '#verbs/archives/build-archive';
import { approveBatch } from '#verbs/payments/bulk-approval-batch';
import { deliverWebhook } from '#verbs/webhooks/deliver-webhook';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import { recordPushAttempt } from '#verbs/accounting/push-attempt';
import type { Attempt, JobContext } from '#verbs/outbox/job-context';
import { propagateTemporaryVendor } from '#verbs/vendors/propagate-temporary-vendor';
import { emailDocument, emailVendor } from '#verbs/mail/send-document-mail';
import { importBatch } from '#verbs/imports/import-batch';
import { importBooks } from '#verbs/accounting/sync-master-data';
import { notify, readNotifications } from '#verbs/notifications/notify-user';
import type { Notices } from '#verbs/notifications/notify-user';
import type { OutboxMessage } from '#verbs/outbox/dispatch';
import type { Job } from '#verbs/outbox/jobs';
import { planDigests } from '#verbs/notifications/schedule-digests';
import { callAccounting } from '#verbs/accounting/circuit-breaker';
import { restartFlow } from '#verbs/approval/restart-workflow';
import { sealDocuments } from '#verbs/operations/seal-documents';
import { sendDigest } from '#verbs/notifications/send-digest';
import { shareTemporaryVendor } from '#verbs/vendors/mail-temporary-vendor';
import { pushDocument } from '#verbs/accounting/push-document';
import { continueVerification } from '#verbs/operations/verify-histories-job';
import { tellGivenUp } from '#verbs/webhooks/mail-endpoint-disabled';
import { leaseExpiry } from '#verbs/outbox/lease';
import { failed } from '#verbs/outbox/fail-job';

/**
 * Carries out one outbox entry and closes it. A message for an entry that is done, in other hands or at rest does
 * nothing, so that redelivery is harmless. Answers after how many seconds another try may help, or null.
 */
export async function runJob(env: Env, message: OutboxMessage, now: string): Promise<number | null> {
  const show = await read(showQuery(directoryOf(env, message.showId)));
  if (!show) return null;
  const store = storeFor(env, show);
  const [entry] = await leaseJobs(store, [message.outboxId], now, leaseExpiry(now));
  if (!entry) return null;
  const context = { env, store, show, now };
  return tried(context, entry, () => carryOut(context, jobOf(entry), entry));
}

/**
 * The same of notices of one show that came together: one claim and one read for all of them, and their marks travel
 * together. Answers what carries out each, by its id.
 */
export async function runNotifications(
  env: Env,
  showId: string,
  ids: readonly string[],
  now: string,
): Promise<(id: string) => Promise<number | null>> {
  const show = await read(showQuery(directoryOf(env, showId)));
  if (!show) return async () => null;
  const store = storeFor(env, show);
  const entries = await leaseJobs(store, ids, now, leaseExpiry(now));
  const context = { env, store, show, now };
  const known = readNotifications(
    context,
    entries.map(jobOf).filter((job) => job.kind === 'notify'),
  );
  known.catch(() => undefined);
  const left = new Map(entries.map((entry) => [entry.id, entry]));
  return async (id) => {
    const entry = left.get(id);
    // A message may have come twice: one of the two carries it out.
    left.delete(id);
    return entry ? tried(context, entry, () => carryOut(context, jobOf(entry), entry, known)) : null;
  };
}

const jobOf = ({ payload }: OutboxEntry) => payload as unknown as Job;

/** Carries out an entry that was taken; `work` answers null, or why it is given up. Answers as `runJob` does. */
async function tried(
  { store, now }: JobContext,
  entry: OutboxEntry,
  work: () => Promise<string | null>,
): Promise<number | null> {
  const { kind, attempts, documentId, origin } = entry;
  about({ kind, attempts, document: documentId, outcome: 'done', ...(origin && { requestId: origin }) });
  try {
    const refused = await work();
    // Written again where nobody knows whether it was: an entry that stays open is carried out twice.
    await markDone(store, entry.id, now, refused).catch(() => markDone(store, entry.id, now, refused));
    if (refused !== null) {
      about({ outcome: 'refused' });
      if (isFailure(kind, refused)) logRefused(entry);
    }
    return null;
  } catch (error) {
    return failed(store, entry, now, error);
  }
}

/** Null when done, else why it is given up. Throws while another try may help. */
async function carryOut(
  context: JobContext,
  job: Job,
  entry: OutboxEntry,
  known?: Promise<Notices>,
): Promise<string | null> {
  const entryId = entry.id;
  switch (job.kind) {
    case 'notify':
      return mailed(async () => notify(context, job, await (known ?? readNotifications(context, [job]))));
    case 'digest':
      return mailed(() => sendDigest(context, job));
    case 'plan-digests':
      await planDigests(context, job);
      return null;
    case 'push-po':
    case 'push-invoice':
    case 'release-payment':
      return toldAccounting(context, job.actorId, entryId, (attempt) => {
        return pushDocument(context, job, attempt);
      });
    case 'void-in-accounting':
      return toldAccounting(context, job.actorId, entryId, (attempt) =>
        voidInAccounting(context, job.documentId, attempt),
      );
    case 'follow-temp-vendor':
      await propagateTemporaryVendor(context, job, entry);
      return null;
    case 'import-payments':
      await runPaymentSync(context, entry);
      return null;
    case 'import-books':
      await importBooks(context, job, entry);
      return null;
    case 'approve-batch':
      await approveBatch(context, job);
      return null;
    case 'archive-show':
      await archiveShow(context, job, entry);
      return null;
    case 'import-orders':
      await importBatch(context, job, entry);
      return null;
    case 'restart-flow':
      await restartFlow(context, job, entry);
      return null;
    case 'verify-histories':
      await continueVerification(context, job, entry);
      return null;
    case 'seal-documents':
      await sealDocuments(context, job, entry);
      return null;
    case 'email-pdf':
      return emailDocument(context, job, entry);
    case 'vendor-email':
      return emailVendor(context, job, entry);
    case 'webhook':
      return deliverWebhook(context, job, entry);
    case 'webhook-given-up':
      return mailed(() => tellGivenUp(context, job));
    case 'archive-mail':
      return mailed(() => tellArchiveEnded(context, job));
    case 'share-temp-vendor':
      return mailed(() => shareTemporaryVendor(context, job));
    default:
      // Of a newer Worker than this one: it waits for its like, and is not taken for done.
      throw new Error(`There is no errand of the kind ${(job satisfies never as Job).kind}`);
  }
}

/** What the mail service refused it would refuse again; when it was not reached, we try again. */
async function mailed(send: () => Promise<void>): Promise<string | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (error instanceof MailFailure && isPermanent(error)) return error.detail.message ?? error.code;
    throw error;
  }
}

/** What accounting refused is in the send history and left to people (DEC-03); when it was not reached, we try again. */
async function toldAccounting(
  { env, show }: JobContext,
  actorId: string,
  entryId: string,
  tell: (attempt: Attempt) => Promise<void>,
): Promise<string | null> {
  const [sender] = await readPeopleToNotify(env, show.id, [actorId]);
  const attempt = {
    id: entryId,
    actorId,
    firstName: sender?.firstName ?? '',
    lastName: sender?.lastName ?? '',
  };
  try {
    await tell(attempt);
    return null;
  } catch (error) {
    if (error instanceof Refusal && isPermanent(error)) return error.detail.message ?? error.code;
    throw error;
  }
}

/** An order that accounting has never seen need not be voided there (DEC-25, row 16). */
async function voidInAccounting(context: JobContext, id: string, attempt: Attempt): Promise<void> {
  const { store } = context;
  const { voided, circuit } = await readInOneTrip({
    voided: voidedQuery(store, id),
    circuit: circuitQuery(store),
  });
  if (!voided) return;
  const order = { docId: id, revision: voided.version, reason: 'Voided in Backlot' };
  try {
    const known = await callAccounting(context, circuit, (accounting) => accounting.voidPo(order));
    if (known) await recordPushAttempt(context, id, attempt, null);
    // An earlier try may have failed before accounting could say so.
    else await forgetFailedSending(store, attempt.id, id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordPushAttempt(context, id, attempt, error, { told: 'Not voided in accounting: ' });
    throw error;
  }
}
