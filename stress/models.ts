import { mapConcurrent } from '../scripts/processes/map-concurrent.mjs';
import type { Options } from './options.ts';
import { runTests } from './vitest.ts';

const types = ['po', 'invoice', 'payment'] as const;
/** Sequences in one run of the test, which starts workerd once. */
const inOneRun = 250;

interface Cells {
  possible: string[];
  reached: string[];
}

interface Job {
  type: (typeof types)[number];
  seed: number;
  runs: number;
}

/**
 * Compares the running Worker with models of the three documents that were written from the contract, in sequences of
 * up to 40 commands. Every state x action x role of the domain's table must be covered (DEC-25 to DEC-28).
 */
export async function models({ seeds, from, seed, threads }: Options): Promise<boolean> {
  const count = seed === null ? (seeds ?? 2000) : Math.min(seeds ?? inOneRun, inOneRun);
  const parts = Array.from({ length: Math.ceil(count / inOneRun) }, (_, n) => n);
  const jobs = types.flatMap((type) =>
    parts.map((n): Job => ({
      type,
      seed: seed ?? 1000 * from + n,
      runs: Math.min(inOneRun, count - n * inOneRun),
    })),
  );
  const found = await mapConcurrent(jobs, threads, walk);
  const diverged = found.filter((one) => one === null).length;
  const cells = new Map(
    types.map((type) => [type, { possible: new Set<string>(), reached: new Set<string>() }]),
  );
  for (const [index, { type }] of jobs.entries()) {
    const own = cells.get(type);
    for (const cell of found[index]?.possible ?? []) own?.possible.add(cell);
    for (const cell of found[index]?.reached ?? []) own?.reached.add(cell);
  }
  let missing = 0;
  for (const [type, { possible, reached }] of cells) {
    const left = [...possible].filter((cell) => !reached.has(cell));
    missing += left.length;
    console.log(
      `models: ${type}: ${count} sequences, ${possible.size - left.length} of ${possible.size} cells reached`,
    );
    for (const cell of left.slice(0, 20)) console.log(`  NOT REACHED ${cell}`);
  }
  console.log(`models: ${diverged} of ${jobs.length} runs with a divergence`);
  return diverged === 0 && (missing === 0 || seed !== null);
}

/** Runs the test once. Returns null when it found a divergence, which is then already printed. */
async function walk({ type, seed, runs }: Job): Promise<Cells | null> {
  const env = { VITE_BACKLOT_RUNS: String(runs), VITE_BACKLOT_SEED: String(seed) };
  const { code, output } = await runTests(`${type}-model`, env, [
    '--testNamePattern',
    'in the requested number of sequences',
  ]);
  const cells = /CELLS (\{.*\})$/m.exec(output)?.[1];
  if (code === 0 && cells !== undefined) return JSON.parse(cells) as Cells;
  console.log(`DIVERGENCE npm run test:stress -- models --seed ${seed}: ${type}\n${output}`);
  return null;
}
