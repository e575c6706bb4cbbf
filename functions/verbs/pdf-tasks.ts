import { Refusal } from '#domain/codes';
import { pdfNeedsShowAndUser } from '#domain/export';
import type { PdfRequest } from '#domain/pdf-request';
import type { PdfStatusUpdate } from '#domain/live';
import { showIdOf } from '#domain/ids';
import { getFile } from '#edges/files';
import { log, originId } from '#edges/log';
import { readMembership } from '#store/directory/people';
import { storeFor } from '#store/open';
import type { ShowStore } from '#store/open';
import { insertPdfTask, readPdfTask } from '#store/show/pdf-task-rows';
import type { PdfTaskRow } from '#store/show/pdf-task-rows';
import { reach } from './act.ts';
import type { ShowContext } from './context.ts';
import { once } from './repeat.ts';
import type { Repeat } from './repeat.ts';

/** The message of a PDF task: a wake-up signal; the row is the truth. */
export interface PdfMessage {
  showId: string;
  taskId: string;
  /** The request that asked for it, for whoever follows it in the log. */
  origin?: string;
}

/** What a task was asked for, as its row keeps it. */
export interface PdfOrder {
  request: PdfRequest;
  timeZone: string;
  /** PD-26. */
  displayIndicators: boolean;
}

/** Finished files are served for this long (DEC-55). */
const servedFor = 24 * 3_600_000;

/** Where the bytes of a task are. */
export function pdfKey(taskId: string): string {
  return `pdf/${taskId}`;
}

/**
 * Begins a PDF of a document one may see (API-33): row first, then the queue. Throws `MISSING_REQUIRED_FIELDS`
 * without show or user (PD-17), `NOT_FOUND`.
 */
export async function startPdf(
  context: ShowContext,
  order: PdfOrder,
  repeat: Repeat | null,
): Promise<{ taskId: string }> {
  const { request } = order;
  if (!request.showId || !request.userId)
    throw new Refusal('MISSING_REQUIRED_FIELDS', { message: pdfNeedsShowAndUser });
  await reach(context, request.docType, request.docId);
  const { taskId } = await once<{ taskId: string }>(context, repeat, async (keep) => {
    const answer = { taskId: context.newId() };
    const row = {
      id: answer.taskId,
      showId: context.store.showId,
      documentId: request.docId,
      userId: context.user.id,
      request: { ...order },
      createdAt: context.now,
    };
    await context.store.write([insertPdfTask(context.store, row), ...keep(answer)]);
    return answer;
  });
  await wake(context.env, { showId: context.store.showId, taskId });
  return { taskId };
}

/** The row is there: a message that was not taken is sent again by the sweep. */
async function wake(env: Env, message: PdfMessage): Promise<void> {
  try {
    const origin = originId();
    await env.PDF_QUEUE.send({ ...message, ...(origin && { origin }) });
  } catch (error) {
    log('warn', 'pdf message not sent', { task: message.taskId }, error);
  }
}

/** Where a task stands, for its requester alone; null when there is no such task of his. */
export async function pdfStatus(
  store: ShowStore,
  taskId: string,
  userId: string,
): Promise<PdfStatusUpdate | null> {
  const task = await store.foreseen.ask(readPdfTask, store, taskId);
  return task && task.userId === userId ? statusOf(task) : null;
}

/** The same for the realtime object, which knows only the task's id. */
export async function readTaskStatus(
  env: Env,
  taskId: string,
  userId: string,
): Promise<PdfStatusUpdate | null> {
  const showId = showIdOf(taskId);
  const place = showId === null ? null : await readMembership(env, showId, userId);
  return place && pdfStatus(storeFor(env, place.show), taskId, userId);
}

export function statusOf(task: PdfTaskRow): PdfStatusUpdate {
  const done = task.status === 'success' && task.fileName !== null;
  return {
    taskId: task.id,
    status: task.status,
    downloadUrl: done ? `/files/pdf/${task.id}/${encodeURIComponent(task.fileName ?? '')}` : null,
    fileName: task.fileName,
    error: task.error,
    eventType: task.eventType,
  };
}

/** The finished file, for a day, to its requester (DEC-55). Throws `NOT_FOUND`. */
export async function openPdf(
  context: ShowContext,
  taskId: string,
): Promise<{ fileName: string; object: R2ObjectBody }> {
  const { store } = context;
  const task = await store.foreseen.ask(readPdfTask, store, taskId);
  const age = Date.parse(context.now) - Date.parse(task?.finishedAt ?? '');
  if (!task || task.userId !== context.user.id || task.status !== 'success' || !(age < servedFor)) {
    throw new Refusal('NOT_FOUND');
  }
  const object = await getFile(context.env, pdfKey(taskId));
  if (!object || !task.fileName) throw new Refusal('NOT_FOUND');
  return { fileName: task.fileName, object };
}
