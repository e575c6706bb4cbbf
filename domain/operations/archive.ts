import type { DocType } from '#domain/document';
import type { HistoryHead } from '#domain/history/verify-history';

/** How long a finished archive can be downloaded. */
export const archiveRetentionDays = 7;

/**
 * A part is closed after the step that fills it: one Worker run reads at most a thousand files, including that step's
 * and withdrawn ones.
 */
const partLimits = { documents: 200, files: 250, bytes: 200 * 1024 * 1024, data: 16 * 1024 * 1024 } as const;

/** The contents of a part so far. `bytes` counts its attachments, `data` the text of documents and histories. */
export type PartContents = Record<keyof typeof partLimits, number>;

export const emptyPart: PartContents = { documents: 0, files: 0, bytes: 0, data: 0 };

/** Documents that one job prints. */
export const documentsPerStep = 10;

/** True when a part with these contents takes no further documents. */
export function isPartFull(contents: PartContents): boolean {
  return (Object.keys(partLimits) as (keyof PartContents)[]).some((key) => contents[key] >= partLimits[key]);
}

/**
 * Returns how many of the next documents one step takes, given their file counts: as many as fit into a part, but at
 * least one.
 */
export function stepLength(files: readonly number[]): number {
  let fileCount = 0;
  const end = files.findIndex((count) => (fileCount += count) > partLimits.files);
  return end < 0 ? files.length : Math.max(1, end);
}

/** A document in the manifest of its part. */
export interface ArchivedDocument {
  id: string;
  type: DocType;
  number: string;
  version: number;
  /** Folder of its files in the zip, with a trailing slash. */
  folder: string;
  /** The head of its history, which also reveals a history that was rewritten from end to end. */
  head: HistoryHead;
  /** Labels of the files that could not be read, and `PDF` when the document could not be printed. */
  missing: string[];
}

/** The content of `manifest.json`, and of `manifest-2.json` and so on in further parts. */
export interface ArchiveManifest {
  format: 'backlot-archive';
  formatVersion: 1;
  archive: string;
  show: { id: string; name: string; license: string };
  createdAt: string;
  createdBy: string;
  part: number;
  /** Number of parts; null in every part but the last. */
  parts: number | null;
  counts: {
    documents: number;
    purchaseOrders: number;
    invoices: number;
    payments: number;
    events: number;
    attachments: number;
    pdfs: number;
  };
  documents: ArchivedDocument[];
  /** Every other file of this zip. */
  files: { path: string; size: number; sha256: string }[];
}

export function manifestName(part: number): string {
  return part === 1 ? 'manifest.json' : `manifest-${part}.json`;
}

/** Returns a name such as `Archive_northern-lights_2026-11-22.zip`; several parts are numbered. */
export function archiveFileName(slug: string, day: string, part: number, parts: number): string {
  const place = parts > 1 ? `_${part}-of-${parts}` : '';
  return `Archive_${slug.replaceAll(/[^A-Za-z0-9-]/g, '_')}_${day}${place}.zip`;
}

const folders = {
  PO: 'purchase-orders',
  INVOICE: 'invoices',
  PAYMENT: 'payments',
} as const satisfies Record<DocType, string>;

/** Device names of Windows, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const nameLimit = 100;

/**
 * Returns a file name that is valid on every system: no paths, invisible characters, or blanks and dots at its ends.
 */
export function safeFileName(input: string, fallback = 'file'): string {
  const cleaned = input
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|\uFFFD]/g, '_');
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(cleaned)?.[0] ?? '';
  const stem = Array.from(cleaned.slice(0, cleaned.length - extension.length))
    .slice(0, nameLimit)
    .join('');
  const name = `${stem}${extension}`.replaceAll(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return fallback;
  return reservedNames.test(name) ? `_${name}` : name;
}

/** Returns the name, or the next free numbered one, and adds it to `taken`, which is in lower case. */
export function uniqueFileName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  let candidate = name;
  for (let n = 2; taken.has(candidate.toLowerCase()); n += 1) candidate = `${stem} (${n})${extension}`;
  taken.add(candidate.toLowerCase());
  return candidate;
}

/**
 * Returns a document's folder: purchase orders by number alone; other numbers may repeat across vendors, so part of the
 * id is added.
 */
export function archiveFolder(document: {
  id: string;
  type: DocType;
  number: string;
  vendor: string;
}): string {
  const { id, type, number, vendor } = document;
  const nameParts = type === 'PO' ? [number] : [number, id.slice(-6), vendor];
  return `${folders[type]}/${safeFileName(nameParts.filter(Boolean).join(' '), id)}/`;
}
