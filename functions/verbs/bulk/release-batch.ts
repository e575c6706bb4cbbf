import { Refusal } from '#domain/codes';
import { readMembersToNotify } from '#store/directory/users';
import { combineQueries, read, readInOneTrip } from '#store/d1/query';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import { closeJob, leaseJobs } from '#store/show/outbox/outbox';
import { saveWarnings } from '#store/show/bulk/bulk-runs';
import { pushDocument, pushQuery, releasePayments } from '#verbs/accounting/push-document';
import type { Release } from '#verbs/accounting/push-document';
import { isPermanent, logRefused } from '#verbs/outbox/job-context';
import type { JobContext } from '#verbs/outbox/job-context';
import type { AccountingPushJob, BulkReleaseJob } from '#verbs/outbox/jobs';
import { leaseExpiry } from '#verbs/outbox/lease';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { saveAndPublish } from './run-batch.ts';

/** A push whose rows have been read. */
type Push = Omit<Release, 'job'> & { job: AccountingPushJob };

/**
 * Sends the documents that one batch approved to accounting, stores its refusals as warnings of the run, and ends the
 * run after its last batch (DEC-03, DEC-158).
 */
export async function releaseBatch(
  context: JobContext,
  { runId, pushIds }: BulkReleaseJob,
  { id }: { id: string },
): Promise<void> {
  const { store, now } = context;
  const documentIds = await releaseOpen(context, pushIds);
  await saveAndPublish(context, runId, [saveWarnings(store, runId, pushIds), closeJob(store, id, now, null)]);
  await publishReleased(context, documentIds);
}

/** Runs the pushes that the sweep was not first with. Returns their documents. */
async function releaseOpen(context: JobContext, pushIds: readonly string[]): Promise<string[]> {
  const { env, store, show, now } = context;
  const leased = await leaseJobs(store, pushIds, now, leaseExpiry(now));
  if (leased.length === 0) return [];
  const jobs = leased.map((entry) => ({ entry, job: entry.payload as unknown as AccountingPushJob }));
  const queries = jobs.map(({ entry, job }) => [entry.id, pushQuery(store, job)] as const);
  const [rows, [sender]] = await Promise.all([
    read(combineQueries(Object.fromEntries(queries))),
    // One user approved all of them.
    readMembersToNotify(
      env,
      show.id,
      jobs.slice(0, 1).map(({ job }) => job.actorId),
    ),
  ]);
  const { firstName = '', lastName = '' } = sender ?? {};
  const releases = jobs.flatMap(({ entry, job }) => {
    const pushRows = rows[entry.id];
    const attempt = { id: entry.id, actorId: job.actorId, firstName, lastName };
    return pushRows ? [{ job, attempt, rows: pushRows }] : [];
  });
  const outcomes = await pushAll(context, releases);
  for (const [n, outcome] of outcomes.entries()) {
    const entry = leased[n];
    if (entry && outcome.status === 'rejected' && isRefused(outcome.reason)) logRefused(entry);
  }
  return jobs.map(({ job }) => job.documentId);
}

const isRelease = (push: Push): push is Release & Push => push.job.kind === 'release-payment';

/** A run has documents of one type: payments are released together, others pushed one by one. */
async function pushAll(context: JobContext, pushes: readonly Push[]): Promise<PromiseSettledResult<void>[]> {
  if (pushes.every(isRelease)) return releasePayments(context, pushes);
  const outcomes: PromiseSettledResult<void>[] = [];
  for (const { job, attempt, rows } of pushes)
    outcomes.push(...(await Promise.allSettled([pushDocument(context, job, attempt, rows)])));
  return outcomes;
}

const isRefused = (error: unknown) => error instanceof Refusal && isPermanent(error);

/** Publishes released payments again, with accounting's answers. */
async function publishReleased(context: JobContext, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const queries = documentIds.map((id) => [id, changeAudienceQuery(context.store, id)] as const);
  const audiences = await readInOneTrip(Object.fromEntries(queries));
  await publishDocumentChanges(
    context,
    Object.values(audiences).map((audience) => ({ before: null, audience })),
  );
}
