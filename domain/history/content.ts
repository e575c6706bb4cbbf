import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** A row as the store reads it: columns in camelCase, JSON columns parsed. */
export type ContentRow = Readonly<Record<string, unknown>>;

/**
 * What makes up a document: its header (`documents` and the table of its type), its lines, its files, and of a payment
 * the invoices that it settles. Rows may bring more columns than count; `canonicalContent` leaves those out.
 */
export interface ContentRows {
  document: ContentRow;
  detail: ContentRow;
  lines: readonly ContentRow[];
  /** `attachments` joined with `files`. */
  files: readonly ContentRow[];
  settles?: readonly ContentRow[];
}

/** How a column outside the canonical content is accounted for. */
export type Coverage =
  /** Each event carries it in `state`; verification compares it with the newest. */
  | 'state'
  /** Recomputed from other rows. */
  | 'derived'
  /** Mirrored from the accounting system, which is asked for it again. */
  | 'accounting'
  /** Delivery bookkeeping: no decision looks at it. */
  | 'bookkeeping'
  /** Names the row or its owner; a row under another key is a missing row. */
  | 'key';

/**
 * The columns that are not canonical content, each with its reason. Every other column of these tables is content, so a
 * new column is covered from its first day (DEC-30).
 */
export const outsideContent = {
  documents: {
    showId: 'key',
    version: 'derived',
    contentVersion: 'derived',
    contentHash: 'derived',
    attachmentCount: 'derived',
    isRelieved: 'derived',
    numberSort: 'derived',
    status: 'state',
    submissionStatus: 'state',
    revision: 'state',
    // Of a purchase order alone: the batch gives it, after the content is hashed. Any other number is content.
    number: 'state',
    ownerId: 'state',
    submitterId: 'state',
    workflowId: 'state',
    currentStepId: 'state',
    milestones: 'state',
    currentChangeOrder: 'state',
    newestChangeOrder: 'state',
    archivedAt: 'state',
    foundInAccounting: 'accounting',
    accountingFailed: 'accounting',
    updatedAt: 'bookkeeping',
  },
  purchaseOrders: {
    documentId: 'key',
    showId: 'key',
    lockedLineCount: 'state',
    lastVendorEmailRecipients: 'bookkeeping',
    lastVendorEmailAt: 'bookkeeping',
  },
  // The number in the form in which duplicates are compared; the sweep fills it in after an upgrade.
  invoices: { documentId: 'key', showId: 'key', numberKey: 'derived' },
  payments: { documentId: 'key', showId: 'key', importedAt: 'bookkeeping' },
  lines: {
    showId: 'key',
    documentId: 'key',
    accountingBalanceCents: 'accounting',
    glTransactionDetailExternalId: 'accounting',
  },
  files: {
    showId: 'key',
    documentId: 'key',
    id: 'key',
    linkedAt: 'bookkeeping',
    // The event of this seq names the file.
    addedSeq: 'derived',
  },
  settles: { showId: 'key', paymentId: 'key' },
} as const satisfies Record<string, Record<string, Coverage>>;

const isOutside = {
  header: new Set<string>([
    ...Object.keys(outsideContent.documents),
    ...Object.keys(outsideContent.purchaseOrders),
    ...Object.keys(outsideContent.invoices),
    ...Object.keys(outsideContent.payments),
  ]),
  lines: new Set<string>(Object.keys(outsideContent.lines)),
  files: new Set<string>(Object.keys(outsideContent.files)),
  settles: new Set<string>(Object.keys(outsideContent.settles)),
};

type CanonicalRow = Readonly<Record<string, Json>>;

/** The canonical content of a document: the same content has the same value, wherever it was read. */
export interface Content {
  header: CanonicalRow;
  lines: readonly CanonicalRow[];
  files: readonly CanonicalRow[];
  settles: readonly CanonicalRow[];
}

/** SQLite stores booleans as 0 and 1, and text as UTF-8; what JSON leaves out is left out here, too. */
function canonicalValue(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(canonicalValue);
  return canonicalRow(value, new Set());
}

function canonicalRow(row: object, outside: ReadonlySet<string>): CanonicalRow {
  const entries = Object.entries(row).filter(([name, value]) => value !== undefined && !outside.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, canonicalValue(value)]));
}

/** A file as the canonical content has it. */
export function canonicalFile(row: ContentRow): CanonicalRow {
  return canonicalRow(row, isOutside.files);
}

/** Builds the canonical content from rows, read or about to be written (DEC-30). */
export function canonicalContent({ document, detail, lines, files, settles = [] }: ContentRows): Content {
  const inOrder = (rows: readonly ContentRow[], by: string, outside: ReadonlySet<string>) =>
    rows
      .toSorted((one, other) => (String(one[by]) < String(other[by]) ? -1 : 1))
      .map((row) => canonicalRow(row, outside));
  const { type, number } = document;
  return {
    header: {
      ...canonicalRow({ ...detail, ...document }, isOutside.header),
      ...(type === 'PO' ? {} : { number: canonicalValue(number) }),
    },
    lines: lines
      .toSorted((one, other) => Number(one['lineNumber']) - Number(other['lineNumber']))
      .map((row) => canonicalRow(row, isOutside.lines)),
    files: inOrder(files, 'fileId', isOutside.files),
    settles: inOrder(settles, 'invoiceId', isOutside.settles),
  };
}

/** The text of which the content hash is the SHA-256. */
export function contentText(content: Content): string {
  return canonical(content as unknown as Json);
}

/** The same of an approved version, which stores the content of a purchase order: it may have nothing beside it. */
export function versionText(version: object): string {
  return canonical(canonicalRow({ ...version, settles: [] }, new Set()));
}

/** The number and the hash of a document's content, as the header stores them; `contentHash` '' is not sealed yet. */
export interface ContentStamp {
  contentVersion: number;
  contentHash: string;
}

/** The stamp after a change: the version rises only when the content differs (DEC-30). */
export function nextStamp(before: ContentStamp | null, hash: string): ContentStamp {
  if (before === null) return { contentVersion: 1, contentHash: hash };
  const isSame = before.contentHash === hash;
  return { contentVersion: before.contentVersion + (isSame ? 0 : 1), contentHash: hash };
}

/** What the event of a change says of the content; the version alone while the content is not sealed. */
export function stampPayload({ contentVersion, contentHash }: ContentStamp): Record<string, Json> {
  return contentHash === '' ? { contentVersion } : { contentVersion, contentHash };
}
