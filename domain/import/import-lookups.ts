import type { AllowedCodes } from '#domain/reference-data/chart-of-accounts';
import type { DateFormat } from '#domain/values/days';
import type { AccountingSystem } from '#domain/document';
import type { Member, Modules } from '#domain/identity/permissions';
import type { AccountField, Company } from '#domain/reference-data/reference-data-response';

/** A permanent vendor that an import can refer to. */
export interface LookupVendor {
  id: string;
  name: string;
  number: string;
  /** Active addresses only. */
  addresses: readonly { id: string; isDefault: boolean }[];
}

/** A temporary vendor of the show. */
export interface LookupTemporaryVendor {
  id: string;
  name: string;
  address: string;
}

export interface LookupName {
  id: string;
  name: string;
}

/** Reference data for checking the rows of a file: the importing user, and what the show has. */
export interface ImportLookups {
  member: Member & { modules: Modules };
  /** The user's local day, the default for a missing date. */
  today: string;
  dateFormat: DateFormat | null;
  accountingSystem: AccountingSystem;
  updateRentalQuantity: boolean;
  /** Active departments only. */
  departments: readonly (LookupName & { allowed: AllowedCodes })[];
  categories: readonly LookupName[];
  billTo: readonly LookupName[];
  shipTo: readonly LookupName[];
  companies: readonly Company[];
  fields: readonly AccountField[];
  /** Only those that the file refers to, by name or number. */
  vendors: readonly LookupVendor[];
  temporaryVendors: readonly LookupTemporaryVendor[];
}
