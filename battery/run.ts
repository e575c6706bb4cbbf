/**
 * `npm run battery`: what `npm run test:all` has in small, in full. Every part is seeded, and says the seed that failed.
 *
 *   npm run battery -- simulator                  one part alone: see docs/battery.md
 *   npm run battery -- simulator --seeds 5000     so many seeds (200,000; other parts have less)
 *   npm run battery -- simulator --from 70001     beginning with this one
 *   npm run battery -- simulator --seed 7         that one alone, told step by step
 *   npm run battery -- simulator --threads 2      so many at once (as many as there are cores)
 *   npm run battery -- fuzz --seed 7              the calls of that seed
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureChrome } from '../scripts/chrome.mjs';
import { cacheDir } from '../scripts/environment.mjs';
import { fuzz } from './fuzz.ts';
import { security, served } from './longer.ts';
import { database, queue } from './faults/run.ts';
import type { Options } from './options.ts';
import { models } from './models.ts';
import { plantedInWorker } from './planted.ts';
import { nights } from './simulator/nights.ts';
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
  clock: nights,
  queue,
  database,
  fuzz,
  security,
  models,
  planted: plantedInWorker,
  ...served,
};

function whole(name: 'seeds' | 'from' | 'seed' | 'threads', text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number from 1 on.`);
  return number;
}

try {
  const strange = positionals.filter((name) => !(name in parts));
  if (strange.length > 0)
    throw new Error(`There is no part ${strange.join(', ')}. There is ${Object.keys(parts).join(', ')}.`);
  const options = {
    seeds: values.seeds === undefined ? null : whole('seeds', values.seeds),
    from: whole('from', values.from),
    seed: values.seed === undefined ? null : whole('seed', values.seed),
    threads: whole('threads', values.threads),
  };
  const chosen = Object.entries(parts).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  await ensureChrome({ cacheDir });
  const bad: string[] = [];
  for (const [name, part] of chosen) if (!(await part(options))) bad.push(name);
  if (bad.length > 0) throw new Error(`Not as it should be: ${bad.join(', ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
