import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { messageLimit, messageSize } from '#edges/mail/send-mail';
import { pageTexts } from '../../pdf/read-text.ts';
import { parseMail, wordsOf, wordsOfPage } from './parse-mail.ts';
import type { Received } from './parse-mail.ts';
import { recipientsOf } from './sent-mail.ts';
import type { SentMail } from './sent-mail.ts';

/** Headers of every message, including those with a Cc or Reply-To. */
const requiredHeaders = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'Message-Id',
  'Mime-Version',
  'Subject',
  'To',
];

/**
 * Returns the parsed message. Expects exactly the required parts and headers, the same content in text and HTML, at
 * most the estimated size, and no trace of hidden recipients.
 */
export async function receiveMail(mail: SentMail | undefined): Promise<Received> {
  if (!mail) throw new Error('nothing was sent');
  const got = await parseMail(mail);
  const { to, cc, bcc } = recipientsOf(mail);
  const files = mail.attachments ?? [];
  expect(got.wire).toMatch(/^[\t\r\n\x20-\x7e]*$/);
  expect(Math.max(...got.wire.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(got.wire.length).toBeLessThanOrEqual(messageSize(mail));
  expect(messageSize(mail)).toBeLessThanOrEqual(messageLimit);

  const some = [cc.length > 0 ? 'Cc' : '', mail.replyTo ? 'Reply-To' : ''].filter(Boolean);
  expect(Object.keys(got.headers).toSorted()).toEqual([...requiredHeaders, ...some].toSorted());
  expect([got.from, got.headers['Auto-Submitted']]).toEqual([
    '"Backlot" <no-reply@backlot.example>',
    'auto-generated',
  ]);
  expect([got.to, got.cc, got.replyTo]).toEqual([to, cc, mail.replyTo ? [mail.replyTo] : []]);
  expect(got.handedTo.toSorted()).toEqual([...to, ...cc, ...bcc].toSorted());
  for (const hidden of bcc) expect(`${got.wire}${got.html}${got.text}`).not.toContain(hidden);
  expect(got.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);

  const faces = 'multipart/alternative(text/plain text/html)';
  const shape =
    files.length > 0 ? `multipart/mixed(${[faces, ...files.map(({ type }) => type)].join(' ')})` : faces;
  expect(got.shape).toBe(shape);
  const lines = (text: string) => text.trim().replaceAll('\r\n', '\n');
  expect([got.text, got.html]).toEqual([lines(mail.text), lines(mail.html)]);
  expect(wordsOf(got.text)).toEqual(wordsOfPage(got.html));
  expect(got.attachments.map(({ bytes }) => bytes)).toEqual(
    files.map(({ content }) => new Uint8Array(content)),
  );
  return got;
}

/** Returns the name and the text of the only attachment, which must be a valid PDF. */
export async function pdfOf({ attachments }: Received): Promise<{ name: string | undefined; text: string }> {
  const [file, ...others] = attachments;
  if (!file) throw new Error('nothing is attached');
  expect([others, file.type]).toEqual([[], 'application/pdf']);
  expect((await PDFDocument.load(file.bytes)).getPageCount()).toBeGreaterThan(0);
  return { name: file.name, text: (await pageTexts(file.bytes)).join(' ') };
}
