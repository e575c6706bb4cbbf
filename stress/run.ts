/**
 * `npm run test:stress`: the full-size versions of checks that `npm run test:all` runs in small. Every part is seeded
 * and prints the seed that failed.
 *
 *   npm run test:stress -- simulator                  one part alone: see docs/stress-tests.md
 *   npm run test:stress -- simulator --seeds 5000     number of seeds (200,000; other parts have fewer)
 *   npm run test:stress -- simulator --from 70001     first seed
 *   npm run test:stress -- simulator --seed 7         this seed alone, traced step by step
 *   npm run test:stress -- simulator --threads 2      number of threads (default: number of cores)
 *   npm run test:stress -- fuzz --seed 7              the calls of that seed
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureChrome } from '../scripts/chrome.mjs';
import { cacheDir } from '../scripts/environment.mjs';
import { fuzz } from './fuzz.ts';
import { security, served } from './long-checks.ts';
import { database, queue } from './faults/run.ts';
import type { Options } from './options.ts';
import { models } from './models.ts';
import { mutantsInWorker } from './worker-mutants.ts';
import { digestDays } from './simulator/digest-days.ts';
import { simulator } from './simulator/run.ts';
import { tampering } from './simulator/tampering/tampering.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});

const parts: Record<string, (options: Options) => Promise<boolean>> = {
  simulator,
  tampering,
  clock: digestDays,
  queue,
  database,
  fuzz,
  security,
  models,
  planted: mutantsInWorker,
  ...served,
};

function parseNumber(name: 'seeds' | 'from' | 'seed' | 'threads', text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number from 1 on.`);
  return number;
}

try {
  const unknownParts = positionals.filter((name) => !(name in parts));
  if (unknownParts.length > 0)
    throw new Error(
      `There is no part ${unknownParts.join(', ')}. There is ${Object.keys(parts).join(', ')}.`,
    );
  const options = {
    seeds: values.seeds === undefined ? null : parseNumber('seeds', values.seeds),
    from: parseNumber('from', values.from),
    seed: values.seed === undefined ? null : parseNumber('seed', values.seed),
    threads: parseNumber('threads', values.threads),
  };
  const chosen = Object.entries(parts).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  await ensureChrome({ cacheDir });
  const failedParts: string[] = [];
  for (const [name, part] of chosen) if (!(await part(options))) failedParts.push(name);
  if (failedParts.length > 0) throw new Error(`Not as it should be: ${failedParts.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
