import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { attachments, documentEvents, documents, files } from '#store/show/tables/document-tables';
import { withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { archiveParts, archives } from '#store/show/tables/import-tables';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { outbox } from '#store/show/tables/job-tables';

export type ArchiveRow = typeof archives.$inferSelect;

const archiveById = ({ showId }: Pick<ShowStore, 'showId'>, id: string) =>
  and(eq(archives.id, id), eq(archives.showId, showId));

/**
 * Inserts an archive with the show's present number of documents. A show has one archive in progress at a time: another
 * fails on `archives.show_id`.
 */
export function insertArchive(
  { showId }: ShowStore,
  row: Pick<ArchiveRow, 'id' | 'userId' | 'userName' | 'createdAt'>,
): Write {
  return sql`INSERT INTO archives (id, show_id, user_id, user_name, status, total, created_at)
    SELECT ${row.id}, ${showId}, ${row.userId}, ${row.userName}, 'in_progress', coalesce(sum(total), 0), ${row.createdAt}
    FROM document_totals WHERE show_id = ${showId}`;
}

const countParts = (showId: string, id: string) =>
  sql<number>`(SELECT count(*) FROM archive_parts p WHERE p.show_id = ${showId} AND p.archive_id = ${id})`;

const archive = prepareRead((source, { id }: { id: string }) => [
  source.db
    .select({ ...getTableColumns(archives), parts: countParts(source.showId, id) })
    .from(archives)
    .where(archiveById(source, id))
    .limit(1),
]);

/** An archive with the number of its parts; null when the show has none of this id. */
export const archiveQuery = (source: Source, id: string): Query<(ArchiveRow & { parts: number }) | null> =>
  mapQuery(archive(source, { id }), ([rows]) => rows[0] ?? null);

const latest = prepareRead(({ db, showId }, _values, limit: number) => {
  const ofShow = eq(archives.showId, showId);
  const newest = db
    .select({ id: archives.id })
    .from(archives)
    .where(ofShow)
    .orderBy(desc(archives.createdAt))
    .limit(limit);
  return [
    db.select().from(archives).where(ofShow).orderBy(desc(archives.createdAt)).limit(limit),
    db
      .select()
      .from(archiveParts)
      .where(and(eq(archiveParts.showId, showId), inArray(archiveParts.archiveId, newest)))
      .orderBy(asc(archiveParts.part)),
  ];
});

/** The last archives of a show with their parts, newest first. */
export const archivesQuery = (source: Source, limit: number) =>
  mapQuery(latest(source, {}, limit), ([rows, parts]) =>
    rows.map((row) => ({ ...row, parts: parts.filter(({ archiveId }) => archiveId === row.id) })),
  );

const archivePart = prepareRead((source, { id, part }: { id: string; part: number }) => [
  source.db
    .select({ archive: archives, size: archiveParts.size, parts: countParts(source.showId, id) })
    .from(archives)
    .innerJoin(
      archiveParts,
      and(
        eq(archiveParts.showId, source.showId),
        eq(archiveParts.archiveId, id),
        eq(archiveParts.part, part),
      ),
    )
    .where(and(archiveById(source, id), eq(archives.status, 'ready')))
    .limit(1),
]);

/** One part of an archive that can be downloaded, and the number of parts; null for anything else. */
export const archivePartQuery = (source: Source, id: string, part: number) =>
  mapQuery(archivePart(source, { id, part }), ([rows]) => rows[0] ?? null);

/**
 * The next documents by id with their events and files, from one consistent read; `after` '' starts at the beginning.
 */
export async function readArchiveStep({ db, showId }: ShowStore, after: string, limit: number) {
  const beginning = after || `${showId}_`;
  const documentIds = sql`(SELECT d.id FROM documents d WHERE d.id > ${beginning} AND +d.show_id = ${showId}
    ORDER BY d.id LIMIT ${limit})`;
  const [headers, events, attached, withdrawn] = await db.batch([
    db
      .select({
        id: documents.id,
        type: documents.type,
        number: documents.number,
        vendor: documents.vendorName,
        version: documents.version,
      })
      .from(documents)
      .where(inArray(documents.id, documentIds))
      .orderBy(asc(documents.id)),
    db
      .select()
      .from(documentEvents)
      .where(inArray(documentEvents.documentId, documentIds))
      .orderBy(asc(documentEvents.documentId), asc(documentEvents.seq)),
    db
      .select({
        documentId: attachments.documentId,
        id: files.id,
        label: files.label,
        size: files.size,
      })
      .from(attachments)
      .innerJoin(files, eq(files.id, attachments.fileId))
      .where(and(eq(attachments.showId, showId), inArray(attachments.documentId, documentIds)))
      .orderBy(asc(attachments.documentId), asc(attachments.position)),
    db
      .select({ documentId: withdrawnAttachments.documentId, size: files.size })
      .from(withdrawnAttachments)
      .innerJoin(files, eq(files.id, withdrawnAttachments.fileId))
      .where(
        and(eq(withdrawnAttachments.showId, showId), inArray(withdrawnAttachments.documentId, documentIds)),
      ),
  ]);
  return headers.map((header) => ({
    ...header,
    events: events.filter(({ documentId }) => documentId === header.id),
    files: attached.filter(({ documentId }) => documentId === header.id),
    withdrawnSizes: withdrawn.flatMap(({ documentId, size }) => (documentId === header.id ? [size] : [])),
  }));
}

/** Stores how many documents the archive contains so far. */
export async function saveArchiveDone(store: ShowStore, id: string, done: number): Promise<void> {
  await store.db.update(archives).set({ done }).where(archiveById(store, id));
}

/** Extends the lease of an open job until `until`. */
export async function extendLease({ db, showId }: ShowStore, id: string, until: string): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: until })
    .where(and(eq(outbox.id, id), eq(outbox.showId, showId), isNull(outbox.doneAt)));
}

