import { extract, parse } from 'letterparser';
import type { LetterparserNode } from 'letterparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { SentMail } from './sent-mail.ts';

/** A composed message, parsed independently of the product. */
export interface Received {
  /** Envelope recipients, including hidden ones. */
  handedTo: string[];
  /** The raw bytes; ASCII only. */
  wire: string;
  /** Headers of the message itself, by name. */
  headers: Record<string, string | undefined>;
  from: string | undefined;
  to: string[];
  cc: string[];
  replyTo: string[];
  subject: string | undefined;
  text: string;
  html: string;
  /** The types of its parts, such as `multipart/alternative(text/plain text/html)`. */
  shape: string;
  attachments: { name: string | undefined; type: string; bytes: Uint8Array }[];
}

function shapeOf({ contentType, body }: LetterparserNode): string {
  const parts = Array.isArray(body) ? `(${body.map(shapeOf).join(' ')})` : '';
  return `${contentType.type}${parts}`;
}

/** Composes a message as the mail service does. */
async function composeMail(mail: SentMail): Promise<{ handedTo: string[]; wire: string }> {
  const { attachments = [], from, ...message } = mail;
  const composer = new MailComposer({
    ...message,
    from: { name: from.name, address: from.email },
    attachments: attachments.map(({ content, filename, type, disposition }) => ({
      filename,
      contentType: type,
      contentDisposition: disposition,
      content: Buffer.from(content),
    })),
  }).compile();
  const wire = (await composer.build()).toString('latin1');
  return { handedTo: composer.getEnvelope().to, wire };
}

/** Composes and parses a structured message with two independent libraries. */
export async function parseMail(mail: SentMail): Promise<Received> {
  const { handedTo, wire } = await composeMail(mail);
  const root = parse(wire);
  const read = extract(root);
  const addresses = (boxes: { address: string }[] = []) => boxes.map(({ address }) => address);
  return {
    handedTo,
    wire,
    headers: root.headers,
    from: read.from?.raw,
    to: addresses(read.to),
    cc: addresses(read.cc),
    replyTo: addresses(read.replyTo),
    subject: read.subject,
    text: read.text ?? '',
    html: read.html ?? '',
    shape: shapeOf(root),
    attachments: (read.attachments ?? []).map(({ filename, contentType, body }) => ({
      name: filename,
      type: contentType.type,
      bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    })),
  };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const decodeEntities = (html: string) =>
  html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');

/** Returns every visible word and the target of each link, sorted. */
export function wordsOfPage(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  const shown = body.replaceAll(/<a [^>]*href="([^"]*)"[^>]*>/g, ' $1 ').replaceAll(/<[^>]*>/g, ' ');
  return wordsOf(decodeEntities(shown));
}

/** The same for plain text, without layout characters. */
export function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map((word) => word.replaceAll(/^\(|\)$|:$/g, ''))
    .filter(Boolean)
    .toSorted();
}
