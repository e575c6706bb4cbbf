import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { StepReplacement } from '#domain/replacement/replacement';
import { maxListedDocuments } from '#domain/replacement/replacement-response';
import { insertJsonRows } from '#store/d1/json-object';
import type { Database, ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { isNotMoving } from '#store/show/outbox/moving-shows';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { replacementItems, replacements } from '#store/show/tables/replacement-tables';

export type ReplacementRow = typeof replacements.$inferSelect;

/** A document of a replacement with the outcome of its steps. */
export interface ReplacementItem {
  documentId: string;
  steps: readonly StepReplacement[];
}

/** The newest outcomes of a document: the preview until it is processed. */
const newest = sql.raw('coalesce(i.result, i.preview)');
const isException = sql`(instr(${newest}, '"outcome":"STAYS"') > 0 OR instr(${newest}, '"outcome":"MERGED"') > 0)`;
const isDifferent = sql.raw(`(i.result IS NOT NULL AND i.result <> coalesce(i.preview, '[]'))`);
const isReplaced = sql`(${newest} <> '[]' AND instr(${newest}, '"outcome":"STAYS"') = 0)`;

const parsed = (text: string) => JSON.parse(text) as StepReplacement[];

const summary = {
  replacement: replacements,
  documents: sql<number>`(SELECT count(*) FROM replacement_items i
    WHERE i.show_id = ${replacements.showId} AND i.replacement_id = ${replacements.id})`,
  processed: sql<number>`(SELECT count(i.result) FROM replacement_items i
    WHERE i.show_id = ${replacements.showId} AND i.replacement_id = ${replacements.id})`,
};

const byId = prepareRead(({ db, showId }, { id }: { id: string }) => {
  const count = (condition: typeof isException) =>
    sql<number>`(SELECT count(*) FROM replacement_items i WHERE i.show_id = ${replacements.showId}
      AND i.replacement_id = ${replacements.id} AND ${condition})`;
  const items = (condition: typeof isException) =>
    db
      .select({
        documentId: documents.id,
        type: documents.type,
        number: documents.number,
        milestones: documents.milestones,
        prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
        preview: sql<StepReplacement[]>`coalesce(i.preview, '[]')`.mapWith(parsed),
        result: sql<StepReplacement[] | null>`i.result`.mapWith(parsed),
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .innerJoin(sql`replacement_items i`, sql`i.document_id = ${documents.id}`)
      .where(
        sql`i.show_id = ${showId} AND i.replacement_id = ${id} AND +${documents.showId} = ${showId} AND ${condition}`,
      )
      .orderBy(documents.id)
      .limit(maxListedDocuments);
  return [
    db
      .select({
        ...summary,
        replaced: count(isReplaced),
        exceptionCount: count(isException),
        differenceCount: count(isDifferent),
      })
      .from(replacements)
      .where(and(eq(replacements.showId, showId), eq(replacements.id, id)))
      .limit(1),
    items(isException),
    items(isDifferent),
  ];
});

/** A replacement with its counts, and the documents to list by name; null when the show has none of this id. */
export const replacementViewQuery = (source: Source, id: string) =>
  mapQuery(byId(source, { id }), ([[found], exceptions, differences]) =>
    found ? { ...found, exceptions, differences } : null,
  );

const rowById = prepareRead(({ db, showId }, { id }: { id: string }) => [
  db
    .select()
    .from(replacements)
    .where(and(eq(replacements.showId, showId), eq(replacements.id, id)))
    .limit(1),
]);

export const replacementQuery = (source: Source, id: string) =>
  mapQuery(rowById(source, { id }), ([rows]) => rows[0] ?? null);

const ofFormer = prepareRead(({ db, showId }, { formerId, since }: { formerId: string; since: string }) => [
  db
    .select(summary)
    .from(replacements)
    .where(
      and(
        eq(replacements.showId, showId),
        eq(replacements.formerId, formerId),
        sql`${replacements.createdAt} > ${since} AND ${replacements.state} <> 'PREVIEW'`,
      ),
    )
    .orderBy(desc(replacements.createdAt))
    .limit(20),
]);

/** The started replacements of a user since an instant, the newest first. */
export const replacementsQuery = (source: Source, formerId: string, since: string) =>
  mapQuery(ofFormer(source, { formerId, since }), ([rows]) => rows);

/** Stores a preview with its documents. */
export function insertReplacement(
  { db, showId }: ShowStore,
  row: ReplacementRow,
  items: readonly ReplacementItem[],
): Write[] {
  const rows = items.map(({ documentId, steps }) => ({ documentId, preview: steps }));
  const parts = Array.from({ length: Math.ceil(rows.length / 1000) }, (_, n) =>
    rows.slice(n * 1000, (n + 1) * 1000),
  );
  return [
    db.insert(replacements).values(row),
    ...parts.map((part) => insertJsonRows(replacementItems, { showId, replacementId: row.id }, part)),
  ];
}

/** Starts a preview or a failed run. Any other state becomes null, which fails the batch: another user was first. */
export function startReplacement(
  { showId }: ShowStore,
  id: string,
  requestedBy: { id: string; name: string },
  now: string,
): Write {
  return sql`UPDATE replacements SET started_at = ${now}, finished_at = NULL,
      requested_by_id = ${requestedBy.id}, requested_by_name = ${requestedBy.name},
      state = CASE WHEN state IN ('PREVIEW', 'FAILED') THEN 'RUNNING' END
    WHERE show_id = ${showId} AND id = ${id}`;
}

/** Stores the results of documents, also of those that came after the preview. The first result is final. */
export function saveReplacementResults(
  { showId }: ShowStore,
  replacementId: string,
  items: readonly ReplacementItem[],
): Write {
  const rows = items.map(({ documentId, steps }) => ({ documentId, result: steps }));
  return sql`${insertJsonRows(replacementItems, { showId, replacementId }, rows)} WHERE true
    ON CONFLICT DO UPDATE SET result = excluded.result WHERE result IS NULL`;
}

/** Ends a run. Documents without a result no longer have an open step of the former approver. */
export function finishReplacement({ db, showId }: ShowStore, id: string, now: string): Write[] {
  return [
    sql`UPDATE replacement_items SET result = '[]' WHERE show_id = ${showId} AND replacement_id = ${id} AND result IS NULL`,
    db
      .update(replacements)
      .set({ state: 'DONE', finishedAt: now })
      .where(and(eq(replacements.showId, showId), eq(replacements.id, id))),
  ];
}

/** Marks runs without an open job as failed, in shows that are not being moved. Returns how many. */
export async function failAbandonedReplacements(db: Database, now: string): Promise<number> {
  const failed = await db
    .update(replacements)
    .set({ state: 'FAILED', finishedAt: now })
    .where(
      and(
        // Inlined, not bound: only then SQLite uses the partial index.
        sql`${replacements.state} = 'RUNNING'`,
        isNotMoving(replacements.showId),
        // Reads the index of open jobs from the start of the run.
        sql`NOT EXISTS (SELECT 1 FROM outbox o WHERE o.done_at IS NULL AND o.created_at >= ${replacements.startedAt}
          AND +o.show_id = ${replacements.showId} AND o.kind = 'replace-approver' AND o.payload ->> 'replacementId' = ${replacements.id})`,
      ),
    )
    .returning({ id: replacements.id });
  return failed.length;
}

/** Removes previews that were created before an instant, a hundred at a time. Returns how many. */
export async function deleteOldPreviews(db: Database, before: string): Promise<number> {
  const old = await db
    .select({ showId: replacements.showId, id: replacements.id })
    .from(replacements)
    .where(
      and(
        sql`${replacements.state} = 'PREVIEW'`,
        isNotMoving(replacements.showId),
        lt(replacements.createdAt, before),
      ),
    )
    .limit(100);
  const keys = sql`(SELECT value ->> 'showId', value ->> 'id' FROM json_each(${JSON.stringify(old)}))`;
  if (old.length > 0)
    await db.batch([
      db.delete(replacementItems).where(sql`(show_id, replacement_id) IN ${keys}`),
      db.delete(replacements).where(sql`(show_id, id) IN ${keys} AND state = 'PREVIEW'`),
    ]);
  return old.length;
}
