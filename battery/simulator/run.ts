import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '../longer.ts';
import { mutants } from './mutants.ts';
import type { Found, Job } from './thread.ts';

/** Seeds that a thread lives through before it says how it went. */
const atOnce = 250;
/** Within so many seeds every planted fault must be found. */
const patience = 1000;

/**
 * Lives of the product under every order and failure that seeds can think of, and the same with faults planted that must
 * be found. Prints what was seen; answers whether all was well.
 */
export async function simulator({ seeds, from, seed, threads }: Options): Promise<boolean> {
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
  const planted = mutants.map((_, mutant): Job => ({ from: 1, count: patience, mutant, isTraced: false }));
  const hunted = await work(planted, threads);
  for (const [index, { violations }] of hunted.entries()) {
    const [first] = violations;
    const how = first ? `seed ${String(first.seed).padStart(4)}` : 'NOT FOUND';
    console.log(`  ${how}  ${mutants[index]?.name ?? ''}${first ? ` (${first.what})` : ''}`);
  }
  const missed = hunted.filter(({ violations }) => violations.length === 0).length;
  console.log(
    `simulator: ${mutants.length - missed} of ${mutants.length} planted faults found, ${seconds()} s`,
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

/** Every job by one of so many threads; what came of them, in their order. */
async function work(jobs: readonly Job[], threads: number): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...jobs.entries()];
  await Promise.all(
    Array.from({ length: Math.min(threads, jobs.length) }, async () => {
      const thread = new Worker(join(import.meta.dirname, 'thread.ts'));
      try {
        for (let next = waiting.shift(); next; next = waiting.shift())
          found[next[0]] = await ask(thread, next[1]);
      } finally {
        await thread.terminate();
      }
    }),
  );
  return found;
}

function ask(thread: Worker, job: Job): Promise<Found> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (found: Found) => {
      thread.removeListener('error', reject);
      resolve(found);
    });
    thread.postMessage(job);
  });
}