/** Stores a part; a retried job writes the same part again. */
export function saveArchivePart({ db }: ShowStore, row: typeof archiveParts.$inferInsert): Write {
  return db
    .insert(archiveParts)
    .values(row)
    .onConflictDoUpdate({
      target: [archiveParts.showId, archiveParts.archiveId, archiveParts.part],
      set: { documents: row.documents, size: row.size },
    });
}

export function endArchive(
  store: ShowStore,
  id: string,
  end: { status: 'ready' | 'failed'; finishedAt: string },
): Write {
  return store.db
    .update(archives)
    .set(end)
    .where(and(archiveById(store, id), eq(archives.status, 'in_progress')));
}

/** Cancels an archive that is in progress; fails on `archives.status` when it has ended meanwhile. */
export function stopArchive(
  store: ShowStore,
  id: string,
  stop: { cancelledBy: string; finishedAt: string },
): Write {
  const status = sql<'failed'>`CASE ${archives.status} WHEN 'in_progress' THEN 'failed' END`;
  return store.db
    .update(archives)
    .set({ ...stop, status })
    .where(archiveById(store, id));
}

/** Archives of any show that are in progress but have no open job. */
export async function readAbandonedArchives(db: Database): Promise<{ id: string; showId: string }[]> {
  const hasOpenJob = sql`EXISTS (SELECT 1 FROM outbox o WHERE o.done_at IS NULL AND o.created_at >= ${archives.createdAt}
    AND +o.show_id = ${archives.showId} AND o.kind = 'archive-show')`;
  return db
    .select({ id: archives.id, showId: archives.showId })
    .from(archives)
    .where(and(eq(archives.status, 'in_progress'), isNotMoving(archives.showId), sql`NOT ${hasOpenJob}`));
}

/** Archives that ended before `before` and still have files. */
export async function readOldArchives(
  db: Database,
  before: string,
): Promise<{ id: string; showId: string }[]> {
  return db
    .select({ id: archives.id, showId: archives.showId })
    .from(archives)
    .where(
      and(
        inArray(archives.status, ['ready', 'failed']),
        lt(archives.finishedAt, before),
        isNotMoving(archives.showId),
      ),
    )
    .orderBy(asc(archives.finishedAt))
    .limit(5);
}

/** Marks that the archive's files were removed. The row is kept. */
export async function markArchiveRemoved(store: ShowStore, id: string): Promise<void> {
  await store.db.update(archives).set({ status: 'removed' }).where(archiveById(store, id));
}
