import type { Code } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { EmailPdf } from './mail-request.ts';
import { isEmail } from '#domain/values/email-address';

/** DEC-57: To, Cc and Bcc together. */
export const recipientLimit = 50;

/** EM-09. */
export const emailNoteLimit = 150;

/** DEC-57: what EM-07 calls a document of each type. */
export const documentWords = { PO: 'PO', INVOICE: 'invoice', PAYMENT: 'payment' } as const satisfies Record<
  DocType,
  string
>;

/** Who gets it; each address is in one of the lists only. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** EM-11: the first mention of an address counts, whatever its case. */
export function distinctRecipients(
  sending: Pick<EmailPdf, 'recipients' | 'ccRecipients' | 'bccRecipients'>,
): Recipients {
  const seen = new Set<string>();
  const fresh = (given: readonly string[]) =>
    given.filter((address) => {
      const key = address.toLowerCase();
      if (address === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  return {
    to: fresh(sending.recipients),
    cc: fresh(sending.ccRecipients),
    bcc: fresh(sending.bccRecipients),
  };
}

/** Why it cannot be sent, in the order of the contract (EM-07 to EM-09, DEC-57); null when it can. */
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
  const wrong = (message: string) => ({ code: 'invalid_parameter' as const, message });
  if (!all.every(isEmail)) return wrong('There are errors in your email addresses');
  if (all.length > recipientLimit)
    return wrong(`An email can have up to ${recipientLimit} recipients in all`);
  if (emailNote.length > emailNoteLimit) return wrong(`A note can have up to ${emailNoteLimit} characters`);
  return null;
}
