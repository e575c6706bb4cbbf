import { deleteFiles } from '#edges/files';
import { sweepSessions } from '#store/directory/sessions';
import { allShards } from '#store/open';
import type { ShowStore } from '#store/open';
import { deleteFileRows, readOrphans } from '#store/show/file-rows';
import { readStranded } from '#store/show/outbox-reads';
import { readStuckPdfTasks } from '#store/show/pdf-task-rows';
import { sweepRepeats } from '#store/show/repeats';
import { dispatchOutbox } from './outbox-dispatch.ts';
import type { PdfMessage } from './pdf-tasks.ts';
import { fail } from './render-pdf.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a message may take before its row is taken for stranded. */
const patience = { outbox: minute, pdf: minute, pdfEnd: 10 * minute };

/**
 * Once a minute: brings back what a lost message left behind, ends what will never end, and clears what is old. Rows
 * are the truth, messages only wake somebody up.
 */
export async function sweep(env: Env, now: string): Promise<void> {
  const before = (age: number) => new Date(Date.parse(now) - age).toISOString();
  await sweepSessions(env, before(day));
  for (const shard of allShards(env)) {
    await dispatchOutbox(env, shard.db, await readStranded(shard.db, before(patience.outbox)), now);
    await sweepPdfs(env, shard, now, before);
    await sweepFiles(env, shard, before(day));
    await sweepRepeats(shard, before(day));
  }
}

async function sweepPdfs(
  env: Env,
  shard: ShowStore,
  now: string,
  before: (age: number) => string,
): Promise<void> {
  for (const task of await readStuckPdfTasks(shard.db, before(patience.pdf))) {
    const store = { ...shard, showId: task.showId };
    if (task.createdAt < before(patience.pdfEnd))
      await fail(env, store, task.id, 'PDF generation failed', now);
    else await env.PDF_QUEUE.send({ showId: task.showId, taskId: task.id } satisfies PdfMessage);
  }
}

/** Uploads that nobody linked within a day (DEC-53): bytes first, then rows. */
async function sweepFiles(env: Env, shard: ShowStore, before: string): Promise<void> {
  const orphans = await readOrphans(shard, before);
  await deleteFiles(
    env,
    orphans.map((file) => file.id),
  );
  for (const [showId, files] of Map.groupBy(orphans, (file) => file.showId)) {
    await deleteFileRows(
      { ...shard, showId },
      files.map((file) => file.id),
    );
  }
}
