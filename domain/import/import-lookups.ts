import type { AccountField, AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { Company } from '#domain/reference-data/company';
import type { DateFormat } from '#domain/values/days';
import type { AccountingSystem } from '#domain/document';
import type { Member, Modules } from '#domain/identity/permissions';

/** A permanent vendor as an import may name it. */
export interface KnownVendor {
  id: string;
  name: string;
  number: string;
  /** The active ones. */
  addresses: readonly { id: string; isDefault: boolean }[];
}

/** A temporary vendor of the show. */
export interface KnownTemporaryVendor {
  id: string;
  name: string;
  address: string;
}

export interface KnownName {
  id: string;
  name: string;
}

/** What the rows of a file are held against: who imports, and what the show has. */
export interface ImportLookups {
  member: Member & { modules: Modules };
  /** The user's own day, for what has no date. */
  today: string;
  dateFormat: DateFormat | null;
  accountingSystem: AccountingSystem;
  updateRentalQuantity: boolean;
  /** The active ones. */
  departments: readonly (KnownName & { allowed: AllowedCodes })[];
  categories: readonly KnownName[];
  billTo: readonly KnownName[];
  shipTo: readonly KnownName[];
  companies: readonly Company[];
  fields: readonly AccountField[];
  /** Those that the file names, by name or number. */
  vendors: readonly KnownVendor[];
  temporaryVendors: readonly KnownTemporaryVendor[];
}
