import { Refusal } from '#domain/codes';
import { pdfNeedsShowAndUser } from '#domain/documents/pdf-options';
import type { PdfRequest } from '#domain/documents/pdf-request';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import { showIdOf } from '#domain/values/ids';
import { getFile } from '#edges/files/files';
import { log, originId } from '#edges/log';
import { readMemberShows } from '#store/directory/live-sessions';
import { storeFor } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import { insertPdfTask, pdfTaskQuery, readPdfTasks } from '#store/show/outbox/pdf-tasks';
import type { PdfTaskRow } from '#store/show/outbox/pdf-tasks';
import type { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { reached } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { once } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';

/** The message of a PDF task: a wake-up signal; the row is the truth. */
export interface PdfMessage {
  showId: string;
  taskId: string;
  /** The request that asked for it, for whoever follows it in the log. */
  origin?: string;
}

/** What a task was asked for, as its row keeps it. */
export interface PdfTaskOptions {
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
 * Enqueues a PDF of a document one may see (API-33): row first, then the queue. Throws `MISSING_REQUIRED_FIELDS`
 * without show or user (PD-17), `NOT_FOUND`.
 */
export async function startPdf(
  context: RequestContext,
  order: PdfTaskOptions,
  { stored, subject }: PlanRows<typeof documentChangePlan>,
  repeat: Repeat | null,
): Promise<{ taskId: string }> {
  const { request } = order;
  if (!request.showId || !request.userId)
    throw new Refusal('MISSING_REQUIRED_FIELDS', { message: pdfNeedsShowAndUser });
  reached(context, request.docType, subject);
  const { taskId } = await once<{ taskId: string }>(context, repeat, stored, async (keep) => {
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

/** A task by its id. */
export const pdfTaskPlan = ({ store }: Pick<MembershipContext, 'store'>, taskId: string) => ({
  task: pdfTaskQuery(store, taskId),
});

/** The status of a task, for its requester alone; null when they have no such task. */
export function pdfStatus({ task }: PlanRows<typeof pdfTaskPlan>, userId: string): PdfStatusUpdate | null {
  return task && task.userId === userId ? statusOf(task) : null;
}

/**
 * The same for the realtime object, for many at once: a trip to the directory, and one to the shard of each show. Tasks of a
 * show that cannot be read count as unknown; nobody waits for another show.
 */
export async function readTaskStatuses(
  env: Env,
  questions: readonly { taskId: string; userId: string }[],
): Promise<(PdfStatusUpdate | null)[]> {
  const asked = questions.map((question) => ({ ...question, showId: showIdOf(question.taskId) ?? '' }));
  const shows = await readMemberShows(env, asked);
  const different = [...new Map(shows.flatMap((show) => (show ? [[show.id, show] as const] : []))).values()];
  const tasks = await Promise.all(
    different.map((show) => {
      const ids = asked.filter(({ showId }) => showId === show.id).map(({ taskId }) => taskId);
      return readPdfTasks(storeFor(env, show), ids).catch((error: unknown) => {
        log('error', 'pdf tasks not read', { show: show.id }, error);
        return [];
      });
    }),
  );
  const byId = new Map(tasks.flat().map((task) => [task.id, task]));
  return asked.map(({ taskId, userId }, n) => {
    const task = shows[n] ? byId.get(taskId) : undefined;
    return task?.userId === userId ? statusOf(task) : null;
  });
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
  context: RequestContext,
  { task }: PlanRows<typeof pdfTaskPlan>,
): Promise<{ fileName: string; object: R2ObjectBody }> {
  const age = Date.parse(context.now) - Date.parse(task?.finishedAt ?? '');
  if (!task || task.userId !== context.user.id || task.status !== 'success' || !(age < servedFor)) {
    throw new Refusal('NOT_FOUND');
  }
  const object = await getFile(context.env, pdfKey(task.id));
  if (!object || !task.fileName) throw new Refusal('NOT_FOUND');
  return { fileName: task.fileName, object };
}
