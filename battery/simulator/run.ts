import { join } from 'node:path';
import type { Options } from '../options.ts';
import { inThreads } from '../threads.ts';
import { mutants } from './mutants/mutants.ts';
import type { Found, Job } from './thread.ts';

/** Seeds that a thread lives through before it says how it went. */
const atOnce = 250;
/** Within so many seeds every planted fault must be found. */
const maxSeeds = 3000;

const work = (jobs: readonly Job[], threads: number) =>
  inThreads<Found>(join(import.meta.dirname, 'thread.ts'), jobs, threads);

/**
 * Lives of the product under every order and failure that seeds can think of, and the same with faults planted that must
 * be found. Prints what was seen; answers whether all was well.
 */
export async function simulator(options: Options): Promise<boolean> {
  const { from, seed, threads } = options;
  const seeds = options.seeds ?? 200_000;
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  if (seed !== null) {
    const [alone] = await work([{ from: seed, count: 1, mutant: null, isTraced: true }], 1);
    console.log(alone?.trace.join('\n'));
    return told(alone ? [alone] : []) === 0;
  }
  const lives: Job[] = [];
  for (let first = from; first < from + seeds; first += atOnce)
    lives.push({ from: first, count: Math.min(atOnce, from + seeds - first), mutant: null, isTraced: false });
  const ended = await work(lives, threads);
  const bad = told(ended);
  const steps = ended.reduce((sum, one) => sum + one.steps, 0);
  console.log(`simulator: ${seeds} seeds, ${steps} steps, ${bad} with violations, ${seconds()} s`);
  const planted = mutants.map((_, mutant): Job => ({ from: 1, count: maxSeeds, mutant, isTraced: false }));
  const hunted = await work(planted, threads);
  for (const [index, { violations }] of hunted.entries()) {
    const [first] = violations;
    const how = first ? `seed ${String(first.seed).padStart(4)}` : 'NOT FOUND';
    const bare = mutants[index]?.sql ? ', its backstop removed' : '';
    console.log(`  ${how}  ${mutants[index]?.name ?? ''}${bare}${first ? ` (${first.what})` : ''}`);
  }
  const missed = hunted.filter(({ violations }) => violations.length === 0).length;
  console.log(
    `simulator: ${mutants.length - missed} of ${mutants.length} planted faults found within ${maxSeeds} seeds each, ${seconds()} s`,
  );
  return bad === 0 && missed === 0;
}

/** Says which seeds went wrong, and of the first how; answers how many. */
function told(ended: readonly Found[]): number {
  const bad = ended.flatMap(({ violations }) => violations);
  for (const { seed, what } of bad.slice(0, 20)) console.log(`VIOLATION seed ${seed}: ${what}`);
  const [first] = bad;
  if (first) console.log(`npm run battery -- simulator --seed ${first.seed} tells it step by step`);
  return new Set(bad.map(({ seed }) => seed)).size;
}
