import { and, asc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { directory } from '#store/d1/open';
import { showMoves, shows } from './tables.ts';

type MoveRow = typeof showMoves.$inferSelect;

/** How far a move has come; `UNDO`: somebody has thought better of it, before the show was found anywhere else. */
export type MoveStep = MoveRow['step'];

/** A move that is under way, in the hands of whoever holds its lease. */
export interface Move extends MoveRow {
  /** Where the show is found now. */
  shard: number;
}

/** For what is done to all shows of a shard: a show whose rows nobody may write at present is left alone. */
export const isNotMoving = sql`NOT EXISTS (SELECT 1 FROM show_moves m WHERE m.show_id = ${shows.id}
  AND m.step IN ('FENCE', 'COPY', 'COMPARE', 'UNDO'))`;

/** The shows that are being moved, whoever asked first before the others. */
export async function readMovingShows(env: Env): Promise<string[]> {
  const rows = await directory(env)
    .select({ showId: showMoves.showId })
    .from(showMoves)
    .where(ne(showMoves.step, sql`'DONE'`))
    .orderBy(asc(showMoves.askedAt));
  return rows.map(({ showId }) => showId);
}

/** Takes up a move that nobody else is at, for as long as `lease`, an instant; null without one. */
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

/** Still in these hands, and not called back. */
const isMine = ({ showId, leasedUntil, step }: Move) =>
  and(eq(showMoves.showId, showId), sql`${showMoves.leasedUntil} = ${leasedUntil}`, eq(showMoves.step, step));

/** Writes down how far a move has come. False when it is in other hands, or has been called back, meanwhile. */
export async function saveMoveStep(
  env: Env,
  move: Move,
  step: MoveStep,
  position: MoveRow['position'] = null,
): Promise<boolean> {
  const kept = await directory(env)
    .update(showMoves)
    .set({ step, position, error: null })
    .where(isMine(move))
    .returning({ showId: showMoves.showId });
  return kept.length > 0;
}

/** From now on the show is found on its new shard: one statement, and with it the move's own row. False as above. */
export async function switchShard(env: Env, move: Move, now: string): Promise<boolean> {
  const db = directory(env);
  const [flipped] = await db.batch([
    db
      .update(shows)
      .set({ shard: move.toShard })
      .where(
        and(
          eq(shows.id, move.showId),
          eq(shows.shard, move.fromShard),
          sql`EXISTS (SELECT 1 FROM show_moves WHERE ${isMine(move)})`,
        ),
      )
      .returning({ id: shows.id }),
    db
      .update(showMoves)
      .set({ step: 'REST', position: null, error: null, flippedAt: now })
      .where(
        and(isMine(move), sql`(SELECT shard FROM shows WHERE shows.id = ${move.showId}) = ${move.toShard}`),
      ),
  ]);
  return flipped.length > 0;
}

/** Lets go of a move; `error` says why it does not go on. */
export async function releaseMove(env: Env, move: Move, error: string | null): Promise<void> {
  await directory(env)
    .update(showMoves)
    .set({ leasedUntil: null, ...(error !== null && { error }) })
    .where(and(eq(showMoves.showId, move.showId), sql`${showMoves.leasedUntil} = ${move.leasedUntil}`));
}

/** Nothing is left of a move that was called back. */
export async function deleteMove(env: Env, move: Move): Promise<void> {
  await directory(env).delete(showMoves).where(isMine(move));
}

/** A show by its id, and the last move that was asked of it. */
export async function readAskedMove(env: Env, showId: string) {
  const rows = await directory(env)
    .select({ show: { name: shows.name, shard: shows.shard }, move: showMoves })
    .from(shows)
    .leftJoin(showMoves, eq(showMoves.showId, shows.id))
    .where(eq(shows.id, showId))
    .limit(1);
  return rows[0] ?? { show: null, move: null };
}

/** Begins a move, in the place of one that is done. */
export async function requestMove(env: Env, row: typeof showMoves.$inferInsert): Promise<void> {
  const { showId: _showId, ...values } = row;
  const set = { ...values, position: null, flippedAt: null, leasedUntil: null, error: null };
  await directory(env)
    .insert(showMoves)
    .values(row)
    .onConflictDoUpdate({ target: showMoves.showId, set, setWhere: eq(showMoves.step, 'DONE') });
}

/** Turns a move round whose show has not been found anywhere else yet; false when it is too late for that. */
export async function cancelMove(env: Env, showId: string): Promise<boolean> {
  const rows = await directory(env)
    .update(showMoves)
    .set({ step: 'UNDO', position: null, error: null })
    .where(and(eq(showMoves.showId, showId), inArray(showMoves.step, ['FENCE', 'COPY', 'COMPARE'])))
    .returning({ showId: showMoves.showId });
  return rows.length > 0;
}

/** The old copy that a move has kept is to go, too. */
export async function requestOldCopyRemoval(env: Env, showId: string): Promise<void> {
  await directory(env)
    .update(showMoves)
    .set({ step: 'REMOVE', keepsOld: false })
    .where(and(eq(showMoves.showId, showId), eq(showMoves.step, 'DONE')));
}
