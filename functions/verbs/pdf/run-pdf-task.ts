import { Refusal } from '#domain/codes';
import { putFile } from '#edges/files/files';
import { tell } from '#edges/publish-realtime';
import { about, log } from '#edges/log';
import { within } from '#edges/with-timeout';
import { showQuery } from '#store/directory/users';
import { storeFor, directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import {
  claimPdfTask,
  endPdfTask,
  holdPdfTask,
  pdfTaskQuery,
  releasePdfTask,
} from '#store/show/outbox/pdf-tasks';
import type { PdfTaskRow } from '#store/show/outbox/pdf-tasks';
import type { RequestContext } from '#verbs/request/context';
import { memberContext } from '#verbs/request/member-context';
import { pdfKey, statusOf } from './pdf-tasks.ts';
import type { PdfMessage, PdfTaskOptions } from './pdf-tasks.ts';
import { renderDocument } from './render-document.ts';

/** A renderer that failed this often will fail again. */
const attempts = 3;
/** A task that was taken so often, and never came to an end, is what its takers died of. */
const lives = 5;
/** From its first rendering on, so long may a task take with all its tries; then whoever waits is told. */
const limitMs = 90_000;
/** Others wait behind a try that took `longMs`: then a task that was asked for before `timeoutMs` gets no further one. */
const longMs = 5_000;
const timeoutMs = 60_000;
/** Who renders a task says so every `beatMs`; one of which nothing was heard for `leaseMs` may be taken by others. */
const [leaseMs, beatMs] = [20_000, 5_000];

/** PD-22, and what else a task may end with: reasons for people. */
export const pdfFailures = {
  failed: 'PDF generation failed',
  tooLong: 'The document took too long to generate.',
  noAccess: 'You no longer have access to this document.',
} as const;

/**
 * Renders one task and announces it (PD-13, PD-27). Rights are looked at again: they are those of now, not of the
 * click. A task that has ended or is being rendered is left alone, so that a message may come twice. Throws while
 * another try may help.
 */
export async function renderTask(env: Env, message: PdfMessage, now: string): Promise<void> {
  const show = await read(showQuery(directoryOf(env, message.showId)));
  if (!show) return;
  const store = storeFor(env, show);
  const task = await claimPdfTask(store, message.taskId, now, leaseExpiry(Date.parse(now)));
  if (!task) return;
  about({ document: task.documentId, attempts: task.attempts, outcome: 'done' });
  if (task.attempts > lives) return fail(env, store, task.id, pdfFailures.failed, now);
  const leftMs = Date.parse(task.begunAt ?? now) + limitMs - Date.parse(now);
  // One that was not written is made up for by the next.
  const beat = () => void holdPdfTask(store, task, leaseExpiry(Date.now())).catch(() => undefined);
  const beats = setInterval(beat, beatMs);
  try {
    const context = await memberContext(env, task, now);
    await (context
      ? within(render(context, task), leftMs, 'Rendering', TooLong)
      : fail(env, store, task.id, pdfFailures.noAccess, now));
  } catch (error) {
    // What may not be seen now will not be seen at the next try.
    if (error instanceof Refusal && error.code !== 'show_is_moving')
      return fail(env, store, task.id, pdfFailures.noAccess, now);
    const isLate = error instanceof TooLong;
    if (task.attempts < attempts && !isLate && mayWait(task, now)) {
      await releasePdfTask(store, task.id);
      throw error;
    }
    await fail(env, store, task.id, isLate ? pdfFailures.tooLong : pdfFailures.failed, now, error);
  } finally {
    clearInterval(beats);
  }
}

const leaseExpiry = (ms: number) => new Date(ms + leaseMs).toISOString();

function mayWait(task: PdfTaskRow, now: string): boolean {
  const isShort = Date.now() - Date.parse(now) < longMs;
  return isShort || Date.now() - Date.parse(task.createdAt) < timeoutMs;
}

class TooLong extends Error {
  override name = 'TooLong';
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
  if (ended) await announce(env, store, task.id);
}

/** Ends a task that will never succeed, with a reason for people; `cause` is for the log. */
export async function fail(
  env: Env,
  store: ShowStore,
  taskId: string,
  reason: string,
  now: string,
  cause?: unknown,
): Promise<void> {
  about({ outcome: 'failed' });
  const end = { status: 'error' as const, eventType: null, fileName: null, error: reason, finishedAt: now };
  if (!(await endPdfTask(store, taskId, end))) return;
  if (reason !== pdfFailures.noAccess)
    log('error', 'pdf failed', { show: store.showId, task: taskId }, cause);
  await announce(env, store, taskId);
}

async function announce(env: Env, store: ShowStore, taskId: string): Promise<void> {
  const task = await read(pdfTaskQuery(store, taskId));
  if (!task) return;
  await tell(env, {
    event: 'pdf_status_update',
    data: statusOf(task),
    showId: task.showId,
    to: [task.userId],
  });
}
