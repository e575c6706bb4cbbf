import type { PdfStatusUpdate } from '#domain/realtime/messages';

/** What is told of a PDF task that is under way, by the channel and by its status. */
export const running = (taskId: string): PdfStatusUpdate => ({
  taskId,
  status: 'in_progress',
  downloadUrl: null,
  fileName: null,
  error: null,
  eventType: null,
});

/** What it tells of one that has succeeded. */
export const finished = (taskId: string): PdfStatusUpdate => ({
  taskId,
  status: 'success',
  downloadUrl: `/files/pdf/${taskId}/PO_1.pdf`,
  fileName: 'PO_1.pdf',
  error: null,
  eventType: 'PDF_GENERATED',
});
