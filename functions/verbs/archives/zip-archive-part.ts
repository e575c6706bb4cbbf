import { archiveFolder, manifestName } from '#domain/operations/archive';
import type { ArchivedDocument, ArchiveManifest } from '#domain/operations/archive';
import { defaultTimeZone } from '#domain/values/days';
import { pdfFileName } from '#domain/documents/pdf-options';
import { paymentLogColumns } from '#domain/payments/payment-log';
import { withdrawnFolder } from '#domain/history/withdrawn-text';
import { putStream, zipStream } from '#edges/files/zip-stream';
import type { ZipEntry, ZippedFile } from '#edges/files/zip-stream';
import { getFile, readFileBytes } from '#edges/files/files';
import { logFile } from '#edges/files/log-writer';
import { endArchive, saveArchivePart } from '#store/show/imports/archives';
import { insertOutbox } from '#store/show/documents/write-document';
import type { ArchiveRow } from '#store/show/imports/archives';
import { logPageSize } from '#store/show/lists/log-page';
import { readPaymentLog } from '#store/show/payments/read-payment-log';
import { archivedPdfKey, partKey, stepKey, workKey } from './archive-keys.ts';
import { archiveMailRow } from './mail-archive-ready.ts';
import { archivedFiles, archivedTitle } from './archived-files.ts';
import type { ArchivedSnapshot } from './archive-keys.ts';
import { removeFiles } from './manage-archives.ts';
import type { RequestContext } from '#verbs/request/context';
import { exportInvoiceLog, exportPurchaseOrderLog } from '#verbs/lists/export-log';
import type { LogFile } from '#verbs/lists/export-log';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { ArchiveJob } from '#verbs/outbox/jobs';

/** A document of the part with its manifest entry, its files and its number of events. */
interface PlacedDocument {
  entry: ArchivedDocument;
  files: ZippedFile[];
  events: number;
}

/**
 * Packs the documents that the steps of a part have stored into one ZIP in R2, file by file, and ends the archive with
 * the last part. The part's manifest is the last file, since it lists the files before it. The working files stay until
 * the archive is ready, because a retry needs them.
 */
export async function zipArchivePart(
  context: RequestContext,
  row: ArchiveRow,
  job: ArchiveJob,
): Promise<void> {
  const { env, store, now } = context;
  const steps = Array.from({ length: job.steps }, (_, index) => stepKey(job, index + 1));
  const packedDocuments: PlacedDocument[] = [];
  for (const key of steps)
    for (const document of await readStep(env, key)) packedDocuments.push(placeDocument(env, job, document));
  const files = [...packedDocuments.flatMap((one) => one.files), ...(job.isLast ? csvFiles(context) : [])];
  const manifest = (packed: readonly ZipEntry[]) =>
    `${JSON.stringify(manifestOf(context, row, job, packedDocuments, packed), null, 2)}\n`;
  const last = { path: manifestName(job.part), content: manifest };
  const markMissing = (path: string) => {
    const owner = packedDocuments.find(({ entry }) => path.startsWith(entry.folder));
    owner?.entry.missing.push(path.slice(owner.entry.folder.length));
  };
  const zip = zipStream(files, new Date(row.createdAt), last, markMissing);
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
  if (job.isLast) await removeFiles(env, workKey(row.id)).catch(() => undefined);
}

async function readStep(env: Env, key: string): Promise<ArchivedSnapshot[]> {
  const bytes = await readFileBytes(env, key);
  if (!bytes) throw new Error('A step of the archive is gone.');
  return JSON.parse(new TextDecoder().decode(bytes)) as ArchivedSnapshot[];
}

/** The data, history, PDF and files of a document, with their paths in the ZIP. */
function placeDocument(env: Env, job: ArchiveJob, document: ArchivedSnapshot): PlacedDocument {
  const { id, type, number, version, events } = document;
  const folder = archiveFolder(document);
  const text = (path: string, content: () => string): ZippedFile => ({
    path: `${folder}${path}`,
    open: async () => content(),
  });
  const stored = (path: string, key: string): ZippedFile => ({
    path: `${folder}${path}`,
    open: async () => (await getFile(env, key))?.body ?? null,
  });
  const title = archivedTitle(type, number, document.data);
  const archived = archivedFiles(title, document.files, document.data.withdrawnAttachments, defaultTimeZone);
  const { withdrawnText } = archived;
  const files = [
    text('document.json', () => `${JSON.stringify(document.data, null, 2)}\n`),
    text('history.jsonl', () => events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ...(document.hasPdf
      ? [stored(document.pdfName ?? pdfFileName(type, number), archivedPdfKey(job, id))]
      : []),
    ...archived.stored.map((file) => stored(file.path, file.id)),
    ...(withdrawnText === null ? [] : [text('withdrawn.txt', () => withdrawnText)]),
  ];
  const head = { seq: events.at(-1)?.seq ?? 0, hash: events.at(-1)?.hash ?? '' };
  const missing = document.hasPdf ? [] : ['PDF'];
  return { entry: { id, type, number, version, folder, head, missing }, files, events: events.length };
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
    csv('payments.csv', async () => ({ body: paymentLog(context) })),
  ];
}

function paymentLog({ store, user }: RequestContext): ReadableStream<Uint8Array> {
  async function* rows() {
    for (let page = await readPaymentLog(store); ; page = await readPaymentLog(store, page.at(-1))) {
      yield* page;
      if (page.length < logPageSize) return;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone: defaultTimeZone };
  return logFile({ title: 'Payments', columns: paymentLogColumns, rows: rows(), formatOptions: look }, 'csv');
}

const isAttachment = (path: string) => path.includes('/attachments/');
const isWithdrawn = (path: string) => path.includes(`/${withdrawnFolder}`);

function manifestOf(
  { show }: RequestContext,
  row: ArchiveRow,
  job: ArchiveJob,
  packedDocuments: readonly PlacedDocument[],
  files: readonly ZipEntry[],
): ArchiveManifest {
  const documents = packedDocuments.map(({ entry }) => entry);
  const ofType = (type: ArchivedDocument['type']) => documents.filter((one) => one.type === type).length;
  return {
    format: 'backlot-archive',
    formatVersion: 1,
    archive: row.id,
    show: { id: show.id, name: show.name, license: show.license },
    createdAt: row.createdAt,
    createdBy: row.userName,
    part: job.part,
    parts: job.isLast ? job.part : null,
    counts: {
      documents: documents.length,
      purchaseOrders: ofType('PO'),
      invoices: ofType('INVOICE'),
      payments: ofType('PAYMENT'),
      events: packedDocuments.reduce((sum, { events }) => sum + events, 0),
      attachments: files.filter(({ path }) => isAttachment(path)).length,
      pdfs: files.filter(({ path }) => path.endsWith('.pdf') && !isAttachment(path) && !isWithdrawn(path))
        .length,
    },
    documents,
    files: [...files],
  };
}
