import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/values/days';
import { capitalize } from '#domain/documents/document-name';
import { topsheetOnlyOptions } from '#domain/documents/pdf-options';
import { maxAttemptsOf, noEmailOnFile } from '#domain/operations/health';
import { isEmail } from '#domain/values/email-address';
import { MailQuotaError } from '#edges/mail/send-mail';
import { publish } from '#edges/publish-realtime';
import { memberQuery } from '#store/directory/members';
import { recordMail, wasMailed } from '#store/show/mail/document-mail';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { vendorQuery } from '#store/show/vendors/read-reference-data';
import { loadVisibleDocument } from '#verbs/lifecycle/reachable-document';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { numberOf, documentEmail, titleOf, vendorEmail } from './document-message.ts';
import { isPermanent } from '#verbs/outbox/job-context';
import type { JobContext } from '#verbs/outbox/job-context';
import { memberContext } from '#verbs/request/member-context';
import type { DocumentMailJob } from '#verbs/outbox/jobs';
import { pdfFailures } from '#verbs/pdf/render-task';
import { sendWithAttachmentOrLink } from './attach-or-link-pdf.ts';
import type { DocumentMail } from './attach-or-link-pdf.ts';
import { publishDocumentChange } from '#verbs/realtime/publish-changes';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

/**
 * The sender of an e-mail should learn of a failure within some twenty minutes; nobody waits for the vendor's (DEC-160).
 */
const maxTries = { 'email-pdf': 8, 'vendor-email': maxAttemptsOf('vendor-email') };

interface JobRow {
  id: string;
  attempts: number;
}

/** The result of the last attempt. */
interface Outcome {
  sendType: 'EMAIL' | 'VENDOR_EMAIL';
  /** Null when it was sent. */
  failure: string | null;
  /** Without blind copies: everyone who sees the document can read this list. */
  recipients: readonly string[];
}

/**
 * Mails a document to the recipients that its sender chose (DEC-57), with the sender's current permissions. Records
 * every outcome in the send history and notifies the sender. Returns the failure after the last attempt, or null when
 * sent. Throws when a retry may help.
 */
export async function sendDocumentMail(
  jobContext: JobContext,
  job: Extract<DocumentMailJob, { kind: 'email-pdf' }>,
  jobRow: JobRow,
): Promise<string | null> {
  const { env, show, now } = jobContext;
  const { docType, documentId, actorId, recipients } = job;
  if (await wasMailed(jobContext.store, jobRow.id)) return null;
  const context = await memberContext(env, { showId: show.id, userId: actorId }, now);
  const failure = await finalFailure(jobRow, maxTries[job.kind], async () => {
    if (!context) throw new Refusal('FORBIDDEN');
    const rows = await loadVisibleDocument(context, docType, documentId);
    await sendWithAttachmentOrLink(jobContext, jobRow.id, documentMailOf(context, rows, job));
  });
  const visibleRecipients = [...recipients.to, ...recipients.cc];
  await recordOutcome(jobContext, job, jobRow, { sendType: 'EMAIL', failure, recipients: visibleRecipients });
  await notifySender(jobContext, job, context, failure);
  return failure;
}

function documentMailOf(
  context: RequestContext,
  rows: SubjectRows,
  job: Extract<DocumentMailJob, { kind: 'email-pdf' }>,
): DocumentMail {
  const { docType, documentId, recipients, options, displayIndicators, timeZone, note } = job;
  const name = fullName(context.user);
  const title = titleOf(context, rows);
  return {
    context,
    docType,
    documentId,
    title: capitalize(title),
    recipients,
    replyTo: context.user.username,
    subject: `${capitalize(title)} from ${name} (${context.show.name})`,
    options,
    displayIndicators,
    timeZone,
    content: (pdf) => documentEmail(context, rows, { name, note, timeZone }, pdf),
  };
}

/** Notes, history and files are internal to the production, so the vendor gets only the order and its terms. */
const vendorOptions = { ...topsheetOnlyOptions, includeTC: true };

/**
 * Mails an approved purchase order to its vendor's default contact (EM-14, DEC-32). Without an e-mail address on file
 * the job ends with that as its failure (DEC-94). Returns the failure after the last attempt, or null when sent. Throws
 * when a retry may help.
 */
