import { Refusal } from '#domain/codes';
import type { ImportProgress } from '#domain/import/import';
import { log } from '#edges/log';
import { violates } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { importQuery, insertImport, insertImportItems } from '#store/show/imports/imports';
import { insertTemporaryVendors } from '#store/show/imports/import-lookups';
import { insertOutbox } from '#store/show/documents/write-document';
import { stateOf } from './validate-import.ts';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { ImportJob } from '#verbs/outbox/jobs';
import { readOrders, readVendors } from './parse-import.ts';
import type { ImportFile } from './parse-import.ts';
import { once, storedAnswerPlan } from '#verbs/request/idempotency';
import type { Repeat } from '#verbs/request/idempotency';
import type { RunJob } from '#verbs/outbox/dispatch';

const kind = 'import-orders' satisfies ImportJob['kind'];

/** A file with its name, and how many the user has been told that it would create. */
export type ConfirmedFile = ImportFile & { fileName: string; count: number };

/** The file would now create something else than the user has seen. */
function notAsSeen(): Refusal {
  const message = 'What this file would create has changed in the meantime. Check the file again.';
  return new Refusal('WORKFLOW_CONFLICT', { message });
}

function mustBeAsSeen(found: number, seen: number): void {
  if (found !== seen) throw notAsSeen();
}

/**
 * Creates a draft for every purchase order of the file that nothing is wrong with: rows first, then errands one after the
 * other, of which the first is carried out at once. The same `repeat` key answers the same import. Throws as a check does,
 * and `WORKFLOW_CONFLICT` where it would create something else than the user has seen.
 */
export async function importOrders(
  context: RequestContext,
  file: ConfirmedFile,
  repeat: Repeat | null,
  runJob: RunJob,
): Promise<ImportProgress> {
  const { stored } = await readInOneTrip(storedAnswerPlan(context, repeat));
  const { id } = await once<{ id: string }>(context, repeat, stored, (keep) =>
    begin(context, file, keep, runJob),
  );
  return viewImport(context, await readInOneTrip(importPlan(context, id)));
}

async function begin(
  context: RequestContext,
  file: ConfirmedFile,
  keep: (answer: { id: string }) => Write[],
  runJob: RunJob,
): Promise<{ id: string }> {
  const { env, store, user, now } = context;
  const { items } = await readOrders(context, file);
  const ready = items.filter((item) => stateOf(item) === 'ready');
  mustBeAsSeen(ready.length, file.count);
  const id = context.newId();
  const row = { id, showId: store.showId, userId: user.id, fileName: file.fileName, createdAt: now };
  const payload: ImportJob = { kind, importId: id, userId: user.id };
  const job = { id: context.newId(), showId: store.showId, kind, payload, createdAt: now };
  const writes = [
    insertImport(store, { ...row, total: ready.length }),
    ...insertImportItems(store, id, ready),
    ...insertOutbox(store, [{ ...job, effectKey: `${kind}:${id}` }]),
    ...keep({ id }),
  ];
  await store.write(writes).catch((error: unknown) => {
    // The same file was brought in twice at once.
    throw violates(error, 'UNIQUE', 'import_items.fingerprint') ? notAsSeen() : error;
  });
  // Few are there when the call answers; what cannot be carried out now is taken up by the sweep.
  await runJob(env, { showId: store.showId, outboxId: job.id }, now).catch((error: unknown) =>
    log('warn', 'import left to the sweep', { show: store.showId, import: id }, error),
  );
  return { id };
}

export const importPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  run: importQuery(store, id),
});

/** The progress of an import of the user's own. Throws `NOT_FOUND`. */
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
 * Makes a temporary vendor of every row that nothing is wrong with; one whose name the show has stays as it is, so that the
 * same file may come twice. Throws as `importOrders` does.
 */
export async function importVendors(
  context: RequestContext,
  file: ConfirmedFile,
  repeat: Repeat | null,
): Promise<{ created: number }> {
  const { store, user, now } = context;
  const { stored } = await readInOneTrip(storedAnswerPlan(context, repeat));
  return once<{ created: number }>(context, repeat, stored, async (keep) => {
    const { items } = await readVendors(context, file);
    const ready = items.filter((item) => stateOf(item) === 'ready');
    mustBeAsSeen(ready.length, file.count);
    const rows = ready.map(({ values }) => ({ ...values, id: context.newId() }));
    const answer = { created: rows.length };
    await store.write([
      insertTemporaryVendors(store, rows, { createdBy: user.id, createdAt: now }),
      ...keep(answer),
    ]);
    return answer;
  });
}
