import { pdfFileName } from '#domain/export';
import { purchaseOrderPdf } from '#edges/pdf-document/purchase-order-pdf';
import { readFileBytes, putFile } from '#edges/files';
import { tell } from '#edges/live';
import { log } from '#edges/log';
import { readMembership, readShow, readUser } from '#store/directory/people';
import { storeFor } from '#store/open';
import type { ShowStore } from '#store/open';
import { readAttachments } from '#store/show/attachment-rows';
import { claimPdfTask, endPdfTask, readPdfTask, releasePdfTask } from '#store/show/pdf-task-rows';
import type { PdfTaskRow } from '#store/show/pdf-task-rows';
import { readCompanies } from '#store/show/read-reference';
import { openShow } from './context.ts';
import type { ShowContext } from './context.ts';
import { pdfKey, statusOf } from './pdf-tasks.ts';
import type { PdfMessage, PdfOrder } from './pdf-tasks.ts';
import { viewPurchaseOrder } from './view-purchase-order.ts';

/** A renderer that failed this often will fail again. */
const attempts = 3;
/** A rendering is given up before its lease ends, so that two never run at once. */
const limitMs = 210_000;
const leaseMs = limitMs + 30_000;
const failure = 'PDF generation failed';

/**
 * Renders one task and announces it (PD-13, PD-27). Rights are looked at again: they are those of now, not of the
 * click. A task that has ended or is being rendered is left alone, so that a message may come twice. Throws while
 * another try may help.
 */
export async function renderTask(env: Env, message: PdfMessage, now: string): Promise<void> {
  const show = await readShow(env, message.showId);
  if (!show) return;
  const store = storeFor(env, show);
  const leaseUntil = new Date(Date.parse(now) + leaseMs).toISOString();
  const task = await claimPdfTask(store, message.taskId, now, leaseUntil);
  if (!task) return;
  // It was taken so often, and never came to an end: whoever took it died of it.
  if (task.attempts > attempts) return fail(env, store, task.id, failure, now);
  try {
    const context = await contextOf(env, task, now);
    await (context
      ? inTime(render(context, task))
      : fail(env, store, task.id, 'You no longer have access to this document.', now));
  } catch (error) {
    if (task.attempts < attempts) {
      // One that took too long may still be at work: its lease stands, and the sweep comes back after it.
      if (!(error instanceof TooLong)) await releasePdfTask(store, task.id);
      throw error;
    }
    log('error', 'pdf failed', { task: task.id, attempts: task.attempts }, error);
    await fail(env, store, task.id, failure, now);
  }
}

class TooLong extends Error {
  override name = 'TooLong';
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLong(`Rendering took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function contextOf(env: Env, task: PdfTaskRow, now: string): Promise<ShowContext | null> {
  const [place, user] = await Promise.all([
    readMembership(env, task.showId, task.userId),
    readUser(env, task.userId),
  ]);
  if (!place || !user?.isActive) return null;
  return openShow(env, { ...place, user, now, later: (work) => void work });
}

async function render(context: ShowContext, task: PdfTaskRow): Promise<void> {
  const { env, store, now } = context;
  const { request, timeZone } = task.request as unknown as PdfOrder;
  const purchaseOrder = await viewPurchaseOrder(context, task.documentId);
  const [show, companies, attached] = await Promise.all([
    readShow(env, store.showId),
    readCompanies(store),
    readAttachments(store, task.documentId),
  ]);
  const company = companies.find(
    (one) => one.projectCompanyExternalId === purchaseOrder.projectCompanyExternalId,
  );
  const { includePoNotes, includePoAttachments, includePoHistory, includeTC } = request.options;
  const attachments = attached.map(({ file }) => ({
    label: file.label,
    size: file.size,
    load: () => readFileBytes(env, file.id),
  }));
  const termsPdf = includeTC && company?.termsFileId ? await readFileBytes(env, company.termsFileId) : null;
  const pdf = await purchaseOrderPdf(env, {
    purchaseOrder,
    letterhead: {
      productionCompany: purchaseOrder.company || (show?.studioName ?? ''),
      addressLines: [purchaseOrder.companyAddress],
      showName: context.show.name,
      showNumber: context.show.license,
      contact: '',
    },
    options: { includePoNotes, includePoAttachments, includePoHistory, includeTC },
    timeZone,
    dateFormat: context.user.dateFormat,
    attachments,
    ...(termsPdf && { termsPdf }),
  });
  await putFile(env, pdfKey(task.id), pdf.bytes, 'application/pdf');
  const ended = await endPdfTask(store, task.id, {
    status: 'success',
    eventType: pdf.merged ? 'MERGED_ATTACHMENTS_TO_PDF' : 'PDF_GENERATED',
    fileName: pdfFileName('PO', purchaseOrder.poNumber),
    error: null,
    finishedAt: now,
  });
  if (ended) await announce(env, store, task.id);
}

/** Ends a task that will never succeed, with a reason for people. */
export async function fail(
  env: Env,
  store: ShowStore,
  taskId: string,
  reason: string,
  now: string,
): Promise<void> {
  const end = { status: 'error' as const, eventType: null, fileName: null, error: reason, finishedAt: now };
  if (await endPdfTask(store, taskId, end)) await announce(env, store, taskId);
}

async function announce(env: Env, store: ShowStore, taskId: string): Promise<void> {
  const task = await readPdfTask(store, taskId);
  if (!task) return;
  await tell(env, {
    event: 'pdf_status_update',
    data: statusOf(task),
    showId: task.showId,
    to: [task.userId],
  });
}
