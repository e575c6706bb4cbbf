import { documentsPerStep, isPartFull, emptyPart, stepLength } from '#domain/operations/archive';
import type { WithdrawnAttachment } from '#domain/documents/attachments';
import type { DocType } from '#domain/document';
import { can } from '#domain/identity/permissions';
import { Refusal } from '#domain/codes';
import { defaultTimeZone } from '#domain/values/days';
import { plainPdf } from '#domain/documents/pdf-options';
import { putFile } from '#edges/files/files';
import { causeOf, log } from '#edges/log';
import {
  endArchive,
  extendLease,
  keepArchiveDone,
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

/** A printing that failed so often is left out, and said to be missing. */
const printAttempts = 3;
/** Longer than any run of a Worker packs: two at the same part would take its files from each other. */
const packMs = 15 * 60_000;

/**
 * One step of an archive, and what follows it: documents are printed some at a time, and a part is packed when it is full.
 * May be repeated: a step writes the same files again, and a part is packed once. Throws while another try may help.
 */
export async function archiveShow(
  jobContext: JobContext,
  job: ArchiveJob,
  entry: OutboxEntry,
): Promise<void> {
  const { store, now } = jobContext;
  const row = await read(archiveQuery(store, job.archiveId));
  if (row?.status !== 'in_progress') return;
  const context = await archivist(jobContext, job.userId);
  if (!context) return store.write([endArchive(store, row.id, { status: 'failed', finishedAt: now })]);
  if (job.doing === 'print')
    return enqueueContinuation(jobContext, await print(context, job, entry.attempts), entry);
  // There already where a run ended behind that write.
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

/** The administrator, as one who sees the whole show; null once he has no FULL Show any more. */
async function archivist({ env, store, now }: JobContext, userId: string): Promise<RequestContext | null> {
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

/** Prints the next documents and keeps them for the part; answers what is to be done after. */
async function print(context: RequestContext, job: ArchiveJob, attempts: number): Promise<ArchiveJob> {
  const { env, store } = context;
  const found = await readArchiveStep(store, job.after, documentsPerStep);
  const rows = found.slice(0, stepLength(found.map((row) => sizesOf(row).length)));
  const documents: ArchivedSnapshot[] = [];
  for (const row of rows) documents.push(await kept(context, job, row, attempts >= printAttempts));
  const step = job.steps + 1;
  const text = new TextEncoder().encode(JSON.stringify(documents));
  await putFile(env, stepKey(job, step), text, 'application/json');
  const done = job.done + rows.length;
  await keepArchiveDone(store, job.archiveId, done);
  const sizes = rows.flatMap(sizesOf);
  const held = {
    documents: job.held.documents + rows.length,
    files: job.held.files + sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, job.held.bytes),
    data: job.held.data + text.length,
  };
  const isLast = found.length < documentsPerStep && rows.length === found.length;
  const doing = isLast || isPartFull(held) ? 'pack' : 'print';
  return { ...job, doing, after: rows.at(-1)?.id ?? job.after, steps: step, held, done, isLast };
}

/** Of each file that a document has, and of each that was withdrawn. */
function sizesOf({ files, withdrawnSizes }: StepRecord): number[] {
  return [...files.map(({ size }) => size), ...withdrawnSizes];
}

async function kept(
  context: RequestContext,
  job: ArchiveJob,
  { id, type, number, vendor, version, events, files }: StepRecord,
  mayLack: boolean,
): Promise<ArchivedSnapshot> {
  const data = await viewed(context, type, id);
  // Somebody was at it just now: the next try has all of it of one moment.
  if (data.version !== version) throw new Refusal('WORKFLOW_CONFLICT');
  let pdfName: string | undefined;
  try {
    const { bytes, fileName } = await renderDocument(context, printed(type, id, context));
    await putFile(context.env, archivedPdfKey(job, id), bytes, 'application/pdf');
    pdfName = fileName;
  } catch (error) {
    if (!mayLack) throw error;
    log('error', 'archived without its pdf', { show: context.show.id, document: id, cause: causeOf(error) });
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
export async function viewed(
  context: RequestContext,
  type: DocType,
  id: string,
): Promise<NamedData & { version: number; withdrawnAttachments: WithdrawnAttachment[] }> {
  if (type === 'INVOICE') return viewInvoice(context, await readInOneTrip(invoiceViewPlan(context, id)));
  return type === 'PAYMENT'
    ? viewPayment(context, await readInOneTrip(paymentViewPlan(context, id)))
    : viewPurchaseOrder(context, await readInOneTrip(purchaseOrderViewPlan(context, id)));
}

/** The document with notes and history; its files lie beside it, and are not printed. */
export function printed(docType: DocType, docId: string, { settings }: RequestContext) {
  return {
    docType,
    docId,
    options: {
      ...plainPdf,
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
