import * as v from 'valibot';

export const uploaded = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
});
export type Uploaded = v.InferOutput<typeof uploaded>;

export const erased = v.object({
  attachmentId: v.string(),
  label: v.string(),
  size: v.number(),
  sha256: v.string(),
  erasedBy: v.object({ id: v.string(), name: v.string() }),
  erasedAt: v.string(),
  reason: v.string(),
});
export type ErasedFile = v.InferOutput<typeof erased>;

export const mailedLink = v.object({
  id: v.string(),
  fileName: v.string(),
  created: v.string(),
  expires: v.string(),
  isRevocable: v.boolean(),
});
export type DownloadLink = v.InferOutput<typeof mailedLink>;

export const pdfStatusUpdate = v.object({
  taskId: v.string(),
  status: v.picklist(['in_progress', 'success', 'error']),
  downloadUrl: v.nullable(v.string()),
  fileName: v.nullable(v.string()),
  error: v.nullable(v.string()),
  eventType: v.nullable(v.picklist(['PDF_GENERATED', 'MERGED_ATTACHMENTS_TO_PDF'])),
});
export type PdfStatusUpdate = v.InferOutput<typeof pdfStatusUpdate>;
