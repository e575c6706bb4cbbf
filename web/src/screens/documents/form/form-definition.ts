import type { ComponentType } from 'react';
import type { DocType } from '#domain/document';
import type { DraftNames } from '#domain/drafts/draft-differences';
import type { Available } from '#domain/purchase-orders/duplicate-purchase-order';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { PurchaseOrder, PurchaseOrderDraft } from '#domain/purchase-orders/purchase-order';
import type { Settings } from '#domain/settings';
import type { VendorAddress, Vendor } from '#domain/reference-data/vendor';
import type { FormType } from '../../../forms/document/model/draft.ts';
import type { DocumentFormProps } from '../../../forms/document/form.tsx';
import type { StoredDocument } from '../document.ts';

/** What the screens ask of the answer about a stored document of either type. */
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

/** A document that a new one can begin from: how it is read, and what is taken over. */
export interface DuplicateSource<Draft, Wire extends FormSource> {
  docType: DocType;
  /** As the user sees it who wrote it. Errors: `ApiError`. */
  read: (showId: string, id: string) => Promise<Wire>;
  draftOf: (wire: Wire, available: Available) => Draft;
  /** What stands in place of the form where nothing can begin from it; null: something can. Departments not loaded yet are null. */
  whyNot?: (wire: Wire, settings: Settings, activeDepartmentIds: readonly string[] | null) => string | null;
}

/** Drafts that can be compared field by field. */
export type ComparedDraft = PurchaseOrderDraft | InvoiceDraft;

/** What the screens of a form, new, copied or stored, need to know of a type of document. */
export interface FormDefinition<Draft, Wire extends FormSource> {
  docType: FormType;
  /** As the shared screens know it. */
  documentOf: (wire: Wire) => StoredDocument;
  /** As the user sees it who wrote it. Errors: `ApiError`. */
  read: (showId: string, id: string) => Promise<Wire>;
  draftOf: (wire: Wire) => Draft;
  /** What the ids in drafts of these are called. */
  namesOf: (wires: readonly Wire[]) => DraftNames;
  duplicateOf: (wire: Wire, available: Available) => Draft;
  /** Where an address with `?order=` begins an invoice of that PO. */
  ofOrder: DuplicateSource<Draft, PurchaseOrder> | null;
  Form: ComponentType<DocumentFormProps<Draft, Wire>>;
  /** DEC-40: saved while in approval, the second sends the document back to step 1 whatever the settings say. */
  restarts: (before: Draft, after: Draft) => boolean;
  /** DEC-41: what stands in the question why it is voided. */
  voidReason: string;
}
