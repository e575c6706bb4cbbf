import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { repository } from './environment.mjs';

const KB = 1000;

/**
 * The maximum size of the gzipped script before a page is readable: the frame of every page and the first pages of a
 * user.
 * @type {{ name: string, modules: string[], budget: number }[]}
 */
const budgets = [
  { name: 'frame', modules: [], budget: 150 * KB },
  { name: 'list', modules: ['purchase-orders/list/creator-list'], budget: 191 * KB },
  { name: 'queue', modules: ['approvals/approvals-screen'], budget: 196 * KB },
  { name: 'review', modules: ['purchase-orders/review/review'], budget: 237 * KB },
];

const result = await build({
  configFile: join(repository, 'web/vite.config.ts'),
  logLevel: 'error',
  build: { write: false },
});
if (!('output' in result)) throw new Error('The web was not built once.');
const chunks = result.output.filter((file) => file.type === 'chunk');
const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));

/** @param {string} module below `web/src/screens` */
function chunkWith(module) {
  const path = join(repository, 'web/src/screens', `${module}.tsx`);
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path));
  if (!chunk) throw new Error(`No file of the build has ${path}`);
  return chunk;
}

/** @param {(typeof chunks)[number][]} starts */
function withImports(starts) {
  const all = new Set(starts);
  // A set also iterates over items that are added meanwhile.
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) all.add(imported);
    }
  }
  return [...all];
}

const frame = chunks.filter(({ isEntry }) => isEntry);
let isTooMuch = false;
for (const { name, modules, budget } of budgets) {
  const files = withImports([...frame, ...modules.map(chunkWith)]);
  const bytes = files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  const over = bytes > budget;
  isTooMuch ||= over;
  const figures = `${(bytes / KB).toFixed(1)} of ${budget / KB} KB in ${files.length} files`;
  console.log(`${name.padEnd(16)} ${figures}${over ? ': too much' : ''}`);
}
process.exit(isTooMuch ? 1 : 0);
