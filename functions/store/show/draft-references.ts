import { and, eq, sql } from 'drizzle-orm';
import type { DraftHeader } from '#domain/document-draft';
import type { ShowStore } from '../open.ts';
import {
  addresses,
  categories,
  companies,
  companyAddresses,
  companyCurrencies,
  departments,
  temporaryVendors,
  vendorAddresses,
  vendorContacts,
  vendors,
} from './reference-tables.ts';

/** The ids that a draft names, looked up in this show and nowhere else; null for what the show has not. One round trip. */
export async function readDraftReferences(store: ShowStore, draft: DraftHeader) {
  const { db, showId } = store;
  const company = draft.projectCompanyExternalId;
  const vendorId = draft.vendor?.isTemporary ? '' : (draft.vendor?.id ?? '');
  const address = (id: string | null, type: 'BILL_TO' | 'SHIP_TO') =>
    db
      .select()
      .from(addresses)
      .where(and(eq(addresses.showId, showId), eq(addresses.id, id ?? ''), eq(addresses.addressType, type)))
      .limit(1);
  const [
    department,
    category,
    found,
    place,
    currency,
    vendor,
    vendorAddress,
    contact,
    temporary,
    bill,
    ship,
  ] = await db.batch([
    db
      .select()
      .from(departments)
      .where(and(eq(departments.showId, showId), eq(departments.id, draft.department?.id ?? '')))
      .limit(1),
    db
      .select()
      .from(categories)
      .where(and(eq(categories.showId, showId), eq(categories.id, draft.category?.id ?? '')))
      .limit(1),
    db
      .select()
      .from(companies)
      .where(and(eq(companies.showId, showId), eq(companies.projectCompanyExternalId, company)))
      .limit(1),
    db
      .select()
      .from(companyAddresses)
      .where(
        and(
          eq(companyAddresses.showId, showId),
          eq(companyAddresses.projectCompanyExternalId, company),
          eq(companyAddresses.isDefault, true),
        ),
      )
      .limit(1),
    db
      .select()
      .from(companyCurrencies)
      .where(
        and(
          eq(companyCurrencies.showId, showId),
          eq(companyCurrencies.projectCompanyExternalId, company),
          eq(companyCurrencies.externalId, draft.projectCompanyCurrencyExternalId),
        ),
      )
      .limit(1),
    db
      .select()
      .from(vendors)
      .where(and(eq(vendors.showId, showId), eq(vendors.id, vendorId)))
      .limit(1),
    db
      .select()
      .from(vendorAddresses)
      .where(
        and(
          eq(vendorAddresses.showId, showId),
          eq(vendorAddresses.vendorId, vendorId),
          eq(vendorAddresses.id, draft.vendorAddress?.id ?? ''),
        ),
      )
      .limit(1),
    db
      .select()
      .from(vendorContacts)
      .where(
        and(
          eq(vendorContacts.showId, showId),
          eq(vendorContacts.vendorId, vendorId),
          sql`${vendorContacts.isDefault} = 1`,
        ),
      )
      .limit(1),
    db
      .select()
      .from(temporaryVendors)
      .where(
        and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, draft.vendor?.tempVendorId ?? '')),
      )
      .limit(1),
    address(draft.billToAddressId, 'BILL_TO'),
    address(draft.shipToAddressId, 'SHIP_TO'),
  ]);
  return {
    department: department[0] ?? null,
    category: category[0] ?? null,
    company: found[0] ?? null,
    companyAddress: place[0] ?? null,
    currency: currency[0] ?? null,
    vendor: vendor[0] ?? null,
    vendorAddress: vendorAddress[0] ?? null,
    vendorContact: contact[0] ?? null,
    temporaryVendor: temporary[0] ?? null,
    billTo: bill[0] ?? null,
    shipTo: ship[0] ?? null,
  };
}
