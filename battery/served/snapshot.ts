import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../scripts/environment.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { createProgress } from '../../scripts/processes/progress.mjs';
import { planted } from '../simulator/patch.ts';
import type { Patch } from '../simulator/patch.ts';
import { changeShards } from './shards.ts';

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
/** And what makes a bundle of it. */
const workshop = ['bench', 'demo', 'migrations'];

/** What is planted in a copy: changes of its text, and of what its databases would not let happen. */
export interface Planted {
  patches: readonly Patch[];
  sql: readonly string[];
}

/** A product of its own in a temporary folder. */
interface Copy {
  folder: string;
  /** Its databases: a fresh demo studio, with one more show of so many documents. */
  state: string;
  /** Its text, planted as wanted. */
  copy: string;
  remove: () => void;
}

/** Prepares both; nothing serves them yet. */
export async function freshCopy(
  { patches = [], sql = [] }: Partial<Planted>,
  { documents = 0, isBundled = false }: { documents?: number; isBundled?: boolean },
): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-battery-'));
  const [state, copy] = [join(folder, 'state'), join(folder, 'product')];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await prepare(createProgress(), { state, documents });
    snapshot(copy, patches, isBundled ? workshop : []);
    changeShards(state, sql);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, state, copy, remove };
}

/**
 * A copy of the product as it is now, with faults planted. What is edited while it is served does not reach it, and what
 * is planted does not leave it.
 */
function snapshot(folder: string, patches: readonly Patch[], besides: readonly string[]): void {
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
