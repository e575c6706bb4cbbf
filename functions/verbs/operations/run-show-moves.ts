import { causeOf, log } from '#edges/log';
import {
  switchShard,
  deleteMove,
  saveMoveStep,
  readMovingShows,
  releaseMove,
  leaseMove,
} from '#store/directory/show-moves';
import type { Move, MoveStep } from '#store/directory/show-moves';
import {
  MoveRefused,
  clearShard,
  closeShow,
  compareShow,
  copyShow,
  requireFenced,
  openSourceAndTarget,
} from '#store/show-move/copy-show';
import type { Budget, Ends } from '#store/show-move/copy-show';
import { liftFence } from '#store/show-move/write-fence';
import { shards } from '#store/d1/open';

/** Whoever read the directory before the show was found elsewhere has ended by then: no run of a Worker takes longer. */
const restMs = 15 * 60_000;
/** Longer than one run of a Worker works on a move. */
const leaseMs = 120_000;
const runMs = 40_000;
/** Pages of a run: a page is two queries or three. */
const pagesAtOnce = 250;

/** The instant so many milliseconds from now: what a run does before it comes to a move may take its time. */
function laterThan(now: string, ms = 0): string {
  return new Date(Math.max(Date.parse(now), Date.now()) + ms).toISOString();
}

/**
 * Goes on with every move that somebody asked for (`npm run admin -- move-show`), as far as one run may: close the show,
 * copy, compare, flip, rest, remove. Each step may be repeated, and all that was not finished is taken up where it
 * stands. Answers whether there is more to do at once.
 */
export async function moveShows(env: Env, now: string, pages = pagesAtOnce): Promise<boolean> {
  const budget = budgetOf(pages);
  let more = false;
  for (const showId of await readMovingShows(env)) {
    const move = await leaseMove(env, showId, now, laterThan(now, leaseMs));
    if (!move) continue;
    try {
      more = (await enqueueContinuation(env, move, now, budget)) || more;
      await releaseMove(env, move, null);
    } catch (error) {
      const reason = error instanceof MoveRefused ? error.message : causeOf(error);
      log('error', 'show not moved', { show: showId, step: move.step }, error);
      await releaseMove(env, move, reason);
    }
  }
  return more;
}

function budgetOf(pages: number): Budget {
  const until = Date.now() + runMs;
  let left = pages;
  return {
    take: () => {
      left -= 1;
      return left >= 0 && Date.now() < until;
    },
  };
}

/** One step after the other while the budget lasts. Answers whether another run may go on at once. */
async function enqueueContinuation(env: Env, begun: Move, now: string, budget: Budget): Promise<boolean> {
  const ends = await endsOf(env, begun);
  let move: Move | null = begun;
  while (move) {
    const taken: Move = move;
    const done = await steps[taken.step](env, taken, ends, budget, now);
    if (done === 'more') return true;
    if (done === 'wait') return false;
    log('info', 'show moves', { show: taken.showId, from: taken.fromShard, to: taken.toShard, step: done });
    const flipped = done === 'REST' && { shard: taken.toShard, flippedAt: laterThan(now) };
    move = done === 'DONE' ? null : { ...taken, step: done, position: null, ...flipped };
  }
  return false;
}

async function endsOf(env: Env, { fromShard, toShard, showId }: Move): Promise<Ends> {
  const all = shards(env);
  const [from, to] = [all[fromShard], all[toShard]];
  if (!from || !to) throw new MoveRefused(`This deployment has the shards 0 to ${all.length - 1}.`);
  return openSourceAndTarget(from, to, showId);
}

/** Does one step and writes down the next, which it answers; `more`: in another run; `wait`: later, or in other hands. */
type Step = (
  env: Env,
  move: Move,
  ends: Ends,
  budget: Budget,
  now: string,
) => Promise<MoveStep | 'more' | 'wait'>;

const next = async (env: Env, move: Move, step: MoveStep) =>
  (await saveMoveStep(env, move, step)) ? step : 'wait';

const steps: Record<MoveStep, Step> = {
  FENCE: async (env, move, ends, budget) =>
    (await closeShow(mustLive(move, ends, move.fromShard), budget)) ? next(env, move, 'COPY') : 'more',
  COPY: async (env, move, ends, budget) =>
    (await copyShow(ends, budget)) ? next(env, move, 'COMPARE') : 'more',
  COMPARE: async (env, move, ends, budget, now) => {
    const stands = await compareShow(ends, move.position, budget);
    if (stands) return (await saveMoveStep(env, move, 'COMPARE', stands)) ? 'more' : 'wait';
    await requireFenced(ends);
    return (await switchShard(env, move, laterThan(now))) ? 'REST' : 'wait';
  },
  REST: async (env, move, ends, _budget, now) => {
    await liftFence(mustLive(move, ends, move.toShard).to, move.showId);
    const until = Date.parse(move.flippedAt ?? now) + restMs;
    return Date.parse(now) < until ? 'wait' : next(env, move, move.keepsOld ? 'DONE' : 'REMOVE');
  },
  REMOVE: async (env, move, ends, budget) => {
    const { from, tables, showId } = mustLive(move, ends, move.toShard);
    return (await clearShard(from, tables, showId, budget)) ? next(env, move, 'DONE') : 'more';
  },
  UNDO: async (env, move, ends, budget) => {
    const { from, to, toTables, showId } = mustLive(move, ends, move.fromShard);
    await liftFence(from, showId);
    if (!(await clearShard(to, toTables, showId, budget))) return 'more';
    await deleteMove(env, move);
    return 'DONE';
  },
  DONE: async () => 'wait',
};

/** What is removed is never where the show lives. */
function mustLive({ shard }: Move, ends: Ends, expected: number): Ends {
  if (shard !== expected) throw new MoveRefused(`The show is on shard ${shard}, and not on ${expected}.`);
  return ends;
}
