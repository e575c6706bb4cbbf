import * as v from 'valibot';
import { type Attachment } from './attachments.ts';
import { attachmentsInput } from './attachment-draft.ts';
import { list, optionalId, text } from '#domain/values/schema-fields';
import type { AccountingSystem, DocType } from '#domain/document';
import { noteInput } from './note-input.ts';
import { vendorInput, type Vendor, type VendorDraft } from '#domain/reference-data/vendor';

/** What was chosen in a select; without an id nothing was (DEC-02). */
function chosen<const Schema extends v.GenericSchema<unknown, { id: string }>>(schema: Schema) {
  return v.pipe(
    v.nullish(schema, null),
    v.transform((choice) => (choice === null || choice.id === '' ? null : choice)),
  );
}

/** What the bodies of a purchase order and of an invoice have in common, bounded (DEC-01). */
export const draftHeader = {
  showId: optionalId,
  description: text(20_000),
  department: chosen(v.object({ id: text(100), name: text(200) })),
  category: chosen(v.object({ id: text(100), name: text(200) })),
  vendor: v.nullish(vendorInput, null),
  vendorAddress: chosen(v.object({ id: text(100) })),
  vendorContact: text(200),
  projectCompanyExternalId: text(100),
  currency: text(3),
  projectCompanyCurrencyExternalId: text(100),
  billToAddressId: optionalId,
  shipToAddressId: optionalId,
  notes: list(noteInput, 50),
  attachments: attachmentsInput,
};
const headerSchema = v.object(draftHeader);
/** The header of a document as a form holds it and a save carries it. */
export type DraftHeader = v.InferOutput<typeof headerSchema>;

/** What a new document begins with. */
export const emptyHeader: DraftHeader = {
  showId: null,
  description: '',
  department: null,
  category: null,
  vendor: null,
  vendorAddress: null,
  vendorContact: '',
  projectCompanyExternalId: '',
  currency: '',
  projectCompanyCurrencyExternalId: '',
  billToAddressId: null,
  shipToAddressId: null,
  notes: [],
  attachments: [],
};

/** The header of a stored document. */
interface StoredHeader extends Omit<DraftHeader, 'vendor' | 'notes' | 'attachments'> {
  vendor: Vendor;
  attachments: readonly Attachment[];
}

function vendorDraft(vendor: Vendor): VendorDraft | null {
  return vendor.name === '' ? null : { ...vendor, updateTempVendor: false };
}

/** A stored header as a form edits it. Notes are saved by their own calls, so none are in the draft. */
export function headerDraft(stored: StoredHeader): DraftHeader {
  return {
    showId: stored.showId,
    description: stored.description,
    department: stored.department && { id: stored.department.id, name: stored.department.name },
    category: stored.category && { id: stored.category.id, name: stored.category.name },
    vendor: vendorDraft(stored.vendor),
    vendorAddress: stored.vendorAddress && { id: stored.vendorAddress.id },
    vendorContact: stored.vendorContact,
    projectCompanyExternalId: stored.projectCompanyExternalId,
    currency: stored.currency,
    projectCompanyCurrencyExternalId: stored.projectCompanyCurrencyExternalId,
    billToAddressId: stored.billToAddressId,
    shipToAddressId: stored.shipToAddressId,
    notes: [],
    attachments: stored.attachments.map(({ attachmentId, label, isTopSheet }) => ({
      attachmentId,
      label,
      isTopSheet,
      shouldDelete: false,
    })),
  };
}

/** A document has no more lines than this: one save stays one statement. */
export const lineLimit = 500;

/** PO-39, IN-30: how long a description may be; longer text is cut silently (DEC-95). */
export function descriptionLimit(system: AccountingSystem, docType: DocType): number {
  if (system !== 'V5') return 45;
  return docType === 'INVOICE' ? 100 : 250;
}

/** DEC-95: what is kept of a description, trimmed and cut by characters as people count them. */
export function cutDescription(typed: string, system: AccountingSystem, docType: DocType): string {
  return Array.from(typed.trim()).slice(0, descriptionLimit(system, docType)).join('');
}
