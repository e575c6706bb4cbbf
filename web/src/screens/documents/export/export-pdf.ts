import { limitPdfName } from '#domain/documents/pdf-options';
import type { Live } from '../../../live.ts';
import { CONNECT_WITHIN_MS, POLL_EVERY_MS } from '../../../delay.ts';
import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** Messages of the dialog and the toasts (PD-20 to PD-23). */
export const exportTexts = {
  started: 'Failed to start PDF generation.',
  generated: 'Failed to generate PDF.',
  status: 'Failed to check PDF status',
  noUrl: 'No download URL available',
  failed: 'PDF generation failed',
  notFetched: 'PDF generated but failed to download. Please try again.',
  notSaved: 'Failed to download PDF.',
} as const;

/** An error whose message is shown to the user. */
export class ExportError extends Error {}

export interface PdfFile {
  downloadUrl: string;
  fileName: string;
}

/** The status of a task, as both the channel and the status call report it (PD-19). */
type TaskStatus = Pick<PdfStatusUpdate, 'status' | 'downloadUrl' | 'fileName' | 'error' | 'eventType'>;

export interface ExportSteps {
  /** Starts the task. Returns its id. */
  start: () => Promise<string>;
  status: (taskId: string) => Promise<TaskStatus>;
  /** Null while there is no realtime channel. Then the status is polled (RT-05). */
  live: Pick<Live, 'watchTask'> | null;
  wait: (ms: number) => Promise<void>;
  signal: AbortSignal;
}

const maxMisses = 3;

/** A channel that does not open takes about eight seconds to fail. Most PDFs are ready by then. */
export const FIRST_POLL_AFTER_MS = 1000;

/**
 * The finished file. Null while it is being made (PD-13). A merged file is finished, whatever the status is (PD-15).
 */
export function finishedFile(task: TaskStatus): PdfFile | null {
  if (task.status === 'error') throw new ExportError(task.error || exportTexts.failed);
  const isMerged = task.eventType === 'MERGED_ATTACHMENTS_TO_PDF';
  if (task.status !== 'success' && !isMerged) return null;
  if (!task.downloadUrl) throw new ExportError(exportTexts.noUrl);
  return { downloadUrl: task.downloadUrl, fileName: limitPdfName(task.fileName ?? 'document.pdf') };
}

async function poll(taskId: string, steps: ExportSteps, isOver: () => boolean): Promise<PdfFile | null> {
  let misses = 0;
  while (!isOver()) {
    try {
      const file = finishedFile(await steps.status(taskId));
      if (file) return file;
      misses = 0;
    } catch (error) {
      if (error instanceof ExportError) throw error;
      misses += 1;
      // One lost response does not mean that the task failed.
      if (misses >= maxMisses) throw new ExportError(exportTexts.status, { cause: error });
    }
    await steps.wait(POLL_EVERY_MS);
  }
  return null;
}

interface ChannelHandlers {
  signal: AbortSignal;
  onConfirmed: () => void;
  onBreak: () => void;
}

/** Resolves with the file that the channel reports. Rejects when there is no file or the signal aborts. */
async function watchChannel(
  taskId: string,
  live: Pick<Live, 'watchTask'>,
  { signal, onConfirmed, onBreak }: ChannelHandlers,
): Promise<PdfFile> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfFile>();
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  const listen = (update: PdfStatusUpdate) => {
    try {
      const file = finishedFile(update);
      if (file) resolve(file);
    } catch (error) {
      reject(error instanceof Error ? error : new ExportError(exportTexts.generated));
    }
  };
  // An update may arrive before the subscription is confirmed. Then nothing waits for the confirmation.
  const watching = live.watchTask(taskId, listen, onBreak);
  watching.then(onConfirmed, reject);
  try {
    return await promise;
  } finally {
    watching.then(
      (stop) => stop(),
      () => undefined,
    );
  }
}

/**
 * Follows a task to its file: over the channel once it is confirmed, else by polling every two seconds. Polling starts
 * after one second, while the channel is still opening. A message may be lost on an open channel, so polling is the
 * fallback. Throws `ExportError` with a message for the user, or the reason of the abort.
 */
export async function followExport(taskId: string, steps: ExportSteps): Promise<PdfFile> {
  const over = new AbortController();
  const signal = AbortSignal.any([steps.signal, over.signal]);
  const ask = () => poll(taskId, steps, () => signal.aborted);
  const broken = Promise.withResolvers<void>();
  let isConfirmed = false;
  const onBreak = () => {
    isConfirmed = false;
    broken.resolve();
  };
  // One polling loop covers a channel that is not open yet, fails, breaks or stays silent.
  const pollUnlessConfirmed = async () => {
    const silence = steps.wait(CONNECT_WITHIN_MS);
    await Promise.race([steps.wait(FIRST_POLL_AFTER_MS), broken.promise]);
    const file = await poll(taskId, steps, () => signal.aborted || isConfirmed);
    if (file) return file;
    await Promise.race([silence, broken.promise]);
    return ask();
  };
  const followChannel = (live: Pick<Live, 'watchTask'>) => {
    const polling = pollUnlessConfirmed();
    const onConfirmed = () => {
      isConfirmed = true;
    };
    const liveOutcome = watchChannel(taskId, live, { signal, onConfirmed, onBreak }).catch(
      (error: unknown) => {
        if (error instanceof ExportError) throw error;
        onBreak();
        return polling;
      },
    );
    return Promise.race([liveOutcome, polling]);
  };
  try {
    const file = await (steps.live ? followChannel(steps.live) : ask());
    steps.signal.throwIfAborted();
    if (!file) throw new ExportError(exportTexts.generated);
    return file;
  } finally {
    // The subscription and the polling end together, whichever returned the file (PD-16).
    over.abort(new DOMException('Done', 'AbortError'));
  }
}

/** Starts an export and follows it (PD-13). Throws as `followExport` does. */
export async function exportPdf(steps: ExportSteps): Promise<PdfFile> {
  const taskId = await steps.start().catch((error: unknown) => {
    throw new ExportError(exportTexts.started, { cause: error });
  });
  steps.signal.throwIfAborted();
  return followExport(taskId, steps);
}
