import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** A row as the store returns it: columns in camelCase, JSON columns parsed. */
export type ContentRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a document: header (`documents` and the table of its type), lines, files, and the invoices that a payment
 * settles. `canonicalContent` drops columns that are not content.
 */
export interface ContentRows {
  document: ContentRow;
  detail: ContentRow;
  lines: readonly ContentRow[];
  /** `attachments` joined with `files`. */
  files: readonly ContentRow[];
  settles?: readonly ContentRow[];
}

/** Why a column is not part of the canonical content. */
export type Coverage =
  /** Each event carries it in `state`; verification compares it with the newest event. */
  | 'state'
  /** Recomputed from other rows. */
  | 'derived'
  /** Copied from the accounting system, which can be queried again. */
  | 'accounting'
  /** Delivery bookkeeping that no decision reads. */
  | 'bookkeeping'
  /** Identifies the row or its owner; a row under another key counts as missing. */
  | 'key';

/**
 * The columns that are not canonical content, each with its reason. Every other column of these tables is content, so a
 * new column is covered at once (DEC-30); `newerColumns` keeps the hashes of older documents.
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
    // No decision reads the clock.
    waitingSince: 'bookkeeping',
    waitedDays: 'bookkeeping',
    sendBacks: 'state',
    reminderDueAt: 'bookkeeping',
    remindedAt: 'bookkeeping',
    escalatedAt: 'bookkeeping',
    nudgedAt: 'bookkeeping',
    status: 'state',
    submissionStatus: 'state',
    revision: 'state',
    // Only for a purchase order: the batch assigns it after the content is hashed. Any other number is content.
    number: 'state',
    ownerId: 'state',
    submitterId: 'state',
    workflowId: 'state',
    currentStepId: 'state',
    milestones: 'state',
    currentChangeOrder: 'state',
    newestChangeOrder: 'state',
    archivedAt: 'state',
    // Approvers do not approve the period (PERIOD-06).
    accountingPeriod: 'state',
    effectiveDay: 'state',
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
  // `numberKey` is the normalized number for the duplicate check; the sweep fills it in after an upgrade.
  invoices: { documentId: 'key', showId: 'key', numberKey: 'derived' },
  payments: { documentId: 'key', showId: 'key', importedAt: 'bookkeeping' },
  lines: {
    showId: 'key',
    documentId: 'key',
    accountingBalanceCents: 'accounting',
    glTransactionDetailExternalId: 'accounting',
    // The amounts of the newest approved version.
    approvedAmounts: 'derived',
    // What the budget counts of a line is compared with its movements.
    closedAt: 'bookkeeping',
    closedBy: 'bookkeeping',
  },
  files: {
    showId: 'key',
    documentId: 'key',
    id: 'key',
    linkedAt: 'bookkeeping',
    // The seq of the event that names the file.
    addedSeq: 'derived',
  },
  settles: { showId: 'key', paymentId: 'key' },
} as const satisfies Record<string, Record<string, Coverage>>;

/**
 * Content columns that are newer than the sealed contents, each with the default of its migration in canonical form.
 * A row leaves such a column out while it has the default, so that its document keeps its hash.
 */
export const newerColumns: Readonly<
  Record<'header' | 'lines' | 'files' | 'settles', Record<string, unknown>>
> = {
  header: { costing: null, baseTotalCents: null },
  lines: { closesPoLine: null },
  files: {},
  settles: {},
};

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

/** The canonical content of a document: equal contents have equal values, whatever their source. */
export interface Content {
  header: CanonicalRow;
  lines: readonly CanonicalRow[];
  files: readonly CanonicalRow[];
  settles: readonly CanonicalRow[];
}

/** SQLite stores booleans as 0 and 1 and text as UTF-8. As in JSON, undefined values are left out. */
function canonicalValue(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(canonicalValue);
  return canonicalRow(value, new Set());
}

function canonicalRow(
  row: object,
  outside: ReadonlySet<string>,
  newer: Readonly<Record<string, unknown>> = {},
): CanonicalRow {
  const entries = Object.entries(row).filter(
    ([name, value]) =>
      value !== undefined && !outside.has(name) && !(name in newer && newer[name] === canonicalValue(value)),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, canonicalValue(value)]));
}

/** A file in canonical form. */
export function canonicalFile(row: ContentRow): CanonicalRow {
  return canonicalRow(row, isOutside.files, newerColumns.files);
}

/** Builds the canonical content from rows, whether read or about to be written (DEC-30). */
export function canonicalContent({ document, detail, lines, files, settles = [] }: ContentRows): Content {
  const inOrder = (rows: readonly ContentRow[], by: string, part: 'files' | 'settles') =>
    rows
      .toSorted((one, other) => (String(one[by]) < String(other[by]) ? -1 : 1))
      .map((row) => canonicalRow(row, isOutside[part], newerColumns[part]));
  const { type, number } = document;
  return {
    header: {
      ...canonicalRow({ ...detail, ...document }, isOutside.header, newerColumns.header),
      ...(type === 'PO' ? {} : { number: canonicalValue(number) }),
    },
    lines: lines
      .toSorted((one, other) => Number(one['lineNumber']) - Number(other['lineNumber']))
      .map((row) => canonicalRow(row, isOutside.lines, newerColumns.lines)),
    files: inOrder(files, 'fileId', 'files'),
    settles: inOrder(settles, 'invoiceId', 'settles'),
  };
}

/** Returns the text whose SHA-256 is the content hash. */
export function contentText(content: Content): string {
  return canonical(content as unknown as Json);
}

/** Returns the same text for an approved version, which stores only the content of a purchase order. */
export function versionText(version: object): string {
  const none = new Set<string>();
  const parts = Object.entries({ ...version, settles: [] }).map(([part, rows]: [string, object]) => {
    const newer = newerColumns[part as keyof typeof newerColumns];
    return [
      part,
      Array.isArray(rows)
        ? rows.map((row) => canonicalRow(row, none, newer))
        : canonicalRow(rows, none, newer),
    ];
  });
  return canonical(Object.fromEntries(parts));
}

/**
 * Version and hash of a document's content as stored in the header; `contentHash` is '' until the content is sealed.
 */
export interface ContentStamp {
  contentVersion: number;
  contentHash: string;
}

/** Returns the stamp after a change. The version rises only when the content differs (DEC-30). */
export function nextStamp(before: ContentStamp | null, hash: string): ContentStamp {
  if (before === null) return { contentVersion: 1, contentHash: hash };
  const isSame = before.contentHash === hash;
  return { contentVersion: before.contentVersion + (isSame ? 0 : 1), contentHash: hash };
}

/** The content stamp in the payload of a change event; only the version while the content is not sealed. */
export function stampPayload({ contentVersion, contentHash }: ContentStamp): Record<string, Json> {
  return contentHash === '' ? { contentVersion } : { contentVersion, contentHash };
}
