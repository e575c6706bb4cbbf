import type { InferSelectModel } from 'drizzle-orm';
import type { Costing } from '#domain/currency/costing';
import type { ContentRow } from '#domain/history/content';
import type { documentLines, purchaseOrders } from './document-tables.ts';

/** The vendor at the time when the document was saved: an approved document keeps its own copy (DEC-34). */
export interface VendorSnapshot {
  id: string | null;
  name: string;
  number: string;
  externalId: string | null;
  isTemporary: boolean;
  tempVendorId: string | null;
  /** The version of a temporary vendor's record. Copies from before migration 0027 have none. */
  tempVendorVersion?: number;
  isRelatedParty?: boolean;
  contact: string;
  email: string;
  phoneNumber: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/**
 * A line in a snapshot, without the values that accounting adds later. Snapshots from before migration 0023 have no
 * note or reference.
 */
type LineSnapshot = Omit<
  InferSelectModel<typeof documentLines>,
  | 'showId'
  | 'documentId'
  | 'note'
  | 'referencePo'
  | 'referencePoLineNumber'
  | 'relievePoLineId'
  | 'glTransactionDetailExternalId'
  | 'accountingBalanceCents'
  | 'approvedAmounts'
  | 'closesPoLine'
  | 'closedAt'
  | 'closedBy'
>;

type SnapshotFile = ContentRow & {
  fileId: string;
  label: string;
  createdAt: string;
  position: number;
  isTopSheet: number;
};

/**
 * A purchase order at a full approval, which voiding or discarding a change order restores (DEC-26). Since migration
 * 0023 it is the whole canonical content, of which these fields are read; before, `files` is missing.
 */
export interface ApprovalSnapshot {
  header: Omit<
    InferSelectModel<typeof purchaseOrders>,
    'documentId' | 'showId' | 'lockedLineCount' | 'lastVendorEmailRecipients' | 'lastVendorEmailAt'
  > & {
    revision: number;
    description: string;
    businessDay: string;
    departmentId: string | null;
    departmentName: string;
    vendorId: string | null;
    temporaryVendorId: string | null;
    vendorExternalId: string | null;
    vendorNumber: string;
    vendorName: string;
    currencyCode: string;
    /** Versions from before migration 0047 have none. */
    costing?: Costing | null;
    baseTotalCents?: number | null;
  };
  lines: LineSnapshot[];
  files?: SnapshotFile[];
}
