import { Refusal } from '#domain/codes';
import { isEmail } from '#domain/values/email-address';
import { stripInvisible } from '#domain/values/safe-text';
import { recipientLimit } from '#domain/documents/document-mail';
import { log } from '#edges/log';

/** An e-mail to send; `text` is the plain-text version of `html`. */
export interface Mail {
  to: string | string[];
  cc?: string[];
  bcc?: string[];
  /** The address for replies, as e-mails are sent from an address without a mailbox. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  disposition: 'attachment';
  filename: string;
  type: string;
  content: Uint8Array;
}

/** The provider's maximum message size, with encoded attachments. */
export const messageLimit = 5 * 1024 * 1024;

/** Why an e-mail was not sent. */
export class MailFailure extends Refusal {
  /** True when the provider, or our own check, rejected it: a retry gives the same result. */
  readonly refused: boolean;

  constructor(message: string, refused: boolean, cause?: unknown) {
    super('email_send_failed', { message });
    this.refused = refused;
    this.cause = cause;
  }
}

/** The day's quota of the mail service is used up: a retry helps once it resets. */
export class MailQuotaError extends MailFailure {
  constructor(cause: unknown) {
    super('The mail service accepts no more e-mail for now.', false, cause);
  }
}

const messagesByCode: Readonly<Record<string, string>> = {
  E_RECIPIENT_SUPPRESSED: 'One of the addresses no longer accepts e-mail from Backlot.',
  E_RECIPIENT_NOT_ALLOWED: 'Backlot is not allowed to send e-mail to one of the addresses.',
  E_CONTENT_TOO_LARGE: 'The e-mail is too large.',
  E_DELIVERY_FAILED: 'The e-mail could not be delivered.',
};

/**
 * Errors after which a retry may help; all others are rejections. Sender domain errors count as temporary, as the
 * operator has to verify the domain and DNS changes take hours: no e-mail may be lost because of that.
 */
const temporaryCodes = new Set([
  'E_RATE_LIMIT_EXCEEDED',
  'E_INTERNAL_SERVER_ERROR',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
]);

/** The provider's messages contain addresses, so they are only the cause, and the user sees our own text. */
function failureOf(error: unknown): MailFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'E_DAILY_LIMIT_EXCEEDED') return new MailQuotaError(error);
  if (!code.startsWith('E_') || temporaryCodes.has(code))
    return new MailFailure('The mail service could not be reached.', false, error);
  log('warn', 'mail refused', { code });
  const message = messagesByCode[code] ?? 'The mail service refused this e-mail.';
  return new MailFailure(message, true, error);
}

/** Makes a text one line, for names and titles that end up in headers. */
export function oneLine(text: string, maximum = Number.POSITIVE_INFINITY): string {
  return stripInvisible(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maximum)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Returns a safe attachment name: one line, without characters that end a quoted parameter or form a path. A cut name
 * keeps its extension, which the receiver needs to open it.
 */
function attachmentName(name: string): string {
  const line = oneLine(name.replaceAll(/["\\/;]/g, '_'));
  const [extension = ''] = /\.\w{1,8}$/.exec(line) ?? [];
  const stem = line.slice(0, line.length - extension.length);
  return `${oneLine(stem, 150 - extension.length)}${extension}` || 'attachment';
}

/**
 * Returns the sender in the binding's format: a bare address, or an object with a name. MAIL_FROM may contain both, as
 * in `Backlot <no-reply@backlot.example>`.
 */
function senderOf(mailFrom: string): string | EmailAddress {
  const [, before = '', email = mailFrom] = /^([^<]*)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const name = before.trim().replaceAll('"', '');
  return name ? { email, name } : email.trim();
}

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;

/** Returns the maximum encoded size in bytes: base64 takes 78 bytes for every 57, and a text up to three for each. */
export function messageSize({ html, text, attachments = [] }: Omit<Mail, 'to'>): number {
  const frame = 16 * 1024;
  const files = attachments.map(({ content }) => Math.ceil(content.byteLength / 57) * 78 + 1024);
  return files.reduce((sum, size) => sum + size, frame + 3 * (bytesOf(html) + bytesOf(text)));
}

/** Checks what the provider would reject, so that a rejected e-mail is never partly sent. */
function checkMail(mail: Mail): void {
  const recipients = [mail.to, mail.cc ?? [], mail.bcc ?? []].flat();
  if (recipients.length === 0 || !recipients.every(isEmail))
    throw new MailFailure('There are errors in your email addresses', true);
  if (recipients.length > recipientLimit) throw new MailFailure('The e-mail has too many recipients.', true);
  if (messageSize(mail) > messageLimit) throw new MailFailure('The e-mail is too large.', true);
}

/**
 * Sends one e-mail through the binding; local runs write it to a file. Throws `MailFailure`. The header keeps
 * auto-responders from replying.
 */
export async function sendMail(env: Env, mail: Mail): Promise<void> {
  const { to, cc = [], bcc = [], replyTo = '', subject, html, text, attachments = [] } = mail;
  checkMail(mail);
  const message: EmailMessageBuilder = {
    from: senderOf(env.MAIL_FROM),
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(isEmail(replyTo) && { replyTo }),
    subject: oneLine(subject, 200),
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachments.length > 0 && {
      attachments: attachments.map((file) => ({ ...file, filename: attachmentName(file.filename) })),
    }),
  };
  try {
    await env.EMAIL.send(message);
  } catch (error) {
    throw failureOf(error);
  }
}
