import { pdfNameWithin } from '#domain/documents/pdf-options';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import type { Live } from '../../../live.ts';
import { CONNECT_WITHIN_MS, POLL_EVERY_MS } from '../../../delay.ts';

/** PD-20 to PD-23: what the dialog and the banners say. */
export const exportTexts = {
  started: 'Failed to start PDF generation.',
  generated: 'Failed to generate PDF.',
  status: 'Failed to check PDF status',
  noUrl: 'No download URL available',
  failed: 'PDF generation failed',
  notFetched: 'PDF generated but failed to download. Please try again.',
  notSaved: 'Failed to download PDF.',
} as const;

/** Something that the export says to its user. */
export class ExportFailed extends Error {}

export interface PdfFile {
  downloadUrl: string;
  fileName: string;
}

/** Where a task stands, as the channel and the status call both tell it (PD-19). */
type Standing = Pick<PdfStatusUpdate, 'status' | 'downloadUrl' | 'fileName' | 'error' | 'eventType'>;

export interface ExportSteps {
  /** Begins the work; answers the task's id. */
  start: () => Promise<string>;
  /** Where the task stands. */
  status: (taskId: string) => Promise<Standing>;
  /** Null while there is no channel: then it is asked again and again (RT-05). */
  live: Pick<Live, 'watchTask'> | null;
  wait: (ms: number) => Promise<void>;
  signal: AbortSignal;
}

const missesAllowed = 3;

/** A channel that does not open takes some eight seconds to say so; most PDFs are there by then. */
export const FIRST_LOOK_AFTER_MS = 1000;

/** The finished file; null while it is made (PD-13). Merged is finished, whatever the status says (PD-15). */
export function finished(standing: Standing): PdfFile | null {
  if (standing.status === 'error') throw new ExportFailed(standing.error || exportTexts.failed);
  const isMerged = standing.eventType === 'MERGED_ATTACHMENTS_TO_PDF';
  if (standing.status !== 'success' && !isMerged) return null;
  if (!standing.downloadUrl) throw new ExportFailed(exportTexts.noUrl);
  return { downloadUrl: standing.downloadUrl, fileName: pdfNameWithin(standing.fileName ?? 'document.pdf') };
}

async function poll(taskId: string, steps: ExportSteps, isOver: () => boolean): Promise<PdfFile | null> {
  let misses = 0;
  while (!isOver()) {
    try {
      const file = finished(await steps.status(taskId));
      if (file) return file;
      misses = 0;
    } catch (error) {
      if (error instanceof ExportFailed) throw error;
      misses += 1;
      // A single lost answer is no failure of the work.
      if (misses >= missesAllowed) throw new ExportFailed(exportTexts.status, { cause: error });
    }
    await steps.wait(POLL_EVERY_MS);
  }
  return null;
}

interface Hearing {
  signal: AbortSignal;
  onConfirmed: () => void;
  onBreak: () => void;
}

/** Resolves with the file that the channel tells of; rejects when it cannot be had, or when it is over. */
async function hear(
  taskId: string,
  live: Pick<Live, 'watchTask'>,
  { signal, onConfirmed, onBreak }: Hearing,
): Promise<PdfFile> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfFile>();
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  const listen = (update: PdfStatusUpdate) => {
    try {
      const file = finished(update);
      if (file) resolve(file);
    } catch (error) {
      reject(error instanceof Error ? error : new ExportFailed(exportTexts.generated));
    }
  };
  // A file may be told of before the subscription is confirmed; then nobody waits for the confirmation.
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
 * Follows a task to its file: over the channel when it confirms, else by asking every two seconds, which begins after one
 * second beside the attempts to open the channel. A message may be lost although the channel is open, so it is never the
 * only hope. Throws `ExportFailed` in words for people, or the abort's reason.
 */
export async function followExport(taskId: string, steps: ExportSteps): Promise<PdfFile> {
  const over = new AbortController();
  const signal = AbortSignal.any([steps.signal, over.signal]);
  const ask = () => poll(taskId, steps, () => signal.aborted);
  const broken = Promise.withResolvers<void>();
  let isTold = false;
  const onBreak = () => {
    isTold = false;
    broken.resolve();
  };
  // One asking, whether the channel is not there yet, fails, breaks or only says nothing.
  const askUnlessTold = async () => {
    const silence = steps.wait(CONNECT_WITHIN_MS);
    await Promise.race([steps.wait(FIRST_LOOK_AFTER_MS), broken.promise]);
    const file = await poll(taskId, steps, () => signal.aborted || isTold);
    if (file) return file;
    await Promise.race([silence, broken.promise]);
    return ask();
  };
  const overChannel = (live: Pick<Live, 'watchTask'>) => {
    const asking = askUnlessTold();
    const onConfirmed = () => {
      isTold = true;
    };
    const liveOutcome = hear(taskId, live, { signal, onConfirmed, onBreak }).catch((error: unknown) => {
      if (error instanceof ExportFailed) throw error;
      onBreak();
      return asking;
    });
    return Promise.race([liveOutcome, asking]);
  };
  try {
    const file = await (steps.live ? overChannel(steps.live) : ask());
    steps.signal.throwIfAborted();
    if (!file) throw new ExportFailed(exportTexts.generated);
    return file;
  } finally {
    // The subscription and the asking end together, whichever brought the file (PD-16).
    over.abort(new DOMException('Done', 'AbortError'));
  }
}

/** Starts and follows an export (PD-13). Throws as `followExport`. */
export async function exportPdf(steps: ExportSteps): Promise<PdfFile> {
  const taskId = await steps.start().catch((error: unknown) => {
    throw new ExportFailed(exportTexts.started, { cause: error });
  });
  steps.signal.throwIfAborted();
  return followExport(taskId, steps);
}
