import type { PdfStatusUpdate } from '#domain/documents/file-response';

/** The message and the status of a running PDF task. */
export const running = (taskId: string): PdfStatusUpdate => ({
  taskId,
  status: 'in_progress',
  downloadUrl: null,
  fileName: null,
  error: null,
  eventType: null,
});

/** The message of a successful task. */
export const finished = (taskId: string): PdfStatusUpdate => ({
  taskId,
  status: 'success',
  downloadUrl: `/files/pdf/${taskId}/PO_1.pdf`,
  fileName: 'PO_1.pdf',
  error: null,
  eventType: 'PDF_GENERATED',
});
