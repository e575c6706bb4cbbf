import { Refusal } from '#domain/codes';
import { countUses } from '#domain/reference-data/temporary-vendor-use';
import type { PlanRows, RowOf } from '#store/d1/query';
import { temporaryVendorQuery, vendorQuery } from '#store/show/vendors/read-reference-data';
import { taxFormsQuery } from '#store/show/vendors/temporary-vendors';
import { vendorUseQuery } from '#store/show/documents/vendor-use';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { canReadTaxForms, taxFormAccessPlan } from '#verbs/documents/tax-form-access';
import { vendorAddressOf } from '#verbs/documents/view-parts';
import type { Vendor } from '#domain/reference-data/vendor-response';
import type { VendorDetails, VendorUseCount } from '#domain/reference-data/reference-data-response';

type VendorRows = NonNullable<RowOf<ReturnType<typeof vendorQuery>>>;

/** The addresses and contacts of a vendor, defaults first (API-39). */
export function vendorDetailsOf({ addresses, contacts }: VendorRows): VendorDetails {
  return {
    addresses: addresses.flatMap((address) => vendorAddressOf(address) ?? []),
    contacts: contacts.map((contact) => ({
      id: contact.id,
      name: contact.name,
      is_default: contact.isDefault,
      contact_details: { email: contact.email, phone: contact.phone },
    })),
  };
}

/** A permanent or temporary vendor, its tax forms, and whether the user may read them. */
export const vendorPlan = (member: MembershipContext, id: string) => ({
  vendor: vendorQuery(member.store, id),
  record: temporaryVendorQuery(member.store, id),
  taxForms: taxFormsQuery(member.store, id),
  ...taxFormAccessPlan(member, { tempVendorId: id }),
});

/**
 * A vendor of the show, permanent or temporary; tax forms only for those who may read them (API-37). Throws
 * `NOT_FOUND`.
 */
export function vendorOf(
  context: RequestContext,
  { vendor, record, taxForms, ...access }: PlanRows<typeof vendorPlan>,
): Vendor {
  if (vendor) return permanent(vendor);
  if (!record) throw new Refusal('NOT_FOUND');
  const forms = canReadTaxForms(context, access) ? taxForms : [];
  return {
    id: null,
    externalId: null,
    name: record.name,
    number: '',
    contact: record.contact,
    email: record.email,
    phoneNumber: record.phone,
    address: record.address,
    city: record.city,
    state: record.state,
    postalCode: record.postalCode,
    addressLineNumber: null,
    isTemporary: true,
    isRelatedParty: record.isRelatedParty,
    tempVendorId: record.id,
    attachments: forms.map((form) => ({ attachmentId: form.id, label: form.label })),
    shareEmail: record.shareEmail,
    shareNote: record.shareNote,
  };
}

/** A temporary vendor, the other documents that use it, and its tax forms. */
export const vendorUsePlan = (member: MembershipContext, id: string, documentId: string) => ({
  record: temporaryVendorQuery(member.store, id),
  uses: vendorUseQuery(member.store, id, member.user.id, documentId),
  taxForms: taxFormsQuery(member.store, id),
  ...taxFormAccessPlan(member, { tempVendorId: id }),
});

/**
 * How many other open documents use a temporary vendor, and whether this user may edit them all and read the record's
 * tax forms (DEC-34). Throws `NOT_FOUND`.
 */
export function vendorUseOf(
  context: RequestContext,
  { record, uses, taxForms, ...access }: PlanRows<typeof vendorUsePlan>,
): VendorUseCount {
  if (!record) throw new Refusal('NOT_FOUND');
  const counted = countUses(context, uses);
  const mayEditForms = taxForms.length === 0 || canReadTaxForms(context, access);
  return { ...counted, canEditAll: counted.canEditAll && mayEditForms };
}

function permanent({ vendor, addresses, contacts }: VendorRows): Vendor {
  const [address] = addresses;
  const contact = contacts.find((one) => one.isDefault) ?? contacts[0];
  return {
    id: vendor.id,
    externalId: vendor.externalId,
    name: vendor.name,
    number: vendor.number,
    contact: contact?.name ?? '',
    email: contact?.email ?? '',
    phoneNumber: contact?.phone ?? '',
    address: [address?.address1, address?.address2].filter(Boolean).join(', '),
    city: address?.city ?? '',
    state: address?.state ?? '',
    postalCode: address?.zip ?? '',
    addressLineNumber: address?.lineNumber ?? null,
    isTemporary: false,
    isRelatedParty: vendor.isRelatedParty,
    tempVendorId: null,
    attachments: [],
    shareEmail: '',
    shareNote: '',
  };
}
