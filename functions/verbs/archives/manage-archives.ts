import { archiveFileName, emptyPart } from '#domain/operations/archive';
import type { Archive } from '#domain/operations/archive';
import { Refusal } from '#domain/codes';
import { dateInZone, defaultTimeZone } from '#domain/values/days';
import { deleteFiles, getFile } from '#edges/files/files';
import { violates } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import {
  archivePartQuery,
  archiveQuery,
  archivesQuery,
  endArchive,
  insertArchive,
  markArchiveRemoved,
  stopArchive,
} from '#store/show/imports/archives';
import { insertOutbox } from '#store/show/documents/write-document';
import { archiveKey, keptUntil, partKey } from './archive-keys.ts';
import { archiveMailRow } from './mail-archive-ready.ts';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { ArchiveJob, OutboxRow } from '#verbs/outbox/jobs';
import { once } from '#verbs/request/idempotency';
import type { Repeat, storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';

const kind = 'archive-show' satisfies ArchiveJob['kind'];

/** How many a show lists. */
const listedArchives = 20;

/**
 * Begins an archive of the whole show, whatever its administrator sees of it otherwise: row first, then the queue. Throws
 * `FORBIDDEN` without FULL Show, `WORKFLOW_CONFLICT` while another one is made.
 */
export async function startArchive(
  context: RequestContext,
  { stored }: PlanRows<typeof storedAnswerPlan>,
  repeat: Repeat | null,
): Promise<{ id: string }> {
  requirePermission(context.permissions, 'Show');
  const { env, store, user, now } = context;
  const id = context.newId();
  const payload: ArchiveJob = {
    kind,
    archiveId: id,
    userId: user.id,
    doing: 'print',
    after: '',
    part: 1,
    steps: 0,
    held: emptyPart,
    done: 0,
    isLast: false,
  };
  const row = { id: context.newId(), showId: store.showId, kind } as const;
  const job: OutboxRow = { ...row, payload, effectKey: `${kind}:${id}`, createdAt: now };
  return once<{ id: string }>(context, repeat, stored, async (keep) => {
    const insert = insertArchive(store, { id, userId: user.id, userName: fullName(user), createdAt: now });
    await store.write([insert, ...insertOutbox(store, [job]), ...keep({ id })]).catch(beingMade);
    context.later(dispatchJobs(env, store.db, [row], now));
    return { id };
  });
}

function beingMade(error: unknown): never {
  if (!violates(error, 'UNIQUE', 'archives.show_id')) throw error;
  throw new Refusal('WORKFLOW_CONFLICT', { message: 'An archive of this show is already in progress.' });
}

/** The last archives of the show. */
export const archivesPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  archives: archivesQuery(store, listedArchives),
});

/** The archives that were made of the show, newest first. Throws `FORBIDDEN` without FULL Show. */
export function listArchives(
  { show, permissions }: RequestContext,
  { archives }: PlanRows<typeof archivesPlan>,
): Archive[] {
  requirePermission(permissions, 'Show');
  return archives.map((row) => ({
    id: row.id,
    status: row.cancelledBy !== null && row.status === 'failed' ? 'cancelled' : row.status,
    userName: row.userName,
    cancelledBy: row.cancelledBy,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    keptUntil: row.status === 'ready' ? keptUntil(row.finishedAt) : null,
    total: row.total,
    done: row.done,
    parts: row.parts.map(({ part, documents, size }) => {
      const fileName = fileNameOf(show, row, { part, parts: row.parts.length });
      return { part, documents, size, fileName };
    }),
  }));
}

export const archivePlan = ({ store }: Pick<MembershipContext, 'store'>, id: string) => ({
  archive: archiveQuery(store, id),
});

/**
 * Stops an archive that is being made, whoever asked for it: its next step finds that nobody wants it. Stopped before, it
 * stays so. Throws `FORBIDDEN` without FULL Show, `NOT_FOUND`, `WORKFLOW_CONFLICT` for one that has ended by itself.
 */
export async function cancelArchive(
  context: RequestContext,
  { archive }: PlanRows<typeof archivePlan>,
): Promise<{ id: string }> {
  const { store, user, now } = context;
  requirePermission(context.permissions, 'Show');
  if (!archive) throw new Refusal('NOT_FOUND');
  const { id } = archive;
  if (archive.cancelledBy !== null) return { id };
  const stop = stopArchive(store, id, { cancelledBy: fullName(user), finishedAt: now });
  await store.write([stop]).catch((error: unknown) => {
    if (!violates(error, 'NOT NULL', 'archives.status')) throw error;
    throw new Refusal('WORKFLOW_CONFLICT', { message: 'This archive is no longer in progress.' });
  });
  return { id };
}

/** A part, if it can be downloaded. */
export const archivePartPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string, part: number) => ({
  row: archivePartQuery(store, id, part),
});

/** One part as a file, or the rest of it that `headers` ask for. Throws `FORBIDDEN` without FULL Show, `NOT_FOUND`. */
export async function openArchivePart(
  { env, show, permissions }: RequestContext,
  { row }: PlanRows<typeof archivePartPlan>,
  { id, part, headers }: { id: string; part: number; headers: Headers },
): Promise<{ object: R2ObjectBody; fileName: string; isRest: boolean }> {
  requirePermission(permissions, 'Show');
  // What lies behind the end, and other kinds of ranges, are answered with the whole.
  const [, from] = /^bytes=(\d{1,12})-\d*$/.exec(headers.get('range') ?? '') ?? [];
  const isRest = row !== null && from !== undefined && Number(from) < row.size;
  const object = row && (await getFile(env, partKey(id, part), isRest ? headers : undefined));
  if (!object) throw new Refusal('NOT_FOUND');
  return { object, fileName: fileNameOf(show, row.archive, { part, parts: row.parts }), isRest };
}

/** What a part is offered and saved as. */
function fileNameOf(
  { slug }: RequestContext['show'],
  { createdAt }: { createdAt: string },
  { part, parts }: { part: number; parts: number },
): string {
  return archiveFileName(slug, dateInZone(createdAt, defaultTimeZone), part, parts);
}

/** Removes every file whose key begins so. */
export async function removeFiles(env: Env, prefix: string): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list({ prefix, limit: 500 });
    if (objects.length === 0) return;
    await deleteFiles(
      env,
      objects.map(({ key }) => key),
    );
  }
}

/** An archive whose time is over. Bytes first: a row that stays behind leads here again. */
export async function removeArchive(env: Env, store: ShowStore, id: string): Promise<void> {
  await removeFiles(env, archiveKey(id));
  await markArchiveRemoved(store, id);
}

/** An archive that will not be made; what there is of it goes with the others. */
export async function giveUpArchive(store: ShowStore, id: string, now: string): Promise<void> {
  const row = await read(archiveQuery(store, id));
  if (!row) return;
  await store.write([
    endArchive(store, id, { status: 'failed', finishedAt: now }),
    // Sent by the part of the sweep that comes after.
    ...insertOutbox(store, [archiveMailRow(row, now)]),
  ]);
}
