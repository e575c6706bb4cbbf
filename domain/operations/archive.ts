import type { DocType } from '#domain/document';
import type { HistoryHead } from '#domain/history/verify-history';

/** How long a finished archive can be downloaded. */
export const archiveKeptDays = 7;

/** A part is closed behind the step that fills it: one run of a Worker reads a thousand files at most, with that step's (withdrawn files count). */
const partLimits = { documents: 200, files: 250, bytes: 200 * 1024 * 1024, data: 16 * 1024 * 1024 } as const;

/** What a part has so far: `bytes` of its attachments, `data` those of documents and histories as text. */
export type PartContents = Record<keyof typeof partLimits, number>;

export const emptyPart: PartContents = { documents: 0, files: 0, bytes: 0, data: 0 };

/** How many documents one errand prints. */
export const documentsPerStep = 10;

/** Whether a part that holds this takes no more. */
export function isPartFull(held: PartContents): boolean {
  return (Object.keys(partLimits) as (keyof PartContents)[]).some((what) => held[what] >= partLimits[what]);
}

/** How many of the next documents, by the number of their files, one step takes: those that a part has room for, or one. */
export function stepLength(files: readonly number[]): number {
  let taken = 0;
  const end = files.findIndex((count) => (taken += count) > partLimits.files);
  return end < 0 ? files.length : Math.max(1, end);
}

/** An archive on the wire, with who asked for it; `parts` are the zip files that it is made of. */
export interface Archive {
  id: string;
  status: 'in_progress' | 'ready' | 'failed' | 'cancelled' | 'removed';
  userName: string;
  /** Who stopped it; null unless it was cancelled. */
  cancelledBy: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** Until when it can be downloaded; null unless it is ready. */
  keptUntil: string | null;
  total: number;
  done: number;
  parts: { part: number; documents: number; size: number; fileName: string }[];
}

/** A document as the manifest of its part names it. */
export interface ArchivedDocument {
  id: string;
  type: DocType;
  number: string;
  version: number;
  /** Where its files are in the zip, with a slash behind it. */
  folder: string;
  /** The end of its history: with it also a history that was written anew is found. */
  head: HistoryHead;
  /** Labels of what could not be had, and `PDF` where the document could not be printed. */
  missing: string[];
}

/** `manifest.json`, or `manifest-2.json` and so on in further parts. */
export interface ArchiveManifest {
  format: 'backlot-archive';
  formatVersion: 1;
  archive: string;
  show: { id: string; name: string; license: string };
  createdAt: string;
  createdBy: string;
  part: number;
  /** Of the whole archive; null in every part but the last. */
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

/** `Archive_northern-lights_2026-11-22.zip`; several parts are numbered. */
export function archiveFileName(slug: string, day: string, part: number, parts: number): string {
  const place = parts > 1 ? `_${part}-of-${parts}` : '';
  return `Archive_${slug.replaceAll(/[^A-Za-z0-9-]/g, '_')}_${day}${place}.zip`;
}

const folders = {
  PO: 'purchase-orders',
  INVOICE: 'invoices',
  PAYMENT: 'payments',
} as const satisfies Record<DocType, string>;

/** Windows takes these for devices, whatever their ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const nameLimit = 100;

/** A name that every system takes for a file's: without paths, signs that nobody sees, or blanks and dots at its ends. */
export function safeFileName(given: string, none = 'file'): string {
  const plain = given
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|\uFFFD]/g, '_');
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? '';
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, nameLimit)
    .join('');
  const name = `${stem}${ending}`.replaceAll(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return none;
  return reserved.test(name) ? `_${name}` : name;
}

/** The name, or the next one like it that is free; `taken` is what there is in small letters, and has it afterwards. */
export function uniqueFileName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}

/** Where a document is: purchase orders by their number alone, others of which several vendors may use one also by id. */
export function archiveFolder(document: {
  id: string;
  type: DocType;
  number: string;
  vendor: string;
}): string {
  const { id, type, number, vendor } = document;
  const said = type === 'PO' ? [number] : [number, id.slice(-6), vendor];
  return `${folders[type]}/${safeFileName(said.filter(Boolean).join(' '), id)}/`;
}
