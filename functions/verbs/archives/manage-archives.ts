import { archiveFileName, emptyPart } from '#domain/operations/archive';
import { Refusal } from '#domain/codes';
import { dateInZone, defaultTimeZone } from '#domain/values/days';
import { getFile, deleteFilesWith } from '#edges/files/files';
import { violatesConstraint } from '#store/d1/open';
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
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { archiveKey, archiveExpiresAt, partKey } from './archive-keys.ts';
import { archiveMailRow } from './mail-archive-ready.ts';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { ArchiveJob, OutboxRow } from '#verbs/outbox/jobs';
import { withIdempotency } from '#verbs/request/idempotency';
import type { storedAnswerPlan } from '#verbs/request/idempotency';
import { requirePermission } from '#verbs/request/require-permission';
import type { Archive } from '#domain/operations/archive-response';

const kind = 'archive-show' satisfies ArchiveJob['kind'];

/** How many archives a show lists. */
const listedArchives = 20;

/**
 * Starts an archive of the whole show, regardless of the administrator's visibility: the row first, then the queue
 * message. Throws `FORBIDDEN` without FULL Show, `WORKFLOW_CONFLICT` while another archive is in progress.
 */
export async function startArchive(
  context: RequestContext,
  { stored }: PlanRows<typeof storedAnswerPlan>,
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
  return withIdempotency<{ id: string }>(context, stored, async (answerRow) => {
    const insert = insertArchive(store, { id, userId: user.id, userName: fullName(user), createdAt: now });
    await store.write([insert, ...insertOutbox(store, [job]), ...answerRow({ id })]).catch(toConflict);
    context.runAfterResponse(dispatchJobs(env, store.db, [row], now));
    return { id };
  });
}

function toConflict(error: unknown): never {
  if (!violatesConstraint(error, 'UNIQUE', 'archives.show_id')) throw error;
  throw new Refusal('WORKFLOW_CONFLICT', { message: 'An archive of this show is already in progress.' });
}

/** Reads the latest archives of the show. */
export const archivesPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  archives: archivesQuery(store, listedArchives),
});

/** The archives of the show, newest first. Throws `FORBIDDEN` without FULL Show. */
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
    keptUntil: row.status === 'ready' ? archiveExpiresAt(row.finishedAt) : null,
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
 * Stops an archive in progress, no matter who requested it: its next step then does nothing. Can be repeated. Throws
 * `FORBIDDEN` without FULL Show, `NOT_FOUND`, `WORKFLOW_CONFLICT` for an archive that has ended by itself.
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
    if (!violatesConstraint(error, 'NOT NULL', 'archives.status')) throw error;
    throw new Refusal('WORKFLOW_CONFLICT', { message: 'This archive is no longer in progress.' });
  });
  return { id };
}

/** Reads a part that can be downloaded. */
export const archivePartPlan = ({ store }: Pick<MembershipContext, 'store'>, id: string, part: number) => ({
  row: archivePartQuery(store, id, part),
});

/** One part as a file, or the range of it that `headers` request. Throws `FORBIDDEN` without FULL Show, `NOT_FOUND`. */
export async function openArchivePart(
  { env, show, permissions }: RequestContext,
  { row }: PlanRows<typeof archivePartPlan>,
  { id, part, headers }: { id: string; part: number; headers: Headers },
): Promise<{ object: R2ObjectBody; fileName: string; isRest: boolean }> {
  requirePermission(permissions, 'Show');
  // A range beyond the end, or of another form, returns the whole file.
  const [, from] = /^bytes=(\d{1,12})-\d*$/.exec(headers.get('range') ?? '') ?? [];
  const isRest = row !== null && from !== undefined && Number(from) < row.size;
  const object = row && (await getFile(env, partKey(id, part), isRest ? headers : undefined));
  if (!object) throw new Refusal('NOT_FOUND');
  return { object, fileName: fileNameOf(show, row.archive, { part, parts: row.parts }), isRest };
}

function fileNameOf(
  { slug }: RequestContext['show'],
  { createdAt }: { createdAt: string },
  { part, parts }: { part: number; parts: number },
): string {
  return archiveFileName(slug, dateInZone(createdAt, defaultTimeZone), part, parts);
}

/** Removes an expired archive. The files go first: when the run fails, the remaining row brings the sweep back here. */
export async function removeArchive(env: Env, store: ShowStore, id: string): Promise<void> {
  await deleteFilesWith(env, archiveKey(id));
  await markArchiveRemoved(store, id);
}

/** Ends an archive that cannot be made; the sweep removes its files with those of expired archives. */
export async function failArchive(store: ShowStore, id: string, now: string): Promise<void> {
  const row = await read(archiveQuery(store, id));
  if (!row) return;
  await store.write([
    endArchive(store, id, { status: 'failed', finishedAt: now }),
    // The sweep dispatches it later in the same run.
    ...insertOutbox(store, [archiveMailRow(row, now)]),
  ]);
}
