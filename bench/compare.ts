import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, repository } from '../scripts/environment.mjs';
import { figuresOf, joined } from './figures.ts';
import type { Figures } from './figures.ts';
import { startRevision } from './revision.ts';
import { ratioTable } from './table.ts';
import { chosenOf } from './work.ts';

const rounds = 3;

function git(...words: string[]): string {
  const done = spawnSync('git', words, { cwd: repository, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr.trim());
  return done.stdout.trim();
}

/** A revision in a work tree of its own, with this bench and these packages. */
function workTreeOf(revision: string): { name: string; folder: string } {
  const name = git('rev-parse', '--short', `${revision}^{commit}`);
  const folder = join(cacheDir, 'bench', `tree-${name}`);
  if (!existsSync(folder)) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, name);
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  }
  rmSync(join(folder, 'bench'), { recursive: true, force: true });
  cpSync(join(repository, 'bench'), join(folder, 'bench'), { recursive: true });
  return { name, folder };
}

/** Measures this tree and another revision in turn, and prints how they compare. */
export async function compare(
  revision: string,
  { documents, only, seconds }: { documents: number; only: readonly string[] | null; seconds: number },
): Promise<void> {
  const { name, folder } = workTreeOf(revision);
  const now = await startRevision('this tree', documents);
  const pairs: [Figures, Figures][] = [];
  try {
    const before = await startRevision(name, documents, folder);
    try {
      for (const work of chosenOf(now.works, only)) {
        const same = before.works.find(({ key }) => key === work.key);
        if (!same) continue;
        const options = { seconds: seconds / rounds, withFloors: false };
        let pair: [Figures, Figures] | null = null;
        for (let n = 0; n < rounds; n += 1) {
          const one = await figuresOf(now, work, options);
          const other = await figuresOf(before, same, options);
          pair = pair ? [joined(pair[0], one), joined(pair[1], other)] : [one, other];
        }
        if (pair) pairs.push(pair);
      }
    } finally {
      await before.stop();
    }
  } finally {
    await now.stop();
  }
  console.log(`\n${documents.toLocaleString('en-US')} documents\n${ratioTable(['now', name], pairs)}`);
}
