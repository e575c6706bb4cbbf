import { and, asc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { showMoves, shows } from './tables.ts';

type MoveRow = typeof showMoves.$inferSelect;

/** The progress of a move. `UNDO`: the move was cancelled before the show was switched to its new shard. */
export type MoveStep = MoveRow['step'];

export interface Move extends MoveRow {
  shard: number;
}

/** Excludes shows that cannot be written at present, for work on all shows of a shard. */
export const isNotMoving = sql`NOT EXISTS (SELECT 1 FROM show_moves m WHERE m.show_id = ${shows.id}
  AND m.step IN ('FENCE', 'COPY', 'COMPARE', 'UNDO'))`;

/** The shows that are being moved, the earliest request first. */
export async function readMovingShows(env: Env): Promise<string[]> {
  const rows = await directory(env)
    .select({ showId: showMoves.showId })
    .from(showMoves)
    .where(ne(showMoves.step, sql`'DONE'`))
    .orderBy(asc(showMoves.askedAt));
  return rows.map(({ showId }) => showId);
}

/** Leases a move until `lease`, an instant. Returns null when there is none, or another worker has it. */
export async function leaseMove(env: Env, showId: string, now: string, lease: string): Promise<Move | null> {
  const [row] = await directory(env)
    .update(showMoves)
    .set({ leasedUntil: lease })
    .where(
      and(
        eq(showMoves.showId, showId),
        ne(showMoves.step, 'DONE'),
        or(isNull(showMoves.leasedUntil), lte(showMoves.leasedUntil, now)),
      ),
    )
    .returning({
      ...getTableColumns(showMoves),
      shard: sql<number>`(SELECT shard FROM shows WHERE shows.id = show_moves.show_id)`,
    });
  return row ?? null;
}

/** The move is still leased by this worker, and not cancelled. */
const isLeased = ({ showId, leasedUntil, step }: Move) =>
  and(eq(showMoves.showId, showId), sql`${showMoves.leasedUntil} = ${leasedUntil}`, eq(showMoves.step, step));

/** Stores the progress of a move. Returns false when the lease was lost or the move cancelled meanwhile. */
export async function saveMoveStep(
  env: Env,
  move: Move,
  step: MoveStep,
  position: MoveRow['position'] = null,
): Promise<boolean> {
  const updated = await directory(env)
    .update(showMoves)
    .set({ step, position, error: null })
    .where(isLeased(move))
    .returning({ showId: showMoves.showId });
  return updated.length > 0;
}

/** Switches the show to its new shard, together with the state of the move. Returns false as above. */
export async function switchShard(env: Env, move: Move, now: string): Promise<boolean> {
  const db = directory(env);
  const [switched] = await db.batch([
    db
      .update(shows)
      .set({ shard: move.toShard })
      .where(
        and(
          eq(shows.id, move.showId),
          eq(shows.shard, move.fromShard),
          sql`EXISTS (SELECT 1 FROM show_moves WHERE ${isLeased(move)})`,
        ),
      )
      .returning({ id: shows.id }),
    db
      .update(showMoves)
      .set({ step: 'REST', position: null, error: null, flippedAt: now })
      .where(
        and(isLeased(move), sql`(SELECT shard FROM shows WHERE shows.id = ${move.showId}) = ${move.toShard}`),
      ),
  ]);
  return switched.length > 0;
}

/** Releases the lease of a move; `error` is the reason why it does not continue. */
export async function releaseMove(env: Env, move: Move, error: string | null): Promise<void> {
  await directory(env)
    .update(showMoves)
    .set({ leasedUntil: null, ...(error !== null && { error }) })
    .where(and(eq(showMoves.showId, move.showId), sql`${showMoves.leasedUntil} = ${move.leasedUntil}`));
}

export async function deleteMove(env: Env, move: Move): Promise<void> {
  await directory(env).delete(showMoves).where(isLeased(move));
}

export async function readRequestedMove(env: Env, showId: string) {
  const rows = await directory(env)
    .select({ show: { name: shows.name, shard: shows.shard }, move: showMoves })
    .from(shows)
    .leftJoin(showMoves, eq(showMoves.showId, shows.id))
    .where(eq(shows.id, showId))
    .limit(1);
  return rows[0] ?? { show: null, move: null };
}

/** Requests a move; replaces one that is done. */
export async function requestMove(env: Env, row: typeof showMoves.$inferInsert): Promise<void> {
  const { showId: _showId, ...values } = row;
  const set = { ...values, position: null, flippedAt: null, leasedUntil: null, error: null };
  await directory(env)
    .insert(showMoves)
    .values(row)
    .onConflictDoUpdate({ target: showMoves.showId, set, setWhere: eq(showMoves.step, 'DONE') });
}

/** Cancels a move. Returns false when the show has already been switched to its new shard. */
export async function cancelMove(env: Env, showId: string): Promise<boolean> {
  const rows = await directory(env)
    .update(showMoves)
    .set({ step: 'UNDO', position: null, error: null })
    .where(and(eq(showMoves.showId, showId), inArray(showMoves.step, ['FENCE', 'COPY', 'COMPARE'])))
    .returning({ showId: showMoves.showId });
  return rows.length > 0;
}

export async function requestOldCopyRemoval(env: Env, showId: string): Promise<void> {
  await directory(env)
    .update(showMoves)
    .set({ step: 'REMOVE', keepsOld: false })
    .where(and(eq(showMoves.showId, showId), eq(showMoves.step, 'DONE')));
}
