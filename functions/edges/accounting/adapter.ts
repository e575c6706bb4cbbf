import { responseSchemas } from './response-schemas.ts';
import type { AccountingClient, Call } from './client.ts';
import type { Dialect } from './dialect.ts';
import type { Accounting, AccountingLookups } from './port.ts';

/** One idempotency key per state of a document, so that any repetition has the same key (DEC-61). */
function keyOf(document: { docId: string; revision: number }): string {
  return `${document.docId}:${document.revision}`;
}

/** A lone surrogate cannot be encoded and would throw. */
const pathSegment = (text: string) => encodeURIComponent(text.toWellFormed());

function post(path: string, document: { docId: string; revision: number }, body: unknown): Call {
  return { method: 'POST', path, body, idempotencyKey: keyOf(document) };
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function afterQuery(after: string | undefined): string {
  return after === undefined ? '' : `?after=${pathSegment(after)}`;
}

/** Documents use the system's own dialect, everything else the common format. */
export function accountingSystem(client: AccountingClient, dialect: Dialect, license: string): Accounting {
  const documentPath = `/${dialect.path}/licenses/${pathSegment(license)}`;
  const licensePath = `/licenses/${pathSegment(license)}`;
  return {
    pushPo: (po) =>
      client.ask(dialect.poState, post(`${documentPath}/purchase-orders`, po, dialect.purchaseOrder(po))),
    pullPo: (docId) =>
      client.find(dialect.poState, get(`${documentPath}/purchase-orders/${pathSegment(docId)}`)),
    voidPo: async ({ docId, revision, reason }) => {
      const path = `${documentPath}/purchase-orders/${pathSegment(docId)}/void`;
      const call = post(path, { docId, revision }, { revision, reason });
      return (await client.find(responseSchemas.posted, call)) !== null;
    },
    pushInvoice: async (invoice) => {
      await client.ask(
        responseSchemas.posted,
        post(`${documentPath}/invoices`, invoice, dialect.invoice(invoice)),
      );
    },
    releasePayment: async (payment) => {
      const path = `${licensePath}/payments/${pathSegment(payment.externalId)}/release`;
      const body = { docId: payment.docId, totalCents: payment.totalCents };
      await client.ask(responseSchemas.posted, post(path, payment, body));
    },
    listPayments: async (after) => {
      const page = await client.ask(
        responseSchemas.payments,
        get(`${licensePath}/payments${afterQuery(after)}`),
      );
      return { rows: page.payments, next: page.next };
    },
    listVendors: async (after) => {
      const page = await client.ask(
        responseSchemas.vendors,
        get(`${licensePath}/vendors${afterQuery(after)}`),
      );
      return { rows: page.vendors, next: page.next };
    },
    findVendor: async (externalId) => {
      const path = `${licensePath}/vendors?externalId=${pathSegment(externalId)}`;
      const page = await client.ask(responseSchemas.vendors, get(path));
      return page.vendors.find((vendor) => vendor.externalId === externalId) ?? null;
    },
    listCompanies: async () =>
      (await client.ask(responseSchemas.companies, get(`${licensePath}/companies`))).companies,
    listCoa: async () => (await client.ask(responseSchemas.coa, get(`${licensePath}/coa`))).fields,
    findBudget: () => client.find(responseSchemas.budget, get(`${licensePath}/budget`)),
    findRates: () => client.find(responseSchemas.rates, get(`${licensePath}/exchange-rates`)),
    listBankAccounts: async () =>
      (await client.ask(responseSchemas.bankAccounts, get(`${licensePath}/bank-accounts`))).accounts,
  };
}

/** The lookups for a new show, which need no license yet (AC-11). */
export function accountingLookups(client: AccountingClient): AccountingLookups {
  const named = async (path: string) => (await client.ask(responseSchemas.named, get(path))).items;
  return {
    licenses: async (search) => {
      const path = `/licenses?search=${pathSegment(search)}`;
      return (await client.ask(responseSchemas.licenses, get(path))).licenses;
    },
    studios: (license) => named(`/licenses/${pathSegment(license)}/studios`),
    divisions: (studioId) => named(`/studios/${pathSegment(studioId)}/divisions`),
    packages: (license) => named(`/licenses/${pathSegment(license)}/acct-packages`),
    showTypes: (license) => named(`/licenses/${pathSegment(license)}/show-types`),
  };
}
