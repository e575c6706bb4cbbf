import { fork } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Served } from '../../bench/serve.ts';
import { startClock } from '../../scripts/server/clock.mjs';
import { repository } from '../../scripts/environment.mjs';
import { workersOf } from './processes.ts';
import { lastWords } from './product.ts';
import { readShards } from './shards.ts';
import type { Shard } from './shards.ts';
import { freshCopy } from './snapshot.ts';
import type { Planted } from './snapshot.ts';

/** The Worker as it would be deployed, which answers for itself: no development server stands before it. */
export interface Bundled {
  address: () => string;
  /** Of the accounting system. */
  books: () => string;
  /** Kills the runtime, which whoever started it starts again. */
  killWorker: () => void;
  /** What its databases of shows hold now, in one look at each. */
  look: <Seen>(seen: (shard: Shard) => Seen) => Seen[];
  /** How often it has logged this event. */
  logged: (event: string) => number;
  /** Its last words. */
  said: () => string;
  end: () => Promise<void>;
}

/** Serves a fresh demo studio from a copy of the product, which the benchmarks' own server bundles and starts. */
export async function bundledProduct(planted: Planted): Promise<Bundled> {
  const { folder, state, copy, remove } = await freshCopy(planted, { isBundled: true });
  const log = join(folder, 'serve.log');
  const child = fork(join(copy, 'bench/serve.ts'), ['0', state], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const said = () => readFileSync(log, 'utf8');
  let stopClock = () => {};
  const end = async () => {
    stopClock();
    if (child.connected) child.disconnect();
    await ended;
    file.end();
    remove();
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
  stopClock = startClock(await crons(), (cron) => [`${served.crons}?${new URLSearchParams({ cron })}`]);
  return {
    address: () => served.address,
    books: () => served.books,
    killWorker: () => {
      for (const { pid } of workersOf(child.pid)) process.kill(pid, 'SIGKILL');
    },
    look: (seen) => readShards(state, seen),
    logged: (event) => said().split(`"event":"${event}"`).length - 1,
    said: () => said().slice(-lastWords),
    end,
  };
}

async function crons(): Promise<string[]> {
  const { experimental_readRawConfig: read } = await import('wrangler');
  const { rawConfig } = read({ config: join(repository, 'wrangler.toml') });
  return rawConfig.triggers?.crons ?? [];
}
