/** AT-01: an attachment on the wire. */
export interface Attachment {
  attachmentId: string;
  label: string;
  created: string;
  isTopSheet: boolean;
}

/** AT-09. */
export const maximumFileBytes = 10_485_760;

/** DEC-53: per purchase order, invoice or payment. */
export const attachmentLimit = 20;

/** `{display size}` of AT-05: whole mebibytes as `10 MB`. */
const displaySize = `${maximumFileBytes / 1_048_576} MB`;

/** AT-05 to AT-07. */
export const uploadTexts = {
  file_too_large: (file: string) => `'${file}' is too large (over ${displaySize})`,
  file_empty: (file: string) => `'${file}' is too small (file size cannot be zero)`,
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
