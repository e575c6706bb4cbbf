import type { Content } from './content.ts';
import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** Header columns of the payee, the paying company and the currency. */
const restartColumns = [
  'vendorId',
  'temporaryVendorId',
  'vendorExternalId',
  'vendorNumber',
  'vendorName',
  'vendorAddressId',
  'payeeName',
  'projectCompanyExternalId',
  'companyExternalId',
  'currencyCode',
  'currencyExternalId',
] as const;

/**
 * Contact details of the vendor, and the version of its temporary record. Every other field of the stored vendor copy
 * identifies the payee, including fields added later.
 */
const contactFields = new Set(['contact', 'email', 'phoneNumber', 'tempVendorVersion']);

function payeeOf({ header }: Content): Json {
  const vendor = header['vendor'];
  if (typeof vendor !== 'object' || vendor === null || Array.isArray(vendor)) return vendor ?? null;
  // A copy stored before a field existed lacks it; that does not change the payee.
  return Object.fromEntries(
    Object.entries(vendor).filter(([name, value]) => !contactFields.has(name) && value !== null),
  );
}

/** Returns the ids of files in `before` that are missing in `after`. */
export function missingFileIds(before: Content, after: Content): string[] {
  const remainingIds = new Set(after.files.map((file) => file['fileId']));
  return before.files.flatMap(({ fileId }) =>
    typeof fileId === 'string' && !remainingIds.has(fileId) ? [fileId] : [],
  );
}

/**
 * True when this change restarts an approval at step 1 regardless of `resetApprovalOnEdit`: another payee, company or
 * currency, a higher total, or a withdrawn or replaced file (DEC-40).
 */
export function mustRestart(before: Content, after: Content): boolean {
  return (
    restartColumns.some(
      (name) => canonical(before.header[name] ?? null) !== canonical(after.header[name] ?? null),
    ) ||
    canonical(payeeOf(before)) !== canonical(payeeOf(after)) ||
    Number(after.header['totalCents']) > Number(before.header['totalCents']) ||
    missingFileIds(before, after).length > 0
  );
}