export async function sendVendorMail(
  jobContext: JobContext,
  job: Extract<DocumentMailJob, { kind: 'vendor-email' }>,
  jobRow: JobRow,
): Promise<string | null> {
  const { env, store, show, now } = jobContext;
  if (await wasMailed(store, jobRow.id)) return null;
  const rows = await read(subjectQuery(store, job.documentId));
  const vendorId = rows?.document.vendorId;
  const vendor = vendorId ? await read(vendorQuery(store, vendorId)) : null;
  const address = vendor?.contacts[0]?.email.trim() ?? '';
  if (!rows || address === '') return noEmailOnFile;
  const printer = { showId: show.id, userId: job.actorId };
  const context =
    (await memberContext(env, printer, now)) ??
    (await memberContext(env, { ...printer, userId: rows.document.creatorId }, now));
  const failure = await finalFailure(jobRow, maxTries[job.kind], async () => {
    if (!isEmail(address))
      throw new Refusal('invalid_parameter', { message: 'The e-mail address on file is not valid.' });
    if (rows.document.status !== 'APPROVED') throw changedBeforeMailed();
    if (!context) throw new Refusal('FORBIDDEN');
    // A change order may have been opened during rendering, and its edits are not approved (DEC-26).
    const checkPrinted = async () => {
      const latest = await read(subjectQuery(store, job.documentId));
      const isSame = latest?.document.contentVersion === rows.document.contentVersion;
      if (latest?.document.status !== 'APPROVED' || !isSame) throw changedBeforeMailed();
    };
    await sendWithAttachmentOrLink(jobContext, jobRow.id, {
      ...vendorMailOf(context, rows, address),
      checkPrinted,
    });
  });
  await recordOutcome(jobContext, job, jobRow, { sendType: 'VENDOR_EMAIL', failure, recipients: [address] });
  return failure;
}

function changedBeforeMailed(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', { message: 'The purchase order changed before it was mailed.' });
}

function vendorMailOf(context: RequestContext, rows: SubjectRows, address: string): DocumentMail {
  const { document } = rows;
  const title = titleOf(context, rows);
  const style = { timeZone: defaultTimeZone, dateFormat: null };
  return {
    context,
    docType: 'PO',
    documentId: document.id,
    title: capitalize(title),
    recipients: { to: [address], cc: [], bcc: [] },
    replyTo: document.creatorUsername,
    subject: `${capitalize(title)} from ${context.show.name}`,
    options: vendorOptions,
    displayIndicators: false,
    timeZone: defaultTimeZone,
    content: (pdf) => vendorEmail(context, rows, style, pdf),
  };
}

/** Returns null when `send` succeeds, else the failure. Throws when a retry may help. */
async function finalFailure(
  { attempts }: JobRow,
  last: number,
  send: () => Promise<void>,
): Promise<string | null> {
  // All attempts were used without a recorded outcome: each of them crashed the worker.
  if (attempts > last) return 'The e-mail could not be sent.';
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof MailQuotaError) throw error;
    if (!isPermanent(error) && attempts < last) throw error;
    if (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN') return pdfFailures.noAccess;
    return error.detail.message ?? 'The e-mail could not be sent.';
  }
}

/** Records the outcome in the send history and refreshes the document for users who have it open. */
async function recordOutcome(
  { env, store, show, now }: JobContext,
  { documentId, actorId }: DocumentMailJob,
  jobRow: JobRow,
  { sendType, failure, recipients }: Outcome,
): Promise<void> {
  const sender = (await read(memberQuery(directoryOf(env, show.id), actorId)))?.user;
  const row = {
    id: jobRow.id,
    showId: show.id,
    documentId,
    sendType,
    isSuccessful: failure === null,
    message: failure ?? '',
    senderFirstName: sender?.firstName ?? '',
    senderLastName: sender?.lastName ?? '',
    recipients: [...recipients],
    createdAt: now,
  };
  await recordMail(store, row).catch(async () => recordMail(store, row));
  await publishDocumentChange({ env, store }, null, documentId);
}

async function notifySender(
  { env, store, show }: JobContext,
  { docType, documentId, actorId }: DocumentMailJob,
  context: RequestContext | null,
  failure: string | null,
): Promise<void> {
  if (!context) return;
  const rows = await read(subjectQuery(context.store, documentId));
  await publish(
    { env, store },
    {
      event: 'email_status_update',
      data: {
        docType,
        docId: documentId,
        showId: show.id,
        docNumber: rows ? numberOf(context, rows) : '',
        status: failure === null ? 'success' : 'error',
        error: failure,
      },
      showId: show.id,
      to: [actorId],
    },
  );
}
