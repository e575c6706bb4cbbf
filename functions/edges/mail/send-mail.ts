import { Refusal } from '#domain/codes';
import { isEmail } from '#domain/values/email-address';
import { withoutUnseen } from '#domain/values/safe-text';
import { recipientLimit } from '#domain/documents/document-mail';
import { log } from '#edges/log';

/** One e-mail as we send it; `text` is the plain twin of `html`. */
export interface Mail {
  to: string | string[];
  cc?: string[];
  bcc?: string[];
  /** Who answers are for; ours comes from an address that nobody reads. */
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

/** What the provider takes as one message, attachments encoded. */
export const messageLimit = 5 * 1024 * 1024;

/** Why an e-mail did not leave. */
export class MailFailure extends Refusal {
  /** True when the provider, or we for it, said no: trying again says the same. */
  readonly refused: boolean;

  constructor(message: string, refused: boolean, cause?: unknown) {
    super('email_send_failed', { message });
    this.refused = refused;
    this.cause = cause;
  }
}

const byCode: Readonly<Record<string, string>> = {
  E_RECIPIENT_SUPPRESSED: 'One of the addresses no longer accepts e-mail from Backlot.',
  E_RECIPIENT_NOT_ALLOWED: 'Backlot is not allowed to send e-mail to one of the addresses.',
  E_CONTENT_TOO_LARGE: 'The e-mail is too large.',
  E_DELIVERY_FAILED: 'The e-mail could not be delivered.',
};

/**
 * Codes after which another try may help; others mean that the provider refused. The sender's domain is the operator's to
 * verify, and its records take hours to spread: nobody's e-mail may be lost over it.
 */
const temporaryCodes = new Set([
  'E_RATE_LIMIT_EXCEEDED',
  'E_DAILY_LIMIT_EXCEEDED',
  'E_INTERNAL_SERVER_ERROR',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
]);

/** The provider's own words name addresses: they are kept as the cause, and people read ours. */
function failureOf(error: unknown): MailFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('E_') || temporaryCodes.has(code))
    return new MailFailure('The mail service could not be reached.', false, error);
  log('warn', 'mail refused', { code });
  const message = byCode[code] ?? 'The mail service refused this e-mail.';
  return new MailFailure(message, true, error);
}

/** Names and titles that people chose end up in headers, which are one line each. */
export function oneLine(text: string, maximum = Number.POSITIVE_INFINITY): string {
  return withoutUnseen(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maximum)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * The name of an attachment: one line, and nothing that ends a quoted parameter or reads as a path. Cut, it keeps its
 * ending, by which its receiver's system knows how to open it.
 */
function attachmentName(name: string): string {
  const line = oneLine(name.replaceAll(/["\\/;]/g, '_'));
  const [ending = ''] = /\.\w{1,8}$/.exec(line) ?? [];
  const stem = line.slice(0, line.length - ending.length);
  return `${oneLine(stem, 150 - ending.length)}${ending}` || 'attachment';
}

/**
 * The sender as the binding documents it: a bare address, or an object with its name. MAIL_FROM says both as people write
 * them, `Backlot <no-reply@backlot.example>`.
 */
function senderOf(mailFrom: string): string | EmailAddress {
  const [, before = '', email = mailFrom] = /^([^<]*)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  const name = before.trim().replaceAll('"', '');
  return name ? { email, name } : email.trim();
}

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength;

/**
 * How many bytes the message has at most on its way: base64 has 78 for every 57, and a text may be written with three
 * for each of its own.
 */
export function messageSize({ html, text, attachments = [] }: Omit<Mail, 'to'>): number {
  const frame = 16 * 1024;
  const files = attachments.map(({ content }) => Math.ceil(content.byteLength / 57) * 78 + 1024);
  return files.reduce((sum, size) => sum + size, frame + 3 * (bytesOf(html) + bytesOf(text)));
}

/** What the provider would refuse, so that no refused message is ever half sent. */
function check(mail: Mail): void {
  const everybody = [mail.to, mail.cc ?? [], mail.bcc ?? []].flat();
  if (everybody.length === 0 || !everybody.every(isEmail))
    throw new MailFailure('There are errors in your email addresses', true);
  if (everybody.length > recipientLimit) throw new MailFailure('The e-mail has too many recipients.', true);
  if (messageSize(mail) > messageLimit) throw new MailFailure('The e-mail is too large.', true);
}

/**
 * Sends one e-mail through the binding; local runs write it to a file. Throws `MailFailure`. An answering machine need
 * not answer it.
 */
export async function sendMail(env: Env, mail: Mail): Promise<void> {
  const { to, cc = [], bcc = [], replyTo = '', subject, html, text, attachments = [] } = mail;
  check(mail);
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
