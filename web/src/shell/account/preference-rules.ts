import type { DateFormat } from '#domain/values/days';
import type { Preferences } from '../../session/api-types.ts';

/** SE-25, SE-26 */
export const dateFormatOptions: readonly { id: string; text: string; format: DateFormat | null }[] = [
  { id: 'unset', text: 'System default', format: null },
  { id: 'MM_DD_YYYY', text: 'US: MM/DD/YYYY', format: 'MM_DD_YYYY' },
  { id: 'DD_MM_YYYY', text: 'EU: DD/MM/YYYY', format: 'DD_MM_YYYY' },
  { id: 'YYYY_MM_DD', text: 'INTL: YYYY-MM-DD', format: 'YYYY_MM_DD' },
];

/** The three digest switches (SE-27). */
export const digests = [
  { name: 'consolidatePoEmails', label: 'Purchase orders in one daily e-mail' },
  { name: 'consolidatePaymentEmails', label: 'Payments in one daily e-mail' },
  { name: 'consolidateInvoiceEmails', label: 'Invoices in one daily e-mail' },
] as const;

/** SE-28: turning e-mail off clears the three digests. */
export function withEmail(preferences: Preferences, on: boolean): Preferences {
  if (on) return { ...preferences, emailNotifications: true };
  return {
    ...preferences,
    emailNotifications: false,
    consolidatePoEmails: false,
    consolidatePaymentEmails: false,
    consolidateInvoiceEmails: false,
  };
}
