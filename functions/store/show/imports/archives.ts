import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapped } from '#store/d1/query';
import type { Query } from '#store/d1/query';
import { attachments, documentEvents, documents, files } from '#store/show/tables/document-tables';
import { withdrawnAttachments } from '#store/show/tables/evidence-tables';
import { archiveParts, archives } from '#store/show/tables/import-tables';
import { isSettled } from '#store/show/outbox/moving-shows';
import { outbox } from '#store/show/tables/job-tables';

export type ArchiveRow = typeof archives.$inferSelect;

const theArchive = ({ showId }: Pick<ShowStore, 'showId'>, id: string) =>
  and(eq(archives.id, id), eq(archives.showId, showId));

/** A new archive, with how many documents the show has now. A show has one at a time: another fails on `archives.show_id`. */
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
    .where(theArchive(source, id))
    .limit(1),
]);

/** An archive and how many of its parts there are; null when the show has none of this id. */
export const archiveQuery = (source: Source, id: string): Query<(ArchiveRow & { parts: number }) | null> =>
  mapped(archive(source, { id }), ([rows]) => rows[0] ?? null);

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
  mapped(latest(source, {}, limit), ([rows, parts]) =>
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
    .where(and(theArchive(source, id), eq(archives.status, 'ready')))
    .limit(1),
]);

/** One part of an archive that can be downloaded, and how many there are; null for anything else. */
export const archivePartQuery = (source: Source, id: string, part: number) =>
  mapped(archivePart(source, { id, part }), ([rows]) => rows[0] ?? null);

/** The next documents in the order of their ids with their events and files, all of one moment; `after` '' begins. */
export async function readArchiveStep({ db, showId }: ShowStore, after: string, limit: number) {
  const beginning = after || `${showId}_`;
  const those = sql`(SELECT d.id FROM documents d WHERE d.id > ${beginning} AND +d.show_id = ${showId}
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
      .where(inArray(documents.id, those))
      .orderBy(asc(documents.id)),
    db
      .select()
      .from(documentEvents)
      .where(inArray(documentEvents.documentId, those))
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
      .where(and(eq(attachments.showId, showId), inArray(attachments.documentId, those)))
      .orderBy(asc(attachments.documentId), asc(attachments.position)),
    db
      .select({ documentId: withdrawnAttachments.documentId, size: files.size })
      .from(withdrawnAttachments)
      .innerJoin(files, eq(files.id, withdrawnAttachments.fileId))
      .where(and(eq(withdrawnAttachments.showId, showId), inArray(withdrawnAttachments.documentId, those))),
  ]);
  return headers.map((header) => ({
    ...header,
    events: events.filter(({ documentId }) => documentId === header.id),
    files: attached.filter(({ documentId }) => documentId === header.id),
    withdrawnSizes: withdrawn.flatMap(({ documentId, size }) => (documentId === header.id ? [size] : [])),
  }));
}

/** So many documents are in it. */
export async function keepArchiveDone(store: ShowStore, id: string, done: number): Promise<void> {
  await store.db.update(archives).set({ done }).where(theArchive(store, id));
}

/** Nobody else takes up this open errand before `until`. */
export async function extendLease({ db, showId }: ShowStore, id: string, until: string): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: until })
    .where(and(eq(outbox.id, id), eq(outbox.showId, showId), isNull(outbox.doneAt)));
}

/** A part is written once; a repeated errand writes the same one again. */
export function keepArchivePart({ db }: ShowStore, row: typeof archiveParts.$inferInsert): Write {
  return db
    .insert(archiveParts)
    .values(row)
    .onConflictDoUpdate({
      target: [archiveParts.showId, archiveParts.archiveId, archiveParts.part],
      set: { documents: row.documents, size: row.size },
    });
}

/** Ends an archive that is being made. */
export function endArchive(
  store: ShowStore,
  id: string,
  end: { status: 'ready' | 'failed'; finishedAt: string },
): Write {
  return store.db
    .update(archives)
    .set(end)
    .where(and(theArchive(store, id), eq(archives.status, 'in_progress')));
}

/** Stops an archive that is being made; of one that has ended meanwhile it fails on `archives.status`. */
export function stopArchive(
  store: ShowStore,
  id: string,
  stop: { cancelledBy: string; finishedAt: string },
): Write {
  const status = sql<'failed'>`CASE ${archives.status} WHEN 'in_progress' THEN 'failed' END`;
  return store.db
    .update(archives)
    .set({ ...stop, status })
    .where(theArchive(store, id));
}

/** Archives of any show that are being made although nobody works on them any more. */
export async function readAbandonedArchives(db: Database): Promise<{ id: string; showId: string }[]> {
  const isTried = sql`EXISTS (SELECT 1 FROM outbox o WHERE o.done_at IS NULL AND o.created_at >= ${archives.createdAt}
    AND +o.show_id = ${archives.showId} AND o.kind = 'archive-show')`;
  return db
    .select({ id: archives.id, showId: archives.showId })
    .from(archives)
    .where(and(eq(archives.status, 'in_progress'), isSettled(archives.showId), sql`NOT ${isTried}`));
}

/** Archives that ended before `before` and whose files are still there. */
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
        isSettled(archives.showId),
      ),
    )
    .orderBy(asc(archives.finishedAt))
    .limit(5);
}

/** Its files are gone; that it was made stays known. */
export async function markArchiveRemoved(store: ShowStore, id: string): Promise<void> {
  await store.db.update(archives).set({ status: 'removed' }).where(theArchive(store, id));
}
