import { defaultTimeZone } from '#domain/values/days';
import { pdfFileName } from '#domain/documents/pdf-options';
import { paymentLogColumns } from '#domain/payments/payment-log';
import { putStream } from '#edges/files/zip-stream';
import type { ZippedFile } from '#edges/files/zip-stream';
import { readFileBytes } from '#edges/files/files';
import { createLogFile } from '#edges/files/log-file';
import { endArchive, saveArchivePart } from '#store/show/imports/archives';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import type { ArchiveRow } from '#store/show/imports/archives';
import { logPageSize } from '#store/show/lists/log-page';
import { readPaymentLog } from '#store/show/payments/read-payment-log';
import { archivedPdfKey, partKey, stepKey, workKey } from './archive-keys.ts';
import { archiveMailRow } from './mail-archive-ready.ts';
import { packDocument, storedFile, zipDocuments } from './archived-files.ts';
import type { PackedDocument } from './archived-files.ts';
import type { ArchivedSnapshot } from './archive-keys.ts';
import { deleteFilesWith } from '#edges/files/files';
import type { RequestContext } from '#verbs/request/context';
import { exportInvoiceLog, exportPurchaseOrderLog } from '#verbs/lists/export-log';
import type { LogFile } from '#verbs/lists/export-log';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { ArchiveJob } from '#verbs/outbox/jobs';

/**
 * Packs the documents that the steps of a part have stored into one ZIP in R2, file by file, and ends the archive with
 * the last part. The working files stay until the archive is ready, because a retry needs them.
 */
export async function zipArchivePart(
  context: RequestContext,
  row: ArchiveRow,
  job: ArchiveJob,
): Promise<void> {
  const { env, store, now } = context;
  const steps = Array.from({ length: job.steps }, (_, index) => stepKey(job, index + 1));
  const packedDocuments: PackedDocument[] = [];
  for (const key of steps)
    for (const document of await readStep(env, key)) packedDocuments.push(packSnapshot(env, job, document));
  const about = {
    archive: row.id,
    createdAt: row.createdAt,
    createdBy: row.userName,
    part: job.part,
    parts: job.isLast ? job.part : null,
  };
  const zip = await zipDocuments(context.show, about, packedDocuments, job.isLast ? csvFiles(context) : []);
  const size = await putStream(env, partKey(row.id, job.part), zip, 'application/zip');
  const part = {
    showId: store.showId,
    archiveId: row.id,
    part: job.part,
    documents: packedDocuments.length,
    size,
  };
  const end = { status: 'ready' as const, finishedAt: now };
  const mail = job.isLast ? [archiveMailRow(row, now)] : [];
  await store.write([
    saveArchivePart(store, part),
    ...(job.isLast ? [endArchive(store, row.id, end)] : []),
    ...insertOutbox(store, mail),
  ]);
  await dispatchJobs(env, store.db, mail, now);
  // Files that cannot be removed now are removed with the archive.
  if (job.isLast) await deleteFilesWith(env, workKey(row.id)).catch(() => undefined);
}

async function readStep(env: Env, key: string): Promise<ArchivedSnapshot[]> {
  const bytes = await readFileBytes(env, key);
  if (!bytes) throw new Error('A step of the archive is gone.');
  return JSON.parse(new TextDecoder().decode(bytes)) as ArchivedSnapshot[];
}

function packSnapshot(env: Env, job: ArchiveJob, document: ArchivedSnapshot): PackedDocument {
  const { id, type, number, hasPdf, pdfName } = document;
  const pdf = storedFile(env, pdfName ?? pdfFileName(type, number), archivedPdfKey(job, id));
  const packed = packDocument(env, document, hasPdf ? [pdf] : [], defaultTimeZone);
  if (!hasPdf) packed.entry.missing.push('PDF');
  return packed;
}

/** All documents of the show as CSV files, one row per document line. */
function csvFiles(context: RequestContext): ZippedFile[] {
  const request = { format: 'csv' as const, timeZone: defaultTimeZone };
  const csv = (path: string, exportRows: () => Promise<Pick<LogFile, 'body'>>): ZippedFile => ({
    path,
    open: async () => (await exportRows()).body,
  });
  return [
    csv('purchase-orders.csv', () => exportPurchaseOrderLog(context, request)),
    csv('invoices.csv', () => exportInvoiceLog(context, request)),
    csv('payments.csv', async () => ({ body: await paymentLog(context) })),
  ];
}

function paymentLog({ store, user }: RequestContext): Promise<ReadableStream<Uint8Array>> {
  async function* rows() {
    for (let page = await readPaymentLog(store); ; page = await readPaymentLog(store, page.at(-1))) {
      yield* page;
      if (page.length < logPageSize) return;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone: defaultTimeZone };
  return createLogFile(
    { title: 'Payments', columns: paymentLogColumns, rows: rows(), formatOptions: look },
    'csv',
  );
}
