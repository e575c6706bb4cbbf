import { Refusal } from '#domain/codes';
import { pdfNeedsShowAndUser } from '#domain/documents/pdf-options';
import type { PdfRequest } from '#domain/documents/pdf-request';
import { showIdOf } from '#domain/values/ids';
import { getFile } from '#edges/files/files';
import { log, currentRequestId } from '#edges/log';
import { readMemberShows } from '#store/directory/sessions';
import { storeFor } from '#store/d1/open';
import type { PlanRows } from '#store/d1/query';
import { insertPdfTask, pdfTaskQuery, readPdfTasks } from '#store/show/outbox/pdf-tasks';
import type { PdfTaskRow } from '#store/show/outbox/pdf-tasks';
import type { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { withIdempotency } from '#verbs/request/idempotency';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** The queue message of a PDF task. It only wakes the consumer: the row has the data. */
export interface PdfMessage {
  showId: string;
  taskId: string;
  /** The id of the request that started the task, for the log. */
  origin?: string;
}

/** The options of a task as its row stores them. */
export interface PdfTaskOptions {
  request: PdfRequest;
  timeZone: string;
  /** PD-26. */
  displayIndicators: boolean;
}

/** Finished files can be downloaded for this long (DEC-55). */
const servedForMs = 24 * 3_600_000;

export function pdfKey(taskId: string): string {
  return `pdf/${taskId}`;
}

/**
 * Queues a PDF of a document that the user may see (API-33); the row is written before the queue message is sent.
 * Throws `MISSING_REQUIRED_FIELDS` without show or user (PD-17), `NOT_FOUND`.
 */
export async function startPdf(
  context: RequestContext,
  options: PdfTaskOptions,
  { stored, subject }: PlanRows<typeof documentChangePlan>,
): Promise<{ taskId: string }> {
  const { request } = options;
  if (!request.showId || !request.userId)
    throw new Refusal('MISSING_REQUIRED_FIELDS', { message: pdfNeedsShowAndUser });
  requireVisible(context, request.docType, subject);
  const { taskId } = await withIdempotency<{ taskId: string }>(context, stored, async (answerRow) => {
    const answer = { taskId: context.newId() };
    const row = {
      id: answer.taskId,
      showId: context.store.showId,
      documentId: request.docId,
      userId: context.user.id,
      request: { ...options },
      createdAt: context.now,
    };
    await context.store.write([insertPdfTask(context.store, row), ...answerRow(answer)]);
    return answer;
  });
  await sendMessage(context.env, { showId: context.store.showId, taskId });
  return { taskId };
}

/** When the message cannot be sent, the sweep sends it again: the row is written. */
async function sendMessage(env: Env, message: PdfMessage): Promise<void> {
  try {
    const origin = currentRequestId();
    await env.PDF_QUEUE.send({ ...message, ...(origin && { origin }) });
  } catch (error) {
    log('warn', 'pdf message not sent', { task: message.taskId }, error);
  }
}

export const pdfTaskPlan = ({ store }: Pick<MembershipContext, 'store'>, taskId: string) => ({
  task: pdfTaskQuery(store, taskId),
});

/** The status of a task for the user who requested it; null when they have no such task. */
export function pdfStatus({ task }: PlanRows<typeof pdfTaskPlan>, userId: string): PdfStatusUpdate | null {
  return task && task.userId === userId ? statusOf(task) : null;
}

/**
 * The same for the realtime object, for many tasks at once: one round trip to the directory, and one to the shard of
 * each show. Tasks of a show that cannot be read count as unknown, so that no other show waits for it.
 */
export async function readTaskStatuses(
  env: Env,
  questions: readonly { taskId: string; userId: string }[],
): Promise<(PdfStatusUpdate | null)[]> {
  const requests = questions.map((question) => ({ ...question, showId: showIdOf(question.taskId) ?? '' }));
  const shows = await readMemberShows(env, requests);
  const distinctShows = [
    ...new Map(shows.flatMap((show) => (show ? [[show.id, show] as const] : []))).values(),
  ];
  const tasks = await Promise.all(
    distinctShows.map((show) => {
      const ids = requests.filter(({ showId }) => showId === show.id).map(({ taskId }) => taskId);
      return readPdfTasks(storeFor(env, show), ids).catch((error: unknown) => {
        log('error', 'pdf tasks not read', { show: show.id }, error);
        return [];
      });
    }),
  );
  const byId = new Map(tasks.flat().map((task) => [task.id, task]));
  return requests.map(({ taskId, userId }, n) => {
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

/** The finished file, for 24 hours, for the user who requested it (DEC-55). Throws `NOT_FOUND`. */
export async function openPdf(
  context: RequestContext,
  { task }: PlanRows<typeof pdfTaskPlan>,
): Promise<{ fileName: string; object: R2ObjectBody }> {
  const age = Date.parse(context.now) - Date.parse(task?.finishedAt ?? '');
  if (!task || task.userId !== context.user.id || task.status !== 'success' || !(age < servedForMs)) {
    throw new Refusal('NOT_FOUND');
  }
  const object = await getFile(context.env, pdfKey(task.id));
  if (!object || !task.fileName) throw new Refusal('NOT_FOUND');
  return { fileName: task.fileName, object };
}
