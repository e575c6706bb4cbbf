import type { Code } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { EmailPdf } from './mail-request.ts';
import { isEmail } from '#domain/values/email-address';

/** Maximum addresses in To, Cc and Bcc together (DEC-57). */
export const recipientLimit = 50;

/** EM-09. */
export const emailNoteLimit = 150;

/** The document type in the texts of EM-07 (DEC-57). */
export const documentWords = { PO: 'PO', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** The recipients of an e-mail; each address is in only one of the lists. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** Keeps the first occurrence of each address, ignoring case (EM-11). */
export function distinctRecipients(
  sending: Pick<EmailPdf, 'recipients' | 'ccRecipients' | 'bccRecipients'>,
): Recipients {
  const seen = new Set<string>();
  const firstOccurrences = (addresses: readonly string[]) =>
    addresses.filter((address) => {
      const key = address.toLowerCase();
      if (address === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return {
    to: firstOccurrences(sending.recipients),
    cc: firstOccurrences(sending.ccRecipients),
    bcc: firstOccurrences(sending.bccRecipients),
  };
}

/** Returns why the e-mail cannot be sent, checked in the order of the contract, or null (EM-07 to EM-09, DEC-57). */
export function sendingRefusal(
  recipients: Recipients,
  emailNote: string,
  docType: DocType,
): { code: Code; message: string } | null {
  const all = [...recipients.to, ...recipients.cc, ...recipients.bcc];
  if (recipients.to.length === 0) {
    const message = `Please add at least one recipient to send ${documentWords[docType]}`;
    return { code: 'MISSING_REQUIRED_FIELDS', message };
  }
  const invalid = (message: string) => ({ code: 'invalid_parameter' as const, message });
  if (!all.every(isEmail)) return invalid('There are errors in your email addresses');
  if (all.length > recipientLimit)
    return invalid(`An email can have up to ${recipientLimit} recipients in all`);
  if (emailNote.length > emailNoteLimit) return invalid(`A note can have up to ${emailNoteLimit} characters`);
  return null;
}
