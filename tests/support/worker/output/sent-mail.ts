import type { Mail } from '#edges/mail/send-mail';

/**
 * An e-mail as the binding received it. `to` is one address; use `recipientsOf` for a document's mail, which may have
 * several.
 */
export interface SentMail extends Omit<Mail, 'to'> {
  from: { email: string; name: string };
  to: string;
  headers: Record<string, string>;
}

/** Returns the addresses of each kind as lists. */
export function recipientsOf(mail: SentMail | undefined): { to: string[]; cc: string[]; bcc: string[] } {
  return { to: [mail?.to ?? []].flat(), cc: mail?.cc ?? [], bcc: mail?.bcc ?? [] };
}
