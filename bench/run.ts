/**
 * `npm run bench`: measures the production build in workerd, over HTTP, with shows of 1,000, 20,000 and 200,000
 * documents.
 *
 *   npm run bench -- --documents 1000,100000   shows of these sizes only
 *   npm run bench -- --only newest,open        only these works (their keys; the table has titles)
 *   npm run bench -- --seconds 1               how long each round lasts (3)
 *   npm run bench -- --profile                 below each row, the functions and statements with the highest cost
 *   npm run bench -- web                       the browser instead: keys in long forms, long lists (bench/web/web.ts)
 *   npm run bench -- files                     reading files instead: ordinary and hostile ones (bench/files/files.ts)
 *   npm run bench -- pages                     round trips and bytes of the hot pages, for the latency table
 *   npm run bench -- merges                    memory of two large PDFs instead (bench/files/merges.ts)
 *   npm run bench -- --compare REV             this tree and that revision alternately, and ratios
 */
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { benchFiles } from './files/files.ts';
import { benchMerges } from './files/merges.ts';
import { measureWork, profileWork } from './measurements.ts';
import type { Measurements } from './measurements.ts';
import { machine } from './machine.ts';
import { startRevision } from './revision.ts';
import { capacity } from './capacity.ts';
import { flatTable, goalsTable, head, rowOf } from './table.ts';
import { measuredUsages } from './usage.ts';
import { benchPages } from './pages.ts';
import { benchWeb } from './web/web.ts';
import { selectWorks } from './work.ts';

const [, , part = ''] = process.argv;
/** Parts that are programs of their own. */
const parts: Record<string, (argv: string[]) => Promise<void>> = {
  web: benchWeb,
  files: benchFiles,
  pages: benchPages,
  merges: benchMerges,
};
const measurePart = parts[part];
const { values } = parseArgs({
  args: measurePart ? [] : process.argv.slice(2),
  options: {
    documents: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    compare: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',') ?? null;
const seconds = Number(values.seconds);
const sizes =
  values.documents === undefined ? [1000, 20_000, 200_000] : values.documents.split(',').map(Number);

async function show(documents: number): Promise<Measurements[]> {
  const title = `${documents.toLocaleString('en-US')} documents`;
  console.log(`\nPreparing a show of ${title} ...`);
  const revision = await startRevision('this tree', documents);
  const measurements: Measurements[] = [];
  try {
    const size = `${Math.round(revision.served.bytes / 2 ** 20)} MB in its shard`;
    console.log(`${title}, ${size}\n${head()}`);
    for (const work of selectWorks(revision.works, only)) {
      const one = await measureWork(revision, work, { seconds, withBaselines: true });
      console.log(rowOf(one));
      if (values.profile) console.log(await profileWork(revision, work, seconds));
      measurements.push(one);
    }
  } finally {
    await revision.stop();
  }
  return measurements;
}

async function main(): Promise<void> {
  if (sizes.some((size) => !Number.isInteger(size) || size < 1) || !(seconds > 0))
    throw new Error('--documents takes whole numbers, --seconds a number.');
  console.log(machine());
  const [largest = 0] = sizes.toSorted((a, b) => b - a);
  if (values.compare !== undefined) {
    await compare(values.compare, { documents: largest, only, seconds });
    return;
  }
  const all: Measurements[][] = [];
  for (const documents of sizes) all.push(await show(documents));
  const [small, large] = [all[0], all.at(-1)];
  if (large) console.log(`\n${goalsTable(large, sizes.at(-1) ?? 0)}`);
  if (small && large && small !== large)
    console.log(
      `\n${flatTable(
        small.filter(({ work }) => work.isFlat),
        large,
      )}`,
    );
  if (large && only === null) console.log(`\n${capacity(measuredUsages(large))}`);
}

try {
  if (measurePart) await measurePart(process.argv.slice(3));
  else await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
