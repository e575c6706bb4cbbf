import * as v from 'valibot';
import { accountingSystems } from '#domain/document';

/** The responses that all systems share; anything else is an error of the system. */
const cents = v.pipe(v.number(), v.safeInteger());

const vendor = v.object({
  externalId: v.string(),
  number: v.string(),
  name: v.string(),
  isActive: v.boolean(),
  isRelatedParty: v.boolean(),
  addresses: v.array(
    v.object({
      uuid: v.string(),
      lineNumber: v.number(),
      name: v.string(),
      address1: v.string(),
      address2: v.string(),
      city: v.string(),
      state: v.string(),
      zip: v.string(),
      country: v.string(),
      isDefault: v.boolean(),
      isActive: v.boolean(),
    }),
  ),
  contacts: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      email: v.string(),
      phone: v.string(),
      isDefault: v.boolean(),
    }),
  ),
});

const company = v.object({
  companyExternalId: v.string(),
  projectCompanyExternalId: v.string(),
  name: v.string(),
  hasTaxInfo: v.boolean(),
  addresses: v.array(
    v.object({
      lineNumber: v.number(),
      addressLine1: v.string(),
      addressLine2: v.string(),
      city: v.string(),
      state: v.string(),
      postalCode: v.string(),
      country: v.string(),
      isDefault: v.boolean(),
    }),
  ),
  currencies: v.array(
    v.object({
      externalId: v.string(),
      isoCurrencyCode: v.string(),
      referenceCode: v.string(),
      symbol: v.string(),
      isBase: v.boolean(),
    }),
  ),
  taxCodes: v.array(v.object({ code: v.string(), description: v.string() })),
});

const coaField = v.object({
  partConfigId: v.string(),
  configType: v.string(),
  header: v.string(),
  parts: v.array(
    v.object({
      accountPartId: v.string(),
      idCode: v.string(),
      description: v.string(),
      partOrder: v.number(),
      isActive: v.boolean(),
      isAsset: v.boolean(),
      isHeader: v.boolean(),
      isInsurance: v.boolean(),
      rollupAccountPartId: v.nullable(v.string()),
    }),
  ),
});

const payment = v.object({
  externalId: v.string(),
  number: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  vendorExternalId: v.string(),
  vendorName: v.string(),
  payeeName: v.string(),
  paymentType: v.picklist(['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF']),
  bankName: v.string(),
  bankAccount: v.string(),
  currencyCode: v.string(),
  totalCents: cents,
  status: v.picklist(['OPEN', 'RELEASED', 'CANCELED']),
  invoices: v.array(v.object({ number: v.string(), amountCents: cents })),
});

const next = v.nullable(v.string());

export const responseSchemas = {
  /** The response to a posting that returns no data. */
  posted: v.object({ docId: v.string(), postedAt: v.string() }),
  vendors: v.object({ vendors: v.array(vendor), next }),
  payments: v.object({ payments: v.array(payment), next }),
  companies: v.object({ companies: v.array(company) }),
  coa: v.object({ fields: v.array(coaField) }),
  budget: v.object({
    name: v.string(),
    currencyCode: v.pipe(v.string(), v.length(3)),
    updatedAt: v.pipe(v.string(), v.isoTimestamp()),
    lines: v.array(v.object({ idCode: v.string(), description: v.string(), amountCents: cents })),
  }),
  rates: v.object({
    baseCurrencyCode: v.pipe(v.string(), v.length(3)),
    rates: v.array(
      v.object({ currencyCode: v.pipe(v.string(), v.length(3)), day: v.string(), rate: v.string() }),
    ),
  }),
  bankAccounts: v.object({
    accounts: v.array(
      v.object({
        externalId: v.string(),
        name: v.string(),
        isoCurrencyCode: v.pipe(v.string(), v.length(3)),
      }),
    ),
  }),
  named: v.object({ items: v.array(v.object({ id: v.string(), name: v.string() })) }),
  licenses: v.object({
    licenses: v.array(
      v.object({ license: v.string(), name: v.string(), accountingSystem: v.picklist(accountingSystems) }),
    ),
  }),
} as const;
