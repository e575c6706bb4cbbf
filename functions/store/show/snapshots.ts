import type { InferSelectModel } from 'drizzle-orm';
import type { documentLines, purchaseOrders } from './document-tables.ts';

/** The vendor as it was when the document was saved: an approved document keeps its own copy (DEC-34). */
export interface VendorSnapshot {
  id: string | null;
  name: string;
  number: string;
  externalId: string | null;
  isTemporary: boolean;
  tempVendorId: string | null;
  isRelatedParty?: boolean;
  contact: string;
  email: string;
  phoneNumber: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/** A line as it is kept: nothing of what accounting and invoices make of it later. */
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
>;

/** A purchase order as it stood at a full approval: what voiding a change order restores (DEC-26). */
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
  };
  lines: LineSnapshot[];
}
