import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, localEnvironment, programs, repository } from '../scripts/environment.mjs';

/** Returns a hash of the names and contents of all files in these folders of this revision. */
export function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const files = folders.flatMap((folder) =>
    globSync('**/*.{ts,tsx,sql,toml,woff2}', { cwd: join(repository, folder) }).map((file) =>
      join(folder, file),
    ),
  );
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(join(repository, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Sources of the Workers. */
const sources = ['domain', 'functions', 'queues', 'durable-objects', 'sandbox', 'demo', 'bench/worker'];

/** A Worker as it would be deployed, in a folder of its own. */
export interface Bundle {
  name: string;
  /** The configuration file of the Worker. */
  config: string;
  folder: string;
}

/**
 * Bundles product (with the baseline routes), accounting sandbox and demo as a deployment would, unless the bundles
 * exist. Throws with the output of the bundler.
 */
export async function buildWorkers(): Promise<{ product: Bundle; sandbox: Bundle; demo: Bundle }> {
  const folder = join(cacheDir, 'bench', `workers-${hashOf(sources)}`);
  const bundle = (name: string, config: string): Bundle => ({ name, config, folder: join(folder, name) });
  const [product, sandbox, demo] = [
    bundle('backlot', 'wrangler.toml'),
    bundle('backlot-sandbox', 'sandbox/wrangler.toml'),
    bundle('backlot-demo', 'demo/wrangler.toml'),
  ];
  const done = join(folder, 'done');
  if (!existsSync(done)) {
    for (const old of globSync('workers-*', { cwd: join(cacheDir, 'bench') }))
      rmSync(join(cacheDir, 'bench', old), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await Promise.all([
      bundleOne(product, 'bench/worker/index.ts'),
      bundleOne(sandbox, 'sandbox/index.ts'),
      bundleOne(demo, 'demo/index.ts'),
    ]);
    writeFileSync(done, '');
  }
  return { product, sandbox, demo };
}

async function bundleOne({ config, folder }: Bundle, main: string): Promise<void> {
  const command = ['deploy', main, '--dry-run', `--config=${config}`, `--outdir=${folder}`];
  const child = spawn(process.execPath, ['--no-warnings', programs.wrangler, ...command], {
    cwd: repository,
    env: localEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${main} could not be bundled.\n${output}`);
}
