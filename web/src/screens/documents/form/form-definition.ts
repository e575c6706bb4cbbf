import type { ComponentType } from 'react';
import type { DocType } from '#domain/document';
import type { DraftNames } from '#domain/drafts/draft-differences';
import type { Available } from '#domain/purchase-orders/duplicate-purchase-order';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { Settings } from '#domain/settings';
import type { FormType } from '../../../forms/document/model/draft.ts';
import type { DocumentFormProps } from '../../../forms/document/form.tsx';
import type { StoredDocument } from '../document.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { VendorAddress, Vendor } from '#domain/reference-data/vendor-response';

/** The fields of a stored document that the form screens use, for both types. */
export interface FormSource {
  id: string;
  showId: string;
  version: number;
  contentVersion: number;
  vendor: Vendor;
  vendorAddress: VendorAddress | null;
  billToAddressId: string | null;
  shipToAddressId: string | null;
  department: { id: string; name: string } | null;
}

/** A document that a new one can start from: how it is read, and what is copied. */
export interface DuplicateSource<Draft, Wire extends FormSource> {
  docType: DocType;
  /** Reads the document as its creator sees it. Throws `ApiError`. */
  read: (showId: string, id: string) => Promise<Wire>;
  draftOf: (wire: Wire, available: Available) => Draft;
  /**
   * The text shown instead of the form if no document can start from this one, else null. `activeDepartmentIds` is null
   * while the departments are loading.
   */
  blockedReason?: (
    wire: Wire,
    settings: Settings,
    activeDepartmentIds: readonly string[] | null,
  ) => string | null;
}

export type ComparedDraft = PurchaseOrderDraft | InvoiceDraft;

/** What differs per document type on the screens of a new, duplicated or stored form. */
export interface FormDefinition<Draft, Wire extends FormSource> {
  docType: FormType;
  /** Converts the response for the shared screens. */
  documentOf: (wire: Wire) => StoredDocument;
  /** Reads the document as its creator sees it. Throws `ApiError`. */
  read: (showId: string, id: string) => Promise<Wire>;
  draftOf: (wire: Wire) => Draft;
  /** The names for the ids in drafts of these documents. */
  namesOf: (wires: readonly Wire[]) => DraftNames;
  duplicateOf: (wire: Wire, available: Available) => Draft;
  /** Starts an invoice from the PO of `?order=`. */
  ofOrder: DuplicateSource<Draft, PurchaseOrder> | null;
  Form: ComponentType<DocumentFormProps<Draft, Wire>>;
  /** Whether saving this change in approval sends the document back to step 1, whatever the settings are (DEC-40). */
  restarts: (before: Draft, after: Draft) => boolean;
  /** The default reason in the void dialog (DEC-41). */
  voidReason: string;
}
