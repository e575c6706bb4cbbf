import {
  accountFields,
  accountParts,
  companies,
  companyAddresses,
  companyCurrencies,
  companyTaxCodes,
  vendorAddresses,
  vendorContacts,
  vendors,
} from '#store/show/tables/reference-tables';
import { documents } from '#store/show/tables/document-tables';
import { paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import type { Row, Table } from '../../sandbox/tables.ts';
import { day, instant } from '../clock.ts';
import type { DemoDocument } from '../documents/document-builder.ts';
import { addAccountingBudget } from './accounting-budget.ts';
import { addAccountingRates } from './accounting-rates.ts';
import { locations } from './locations.ts';
import { studioPlans } from './show-plans.ts';
import type { Show } from './show.ts';

/** Rows of the accounting sandbox's own database, by table. */
export class Ledger {
  readonly byTable = new Map<Table, object[]>();

  add<T extends Table>(table: T, ...rows: Row<T>[]): void {
    const there = this.byTable.get(table);
    if (there) there.push(...rows);
    else this.byTable.set(table, [...rows]);
  }
}

const flag = (value: boolean | undefined, otherwise: boolean): 0 | 1 => ((value ?? otherwise) ? 1 : 0);

/** Adds the accounting data of a show's license, equal to the show's copy of it. */
export function addBooks(ledger: Ledger, show: Show, demoDocuments: readonly DemoDocument[]): void {
  const { license, name, system, studioId } = show.plan;
  ledger.add('licenses', { license, name, accountingSystem: system });
  const studio = studioPlans.find(({ id }) => id === studioId);
  ledger.add('studios', { license, studioId, name: studio?.name ?? '' });
  ledger.add(
    'acctPackages',
    { license, packageId: 'PKG-STD', name: 'Standard Production' },
    { license, packageId: 'PKG-TV', name: 'Episodic Television' },
  );
  ledger.add(
    'showTypes',
    { license, showTypeId: 'FEATURE', name: 'Feature' },
    { license, showTypeId: 'SERIES', name: 'Series' },
  );
  addVendorBooks(ledger, show);
  addCompanyBooks(ledger, show);
  addChart(ledger, show);
  addAccountingBudget(ledger, show);
  addAccountingRates(ledger, show);
  addPostings(ledger, show, demoDocuments);
  addWaitingPayments(ledger, show);
}

/** Adds the postings of a show whose accounting data exists. */
export function addPostings(ledger: Ledger, show: Show, demoDocuments: readonly DemoDocument[]): void {
  for (const demoDocument of demoDocuments) addPosting(ledger, demoDocument);
  addSettledInvoices(ledger, show);
}

/** Divisions belong to a studio, not to a license. */
export function addDivisions(ledger: Ledger): void {
  for (const { id: studioId, division } of studioPlans)
    ledger.add(
      'divisions',
      { studioId, divisionId: 'DIV-1', name: division },
      { studioId, divisionId: 'DIV-2', name: 'Limited Series' },
    );
}

function addVendorBooks(ledger: Ledger, { plan, rows, baseCurrency }: Show): void {
  const { license } = plan;
  const externalIds = new Map(rows.of(vendors).map((vendor) => [vendor.id, vendor.externalId]));
  const externalId = (id: string): string => externalIds.get(id) ?? '';
  for (const vendor of rows.of(vendors))
    ledger.add('vendors', {
      license,
      externalId: vendor.externalId,
      number: vendor.number ?? '',
      name: vendor.name,
      isActive: flag(vendor.isActive, true),
      isRelatedParty: flag(vendor.isRelatedParty, false),
    });
  for (const address of rows.of(vendorAddresses))
    ledger.add('vendorAddresses', {
      license,
      vendorExternalId: externalId(address.vendorId),
      lineNumber: address.lineNumber,
      addressUuid: address.vendorAddressUuid,
      name: address.name ?? '',
      address1: address.address1 ?? '',
      address2: address.address2 ?? '',
      city: address.city ?? '',
      state: address.state ?? '',
      zip: address.zip ?? '',
      country: locations[baseCurrency].country,
      isDefault: flag(address.isDefault, false),
      isActive: flag(address.isActive, true),
    });
  for (const contact of rows.of(vendorContacts))
    ledger.add('vendorContacts', {
      license,
      vendorExternalId: externalId(contact.vendorId),
      contactId: contact.id,
      name: contact.name ?? '',
      email: contact.email ?? '',
      phone: contact.phone ?? '',
      isDefault: flag(contact.isDefault, false),
    });
}

function addCompanyBooks(ledger: Ledger, { plan, rows, baseCurrency }: Show): void {
  const { license } = plan;
  const own = new Map(rows.of(companies).map((row) => [row.projectCompanyExternalId, row.companyExternalId]));
  const companyOf = (row: { projectCompanyExternalId: string }) => ({
    license,
    companyExternalId: own.get(row.projectCompanyExternalId) ?? '',
  });
  for (const row of rows.of(companies))
    ledger.add('companies', {
      ...companyOf(row),
      projectCompanyExternalId: row.projectCompanyExternalId,
      name: row.name,
      hasTaxInfo: flag(row.hasTaxInfo, false),
    });
  for (const row of rows.of(companyAddresses))
    ledger.add('companyAddresses', {
      ...companyOf(row),
      lineNumber: row.position,
      addressLine1: row.addressLine1,
      addressLine2: '',
      city: row.city ?? '',
      state: row.state ?? '',
      postalCode: row.postalCode ?? '',
      country: locations[baseCurrency].country,
      isDefault: flag(row.isDefault, false),
    });
  for (const row of rows.of(companyCurrencies)) {
    const { externalId, isoCurrencyCode, referenceCode, symbol } = row;
    ledger.add('companyCurrencies', {
      ...companyOf(row),
      externalId,
      isoCurrencyCode,
      referenceCode,
      symbol,
      isBase: flag(row.isBase, false),
    });
  }
  for (const row of rows.of(companyTaxCodes))
    ledger.add('taxCodes', { ...companyOf(row), code: row.code, description: row.description ?? '' });
}

function addChart(ledger: Ledger, { plan, rows }: Show): void {
  const { license } = plan;
  for (const { partConfigId, configType, header, position } of rows.of(accountFields))
    ledger.add('coaFields', { license, partConfigId, configType, header, fieldOrder: position });
  for (const part of rows.of(accountParts))
    ledger.add('coaParts', {
      license,
      accountPartId: part.accountPartId,
      partConfigId: part.partConfigId,
      idCode: part.idCode,
      description: part.description,
      partOrder: part.partOrder,
      isActive: flag(part.isActive, true),
      isAsset: flag(part.isAsset, false),
      isHeader: flag(part.isHeader, false),
      isInsurance: flag(part.isInsurance, false),
      rollupAccountPartId: part.rollupAccountPartId ?? null,
    });
}

/** Adds the posting of a pushed document: of a purchase order, its last approved version. */
function addPosting(ledger: Ledger, demoDocument: DemoDocument): void {
  const { header, show } = demoDocument;
  if (header.type === 'PAYMENT') return addPayment(ledger, demoDocument);
  const wasSent = demoDocument.sends.some((sent) => sent.sendType === 'ACCOUNTING' && sent.isSuccessful);
  if (!wasSent) return;
  const key = { license: show.plan.license, docId: header.id };
  const version = demoDocument.versions.at(-1);
  const posted = {
    ...key,
    revision: header.revision,
    number: header.number,
    vendorExternalId: header.vendorExternalId ?? '',
    companyExternalId:
      demoDocument.purchaseOrder?.companyExternalId ?? show.companies[0]?.companyExternalId ?? '',
    currencyCode: header.currencyCode,
    totalCents: version?.totalCents ?? header.totalCents,
    postedAt: header.updatedAt,
  };
  if (header.type === 'PO') {
    ledger.add('purchaseOrders', { ...posted, isVoid: header.status === 'VOID' ? 1 : 0 });
    for (const { id, lineNumber, totalCents } of version?.snapshot.lines ?? demoDocument.lines)
      ledger.add('purchaseOrderLines', {
        ...key,
        lineId: id,
        lineNumber,
        totalCents,
        glTransactionDetailExternalId: `GL-${header.number}-${lineNumber}`,
      });
    return;
  }
  ledger.add('invoices', posted);
  for (const { id, lineNumber, totalCents, relievePoLineId } of demoDocument.lines)
    ledger.add('invoiceLines', {
      ...key,
      lineId: id,
      lineNumber,
      totalCents,
      relievedLineId: relievePoLineId,
    });
}

function addPayment(ledger: Ledger, { header, show }: DemoDocument): void {
  const detail = show.rows.of(payments).find(({ documentId }) => documentId === header.id);
  if (!detail) return;
  const bank = show.banks.find(({ id }) => id === detail.bankAccountId);
  const states = { APPROVED: 'RELEASED', CANCELED: 'CANCELED' } as const;
  ledger.add('payments', {
    license: show.plan.license,
    externalId: detail.externalId,
    number: header.number,
    createdAt: header.createdAt,
    vendorExternalId: header.vendorExternalId ?? '',
    payeeName: detail.payeeName ?? '',
    paymentType: detail.paymentType,
    bankName: detail.bankName ?? '',
    bankAccount: bank?.externalId ?? '',
    currencyCode: header.currencyCode,
    totalCents: header.totalCents,
    status: header.status === 'APPROVED' || header.status === 'CANCELED' ? states[header.status] : 'OPEN',
    releasedAt: header.status === 'APPROVED' ? header.updatedAt : null,
  });
}

/** Adds the invoices that each payment settles, by their vendors' numbers. */
function addSettledInvoices(ledger: Ledger, { plan, rows }: Show): void {
  const { license } = plan;
  const numbers = new Map(rows.of(documents).map((document) => [document.id, document.number ?? '']));
  const externalIds = new Map(
    rows.of(payments).map(({ documentId, externalId }) => [documentId, externalId]),
  );
  for (const { paymentId, invoiceId, amountCents } of rows.of(paymentInvoices))
    ledger.add('paymentInvoices', {
      license,
      paymentExternalId: externalIds.get(paymentId) ?? '',
      invoiceNumber: numbers.get(invoiceId) ?? '',
      amountCents,
    });
}

/** Adds two issued payments that Backlot has not imported yet. */
function addWaitingPayments(ledger: Ledger, show: Show): void {
  const [bank] = show.banks;
  const list = show.vendors.filter((vendor) => !vendor.isTemporary && vendor.isActive).slice(0, 2);
  if (!bank || !show.plan.features.includes('APPA')) return;
  list.forEach(({ snapshot }, n) =>
    ledger.add('payments', {
      license: show.plan.license,
      externalId: `PAY-${show.plan.license}-NEW-${n + 1}`,
      number: `E${460_001 + n}`,
      createdAt: instant(show.anchor - day),
      vendorExternalId: snapshot.externalId ?? '',
      payeeName: snapshot.name,
      paymentType: 'ACH',
      bankName: bank.name,
      bankAccount: bank.externalId,
      currencyCode: bank.isoCurrencyCode,
      totalCents: 125_000 + n * 48_050,
      status: 'OPEN',
      releasedAt: null,
    }),
  );
}
