import { and, asc, desc, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import {
  addresses,
  categories,
  companies,
  companyAddresses,
  companyCurrencies,
  companyTaxCodes,
  departments,
  temporaryVendors,
  vendorAddresses,
  vendorContacts,
  vendors,
} from '#store/show/tables/reference-tables';
import { vendorUseJson } from './vendor-use.ts';

/** A currency code as it is compared. */
export function codeOf(currency: string): string {
  return currency.trim().toUpperCase();
}

/** The ids that a draft of this user names; `changedVendorId` is the temporary vendor whose record it changes. */
export function namesIn(draft: DraftHeader, userId: string) {
  const { vendor } = draft;
  const changes = vendor?.isTemporary === true && vendor.updateTempVendor;
  return {
    userId,
    changedVendorId: (changes ? vendor.tempVendorId : null) ?? '',
    departmentId: draft.department?.id ?? '',
    categoryId: draft.category?.id ?? '',
    company: draft.projectCompanyExternalId,
    currency: draft.projectCompanyCurrencyExternalId,
    // Without an id the code names the currency (LI-35).
    currencyCode: draft.projectCompanyCurrencyExternalId === '' ? codeOf(draft.currency) : '',
    vendorId: vendor?.isTemporary ? '' : (vendor?.id ?? ''),
    vendorAddressId: draft.vendorAddress?.id ?? '',
    tempVendorId: vendor?.tempVendorId ?? '',
    billToAddressId: draft.billToAddressId,
    shipToAddressId: draft.shipToAddressId,
  };
}

type Names = ReturnType<typeof namesIn>;

const ofDraft = prepareRead((source, named: Names) => {
  const given = Object.entries(named).map(([name, value]) => [name, sql`${value}`]);
  return lookUp(source, Object.fromEntries(given) as Named);
});

/** What a draft names, looked up in this show and nowhere else; null for what the show does not have. */
export const draftReferencesQuery = (source: Source, named: Names) =>
  mapped(ofDraft(source, named), referenceRows);

const ofOrder = prepareRead((source, { orderId }: { orderId: string }) => {
  const own = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM documents d JOIN purchase_orders p ON p.document_id = d.id
      WHERE d.id = ${orderId} AND d.show_id = ${source.showId})`;
  return lookUp(source, {
    userId: sql`''`,
    changedVendorId: sql`''`,
    departmentId: own('d.department_id'),
    categoryId: own('p.category_id'),
    company: own('p.project_company_external_id'),
    currency: own('p.currency_external_id'),
    currencyCode: sql`''`,
    vendorId: own('d.vendor_id'),
    vendorAddressId: own('p.vendor_address_id'),
    tempVendorId: own('d.temporary_vendor_id'),
    billToAddressId: own('p.bill_to_address_id'),
    shipToAddressId: own('p.ship_to_address_id'),
  });
});

/** The same for a purchase order as it is stored. */
export const storedReferencesQuery = (source: Source, orderId: string) =>
  mapped(ofOrder(source, { orderId }), referenceRows);

type Named = Record<keyof Names, SQL>;

function lookUp({ db, showId }: Source, named: Named) {
  const { company, vendorId } = named;
  const address = (id: SQL, type: 'BILL_TO' | 'SHIP_TO') =>
    db
      .select()
      .from(addresses)
      .where(and(eq(addresses.showId, showId), eq(addresses.id, id), eq(addresses.addressType, type)))
      .limit(1);
  return [
    db
      .select()
      .from(departments)
      .where(and(eq(departments.showId, showId), eq(departments.id, named.departmentId)))
      .limit(1),
    db
      .select()
      .from(categories)
      .where(and(eq(categories.showId, showId), eq(categories.id, named.categoryId)))
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
          or(
            eq(companyCurrencies.externalId, named.currency),
            eq(companyCurrencies.isoCurrencyCode, named.currencyCode),
          ),
        ),
      )
      .orderBy(desc(companyCurrencies.isBase), asc(companyCurrencies.externalId))
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
          eq(vendorAddresses.id, named.vendorAddressId),
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
      .select({
        record: temporaryVendors,
        uses: vendorUseJson(showId, {
          tempVendorId: named.changedVendorId,
          userId: named.userId,
          exceptId: sql`''`,
        }),
      })
      .from(temporaryVendors)
      .where(and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, named.tempVendorId)))
      .limit(1),
    address(named.billToAddressId, 'BILL_TO'),
    address(named.shipToAddressId, 'SHIP_TO'),
    db
      .select({ code: companyTaxCodes.code, description: companyTaxCodes.description })
      .from(companyTaxCodes)
      .where(and(eq(companyTaxCodes.showId, showId), eq(companyTaxCodes.projectCompanyExternalId, company))),
  ] as const;
}

function referenceRows(rows: RowOf<ReturnType<typeof ofDraft>>) {
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
    taxCodes,
  ] = rows;
  return {
    department: department[0] ?? null,
    category: category[0] ?? null,
    company: found[0] ?? null,
    companyAddress: place[0] ?? null,
    currency: currency[0] ?? null,
    vendor: vendor[0] ?? null,
    vendorAddress: vendorAddress[0] ?? null,
    vendorContact: contact[0] ?? null,
    temporaryVendor: temporary[0]?.record ?? null,
    /** The open documents that use the record, where the draft changes it (DEC-34). */
    vendorUses: temporary[0]?.uses ?? '[]',
    billTo: bill[0] ?? null,
    shipTo: ship[0] ?? null,
    taxCodes,
  };
}
