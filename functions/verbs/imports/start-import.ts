import { Refusal } from '#domain/codes';
import { log } from '#edges/log';
import { violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import { sha256 } from '#store/d1/sha256';
import type { PlanRows } from '#store/d1/query';
import { importQuery, insertImport, insertImportItems } from '#store/show/imports/imports';
import { insertTemporaryVendors } from '#store/show/imports/import-lookups';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { stateOf } from './validate-import.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { ImportJob } from '#verbs/outbox/jobs';
import { readOrders, readVendors } from './parse-import.ts';
import type { ImportFile } from './parse-import.ts';
import { storedAnswerPlan, withFormContent, withIdempotency } from '#verbs/request/idempotency';
import type { RunJob } from '#verbs/outbox/dispatch';
import type { ImportProgress } from '#domain/import/import-response';

const kind = 'import-orders' satisfies ImportJob['kind'];

/** A file with its name, and the number of items that the preview announced. */
export type ConfirmedFile = ImportFile & { fileName: string; count: number };

/** The file would now create something else than the preview showed. */
function previewOutdated(): Refusal {
  const message = 'What this file would create has changed in the meantime. Check the file again.';
  return new Refusal('WORKFLOW_CONFLICT', { message });
}

function requireCurrentPreview(currentCount: number, previewCount: number): void {
  if (currentCount !== previewCount) throw previewOutdated();
}

/**
 * Creates a draft for every valid purchase order of the file: rows first, then one job after the other, the first of
 * them before the response. A repeated idempotency key returns the same import. Throws as a check does, and
 * `WORKFLOW_CONFLICT` when it would create something else than the preview showed.
 */
export async function importOrders(
  context: RequestContext,
  file: ConfirmedFile,
  runJob: RunJob,
): Promise<ImportProgress> {
  const request = withFormContent(context, sha256(file.bytes));
  const { stored } = await readInOneTrip(storedAnswerPlan(request));
  const { id } = await withIdempotency<{ id: string }>(request, stored, (answerRow) =>
    startImport(context, file, answerRow, runJob),
  );
  return viewImport(context, await readInOneTrip(importPlan(context, id)));
}

async function startImport(
  context: RequestContext,
  file: ConfirmedFile,
  answerRow: (answer: { id: string }) => Write[],
  runJob: RunJob,
): Promise<{ id: string }> {
  const { env, store, user, now } = context;
  const { items } = await readOrders(context, file);
  const ready = items.filter((item) => stateOf(item) === 'ready');
  requireCurrentPreview(ready.length, file.count);
  const id = context.newId();
  const row = { id, showId: store.showId, userId: user.id, fileName: file.fileName, createdAt: now };
  const payload: ImportJob = { kind, importId: id, userId: user.id };
  const job = { id: context.newId(), showId: store.showId, kind, payload, createdAt: now };
  const writes = [
    insertImport(store, { ...row, total: ready.length }),
    ...insertImportItems(store, id, ready),
    ...insertOutbox(store, [{ ...job, effectKey: `${kind}:${id}` }]),
    ...answerRow({ id }),
  ];
  await store.write(writes).catch((error: unknown) => {
    // Two requests imported the same file at once.
    throw violatesConstraint(error, 'UNIQUE', 'import_items.fingerprint') ? previewOutdated() : error;
  });
  // The first orders exist when the call returns. The sweep retries a job that failed here.
  await runJob(env, { showId: store.showId, outboxId: job.id }, now).catch((error: unknown) =>
    log('warn', 'import deferred to the sweep', { show: store.showId, import: id }, error),
  );
  return { id };
}

export const importPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  run: importQuery(store, id),
});

/** The progress of one of the user's imports. Throws `NOT_FOUND`. */
export function viewImport(
  { user }: Pick<RequestContext, 'user'>,
  { run }: PlanRows<typeof importPlan>,
): ImportProgress {
  if (!run || run.userId !== user.id) throw new Refusal('NOT_FOUND');
  return {
    id: run.id,
    fileName: run.fileName,
    status: run.finishedAt === null ? 'in_progress' : 'done',
    total: run.total,
    created: run.items.filter(({ documentId }) => documentId !== null).length,
    failed: run.items.flatMap(({ row, key, code }) => (code === null ? [] : [{ row, key, code }])),
  };
}

/**
 * Creates a temporary vendor for every valid row. A vendor whose name the show has stays unchanged, so that the same
 * file can be imported twice. Throws as `importOrders` does.
 */
export async function importVendors(
  context: RequestContext,
  file: ConfirmedFile,
): Promise<{ created: number }> {
  const { store, user, now } = context;
  const request = withFormContent(context, sha256(file.bytes));
  const { stored } = await readInOneTrip(storedAnswerPlan(request));
  return withIdempotency<{ created: number }>(request, stored, async (answerRow) => {
    const { items } = await readVendors(context, file);
    const ready = items.filter((item) => stateOf(item) === 'ready');
    requireCurrentPreview(ready.length, file.count);
    const rows = ready.map(({ values }) => ({ ...values, id: context.newId() }));
    const answer = { created: rows.length };
    await store.write([
      insertTemporaryVendors(store, rows, { createdBy: user.id, createdAt: now }),
      ...answerRow(answer),
    ]);
    return answer;
  });
}
