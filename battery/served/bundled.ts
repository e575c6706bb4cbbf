import { fork } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from '../../bench/serve.ts';
import type { Patch } from '../simulator/patch.ts';
import { lastWords } from './product.ts';
import { snapshot, workshop } from './snapshot.ts';

/** The Worker as it would be deployed, which answers for itself: no development server stands before it. */
export interface Bundled {
  address: () => string;
  /** How often it has logged this event. */
  logged: (event: string) => number;
  /** Its last words. */
  said: () => string;
  end: () => Promise<void>;
}

/** Serves a fresh demo studio from a copy of the product, which the benchmarks' own server bundles and starts. */
export async function bundledProduct({ patches }: { patches: readonly Patch[] }): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-battery-'));
  const copy = join(folder, 'product');
  const log = join(folder, 'serve.log');
  snapshot(copy, patches, workshop);
  const child = fork(join(copy, 'bench/serve.ts'), ['0'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const said = () => readFileSync(log, 'utf8');
  const end = async () => {
    if (child.connected) child.disconnect();
    await ended;
    file.end();
    rmSync(folder, { recursive: true, force: true });
  };
  const started = new Promise<Served>((resolve) => {
    child.once('message', (message) => resolve(message as Served));
  });
  const served = await Promise.race([started, ended]);
  if (!served) {
    const why = said().slice(-lastWords);
    await end();
    throw new Error(`The product was not served.\n${why}`);
  }
  return {
    address: () => served.address,
    logged: (event) => said().split(`"event":"${event}"`).length - 1,
    said: () => said().slice(-lastWords),
    end,
  };
}
