import type { AccountingSystem } from '#domain/document';

/** Money is integer cents, quantities integer hundredths, days `YYYY-MM-DD`, instants ISO-8601 UTC. */
interface PostedHeader {
  docId: string;
  /** Rises whenever the content to send changes: `{docId}:{revision}` is the idempotency key (DEC-61). */
  revision: number;
  number: string;
  description: string;
  vendorExternalId: string;
  vendorAddressLineNumber: number | null;
  companyExternalId: string;
  projectCompanyExternalId: string;
  currencyCode: string;
  /** The company's own id of the currency (LI-35 `external_id`). */
  currencyExternalId: string;
  totalCents: number;
}

interface PostedLine {
  lineId: string;
  lineNumber: number;
  description: string;
  totalCents: number;
  /** `{[config_type]: id_code}` (DEC-52); an empty code means none. */
  coding: Readonly<Record<string, string>>;
  taxCode: string | null;
}

export interface AccountingPoLine extends PostedLine {
  quantityHundredths: number;
  unitCostCents: number;
  /** Null for a purchase. */
  rental: { rentalType: string; startDay: string | null; endDay: string | null } | null;
}

export interface AccountingPo extends PostedHeader {
  poDay: string;
  changeOrderNumber: number;
  lines: readonly AccountingPoLine[];
}

export interface AccountingInvoiceLine extends PostedLine {
  /** The purchase order line that this line relieves (IN-04). */
  relieves: { poLineId: string; glTransactionDetailExternalId: string | null } | null;
}

export interface AccountingInvoice extends PostedHeader {
  invoiceDay: string;
  dueDay: string;
  lines: readonly AccountingInvoiceLine[];
}

/** A purchase order as stored in accounting: the response to a push or a pull. */
export interface AccountingPoState {
  docId: string;
  revision: number;
  isVoid: boolean;
  lines: readonly {
    lineId: string;
    lineNumber: number;
    totalCents: number;
    /** Accounting's own remaining balance after invoices (DEC-39). */
    remainingBalanceCents: number;
    glTransactionDetailExternalId: string;
  }[];
}

export interface AccountingVendor {
  externalId: string;
  number: string;
  name: string;
  isActive: boolean;
  isRelatedParty: boolean;
  addresses: readonly {
    uuid: string;
    lineNumber: number;
    name: string;
    address1: string;
    address2: string;
    city: string;
    state: string;
    zip: string;
    country: string;
    isDefault: boolean;
    isActive: boolean;
  }[];
  contacts: readonly { id: string; name: string; email: string; phone: string; isDefault: boolean }[];
}

export interface AccountingCompany {
  companyExternalId: string;
  projectCompanyExternalId: string;
  name: string;
  hasTaxInfo: boolean;
  addresses: readonly {
    lineNumber: number;
    addressLine1: string;
    addressLine2: string;
    city: string;
    state: string;
    postalCode: string;
    country: string;
    isDefault: boolean;
  }[];
  currencies: readonly {
    externalId: string;
    isoCurrencyCode: string;
    referenceCode: string;
    symbol: string;
    isBase: boolean;
  }[];
  taxCodes: readonly { code: string; description: string }[];
}

/** A field of the chart of accounts with its parts (LI-27). */
export interface AccountingCoaField {
  partConfigId: string;
  configType: string;
  header: string;
  parts: readonly {
    accountPartId: string;
    idCode: string;
    description: string;
    partOrder: number;
    isActive: boolean;
    isAsset: boolean;
    isHeader: boolean;
    isInsurance: boolean;
    rollupAccountPartId: string | null;
  }[];
}

/** The budget that accounting has of a show, in the order of its lines. */
export interface AccountingBudget {
  name: string;
  currencyCode: string;
  updatedAt: string;
  /** `idCode` is a code of the chart of accounts; '' for fringes and contingency without an account. */
  lines: readonly { idCode: string; description: string; amountCents: number }[];
}

/** The exchange rates that accounting has of a show: units of the base currency for one unit, as decimal texts. */
export interface AccountingRates {
  baseCurrencyCode: string;
  rates: readonly { currencyCode: string; day: string; rate: string }[];
}

export interface AccountingBank {
  externalId: string;
  name: string;
  isoCurrencyCode: string;
}

export interface AccountingPayment {
  externalId: string;
  number: string;
  createdAt: string;
  vendorExternalId: string;
  vendorName: string;
  payeeName: string;
  /** PA-06 */
  paymentType: 'CI' | 'CCNF' | 'ACH' | 'ACHNF' | 'EPAY' | 'EPAYNF';
  bankName: string;
  bankAccount: string;
  currencyCode: string;
  totalCents: number;
  status: 'OPEN' | 'RELEASED' | 'CANCELED';
  invoices: readonly { number: string; amountCents: number }[];
}

export interface PaymentRelease {
  docId: string;
  revision: number;
  externalId: string;
  totalCents: number;
}

export interface PageOf<T> {
  rows: readonly T[];
  /** The next call's `after`; null on the last page. */
  next: string | null;
}

/**
 * A show's accounting system (DEC-61, AC-01). Every call throws `AccountingFailure` when the system rejects it, fails,
 * times out or sends an invalid response (AC-04), with the system's own message if there is one.
 */
export interface Accounting {
  pushPo: (po: AccountingPo) => Promise<AccountingPoState>;
  /** Null when accounting does not have the purchase order. */
  pullPo: (docId: string) => Promise<AccountingPoState | null>;
  /** False when accounting does not have the purchase order. */
  voidPo: (po: { docId: string; revision: number; reason: string }) => Promise<boolean>;
  pushInvoice: (invoice: AccountingInvoice) => Promise<void>;
  releasePayment: (payment: PaymentRelease) => Promise<void>;
  /** By external id; `after` is the `next` of the previous page. */
  listPayments: (after?: string) => Promise<PageOf<AccountingPayment>>;
  listVendors: (after?: string) => Promise<PageOf<AccountingVendor>>;
  /** The current vendor, or null when accounting does not have it (DEC-43). */
  findVendor: (externalId: string) => Promise<AccountingVendor | null>;
  listCompanies: () => Promise<readonly AccountingCompany[]>;
  listCoa: () => Promise<readonly AccountingCoaField[]>;
  /** Null when accounting has no budget of the show. */
  findBudget: () => Promise<AccountingBudget | null>;
  /** Null when accounting has no exchange rates of the show. */
  findRates: () => Promise<AccountingRates | null>;
  /** The accounts that payments are drawn on (DEC-65). */
  listBankAccounts: () => Promise<readonly AccountingBank[]>;
}

export interface Named {
  id: string;
  name: string;
}

export interface License {
  license: string;
  name: string;
  accountingSystem: AccountingSystem;
}

/** The data for a new show (AC-11). These calls fail as those of `Accounting` do. */
export interface AccountingLookups {
  /** Licenses whose code or name contains the text; all of them, at most 50, for an empty text. */
  licenses: (search: string) => Promise<readonly License[]>;
  studios: (license: string) => Promise<readonly Named[]>;
  divisions: (studioId: string) => Promise<readonly Named[]>;
  packages: (license: string) => Promise<readonly Named[]>;
  showTypes: (license: string) => Promise<readonly Named[]>;
}
