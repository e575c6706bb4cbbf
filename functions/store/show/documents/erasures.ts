import { and, eq } from 'drizzle-orm';
import type { ShowStore, Write } from '#store/d1/open';
import { erasedFiles } from '#store/show/tables/evidence-tables';

type Erasure = typeof erasedFiles.$inferSelect;

export function insertErasure({ db, showId }: ShowStore, row: Omit<Erasure, 'showId'>): Write {
  return db
    .insert(erasedFiles)
    .values({ showId, ...row })
    .onConflictDoNothing();
}

export async function readErasure({ db, showId }: ShowStore, fileId: string): Promise<Erasure | null> {
  const rows = await db
    .select()
    .from(erasedFiles)
    .where(and(eq(erasedFiles.showId, showId), eq(erasedFiles.fileId, fileId)));
  return rows[0] ?? null;
}
