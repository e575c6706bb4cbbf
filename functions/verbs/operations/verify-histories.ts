import { verifyHistory } from '#domain/history/verify-history';
import type { HistoryHead } from '#domain/history/verify-history';
import { sha256 } from '#store/d1/sha256';
import type { ShowStore } from '#store/d1/open';
import { readHistories } from '#store/show/documents/read-histories';
import { log } from '#edges/log';
import { addToHistoryCheck, insertHistoryCheck, readHistoryCheck } from '#store/show/operations/health';
import type { HistoryCheckRow } from '#store/show/operations/health';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { freshId } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { VerifyHistoriesJob } from '#verbs/outbox/jobs';
import type { AdministeredShow } from '#verbs/management/open-administered-show';
import { verifyMeasures, verifyMovements } from './verify-movements.ts';

/** Documents per page: some megabytes of events. */
const pageSize = 300;

/** At most so many errors are stored; all of them are counted. */
const maxFaults = 100;

/** The result of verifying all histories of a show. */
export interface HistoryReport {
  documents: number;
  events: number;
  faults: { documentId: string; what: string }[];
  /** Files whose bytes were erased on legal request: information, not errors. */
  erased: { documentId: string; fileId: string }[];
  /** The last event of each history by document, to be stored elsewhere and compared later. */
  heads: Map<string, HistoryHead>;
}

/**
 * Verifies the histories of a page of documents after `after`: that they are unchanged, and that documents, votes,
 * amounts and files match them (decision 0002), and what they count for budgets (BUD-20). Adds to `report`; `knownHeads`
 * as below. Returns the last document, null at the end.
 */
export async function verifyPage(
  store: ShowStore,
  after: string,
  report: HistoryReport,
  knownHeads: ReadonlyMap<string, HistoryHead> = new Map(),
): Promise<string | null> {
  const page = await readHistories(store, after, pageSize);
  for (const { id, document, events } of page.histories) {
    const faults = verifyHistory(document, events, sha256, knownHeads.get(id) ?? null);
    report.faults.push(...faults.map((what) => ({ documentId: id, what })));
    report.erased.push(...(document?.erased ?? []).map((fileId) => ({ documentId: id, fileId })));
    report.documents += 1;
    report.events += events.length;
    const head = events.at(-1);
    if (head) report.heads.set(id, { seq: head.seq, hash: head.hash });
  }
  const { showId } = store;
  const [beginning, end] = [after || `${showId}_`, page.last ?? `${showId}_\u{10FFFF}`];
  report.faults.push(...(await verifyMovements(store, beginning, end)));
  if (page.last === null) report.faults.push(...(await verifyMeasures(store, maxFaults)));
  return page.last;
}

export function emptyReport(): HistoryReport {
  return { documents: 0, events: 0, faults: [], erased: [], heads: new Map() };
}

/**
 * Verifies all histories of a show. With `knownHeads`, the heads of an earlier report, it also finds documents that
 * were removed, or rewritten with new hashes.
 */
export async function verifyHistories(
  store: ShowStore,
  knownHeads: ReadonlyMap<string, HistoryHead> = new Map(),
): Promise<HistoryReport> {
  const report = emptyReport();
  let after: string | null = '';
  while (after !== null) after = await verifyPage(store, after, report, knownHeads);
  const gone = [...knownHeads.keys()].filter((id) => !report.heads.has(id));
  report.faults.push(
    ...gone.map((documentId) => ({ documentId, what: 'the document and its history are missing' })),
  );
  return report;
}

/** Pages per job: with 300 documents each, some hundred queries and a second of hashing. */
const pagesPerRun = 10;
/** After this time a run counts as crashed, and another one may start. */
const timeoutMs = 3_600_000;

/** Queues the verification of all histories of a show, unless one is running. */
export async function startVerification({
  env,
  store,
  show,
  user,
  now,
  runAfterResponse,
}: AdministeredShow): Promise<void> {
  const before = await readHistoryCheck(store);
  if (before && isRunning(before, now)) return;
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
  log('info', 'verification requested', { show: show.id });
  runAfterResponse(dispatchJobs(env, store.db, [row], now));
}

export function isRunning(check: Pick<HistoryCheckRow, 'askedAt' | 'finishedAt'>, now: string): boolean {
  return check.finishedAt === null && Date.parse(now) - Date.parse(check.askedAt) < timeoutMs;
}

/** Verifies some pages and queues another job for the rest. May be repeated. */
export async function continueVerification(
  context: JobContext,
  job: VerifyHistoriesJob,
  entry: OutboxEntry,
): Promise<void> {
  const { store, now, show } = context;
  const check = await readHistoryCheck(store);
  // Another verification has started since.
  if (check?.runId !== job.runId) return;
  const report = emptyReport();
  let after: string | null = job.after ?? '';
  for (let page = 0; page < pagesPerRun && after !== null; page += 1)
    after = await verifyPage(store, after, report);
  await addToHistoryCheck(store, job, {
    after,
    documents: report.documents,
    events: report.events,
    amiss: report.faults.length,
    faults: [...check.faults, ...report.faults].slice(0, maxFaults),
    finishedAt: after === null ? now : null,
  });
  if (report.faults.length > 0)
    log('error', 'history inconsistent', { show: show.id, faults: report.faults.length });
  if (after !== null) await enqueueContinuation(context, { ...job, after }, entry);
}
