import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { Recipients } from '#domain/documents/document-mail';
import { renderEmail } from '#edges/mail/render-message';
import type { EmailContent } from '#edges/mail/message-content';
import { MailFailure, messageLimit, messageSize, sendMail } from '#edges/mail/send-mail';
import type { Mail } from '#edges/mail/send-mail';
import { withTimeout } from '#edges/with-timeout';
import type { RequestContext } from '#verbs/request/context';
import type { MailedPdf } from './document-message.ts';
import type { JobContext } from '#verbs/outbox/job-context';
import { createLink } from './download-link.ts';
import { renderDocument } from '#verbs/pdf/render-document';

/** Shorter than the lease of a job, so that two workers never send the same e-mail. */
const renderLimitMs = 90_000;

export interface DocumentMail {
  /** The PDF is rendered with the permissions of this context's user. */
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
  content: (pdf: MailedPdf) => EmailContent;
  /** Called after rendering. Throws when the document may no longer be sent. */
  checkPrinted?: () => Promise<void>;
}

/**
 * Renders a document without its linked documents (EM-03, EM-04) and mails it: attached, or as a link when the message
 * would exceed the mail service's limit (DEC-57). `id` is the job's. Throws `MailFailure`, or a `Refusal` when the user
 * may no longer see the document.
 */
export async function sendWithAttachmentOrLink(
  jobContext: JobContext,
  id: string,
  documentMail: DocumentMail,
): Promise<void> {
  const { context, docType, documentId, options, displayIndicators, timeZone, recipients } = documentMail;
  const request = { docType, docId: documentId, options, timeZone, displayIndicators, withLinked: false };
  const { bytes, fileName } = await renderPdf(renderDocument(context, request));
  await documentMail.checkPrinted?.();
  const { to, cc, bcc } = recipients;
  const buildMail = (pdf: MailedPdf): Mail => ({
    to,
    cc,
    bcc,
    replyTo: documentMail.replyTo,
    subject: documentMail.subject,
    ...renderEmail(documentMail.content(pdf)),
  });
  const file = {
    disposition: 'attachment' as const,
    filename: fileName,
    type: 'application/pdf',
    content: bytes,
  };
  const mail = { ...buildMail({ fileName, link: null }), attachments: [file] };
  if (messageSize(mail) <= messageLimit) return sendMail(jobContext.env, mail);
  // Without a web origin there is no address to link to.
  if (jobContext.env.WEB_ORIGIN === '') throw new MailFailure('The PDF is too large for an e-mail.', true);
  const link = { id, documentId, senderId: context.user.id, title: documentMail.title, fileName };
  const { href, expiresAt } = await createLink(jobContext, link, bytes);
  await sendMail(jobContext.env, buildMail({ fileName, link: { href, expiresAt, size: bytes.byteLength } }));
}

async function renderPdf<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeout(work, renderLimitMs, 'Rendering');
  } catch (error) {
    throw error instanceof Refusal ? error : new MailFailure('The PDF could not be created.', false, error);
  }
}
