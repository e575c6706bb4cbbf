import { archiveFolder, manifestName } from '#domain/operations/archive';
import type { ArchivedDocument, ArchiveManifest } from '#domain/operations/archive';
import { defaultTimeZone } from '#domain/values/days';
import { pdfFileName } from '#domain/documents/pdf-options';
import { paymentLogColumns } from '#domain/payments/payment-log';
import { withdrawnFolder } from '#domain/history/withdrawn-text';
import { putStream, zipStream } from '#edges/files/zip-stream';
import type { Packed, ZippedFile } from '#edges/files/zip-stream';
import { getFile, readFileBytes } from '#edges/files/files';
import { logFile } from '#edges/files/log-writer';
import { endArchive, keepArchivePart } from '#store/show/imports/archives';
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

/** A document of the part with its place in the zip, and what is asked for of it. */
interface Placed {
  entry: ArchivedDocument;
  files: ZippedFile[];
  events: number;
}

/**
 * Packs what the steps of a part have kept into one zip in R2, read file by file, and with the last part ends the archive.
 * The part's manifest comes last in it, since it says what went before. What it is made of stays until the archive is ready:
 * only then can nobody want it again.
 */
export async function zipArchivePart(
  context: RequestContext,
  row: ArchiveRow,
  job: ArchiveJob,
): Promise<void> {
  const { env, store, now } = context;
  const steps = Array.from({ length: job.steps }, (_, index) => stepKey(job, index + 1));
  const placed: Placed[] = [];
  for (const key of steps)
    for (const document of await keptIn(env, key)) placed.push(place(env, job, document));
  const files = [...placed.flatMap((one) => one.files), ...(job.isLast ? sheets(context) : [])];
  const manifest = (packed: readonly Packed[]) =>
    `${JSON.stringify(manifestOf(context, row, job, placed, packed), null, 2)}\n`;
  const last = { path: manifestName(job.part), content: manifest };
  const lost = (path: string) => {
    const owner = placed.find(({ entry }) => path.startsWith(entry.folder));
    owner?.entry.missing.push(path.slice(owner.entry.folder.length));
  };
  const zip = zipStream(files, new Date(row.createdAt), last, lost);
  const size = await putStream(env, partKey(row.id, job.part), zip, 'application/zip');
  const part = { showId: store.showId, archiveId: row.id, part: job.part, documents: placed.length, size };
  const end = { status: 'ready' as const, finishedAt: now };
  const mail = job.isLast ? [archiveMailRow(row, now)] : [];
  await store.write([
    keepArchivePart(store, part),
    ...(job.isLast ? [endArchive(store, row.id, end)] : []),
    ...insertOutbox(store, mail),
  ]);
  await dispatchJobs(env, store.db, mail, now);
  // What stays behind goes with the archive.
  if (job.isLast) await removeFiles(env, workKey(row.id)).catch(() => undefined);
}

async function keptIn(env: Env, key: string): Promise<ArchivedSnapshot[]> {
  const bytes = await readFileBytes(env, key);
  if (!bytes) throw new Error('A step of the archive is gone.');
  return JSON.parse(new TextDecoder().decode(bytes)) as ArchivedSnapshot[];
}

/** Its data, its history, its PDF and its files, each where it will be in the zip. */
function place(env: Env, job: ArchiveJob, document: ArchivedSnapshot): Placed {
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
  const own = archivedFiles(title, document.files, document.data.withdrawnAttachments, defaultTimeZone);
  const { withdrawnText } = own;
  const files = [
    text('document.json', () => `${JSON.stringify(document.data, null, 2)}\n`),
    text('history.jsonl', () => events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ...(document.hasPdf
      ? [stored(document.pdfName ?? pdfFileName(type, number), archivedPdfKey(job, id))]
      : []),
    ...own.stored.map((file) => stored(file.path, file.id)),
    ...(withdrawnText === null ? [] : [text('withdrawn.txt', () => withdrawnText)]),
  ];
  const head = { seq: events.at(-1)?.seq ?? 0, hash: events.at(-1)?.hash ?? '' };
  const missing = document.hasPdf ? [] : ['PDF'];
  return { entry: { id, type, number, version, folder, head, missing }, files, events: events.length };
}

/** All documents of the show as sheets, a line a row. */
function sheets(context: RequestContext): ZippedFile[] {
  const request = { format: 'csv' as const, timeZone: defaultTimeZone };
  const sheet = (path: string, made: () => Promise<Pick<LogFile, 'body'>>): ZippedFile => ({
    path,
    open: async () => (await made()).body,
  });
  return [
    sheet('purchase-orders.csv', () => exportPurchaseOrderLog(context, request)),
    sheet('invoices.csv', () => exportInvoiceLog(context, request)),
    sheet('payments.csv', async () => ({ body: paymentSheet(context) })),
  ];
}

function paymentSheet({ store, user }: RequestContext): ReadableStream<Uint8Array> {
  async function* rows() {
    for (let page = await readPaymentLog(store); ; page = await readPaymentLog(store, page.at(-1))) {
      yield* page;
      if (page.length < logPageSize) return;
    }
  }
  const look = { dateFormat: user.dateFormat, timeZone: defaultTimeZone };
  return logFile({ title: 'Payments', columns: paymentLogColumns, rows: rows(), look }, 'csv');
}

const isAttachment = (path: string) => path.includes('/attachments/');
const isWithdrawn = (path: string) => path.includes(`/${withdrawnFolder}`);

function manifestOf(
  { show }: RequestContext,
  row: ArchiveRow,
  job: ArchiveJob,
  placed: readonly Placed[],
  files: readonly Packed[],
): ArchiveManifest {
  const documents = placed.map(({ entry }) => entry);
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
      events: placed.reduce((sum, { events }) => sum + events, 0),
      attachments: files.filter(({ path }) => isAttachment(path)).length,
      pdfs: files.filter(({ path }) => path.endsWith('.pdf') && !isAttachment(path) && !isWithdrawn(path))
        .length,
    },
    documents,
    files: [...files],
  };
}
