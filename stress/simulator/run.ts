import { join } from 'node:path';
import type { Options } from '../options.ts';
import { inThreads } from '../threads.ts';
import { mutants } from './mutants/mutants.ts';
import type { Found, Job } from './thread.ts';

/** Seeds that a thread runs before it reports. */
const atOnce = 250;
/** Every mutant must be found within this many seeds. */
const maxSeeds = 3000;

const work = (jobs: readonly Job[], threads: number) =>
  inThreads<Found>(join(import.meta.dirname, 'thread.ts'), jobs, threads);

/**
 * Simulates the product under the orders and failures of many seeds, then mutants that must be found. Prints the
 * results; returns whether all is well.
 */
export async function simulator(options: Options): Promise<boolean> {
  const { from, seed, threads } = options;
  const seeds = options.seeds ?? 200_000;
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  if (seed !== null) {
    const [traced] = await work([{ from: seed, count: 1, mutant: null, isTraced: true }], 1);
    console.log(traced?.trace.join('\n'));
    return reportViolations(traced ? [traced] : []) === 0;
  }
  const jobs: Job[] = [];
  for (let first = from; first < from + seeds; first += atOnce)
    jobs.push({ from: first, count: Math.min(atOnce, from + seeds - first), mutant: null, isTraced: false });
  const results = await work(jobs, threads);
  const bad = reportViolations(results);
  const steps = results.reduce((sum, one) => sum + one.steps, 0);
  console.log(`simulator: ${seeds} seeds, ${steps} steps, ${bad} with violations, ${seconds()} s`);
  const mutantJobs = mutants.map((_, mutant): Job => ({ from: 1, count: maxSeeds, mutant, isTraced: false }));
  const mutantResults = await work(mutantJobs, threads);
  for (const [index, { violations }] of mutantResults.entries()) {
    const [first] = violations;
    const label = first ? `seed ${String(first.seed).padStart(4)}` : 'NOT FOUND';
    const bare = mutants[index]?.sql ? ', its backstop removed' : '';
    console.log(`  ${label}  ${mutants[index]?.name ?? ''}${bare}${first ? ` (${first.what})` : ''}`);
  }
  const missed = mutantResults.filter(({ violations }) => violations.length === 0).length;
  console.log(
    `simulator: ${mutants.length - missed} of ${mutants.length} planted faults found within ${maxSeeds} seeds each, ${seconds()} s`,
  );
  return bad === 0 && missed === 0;
}

/** Prints the seeds with violations and the violations of the first; returns their number. */
function reportViolations(results: readonly Found[]): number {
  const bad = results.flatMap(({ violations }) => violations);
  for (const { seed, what } of bad.slice(0, 20)) console.log(`VIOLATION seed ${seed}: ${what}`);
  const [first] = bad;
  if (first) console.log(`npm run test:stress -- simulator --seed ${first.seed} tells it step by step`);
  return new Set(bad.map(({ seed }) => seed)).size;
}
