import { answers } from './response-schemas.ts';
import type { AccountingClient, Call } from './client.ts';
import type { Dialect } from './dialect.ts';
import type { Accounting, AccountingLookups } from './port.ts';

/** DEC-61: one key for each state of a document, whoever sends it and however often. */
function keyOf(document: { docId: string; revision: number }): string {
  return `${document.docId}:${document.revision}`;
}

/** Half a character has no code of its own, and would be an error. */
const segment = (text: string) => encodeURIComponent(text.toWellFormed());

function post(path: string, document: { docId: string; revision: number }, body: unknown): Call {
  return { method: 'POST', path, body, idempotencyKey: keyOf(document) };
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function from(after: string | undefined): string {
  return after === undefined ? '' : `?after=${segment(after)}`;
}

/** Documents in the system's own words, everything else in the common ones. */
export function accountingSystem(client: AccountingClient, dialect: Dialect, license: string): Accounting {
  const own = `/${dialect.path}/licenses/${segment(license)}`;
  const common = `/licenses/${segment(license)}`;
  return {
    pushPo: (po) =>
      client.ask(dialect.poState, post(`${own}/purchase-orders`, po, dialect.purchaseOrder(po))),
    pullPo: (docId) => client.find(dialect.poState, get(`${own}/purchase-orders/${segment(docId)}`)),
    voidPo: async ({ docId, revision, reason }) => {
      const path = `${own}/purchase-orders/${segment(docId)}/void`;
      const call = post(path, { docId, revision }, { revision, reason });
      return (await client.find(answers.posted, call)) !== null;
    },
    pushInvoice: async (invoice) => {
      await client.ask(answers.posted, post(`${own}/invoices`, invoice, dialect.invoice(invoice)));
    },
    releasePayment: async (payment) => {
      const path = `${common}/payments/${segment(payment.externalId)}/release`;
      const body = { docId: payment.docId, totalCents: payment.totalCents };
      await client.ask(answers.posted, post(path, payment, body));
    },
    listPayments: async (after) => {
      const page = await client.ask(answers.payments, get(`${common}/payments${from(after)}`));
      return { rows: page.payments, next: page.next };
    },
    listVendors: async (after) => {
      const page = await client.ask(answers.vendors, get(`${common}/vendors${from(after)}`));
      return { rows: page.vendors, next: page.next };
    },
    findVendor: async (externalId) => {
      const path = `${common}/vendors?externalId=${segment(externalId)}`;
      const page = await client.ask(answers.vendors, get(path));
      return page.vendors.find((vendor) => vendor.externalId === externalId) ?? null;
    },
    listCompanies: async () => (await client.ask(answers.companies, get(`${common}/companies`))).companies,
    listCoa: async () => (await client.ask(answers.coa, get(`${common}/coa`))).fields,
    listBankAccounts: async () =>
      (await client.ask(answers.bankAccounts, get(`${common}/bank-accounts`))).accounts,
  };
}

/** The lookups of a new show, which no license is needed for yet (AC-11). */
export function accountingLookups(client: AccountingClient): AccountingLookups {
  const named = async (path: string) => (await client.ask(answers.named, get(path))).items;
  return {
    licenses: async (search) => {
      const path = `/licenses?search=${segment(search)}`;
      return (await client.ask(answers.licenses, get(path))).licenses;
    },
    studios: (license) => named(`/licenses/${segment(license)}/studios`),
    divisions: (studioId) => named(`/studios/${segment(studioId)}/divisions`),
    packages: (license) => named(`/licenses/${segment(license)}/acct-packages`),
    showTypes: (license) => named(`/licenses/${segment(license)}/show-types`),
  };
}
