import { Refusal } from '#domain/codes';
import { pdfFileName } from '#domain/documents/pdf-options';
import { historyText } from '#domain/history/history-text';
import type { ZippedFile } from '#edges/files/zip-stream';
import { readArchiveStep } from '#store/show/imports/archives';
import type { PlanRows } from '#store/d1/query';
import { readHistories } from '#store/show/documents/read-histories';
import type { subjectPlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { printOptions, viewDocument } from './build-archive.ts';
import { archivedTitle, jsonText, packDocument, textFile, zipDocuments } from './archived-files.ts';
import type { RequestContext } from '#verbs/request/context';
import type { LogFile } from '#verbs/lists/export-log';
import { renderDocument } from '#verbs/pdf/render-document';
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
  const title = archivedTitle(step.type, step.number, data);
  const more: ZippedFile[] = [
    textFile('history.txt', () => historyText(title, step.events, timeZone)),
    textFile('record.json', () => jsonText(record)),
    { path: pdf.fileName, open: async () => new Response(new Uint8Array(pdf.bytes)).body },
  ];
  const packed = packDocument(context.env, { ...step, data }, more, timeZone);
  const about = {
    archive: context.newId(),
    createdAt: context.now,
    createdBy: `${context.user.firstName} ${context.user.lastName}`.trim(),
    part: 1,
    parts: 1,
  };
  const body = await zipDocuments(context.show, about, [packed]);
  const name = step.number === '' ? pdfFileName(step.type, id.slice(-6)) : pdf.fileName;
  const stem = name.replace(/\.pdf$/, '');
  return { fileName: `Audit_${stem}.zip`, contentType: 'application/zip', body };
}
