import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/values/days';
import { capitalize } from '#domain/documents/document-name';
import { plainPdf } from '#domain/documents/pdf-options';
import { noEmailOnFile } from '#domain/operations/health';
import { isEmail } from '#domain/values/email-address';
import { tell } from '#edges/publish-realtime';
import { memberQuery } from '#store/directory/members';
import { recordMail, wasMailed } from '#store/show/mail/document-mail';
import { subjectQuery } from '#store/show/documents/read-document';
import type { SubjectRows } from '#store/show/documents/read-document';
import { vendorQuery } from '#store/show/vendors/read-reference-data';
import { reach } from '#verbs/lifecycle/reachable-document';
import { fullName } from '#verbs/request/context';
import type { RequestContext } from '#verbs/request/context';
import { numberOf, documentEmail, titleOf, vendorLetter } from './document-message.ts';
import { isPermanent } from '#verbs/outbox/job-context';
import type { JobContext } from '#verbs/outbox/job-context';
import { memberContext } from '#verbs/request/member-context';
import type { DocumentMailJob } from '#verbs/outbox/jobs';
import { pdfFailures } from '#verbs/pdf/run-pdf-task';
import { sendWithAttachmentOrLink } from './attach-or-link-pdf.ts';
import type { Parcel } from './attach-or-link-pdf.ts';
import { publishDocumentChange } from '#verbs/realtime/publish-document-change';
import { read } from '#store/d1/query';
import { directoryOf } from '#store/d1/open';

/** With the rests between them some twenty minutes: whoever sent it had better know then. */
const mailAttempts = 8;

interface Entry {
  id: string;
  attempts: number;
}

/** What came of a try that was the last one. */
interface Outcome {
  sendType: 'EMAIL' | 'VENDOR_EMAIL';
  /** Null: it was sent. */
  failure: string | null;
  /** Without blind copies: everyone who sees the document reads them. */
  recipients: readonly string[];
}

/**
 * Mails a document to whom its sender chose (DEC-57), with the rights the sender has now. Every end is an entry of the
 * send history, and the sender hears of it. Answers why it is given up, or null; throws while another try may help.
 */
export async function emailDocument(
  jobContext: JobContext,
  job: Extract<DocumentMailJob, { kind: 'email-pdf' }>,
  entry: Entry,
): Promise<string | null> {
  const { env, show, now } = jobContext;
  const { docType, documentId, actorId, recipients } = job;
  if (await wasMailed(jobContext.store, entry.id)) return null;
  const context = await memberContext(env, { showId: show.id, userId: actorId }, now);
  const failure = await lastWord(entry, async () => {
    if (!context) throw new Refusal('FORBIDDEN');
    const rows = await reach(context, docType, documentId);
    await sendWithAttachmentOrLink(jobContext, entry.id, parcelOf(context, rows, job));
  });
  const told = [...recipients.to, ...recipients.cc];
  await end(jobContext, job, entry, { sendType: 'EMAIL', failure, recipients: told });
  await tellSender(jobContext, job, context, failure);
  return failure;
}

function parcelOf(
  context: RequestContext,
  rows: SubjectRows,
  job: Extract<DocumentMailJob, { kind: 'email-pdf' }>,
): Parcel {
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
    letter: (enclosed) => documentEmail(context, rows, { name, note, timeZone }, enclosed),
  };
}

/** Only what the vendor is to do, and on which terms; notes, history and files are the production's own. */
const vendorOptions = { ...plainPdf, includeTC: true };

/**
 * Mails an approved purchase order to its vendor's default contact (EM-14, DEC-32). Without an e-mail on file nothing
 * is sent (DEC-94), and the errand says so. Answers why it is given up, or null; throws while another try may help.
 */
export async function emailVendor(
  jobContext: JobContext,
  job: Extract<DocumentMailJob, { kind: 'vendor-email' }>,
  entry: Entry,
): Promise<string | null> {
  const { env, store, show, now } = jobContext;
  if (await wasMailed(store, entry.id)) return null;
  const rows = await read(subjectQuery(store, job.documentId));
  const vendorId = rows?.document.vendorId;
  const vendor = vendorId ? await read(vendorQuery(store, vendorId)) : null;
  const address = vendor?.contacts[0]?.email.trim() ?? '';
  if (!rows || address === '') return noEmailOnFile;
  const printer = { showId: show.id, userId: job.actorId };
  const context =
    (await memberContext(env, printer, now)) ??
    (await memberContext(env, { ...printer, userId: rows.document.creatorId }, now));
  const failure = await lastWord(entry, async () => {
    if (!isEmail(address))
      throw new Refusal('invalid_parameter', { message: 'The e-mail address on file is not valid.' });
    if (rows.document.status !== 'APPROVED') throw changedBeforeMailed();
    if (!context) throw new Refusal('FORBIDDEN');
    // A change order may have been opened while it was printed, and its edits are not approved (DEC-26).
    const checkPrinted = async () => {
      const latest = await read(subjectQuery(store, job.documentId));
      const isSame = latest?.document.contentVersion === rows.document.contentVersion;
      if (latest?.document.status !== 'APPROVED' || !isSame) throw changedBeforeMailed();
    };
    await sendWithAttachmentOrLink(jobContext, entry.id, {
      ...vendorParcel(context, rows, address),
      checkPrinted,
    });
  });
  await end(jobContext, job, entry, { sendType: 'VENDOR_EMAIL', failure, recipients: [address] });
  return failure;
}

function changedBeforeMailed(): Refusal {
  return new Refusal('WORKFLOW_CONFLICT', { message: 'The purchase order changed before it was mailed.' });
}

function vendorParcel(context: RequestContext, rows: SubjectRows, address: string): Parcel {
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
    letter: (enclosed) => vendorLetter(context, rows, style, enclosed),
  };
}

/** Null when `send` sent, else why it is given up. Throws while another try may help. */
async function lastWord({ attempts }: Entry, send: () => Promise<void>): Promise<string | null> {
  // It was taken so often, and never came to an end: whoever took it died of it.
  if (attempts > mailAttempts) return 'The e-mail could not be sent.';
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || (!isPermanent(error) && attempts < mailAttempts)) throw error;
    if (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN') return pdfFailures.noAccess;
    return error.detail.message ?? 'The e-mail could not be sent.';
  }
}

/** Writes down what came of it, and shows it to whoever looks at the document. */
async function end(
  { env, store, show, now }: JobContext,
  { documentId, actorId }: DocumentMailJob,
  entry: Entry,
  { sendType, failure, recipients }: Outcome,
): Promise<void> {
  const sender = (await read(memberQuery(directoryOf(env, show.id), actorId)))?.user;
  const row = {
    id: entry.id,
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

async function tellSender(
  { env, show }: JobContext,
  { docType, documentId, actorId }: DocumentMailJob,
  context: RequestContext | null,
  failure: string | null,
): Promise<void> {
  if (!context) return;
  const rows = await read(subjectQuery(context.store, documentId));
  await tell(env, {
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
  });
}
