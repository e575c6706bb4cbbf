import { join } from 'node:path';
import type { Options } from '../options.ts';
import { inThreads } from '../threads.ts';
import { mutantsByPart } from './mutants.ts';
import type { Found, Job } from './thread.ts';

const work = (jobs: readonly Job[], threads: number) =>
  inThreads<Found>(join(import.meta.dirname, 'thread.ts'), jobs, threads);

/** Per part: seeds of a full run, seeds of one job, and seeds within which a mutant must be found. */
const sizes = {
  queue: { seeds: 200, atOnce: 10, maxSeeds: 20 },
  database: { seeds: 5_000, atOnce: 50, maxSeeds: 1000 },
} as const;

/** Sends 100,000 outbox messages: duplicated, lost, late, and returned by a failing consumer. */
export function queue(options: Options): Promise<boolean> {
  return part('queue', options, ({ delivered = 0, failed = 0, entries = 0, dead = 0 }, seeds) => {
    const share = ((100 * failed) / delivered).toFixed(1);
    console.log(
      `queue: ${delivered} deliveries of ${entries} jobs in ${seeds} orders, ${share} % failed, ${dead} dead letters`,
    );
    return seeds < sizes.queue.seeds || (delivered >= 100_000 && failed >= delivered / 10);
  });
}

/** Sends HTTP requests to the application on a database that stalls and fails every other time. */
export function database(options: Options): Promise<boolean> {
  return part('database', options, ({ calls = 0, failed = 0, slowestMs = 0 }, seeds) => {
    console.log(
      `database: ${seeds} seeds, ${calls} calls, ${failed} without an answer, the slowest ${slowestMs} ms`,
    );
    return slowestMs <= 10_000;
  });
}

async function part(
  name: Job['part'],
  { seeds: wanted, from, seed, threads }: Options,
  isMet: (figures: Record<string, number>, seeds: number) => boolean,
): Promise<boolean> {
  const began = performance.now();
  const { atOnce, maxSeeds, seeds: all } = sizes[name];
  if (seed !== null) {
    const [traced] = await work([{ part: name, from: seed, count: 1, mutant: null, isTraced: true }], 1);
    console.log(traced?.trace.join('\n'));
    return reportViolations(name, traced ? [traced] : []) === 0;
  }
  const seeds = wanted ?? all;
  const jobs: Job[] = [];
  for (let first = from; first < from + seeds; first += atOnce)
    jobs.push({
      part: name,
      from: first,
      count: Math.min(atOnce, from + seeds - first),
      mutant: null,
      isTraced: false,
    });
  const results = await work(jobs, threads);
  const figures: Record<string, number> = {};
  for (const { figures: own } of results)
    for (const [figure, value] of Object.entries(own)) {
      const before = figures[figure] ?? 0;
      figures[figure] = figure.startsWith('slowest') ? Math.max(before, value) : before + value;
    }
  const bad = reportViolations(name, results);
  const isEnough = isMet(figures, seeds);
  const missed = await findMutants(name, maxSeeds, threads);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${name}: ${bad} of ${seeds} seeds with violations, ${seconds} s`);
  return bad === 0 && missed === 0 && isEnough;
}

/** Tests one mutant after the other. Returns how many were not found. */
async function findMutants(name: Job['part'], maxSeeds: number, threads: number): Promise<number> {
  const faults = mutantsByPart[name];
  const jobs = faults.map((_, mutant): Job => ({
    part: name,
    from: 1,
    count: maxSeeds,
    mutant,
    isTraced: false,
  }));
  const mutantResults = await work(jobs, threads);
  for (const [index, { violations }] of mutantResults.entries()) {
    const [first] = violations;
    const label = first ? `seed ${String(first.seed).padStart(4)}` : 'NOT FOUND';
    console.log(`  ${label}  ${faults[index]?.name ?? ''}${first ? ` (${first.what})` : ''}`);
  }
  const missed = mutantResults.filter(({ violations }) => violations.length === 0).length;
  console.log(`${name}: ${faults.length - missed} of ${faults.length} planted faults found`);
  return missed;
}

/** Prints the seeds with violations and returns their number. */
function reportViolations(name: string, results: readonly Found[]): number {
  const bad = results.flatMap(({ violations }) => violations);
  for (const { seed, what } of bad.slice(0, 20)) console.log(`VIOLATION seed ${seed}: ${what}`);
  const [first] = bad;
  if (first) console.log(`npm run test:stress -- ${name} --seed ${first.seed} repeats it`);
  return new Set(bad.map(({ seed }) => seed)).size;
}
