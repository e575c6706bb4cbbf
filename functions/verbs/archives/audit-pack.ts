import { archiveFolder, manifestName } from '#domain/operations/archive';
import type { ArchiveManifest } from '#domain/operations/archive';
import { Refusal } from '#domain/codes';
import { pdfFileName } from '#domain/documents/pdf-options';
import { historyText } from '#domain/history/history-text';
import { zipStream } from '#edges/files/zip-stream';
import type { ZipEntry, ZippedFile } from '#edges/files/zip-stream';
import { getFile } from '#edges/files/files';
import { readArchiveStep } from '#store/show/imports/archives';
import type { PlanRows } from '#store/d1/query';
import { readHistories } from '#store/show/documents/read-histories';
import type { subjectPlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { printOptions, viewDocument } from './build-archive.ts';
import { archivedFiles, archivedTitle } from './archived-files.ts';
import type { StepRecord } from './archive-keys.ts';
import type { RequestContext } from '#verbs/request/context';
import type { LogFile } from '#verbs/lists/export-log';
import { renderDocument } from '#verbs/pdf/render-document';
import type { Rendered } from '#verbs/pdf/render-document';
import { requirePermission } from '#verbs/request/require-permission';

/** The document may change while its parts are read, so they are read again. */
const maxReads = 3;

/**
 * One document with everything that proves it, as a ZIP that `check-archive` verifies offline: PDF, files including the
 * withdrawn ones, the history as JSON and as text, and the stored rows behind its hashes. Throws `NOT_FOUND` for a
 * document that this user may not open, `FORBIDDEN` without FULL Show, `WORKFLOW_CONFLICT` while the document keeps
 * changing (RP-06).
 */
export async function auditPack(
  context: RequestContext,
  { subject }: PlanRows<typeof subjectPlan>,
  timeZone: string,
): Promise<LogFile> {
  if (!subject) throw new Refusal('NOT_FOUND');
  const { id, type } = subject.document;
  requireVisible(context, type, subject);
  requirePermission(context.permissions, 'Show');
  for (let attempt = 0; attempt < maxReads; attempt += 1) {
    const pack = await buildPack(context, id, timeZone);
    if (pack) return pack;
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

/** The cursor that makes a page begin with this document, for reads that are paged in the order of ids. */
function justBefore(id: string): string {
  const last = id.codePointAt(id.length - 1) ?? 1;
  return `${id.slice(0, -1)}${String.fromCodePoint(last - 1)}\u{10FFFF}`;
}

/** Null when the document changed between the reads. */
async function buildPack(context: RequestContext, id: string, timeZone: string): Promise<LogFile | null> {
  const { store } = context;
  const before = justBefore(id);
  const [[step], { histories }] = await Promise.all([
    readArchiveStep(store, before, 1),
    readHistories(store, before, 1),
  ]);
  const record = histories.find((history) => history.id === id)?.document;
  if (step?.id !== id || !record || record.version !== step.version) return null;
  const [data, pdf] = await Promise.all([
    viewDocument(context, step.type, id),
    renderDocument(context, { ...printOptions(step.type, id, context), timeZone }),
  ]);
  if (data.version !== step.version) return null;
  const folder = archiveFolder(step);
  const files = filesOf(context, step, folder, { data, record, pdf, timeZone });
  const missing: string[] = [];
  const manifest = (packed: readonly ZipEntry[]) =>
    `${JSON.stringify(manifestOf(context, step, folder, missing, packed), null, 2)}\n`;
  const last = { path: manifestName(1), content: manifest };
  const body = zipStream(files, new Date(context.now), last, (path) =>
    missing.push(path.slice(folder.length)),
  );
  const name = step.number === '' ? pdfFileName(step.type, id.slice(-6)) : pdf.fileName;
  const stem = name.replace(/\.pdf$/, '');
  return { fileName: `Audit_${stem}.zip`, contentType: 'application/zip', body };
}

function filesOf(
  { env }: RequestContext,
  step: StepRecord,
  folder: string,
  content: {
    data: Awaited<ReturnType<typeof viewDocument>>;
    record: unknown;
    pdf: Rendered;
    timeZone: string;
  },
): ZippedFile[] {
  const text = (path: string, textOf: () => string): ZippedFile => ({
    path: `${folder}${path}`,
    open: async () => textOf(),
  });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const stored = (path: string, id: string): ZippedFile => ({
    path: `${folder}${path}`,
    open: async () => (await getFile(env, id))?.body ?? null,
  });
  const title = archivedTitle(step.type, step.number, content.data);
  const files = archivedFiles(title, step.files, content.data.withdrawnAttachments, content.timeZone);
  const { withdrawnText } = files;
  return [
    text('document.json', () => json(content.data)),
    text('history.jsonl', () => step.events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    text('history.txt', () => historyText(title, step.events, content.timeZone)),
    text('record.json', () => json(content.record)),
    {
      path: `${folder}${content.pdf.fileName}`,
      open: async () => new Response(new Uint8Array(content.pdf.bytes)).body,
    },
    ...files.stored.map(({ path, id }) => stored(path, id)),
    ...(withdrawnText === null ? [] : [text('withdrawn.txt', () => withdrawnText)]),
  ];
}

function manifestOf(
  { show, user, now, newId }: RequestContext,
  { id, type, number, version, events }: StepRecord,
  folder: string,
  missing: string[],
  files: readonly ZipEntry[],
): ArchiveManifest {
  const of = (counted: StepRecord['type']) => (type === counted ? 1 : 0);
  const head = { seq: events.at(-1)?.seq ?? 0, hash: events.at(-1)?.hash ?? '' };
  return {
    format: 'backlot-archive',
    formatVersion: 1,
    archive: newId(),
    show: { id: show.id, name: show.name, license: show.license },
    createdAt: now,
    createdBy: `${user.firstName} ${user.lastName}`.trim(),
    part: 1,
    parts: 1,
    counts: {
      documents: 1,
      purchaseOrders: of('PO'),
      invoices: of('INVOICE'),
      payments: of('PAYMENT'),
      events: events.length,
      attachments: files.filter(({ path }) => path.startsWith(`${folder}attachments/`)).length,
      pdfs: 1,
    },
    documents: [{ id, type, number, version, folder, head, missing }],
    files: [...files],
  };
}
