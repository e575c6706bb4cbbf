import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../scripts/environment.mjs';
import { prepare } from '../../scripts/prepare.mjs';
import { createProgress } from '../../scripts/processes/progress.mjs';
import { applyPatch } from '../simulator/patch.ts';
import type { Patch } from '../simulator/patch.ts';
import { changeShards } from './shards.ts';

/** Paths that a server reads. Packages and browsers are shared. */
const productPaths = [
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
/** Paths that a bundle needs in addition. */
const buildPaths = ['bench', 'demo', 'migrations'];

/** Changes of a copy: patches of the source, and SQL that removes database constraints. */
export interface Mutation {
  patches: readonly Patch[];
  sql: readonly string[];
}

/** A copy of the product in a temporary folder. */
interface Copy {
  folder: string;
  /** Databases of a fresh demo studio, with another show of that many documents. */
  state: string;
  /** The patched source. */
  copy: string;
  remove: () => void;
}

/** Prepares the databases and the source; starts nothing. */
export async function freshCopy(
  { patches = [], sql = [] }: Partial<Mutation>,
  { documents = 0, isBundled = false }: { documents?: number; isBundled?: boolean },
): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-stress-'));
  const [state, copy] = [join(folder, 'state'), join(folder, 'product')];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await prepare(createProgress(), { state, documents });
    snapshot(copy, patches, isBundled ? buildPaths : []);
    changeShards(state, sql);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, state, copy, remove };
}

/** Copies the current product and applies the patches to the copy. Later edits of the product do not reach it. */
function snapshot(folder: string, patches: readonly Patch[], besides: readonly string[]): void {
  mkdirSync(join(folder, 'web'), { recursive: true });
  for (const path of [...productPaths, ...besides])
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  for (const shared of ['node_modules', '.cache'])
    symlinkSync(join(repository, shared), join(folder, shared));
  for (const patch of patches) {
    const file = join(folder, patch.file);
    writeFileSync(file, applyPatch(readFileSync(file, 'utf8'), patch));
  }
}
