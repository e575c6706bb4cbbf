import { Refusal } from '#domain/codes';
import { putFile } from '#edges/files/files';
import { publish } from '#edges/publish-realtime';
import { addLogFields, log } from '#edges/log';
import { withTimeout } from '#edges/with-timeout';
import { showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import {
  claimPdfTask,
  endPdfTask,
  extendPdfTaskLease,
  pdfTaskQuery,
  releasePdfTask,
} from '#store/show/outbox/pdf-tasks';
import type { PdfTaskRow } from '#store/show/outbox/pdf-tasks';
import type { RequestContext } from '#verbs/request/context';
import { memberContext } from '#verbs/request/member-context';
import { pdfKey, statusOf } from './pdf-tasks.ts';
import type { PdfMessage, PdfTaskOptions } from './pdf-tasks.ts';
import { renderDocument } from './render-document.ts';

/** After this many failures a further attempt is expected to fail, too. */
const maxAttempts = 3;
/** A task claimed this often without a result crashes its workers. */
const maxClaims = 5;
/** Time limit from the first attempt on, over all attempts; then the task fails and its user is notified. */
const limitMs = 90_000;
/** After an attempt of more than `longMs`, a task older than `timeoutMs` is not retried: other tasks are waiting. */
const longMs = 5_000;
const timeoutMs = 60_000;
/**
 * A worker extends its lease every `leaseEveryMs`; another one may claim a task whose lease of `leaseMs` has expired.
 */
const [leaseMs, leaseEveryMs] = [20_000, 5_000];

/** The error messages of failed tasks, for users (PD-22). */
export const pdfFailures = {
  failed: 'PDF generation failed',
  tooLong: 'The document took too long to generate.',
  noAccess: 'You no longer have access to this document.',
} as const;

/**
 * Renders one task and publishes its status (PD-13, PD-27), with the user's present permissions. A task that has ended
 * or is being rendered is skipped, so that a message may arrive twice. Throws when a retry may help.
 */
export async function renderTask(env: Env, message: PdfMessage, now: string): Promise<void> {
  const show = await read(showQuery(directoryOf(env, message.showId)));
  if (!show) return;
  const store = storeFor(env, show);
  const task = await claimPdfTask(store, message.taskId, now, leaseExpiry(Date.parse(now)));
  if (!task) return;
  addLogFields({ document: task.documentId, attempts: task.attempts, outcome: 'done' });
  if (task.attempts > maxClaims) return failTask(env, store, task.id, pdfFailures.failed, now);
  const leftMs = Date.parse(task.begunAt ?? now) + limitMs - Date.parse(now);
  // A failed extension is made up for by the next one.
  const extendLease = () =>
    void extendPdfTaskLease(store, task, leaseExpiry(Date.now())).catch(() => undefined);
  const leaseTimer = setInterval(extendLease, leaseEveryMs);
  try {
    const context = await memberContext(env, task, now);
    await (context
      ? withTimeout(render(context, task), leftMs, 'Rendering', RenderTimeout)
      : failTask(env, store, task.id, pdfFailures.noAccess, now));
  } catch (error) {
    // A document that the user may not see now will not become visible by a retry.
    if (error instanceof Refusal && error.code !== 'show_is_moving')
      return failTask(env, store, task.id, pdfFailures.noAccess, now);
    const isLate = error instanceof RenderTimeout;
    if (task.attempts < maxAttempts && !isLate && mayRetry(task, now)) {
      await releasePdfTask(store, task.id);
      throw error;
    }
    await failTask(env, store, task.id, isLate ? pdfFailures.tooLong : pdfFailures.failed, now, error);
  } finally {
    clearInterval(leaseTimer);
  }
}

const leaseExpiry = (ms: number) => new Date(ms + leaseMs).toISOString();

function mayRetry(task: PdfTaskRow, now: string): boolean {
  const isShort = Date.now() - Date.parse(now) < longMs;
  return isShort || Date.now() - Date.parse(task.createdAt) < timeoutMs;
}

class RenderTimeout extends Error {
  override name = 'RenderTimeout';
}

async function render(context: RequestContext, task: PdfTaskRow): Promise<void> {
  const { env, store, now } = context;
  const { request, timeZone, displayIndicators } = task.request as unknown as PdfTaskOptions;
  const { docType, options } = request;
  const pdf = await renderDocument(context, {
    docType,
    docId: task.documentId,
    options,
    timeZone,
    displayIndicators,
    withLinked: true,
  });
  await putFile(env, pdfKey(task.id), pdf.bytes, 'application/pdf');
  const ended = await endPdfTask(store, task.id, {
    status: 'success',
    eventType: pdf.merged ? 'MERGED_ATTACHMENTS_TO_PDF' : 'PDF_GENERATED',
    fileName: pdf.fileName,
    error: null,
    finishedAt: now,
  });
  if (ended) await publishStatus(env, store, task.id);
}

/** Ends a task as failed with a message for the user; `cause` is logged. */
export async function failTask(
  env: Env,
  store: ShowStore,
  taskId: string,
  reason: string,
  now: string,
  cause?: unknown,
): Promise<void> {
  addLogFields({ outcome: 'failed' });
  const end = { status: 'error' as const, eventType: null, fileName: null, error: reason, finishedAt: now };
  if (!(await endPdfTask(store, taskId, end))) return;
  if (reason !== pdfFailures.noAccess)
    log('error', 'pdf failed', { show: store.showId, task: taskId }, cause);
  await publishStatus(env, store, taskId);
}

async function publishStatus(env: Env, store: ShowStore, taskId: string): Promise<void> {
  const task = await read(pdfTaskQuery(store, taskId));
  if (!task) return;
  await publish(
    { env, store },
    {
      event: 'pdf_status_update',
      data: statusOf(task),
      showId: task.showId,
      to: [task.userId],
    },
  );
}
