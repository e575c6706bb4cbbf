import * as v from 'valibot';
import { attachmentsInput } from './attachment-draft.ts';
import { list, optionalId, text } from '#domain/values/schema-fields';
import type { AccountingSystem, DocType } from '#domain/document';
import { noteInput } from './note-input.ts';
import { vendorInput, type VendorDraft } from '#domain/reference-data/vendor';
import type { Attachment } from './document-response.ts';
import type { Vendor } from '#domain/reference-data/vendor-response';

/** The choice of a select; without an id it is null (DEC-02). */
function selectedOption<const Schema extends v.GenericSchema<unknown, { id: string }>>(schema: Schema) {
  return v.pipe(
    v.nullish(schema, null),
    v.transform((choice) => (choice === null || choice.id === '' ? null : choice)),
  );
}

/** The bounded fields that the bodies of purchase orders and invoices share (DEC-01). */
export const draftHeader = {
  showId: optionalId,
  description: text(20_000),
  department: selectedOption(v.object({ id: text(100), name: text(200) })),
  category: selectedOption(v.object({ id: text(100), name: text(200) })),
  vendor: v.nullish(vendorInput, null),
  vendorAddress: selectedOption(v.object({ id: text(100) })),
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
/** The header of a document in a form and in the body of a save. */
export type DraftHeader = v.InferOutput<typeof headerSchema>;

/** The header of a new document. */
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

/** Turns a stored header into a form's draft. The draft has no notes: they are saved by their own calls. */
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

/** Maximum lines of a document, so that one save stays one statement. */
export const lineLimit = 500;

/** Maximum characters of a description; longer text is cut silently (PO-39, IN-30, DEC-95). */
export function descriptionLimit(system: AccountingSystem, docType: DocType): number {
  if (system !== 'V5') return 45;
  return docType === 'INVOICE' ? 100 : 250;
}

/** Trims a description and cuts it by code points (DEC-95). */
export function cutDescription(typed: string, system: AccountingSystem, docType: DocType): string {
  return Array.from(typed.trim()).slice(0, descriptionLimit(system, docType)).join('');
}
