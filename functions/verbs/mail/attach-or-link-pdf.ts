import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { Recipients } from '#domain/documents/document-mail';
import { typeset } from '#edges/mail/render-message';
import type { Letter } from '#edges/mail/message-content';
import { MailFailure, messageLimit, messageSize, sendMail } from '#edges/mail/send-mail';
import type { Mail } from '#edges/mail/send-mail';
import { within } from '#edges/with-timeout';
import type { RequestContext } from '#verbs/request/context';
import type { Enclosed } from './document-message.ts';
import type { JobContext } from '#verbs/outbox/job-context';
import { createLink } from './download-link.ts';
import { renderDocument } from '#verbs/pdf/render-document';

/** Shorter than the lease of an errand, so that two never send the same. */
const renderLimitMs = 90_000;

/** A document on its way to somebody. */
export interface Parcel {
  /** With whose rights it is printed. */
  context: RequestContext;
  docType: DocType;
  documentId: string;
  title: string;
  recipients: Recipients;
  replyTo: string;
  subject: string;
  options: PdfOptions;
  displayIndicators: boolean;
  timeZone: string;
  letter: (enclosed: Enclosed) => Letter;
  /** Asked once it is printed; throws when what was printed may not go out any more. */
  checkPrinted?: () => Promise<void>;
}

/**
 * Renders a document without what it refers to (EM-03, EM-04) and sends it: attached, or as a link when the whole
 * message would be more than the mail service takes (DEC-57). `id` is the errand's. Throws `MailFailure`, or the refusal
 * of somebody who may not see the document any more.
 */
export async function sendWithAttachmentOrLink(
  jobContext: JobContext,
  id: string,
  parcel: Parcel,
): Promise<void> {
  const { context, docType, documentId, options, displayIndicators, timeZone, recipients } = parcel;
  const wanted = { docType, docId: documentId, options, timeZone, displayIndicators, withLinked: false };
  const { bytes, fileName } = await rendered(renderDocument(context, wanted));
  await parcel.checkPrinted?.();
  const { to, cc, bcc } = recipients;
  const mailWith = (enclosed: Enclosed): Mail => ({
    to,
    cc,
    bcc,
    replyTo: parcel.replyTo,
    subject: parcel.subject,
    ...typeset(parcel.letter(enclosed)),
  });
  const file = {
    disposition: 'attachment' as const,
    filename: fileName,
    type: 'application/pdf',
    content: bytes,
  };
  const whole = { ...mailWith({ fileName, link: null }), attachments: [file] };
  if (messageSize(whole) <= messageLimit) return sendMail(jobContext.env, whole);
  // A link that leads nowhere is worse than none.
  if (jobContext.env.WEB_ORIGIN === '') throw new MailFailure('The PDF is too large for an e-mail.', true);
  const link = { id, documentId, senderId: context.user.id, title: parcel.title, fileName };
  const { href, expiresAt } = await createLink(jobContext, link, bytes);
  await sendMail(jobContext.env, mailWith({ fileName, link: { href, expiresAt, size: bytes.byteLength } }));
}

async function rendered<T>(work: Promise<T>): Promise<T> {
  try {
    return await within(work, renderLimitMs, 'Rendering');
  } catch (error) {
    throw error instanceof Refusal ? error : new MailFailure('The PDF could not be created.', false, error);
  }
}
