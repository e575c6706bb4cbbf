/**
 * `npm run bench`: measures the production build in workerd, over HTTP, with shows of 1,000, 20,000 and 200,000 documents.
 *
 *   npm run bench -- --documents 1000,100000   shows of these sizes only
 *   npm run bench -- --only newest,open        only these works (their keys; the table has titles)
 *   npm run bench -- --seconds 1               how long each round lasts (3)
 *   npm run bench -- --profile                 under each row, what takes most time and reads most rows
 *   npm run bench -- web                       the browser instead: keys in long forms, long lists (bench/web/web.ts)
 *   npm run bench -- files                     reading files instead: sound and hostile ones of up to 25 MB (bench/files/files.ts)
 *   npm run bench -- --compare REV             this tree and that revision in turn, and ratios
 */
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { benchFiles } from './files/files.ts';
import { figuresOf, whereTimeGoes } from './figures.ts';
import type { Figures } from './figures.ts';
import { machine } from './machine.ts';
import { startRevision } from './revision.ts';
import { capacity } from './capacity.ts';
import { flatTable, goalsTable, head, rowOf } from './table.ts';
import { measuredUsages } from './usage.ts';
import { benchWeb } from './web/web.ts';
import { chosenOf } from './work.ts';

const [, , part = ''] = process.argv;
/** What is measured by programs of their own. */
const parts: Record<string, (given: string[]) => Promise<void>> = {
  web: benchWeb,
  files: benchFiles,
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

async function show(documents: number): Promise<Figures[]> {
  const title = `${documents.toLocaleString('en-US')} documents`;
  console.log(`\nPreparing a show of ${title} ...`);
  const revision = await startRevision('this tree', documents);
  const figures: Figures[] = [];
  try {
    const size = `${Math.round(revision.served.bytes / 2 ** 20)} MB in its shard`;
    console.log(`${title}, ${size}\n${head()}`);
    for (const work of chosenOf(revision.works, only)) {
      const one = await figuresOf(revision, work, { seconds, withFloors: true });
      console.log(rowOf(one));
      if (values.profile) console.log(await whereTimeGoes(revision, work, seconds));
      figures.push(one);
    }
  } finally {
    await revision.stop();
  }
  return figures;
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
  const all: Figures[][] = [];
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
