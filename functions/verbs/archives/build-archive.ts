import { documentsPerStep, isPartFull, emptyPart, stepLength } from '#domain/operations/archive';
import type { DocType } from '#domain/document';
import { can } from '#domain/identity/permissions';
import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/values/days';
import { topsheetOnlyOptions } from '#domain/documents/pdf-options';
import { putFile } from '#edges/files/files';
import { rootCause, log } from '#edges/log';
import {
  endArchive,
  extendLease,
  saveArchiveDone,
  archiveQuery,
  readArchiveStep,
} from '#store/show/imports/archives';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { archivedPdfKey, stepKey } from './archive-keys.ts';
import type { ArchivedSnapshot, StepRecord } from './archive-keys.ts';
import type { NamedData } from './archived-files.ts';
import type { RequestContext } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { memberContext } from '#verbs/request/member-context';
import type { ArchiveJob } from '#verbs/outbox/jobs';
import { zipArchivePart } from './zip-archive-part.ts';
import { renderDocument } from '#verbs/pdf/render-document';
import { readInOneTrip, read } from '#store/d1/query';
import { invoiceViewPlan, viewInvoice } from '#verbs/invoices/view-invoice';
import { paymentViewPlan, viewPayment } from '#verbs/payments/view-payment';
import { purchaseOrderViewPlan, viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';
import type { WithdrawnAttachment } from '#domain/documents/document-response';

/** After this many failed attempts a PDF is left out and reported as missing. */
const printAttempts = 3;
/** Longer than a Worker run takes to pack a part: two runs at the same part would take its files from each other. */
const packMs = 15 * 60_000;

/**
 * Runs one step of an archive and enqueues the next: documents are printed in batches, and a part is packed when it is
 * full. Can be repeated: a step writes the same files again, and a part is packed once. Throws while a retry may help.
 */
export async function archiveShow(
  jobContext: JobContext,
  job: ArchiveJob,
  entry: OutboxEntry,
): Promise<void> {
  const { store, now } = jobContext;
  const row = await read(archiveQuery(store, job.archiveId));
  if (row?.status !== 'in_progress') return;
  const context = await archiveContext(jobContext, job.userId);
  if (!context) return store.write([endArchive(store, row.id, { status: 'failed', finishedAt: now })]);
  if (job.doing === 'print')
    return enqueueContinuation(jobContext, await print(context, job, entry.attempts), entry);
  // A run that ended after that write has already packed the part.
  if (row.parts < job.part) {
    await extendLease(store, entry.id, new Date(Date.parse(now) + packMs).toISOString());
    await zipArchivePart(context, row, job);
  }
  if (job.isLast) return undefined;
  const next: ArchiveJob = {
    ...job,
    doing: 'print',
    part: job.part + 1,
    steps: 0,
    held: emptyPart,
  };
  return enqueueContinuation(jobContext, next, entry);
}

/** The administrator with visibility of the whole show; null when they no longer have FULL Show. */
async function archiveContext(
  { env, store, now }: JobContext,
  userId: string,
): Promise<RequestContext | null> {
  const context = await memberContext(env, { showId: store.showId, userId }, now);
  if (!context || !can(context.permissions, 'Show', 'FULL')) return null;
  return {
    ...context,
    modules: { invoices: true, payments: true },
    membership: {
      ...context.membership,
      purchaseOrderVisibility: 'ALL',
      invoiceVisibility: 'ALL',
      displayPoNumbers: 'SAVED_AS_DRAFT',
    },
  };
}

/** Prints the next documents and stores them for the part. Returns the next job. */
async function print(context: RequestContext, job: ArchiveJob, attempts: number): Promise<ArchiveJob> {
  const { env, store } = context;
  const candidates = await readArchiveStep(store, job.after, documentsPerStep);
  const rows = candidates.slice(0, stepLength(candidates.map((row) => sizesOf(row).length)));
  const documents: ArchivedSnapshot[] = [];
  for (const row of rows)
    documents.push(await snapshotDocument(context, job, row, attempts >= printAttempts));
  const step = job.steps + 1;
  const text = new TextEncoder().encode(JSON.stringify(documents));
  await putFile(env, stepKey(job, step), text, 'application/json');
  const done = job.done + rows.length;
  await saveArchiveDone(store, job.archiveId, done);
  const sizes = rows.flatMap(sizesOf);
  const held = {
    documents: job.held.documents + rows.length,
    files: job.held.files + sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, job.held.bytes),
    data: job.held.data + text.length,
  };
  const isLast = candidates.length < documentsPerStep && rows.length === candidates.length;
  const doing = isLast || isPartFull(held) ? 'pack' : 'print';
  return { ...job, doing, after: rows.at(-1)?.id ?? job.after, steps: step, held, done, isLast };
}

function sizesOf({ files, withdrawnSizes }: StepRecord): number[] {
  return [...files.map(({ size }) => size), ...withdrawnSizes];
}

async function snapshotDocument(
  context: RequestContext,
  job: ArchiveJob,
  { id, type, number, vendor, version, events, files }: StepRecord,
  mayLack: boolean,
): Promise<ArchivedSnapshot> {
  const data = await viewDocument(context, type, id);
  // The document changed during the read: a retry reads all of it at one moment.
  if (data.version !== version) throw new Refusal('WORKFLOW_CONFLICT');
  let pdfName: string | undefined;
  try {
    const { bytes, fileName } = await renderDocument(context, printOptions(type, id, context));
    await putFile(context.env, archivedPdfKey(job, id), bytes, 'application/pdf');
    pdfName = fileName;
  } catch (error) {
    if (!mayLack) throw error;
    log('error', 'archived without its pdf', {
      show: context.show.id,
      document: id,
      cause: rootCause(error),
    });
  }
  return {
    id,
    type,
    number,
    vendor,
    version,
    events,
    files,
    data,
    hasPdf: pdfName !== undefined,
    ...(pdfName && { pdfName }),
  };
}

/** A document of any type as this user may see it. */
export async function viewDocument(
  context: RequestContext,
  type: DocType,
  id: string,
): Promise<NamedData & { version: number; withdrawnAttachments: WithdrawnAttachment[] }> {
  if (type === 'INVOICE') return viewInvoice(context, await readInOneTrip(invoiceViewPlan(context, id)));
  return type === 'PAYMENT'
    ? viewPayment(context, await readInOneTrip(paymentViewPlan(context, id)))
    : viewPurchaseOrder(context, await readInOneTrip(purchaseOrderViewPlan(context, id)));
}

/** Print options with notes and history. The files are archived next to the PDF, so they are not printed. */
export function printOptions(docType: DocType, docId: string, { settings }: RequestContext) {
  return {
    docType,
    docId,
    options: {
      ...topsheetOnlyOptions,
      includePoNotes: true,
      includePoHistory: true,
      includeInvoiceNotes: true,
      includeInvoiceHistory: true,
      includePaymentNotes: true,
      includePaymentHistory: true,
    },
    timeZone: defaultTimeZone,
    displayIndicators: settings.displayReliefIndicatorsPdf,
    withLinked: false,
  };
}
