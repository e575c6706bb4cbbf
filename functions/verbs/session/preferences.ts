import { savePreferences } from '#store/directory/users';
import type { UserRow } from '#store/directory/sessions';
import type { Preferences } from '#domain/identity/session-response';

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
