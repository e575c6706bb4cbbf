import type { DraftHeader } from '#domain/documents/document-draft';
import type { VendorDraft } from '#domain/reference-data/vendor';

const recordFields = ['id', 'tempVendorId', 'isTemporary'] as const;
/** Fields that identify a temporary vendor besides its record. Accounting alone maintains a permanent vendor. */
const enteredFields = ['name', 'address', 'city', 'state', 'postalCode', 'isRelatedParty'] as const;

function isOtherVendor(before: VendorDraft, after: VendorDraft): boolean {
  if (recordFields.some((name) => before[name] !== after[name])) return true;
  return after.isTemporary && enteredFields.some((name) => before[name] !== after[name]);
}

/** True when a draft names another payee, company or currency than the document in approval that it edits (DEC-40). */
export function hasOtherPayee(before: DraftHeader, after: DraftHeader): boolean {
  return (
    before.vendor === null ||
    after.vendor === null ||
    isOtherVendor(before.vendor, after.vendor) ||
    before.vendorAddress?.id !== after.vendorAddress?.id ||
    before.projectCompanyExternalId !== after.projectCompanyExternalId ||
    before.projectCompanyCurrencyExternalId !== after.projectCompanyCurrencyExternalId
  );
}
