import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../scripts/environment.mjs';
import { planted } from '../simulator/patch.ts';
import type { Patch } from '../simulator/patch.ts';

/** What a server reads of the product. Packages and browsers are shared. */
const rooms = [
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.worker.json',
  'wrangler.toml',
  'domain',
  'durable-objects',
  'functions',
  'queues',
  'sandbox',
  'scripts',
  'web/dist',
  'web/functions',
  'web/package.json',
  'web/wrangler.toml',
];
/** And what makes a bundle of it, with a state to begin with. */
export const workshop = ['bench', 'demo', 'migrations'];

/**
 * A copy of the product as it is now, with faults planted. What is edited while it is served does not reach it, and what
 * is planted does not leave it.
 */
export function snapshot(folder: string, patches: readonly Patch[], besides: readonly string[] = []): void {
  mkdirSync(join(folder, 'web'), { recursive: true });
  for (const room of [...rooms, ...besides])
    cpSync(join(repository, room), join(folder, room), { recursive: true });
  for (const shared of ['node_modules', '.cache'])
    symlinkSync(join(repository, shared), join(folder, shared));
  for (const patch of patches) {
    const file = join(folder, patch.file);
    writeFileSync(file, planted(readFileSync(file, 'utf8'), patch));
  }
}
