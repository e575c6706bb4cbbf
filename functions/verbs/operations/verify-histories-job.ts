import { log } from '#edges/log';
import { addToHistoryCheck, insertHistoryCheck, readHistoryCheck } from '#store/show/operations/health';
import type { HistoryCheckRow } from '#store/show/operations/health';
import { insertOutbox } from '#store/show/documents/write-document';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { VerifyHistoriesJob } from '#verbs/outbox/jobs';
import type { AdministeredShow } from '#verbs/management/open-administered-show';
import { emptyReport, verifyPage } from './verify-histories.ts';

/** Pages an errand: with 300 documents each, some fifty queries and a second of hashing. */
const pagesAtOnce = 10;
/** So many faults are kept; how many there are is counted. */
const faultsKept = 100;
/** One that has not come to its end by then never will, and another may begin. */
const timeoutMs = 3_600_000;

/** Has all histories of a show verified by the queue; while a look goes on, asking again begins no other. */
export async function startVerification({
  env,
  store,
  show,
  user,
  now,
  later,
}: AdministeredShow): Promise<void> {
  const before = await readHistoryCheck(store);
  if (before && goesOn(before, now)) return;
  const runId = freshId(show.id);
  const payload: VerifyHistoriesJob = { kind: 'verify-histories', runId, after: null };
  const row = {
    id: freshId(show.id),
    showId: show.id,
    kind: payload.kind,
    payload,
    effectKey: `${payload.kind}:${runId}`,
    createdAt: now,
  };
  await store.write([
    insertHistoryCheck(store, { runId, askedBy: user.id, askedAt: now }),
    ...insertOutbox(store, [row]),
  ]);
  log('info', 'verification asked for', { show: show.id });
  later(dispatchJobs(env, store.db, [row], now));
}

/** Whether a look at the histories is under way. */
export function goesOn(check: Pick<HistoryCheckRow, 'askedAt' | 'finishedAt'>, now: string): boolean {
  return check.finishedAt === null && Date.parse(now) - Date.parse(check.askedAt) < timeoutMs;
}

/** Some pages of a look at the histories; what is left is left to another errand. May be repeated. */
export async function continueVerification(
  context: JobContext,
  job: VerifyHistoriesJob,
  entry: OutboxEntry,
): Promise<void> {
  const { store, now, show } = context;
  const check = await readHistoryCheck(store);
  // Another look has begun since.
  if (check?.runId !== job.runId) return;
  const report = emptyReport();
  let after: string | null = job.after ?? '';
  for (let page = 0; page < pagesAtOnce && after !== null; page += 1)
    after = await verifyPage(store, after, report);
  await addToHistoryCheck(store, job, {
    after,
    documents: report.documents,
    events: report.events,
    amiss: report.faults.length,
    faults: [...check.faults, ...report.faults].slice(0, faultsKept),
    finishedAt: after === null ? now : null,
  });
  if (report.faults.length > 0)
    log('error', 'history amiss', { show: show.id, faults: report.faults.length });
  if (after !== null) await enqueueContinuation(context, { ...job, after }, entry);
}
