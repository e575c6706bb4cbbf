import { Refusal } from '#domain/codes';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { temporaryVendorFits } from '#domain/vendor';
import type { Write } from '#store/open';
import { linkTaxForms, saveTemporaryVendor } from '#store/show/temporary-vendor-rows';
import type { ShowContext } from './context.ts';
import type { DraftReferences } from './draft-references.ts';

/**
 * The temporary vendor of a draft (DEC-34): its record's id and the statements that make or update it. A draft without
 * a record gets a new one; `updateTempVendor` changes the record it names. Throws `INVALID_TEMP_VENDOR`.
 */
export async function keepTemporaryVendor(
  context: ShowContext,
  draft: PurchaseOrderDraft,
  found: DraftReferences,
): Promise<{ tempVendorId: string | null; writes: Write[] }> {
  const { vendor } = draft;
  if (!vendor?.isTemporary) return { tempVendorId: null, writes: [] };
  const name = vendor.name.trim();
  const address = vendor.address.trim();
  const email = vendor.email.trim();
  if (!temporaryVendorFits(vendor)) throw new Refusal('INVALID_TEMP_VENDOR');
  const record = found.temporaryVendor;
  if (record && !vendor.updateTempVendor) return { tempVendorId: record.id, writes: [] };
  const id = record?.id ?? context.newId();
  const { store, now } = context;
  return {
    tempVendorId: id,
    writes: [
      saveTemporaryVendor(store, {
        id,
        showId: store.showId,
        name,
        address,
        city: vendor.city.trim(),
        state: vendor.state.trim(),
        postalCode: vendor.postalCode.trim(),
        contact: vendor.contact.trim(),
        email,
        phone: vendor.phoneNumber.trim(),
        isRelatedParty: vendor.isRelatedParty,
        shareEmail: vendor.shareEmail.trim(),
        shareNote: vendor.shareNote.trim(),
        createdBy: context.user.id,
        createdAt: now,
      }),
      ...linkTaxForms(
        store,
        { tempVendorId: id, uploadedBy: context.user.id, now },
        vendor.attachments.map((form) => form.attachmentId),
      ),
    ],
  };
}
