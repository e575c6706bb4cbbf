import { invoiceIssue, type Issue } from './validation.ts';

/** AT-01: an attachment on the wire. */
export interface Attachment {
  attachmentId: string;
  label: string;
  created: string;
  isTopSheet: boolean;
  /** Present when the file was part of a submission: it can only be withdrawn (DEC-53). */
  wasSubmitted?: true;
  /** Present when the file came after the last full approval (DEC-53). */
  addedAfterApproval?: true;
}

/** A file that was part of a submission and was taken off the document since (DEC-53). */
export interface WithdrawnAttachment {
  attachmentId: string;
  label: string;
  created: string;
  withdrawnBy: { id: string; name: string };
  withdrawnAt: string;
  reason: string;
  /** The attachment that took its place under the same name. */
  replacedBy: string | null;
  /** The bytes were erased on legal request; the file can no longer be opened. */
  isErased: boolean;
}

/** How a file that came after the full approval is labelled on paper. */
export function printedLabel({
  label,
  addedAfterApproval,
}: Pick<Attachment, 'label' | 'addedAfterApproval'>): string {
  return addedAfterApproval ? `${label} (added after approval)` : label;
}

/** AT-09. */
export const maximumFileBytes = 10_485_760;

/** DEC-53: per purchase order, invoice or payment. */
export const attachmentLimit = 20;

/** IN-13, DEC-36: asked only when the invoice is sent for approval. */
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

/** AT-05, AT-06: why a file of this many bytes is refused, or null. */
export function sizeRefusal(bytes: number): 'file_too_large' | 'file_empty' | null {
  if (bytes === 0) return 'file_empty';
  return bytes > maximumFileBytes ? 'file_too_large' : null;
}

const previewable = ['jpg', 'jpeg', 'png', 'gif', 'pdf'] as const;
export type PreviewKind = 'image' | 'pdf';

function extension(label: string): string {
  return label.slice(label.lastIndexOf('.') + 1).toLowerCase();
}

/** AT-10, AT-11: how a file is previewed, by its name; null when it is not. */
export function previewKind(label: string): PreviewKind | null {
  const known = previewable.find((one) => one === extension(label));
  if (known === undefined) return null;
  return known === 'pdf' ? 'pdf' : 'image';
}
