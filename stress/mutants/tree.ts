import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDir, repository } from '../../scripts/environment.mjs';
import { applyPatch } from '../simulator/patch.ts';
import type { Patch } from '../simulator/patch.ts';

/** A copy of the working tree for faults that Vitest cannot apply while it loads a file. */
export const tree = join(cacheDir, 'mutants/tree');

/** Makes the copy; packages and the browser are shared with the original. */
export function copyTree(): void {
  rmSync(tree, { recursive: true, force: true });
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', git, { cwd: repository, encoding: 'utf8' }).split('\0');
  for (const file of [...files, 'worker-configuration.d.ts'])
    if (file !== '' && existsSync(join(repository, file))) copy(file);
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, '.cache'));
  symlinkSync(join(cacheDir, '.wrangler'), join(tree, '.cache/.wrangler'));
}

function copy(file: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  cpSync(join(repository, file), join(tree, file));
}

export function plantInTree(patch: Patch): void {
  const source = readFileSync(join(repository, patch.file), 'utf8');
  writeFileSync(join(tree, patch.file), applyPatch(source, patch));
}

export function restoreInTree({ file }: Patch): void {
  copy(file);
}
