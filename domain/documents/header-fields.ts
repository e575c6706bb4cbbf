import type { TextFields } from './text-fields.ts';

/** The texts of a purchase order that nobody else reads: tax numbers that accounting gives. */
export const orderHeaderFields = {
  hst: { label: 'HST', maxLength: 100, isNullable: true },
  fid: { label: 'FID', maxLength: 100, isNullable: true },
} as const satisfies TextFields;

/** The texts of an invoice: whom to reach at the vendor. */
export const invoiceHeaderFields = {
  contactName: { label: 'Contact name', maxLength: 200, isNullable: false },
  contactNumber: { label: 'Contact number', maxLength: 50, isNullable: false },
} as const satisfies TextFields;
