import { and, asc, desc, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { DraftHeader } from '#domain/documents/document-draft';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
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

export function codeOf(currency: string): string {
  return currency.trim().toUpperCase();
}

/** The ids that a draft of this user refers to; `changedVendorId` is the temporary vendor whose record it changes. */
export function referencedIds(draft: DraftHeader, userId: string) {
  const { vendor } = draft;
  const changes = vendor?.isTemporary === true && vendor.updateTempVendor;
  return {
    userId,
    changedVendorId: (changes ? vendor.tempVendorId : null) ?? '',
    departmentId: draft.department?.id ?? '',
    categoryId: draft.category?.id ?? '',
    company: draft.projectCompanyExternalId,
    currency: draft.projectCompanyCurrencyExternalId,
    // Without an id the currency is found by its code (LI-35).
    currencyCode: draft.projectCompanyCurrencyExternalId === '' ? codeOf(draft.currency) : '',
    vendorId: vendor?.isTemporary ? '' : (vendor?.id ?? ''),
    vendorAddressId: draft.vendorAddress?.id ?? '',
    tempVendorId: vendor?.tempVendorId ?? '',
    billToAddressId: draft.billToAddressId,
    shipToAddressId: draft.shipToAddressId,
  };
}

type ReferencedIds = ReturnType<typeof referencedIds>;

const ofDraft = prepareRead((source, ids: ReferencedIds) => {
  const expressions = Object.entries(ids).map(([name, value]) => [name, sql`${value}`]);
  return referenceQueries(source, Object.fromEntries(expressions) as ReferenceExpressions);
});

/** The rows that a draft refers to, from this show only; null for an id that the show does not have. */
export const draftReferencesQuery = (source: Source, ids: ReferencedIds) =>
  mapQuery(ofDraft(source, ids), referenceRows);

const ofOrder = prepareRead((source, { orderId }: { orderId: string }) => {
  const orderColumn = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM documents d JOIN purchase_orders p ON p.document_id = d.id
      WHERE d.id = ${orderId} AND d.show_id = ${source.showId})`;
  return referenceQueries(source, {
    userId: sql`''`,
    changedVendorId: sql`''`,
    departmentId: orderColumn('d.department_id'),
    categoryId: orderColumn('p.category_id'),
    company: orderColumn('p.project_company_external_id'),
    currency: orderColumn('p.currency_external_id'),
    currencyCode: sql`''`,
    vendorId: orderColumn('d.vendor_id'),
    vendorAddressId: orderColumn('p.vendor_address_id'),
    tempVendorId: orderColumn('d.temporary_vendor_id'),
    billToAddressId: orderColumn('p.bill_to_address_id'),
    shipToAddressId: orderColumn('p.ship_to_address_id'),
  });
});

/** The rows that a stored purchase order refers to. */
export const storedReferencesQuery = (source: Source, orderId: string) =>
  mapQuery(ofOrder(source, { orderId }), referenceRows);

type ReferenceExpressions = Record<keyof ReferencedIds, SQL>;

function referenceQueries({ db, showId }: Source, ids: ReferenceExpressions) {
  const { company, vendorId } = ids;
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
      .where(and(eq(departments.showId, showId), eq(departments.id, ids.departmentId)))
      .limit(1),
    db
      .select()
      .from(categories)
      .where(and(eq(categories.showId, showId), eq(categories.id, ids.categoryId)))
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
            eq(companyCurrencies.externalId, ids.currency),
            eq(companyCurrencies.isoCurrencyCode, ids.currencyCode),
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
          eq(vendorAddresses.id, ids.vendorAddressId),
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
          tempVendorId: ids.changedVendorId,
          userId: ids.userId,
          exceptId: sql`''`,
        }),
      })
      .from(temporaryVendors)
      .where(and(eq(temporaryVendors.showId, showId), eq(temporaryVendors.id, ids.tempVendorId)))
      .limit(1),
    address(ids.billToAddressId, 'BILL_TO'),
    address(ids.shipToAddressId, 'SHIP_TO'),
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
    company,
    companyAddress,
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
    company: company[0] ?? null,
    companyAddress: companyAddress[0] ?? null,
    currency: currency[0] ?? null,
    vendor: vendor[0] ?? null,
    vendorAddress: vendorAddress[0] ?? null,
    vendorContact: contact[0] ?? null,
    temporaryVendor: temporary[0]?.record ?? null,
    /** The open documents that use the record, when the draft changes it (DEC-34). */
    vendorUses: temporary[0]?.uses ?? '[]',
    billTo: bill[0] ?? null,
    shipTo: ship[0] ?? null,
    taxCodes,
  };
}
