import { invoiceIssue, type Issue } from './validation.ts';
import type { Attachment } from './document-response.ts';

/** The printed label of a file that may have been added after full approval. */
export function printedLabel({
  label,
  addedAfterApproval,
}: Pick<Attachment, 'label' | 'addedAfterApproval'>): string {
  return addedAfterApproval ? `${label} (added after approval)` : label;
}

/** AT-09. */
export const maximumFileBytes = 10_485_760;

/** Per purchase order, invoice or payment (DEC-53). */
export const attachmentLimit = 20;

/** Checked only when the invoice is submitted for approval (IN-13, DEC-36). */
export function attachmentIssues(attachmentCount: number): Issue[] {
  return attachmentCount > 0 ? [] : [invoiceIssue('attachment_required', 'attachments')];
}

/** `{display size}` of AT-05: whole mebibytes as `10 MB`. */
const displaySize = `${maximumFileBytes / 1_048_576} MB`;

/** AT-05 to AT-07. */
export const uploadTexts = {
  file_too_large: (file: string) => `'${file}' is too large (over ${displaySize})`,
  file_empty: (file: string) => `'${file}' is too small (file size cannot be zero)`,
  picture_too_large: (file: string) =>
    `'${file}' has too many pixels (over 65 megapixels). Save it smaller and try again.`,
  file_too_complex: (file: string) =>
    `'${file}' is too complex to be read. Save it as a new PDF, or as several, and try again.`,
  other: (file: string) => `'${file}' could not be uploaded`,
} as const;

/** Returns why a file of this many bytes is rejected, or null (AT-05, AT-06). */
export function sizeRefusal(bytes: number): 'file_too_large' | 'file_empty' | null {
  if (bytes === 0) return 'file_empty';
  return bytes > maximumFileBytes ? 'file_too_large' : null;
}

const previewable = ['jpg', 'jpeg', 'png', 'gif', 'pdf'] as const;
export type PreviewKind = 'image' | 'pdf';

function extension(label: string): string {
  return label.slice(label.lastIndexOf('.') + 1).toLowerCase();
}

/** Returns how a file is previewed, judged by its name, or null for no preview (AT-10, AT-11). */
export function previewKind(label: string): PreviewKind | null {
  const match = previewable.find((one) => one === extension(label));
  if (match === undefined) return null;
  return match === 'pdf' ? 'pdf' : 'image';
}
