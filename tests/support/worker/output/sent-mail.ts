import type { Mail } from '#edges/mail/send-mail';

/** An e-mail as the binding got it. `to` is one address; a document's mail, which may have more, is read by `everybody`. */
export interface SentMail extends Omit<Mail, 'to'> {
  from: { email: string; name: string };
  to: string;
  headers: Record<string, string>;
}

/** The addresses of each kind, whether one was given or several. */
export function everybody(mail: SentMail | undefined): { to: string[]; cc: string[]; bcc: string[] } {
  return { to: [mail?.to ?? []].flat(), cc: mail?.cc ?? [], bcc: mail?.bcc ?? [] };
}
