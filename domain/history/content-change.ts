import type { Content } from './content.ts';
import { canonical } from './history.ts';
import type { Json } from './history.ts';

/** Columns of the header that say who is paid, by which company and in which currency. */
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
 * Ways to reach the vendor, and the number of its temporary record. Every other field of the stored vendor copy identifies
 * the payee, also one added later.
 */
const contactFields = new Set(['contact', 'email', 'phoneNumber', 'tempVendorVersion']);

function payeeOf({ header }: Content): Json {
  const vendor = header['vendor'];
  if (typeof vendor !== 'object' || vendor === null || Array.isArray(vendor)) return vendor ?? null;
  // A copy stored before a field existed lacks it; that is no change of payee.
  return Object.fromEntries(
    Object.entries(vendor).filter(([name, value]) => !contactFields.has(name) && value !== null),
  );
}

/** Ids of the files of `before` that `after` does not have. */
export function missingFileIds(before: Content, after: Content): string[] {
  const kept = new Set(after.files.map((file) => file['fileId']));
  return before.files.flatMap(({ fileId }) =>
    typeof fileId === 'string' && !kept.has(fileId) ? [fileId] : [],
  );
}

/**
 * Whether an approval must start again at step 1 because of this change, whatever `resetApprovalOnEdit` says: another
 * payee, company or currency, a higher total, or a file that was withdrawn or replaced (DEC-40).
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
