import { rootCause, log } from '#edges/log';
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
import type { Budget, MoveEndpoints } from '#store/show-move/copy-show';
import { removeFence } from '#store/show-move/write-fence';
import { shards } from '#store/d1/open';

/** Requests that read the directory before the switch have ended by then: no Worker run takes longer. */
const oldCopyRestMs = 15 * 60_000;
/** Longer than one run works on a move. */
const leaseMs = 120_000;
const runMs = 40_000;
/** Pages per run; a page takes two or three queries. */
const pagesPerRun = 250;

/** The instant `ms` from now; the run may have started a while ago. */
function laterInstant(now: string, ms = 0): string {
  return new Date(Math.max(Date.parse(now), Date.now()) + ms).toISOString();
}

/**
 * Continues all requested moves (`npm run admin -- move-show`) within the budget of one run: fence the show, copy,
 * compare, switch, wait, remove. Each step may be repeated, and unfinished steps resume where they stopped. Returns
 * whether another run may continue immediately.
 */
export async function moveShows(env: Env, now: string, pages = pagesPerRun): Promise<boolean> {
  const budget = budgetOf(pages);
  let more = false;
  for (const showId of await readMovingShows(env)) {
    const move = await leaseMove(env, showId, now, laterInstant(now, leaseMs));
    if (!move) continue;
    try {
      more = (await runSteps(env, move, now, budget)) || more;
      await releaseMove(env, move, null);
    } catch (error) {
      const reason = error instanceof MoveRefused ? error.message : rootCause(error);
      log('error', 'show move failed', { show: showId, step: move.step }, error);
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

/** Runs one step after the other within the budget. Returns whether another run may continue immediately. */
async function runSteps(env: Env, leased: Move, now: string, budget: Budget): Promise<boolean> {
  const endpoints = await endpointsOf(env, leased);
  let move: Move | null = leased;
  while (move) {
    const current: Move = move;
    const result = await steps[current.step](env, current, endpoints, budget, now);
    if (result === 'more') return true;
    if (result === 'wait') return false;
    log('info', 'show move progressed', {
      show: current.showId,
      from: current.fromShard,
      to: current.toShard,
      step: result,
    });
    const flipped = result === 'REST' && { shard: current.toShard, flippedAt: laterInstant(now) };
    move = result === 'DONE' ? null : { ...current, step: result, position: null, ...flipped };
  }
  return false;
}

async function endpointsOf(env: Env, { fromShard, toShard, showId }: Move): Promise<MoveEndpoints> {
  const all = shards(env);
  const [from, to] = [all[fromShard], all[toShard]];
  if (!from || !to) throw new MoveRefused(`This deployment has the shards 0 to ${all.length - 1}.`);
  return openSourceAndTarget(from, to, showId);
}

/**
 * Runs one step and saves the next, which it returns; `more`: continue in another run; `wait`: continue later, or
 * another run has the lease.
 */
type Step = (
  env: Env,
  move: Move,
  endpoints: MoveEndpoints,
  budget: Budget,
  now: string,
) => Promise<MoveStep | 'more' | 'wait'>;

const saveStep = async (env: Env, move: Move, step: MoveStep) =>
  (await saveMoveStep(env, move, step)) ? step : 'wait';

const steps: Record<MoveStep, Step> = {
  FENCE: async (env, move, endpoints, budget) =>
    (await closeShow(requireShard(move, endpoints, move.fromShard), budget))
      ? saveStep(env, move, 'COPY')
      : 'more',
  COPY: async (env, move, endpoints, budget) =>
    (await copyShow(endpoints, budget)) ? saveStep(env, move, 'COMPARE') : 'more',
  COMPARE: async (env, move, endpoints, budget, now) => {
    const cursor = await compareShow(endpoints, move.position, budget);
    if (cursor) return (await saveMoveStep(env, move, 'COMPARE', cursor)) ? 'more' : 'wait';
    await requireFenced(endpoints);
    return (await switchShard(env, move, laterInstant(now))) ? 'REST' : 'wait';
  },
  REST: async (env, move, endpoints, _budget, now) => {
    await removeFence(requireShard(move, endpoints, move.toShard).to, move.showId);
    const until = Date.parse(move.flippedAt ?? now) + oldCopyRestMs;
    return Date.parse(now) < until ? 'wait' : saveStep(env, move, move.keepsOld ? 'DONE' : 'REMOVE');
  },
  REMOVE: async (env, move, endpoints, budget) => {
    const { from, tables, showId } = requireShard(move, endpoints, move.toShard);
    return (await clearShard(from, tables, showId, budget)) ? saveStep(env, move, 'DONE') : 'more';
  },
  UNDO: async (env, move, endpoints, budget) => {
    const { from, to, toTables, showId } = requireShard(move, endpoints, move.fromShard);
    await removeFence(from, showId);
    if (!(await clearShard(to, toTables, showId, budget))) return 'more';
    await deleteMove(env, move);
    return 'DONE';
  },
  DONE: async () => 'wait',
};

/** Throws unless the show is on the expected shard: its live data must never be removed. */
function requireShard({ shard }: Move, endpoints: MoveEndpoints, expected: number): MoveEndpoints {
  if (shard !== expected) throw new MoveRefused(`The show is on shard ${shard}, and not on ${expected}.`);
  return endpoints;
}
