import * as v from 'valibot';
import { savePreferences } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';

/** The settings that users choose for themselves (SE-24, SE-26). */
export const preferences = v.object({
  emailNotifications: v.boolean(),
  consolidatePoEmails: v.boolean(),
  consolidatePaymentEmails: v.boolean(),
  consolidateInvoiceEmails: v.boolean(),
  dateFormat: v.nullable(v.picklist(['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'])),
});
export type Preferences = v.InferOutput<typeof preferences>;

export function preferencesOf(user: UserRow): Preferences {
  return {
    emailNotifications: user.emailNotifications,
    consolidatePoEmails: user.consolidatePoEmails,
    consolidatePaymentEmails: user.consolidatePaymentEmails,
    consolidateInvoiceEmails: user.consolidateInvoiceEmails,
    dateFormat: user.dateFormat,
  };
}

/** Saves them. Without e-mail notifications the digests are switched off, too (SE-28). */
export async function choosePreferences(env: Env, userId: string, input: Preferences): Promise<Preferences> {
  const none = {
    consolidatePoEmails: false,
    consolidatePaymentEmails: false,
    consolidateInvoiceEmails: false,
  };
  const values = input.emailNotifications ? input : { ...input, ...none };
  await savePreferences(env, userId, values);
  return values;
}
