import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, repository } from '../scripts/environment.mjs';
import { measureWork, mergeMeasurements } from './measurements.ts';
import type { Measurements } from './measurements.ts';
import { startRevision } from './revision.ts';
import { ratioTable } from './table.ts';
import { selectWorks } from './work.ts';

const rounds = 3;

function git(...words: string[]): string {
  const done = spawnSync('git', words, { cwd: repository, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr.trim());
  return done.stdout.trim();
}

/** Creates a work tree of a revision that is served by its own `bench/serve.ts`, with these packages. */
function workTreeOf(revision: string): { name: string; folder: string } {
  const name = git('rev-parse', '--short', `${revision}^{commit}`);
  const folder = join(cacheDir, 'bench', `tree-${name}`);
  if (!existsSync(folder)) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, name);
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  }
  return { name, folder };
}

/** Measures this tree and another revision alternately, and prints the ratios. */
export async function compare(
  revision: string,
  { documents, only, seconds }: { documents: number; only: readonly string[] | null; seconds: number },
): Promise<void> {
  const { name, folder } = workTreeOf(revision);
  const current = await startRevision('this tree', documents);
  const pairs: [Measurements, Measurements][] = [];
  try {
    const before = await startRevision(name, documents, folder);
    try {
      for (const work of selectWorks(current.works, only)) {
        const same = before.works.find(({ key }) => key === work.key);
        if (!same) continue;
        const options = { seconds: seconds / rounds, withBaselines: false };
        let pair: [Measurements, Measurements] | null = null;
        for (let n = 0; n < rounds; n += 1) {
          const one = await measureWork(current, work, options);
          const other = await measureWork(before, same, options);
          pair = pair ? [mergeMeasurements(pair[0], one), mergeMeasurements(pair[1], other)] : [one, other];
        }
        if (pair) pairs.push(pair);
      }
    } finally {
      await before.stop();
    }
  } finally {
    await current.stop();
  }
  console.log(`\n${documents.toLocaleString('en-US')} documents\n${ratioTable(['now', name], pairs)}`);
}
